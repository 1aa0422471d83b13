//! A position that was checked: [`State::new`] is the one door, and every `State` is reachable by
//! legal placements as far as that can be told without searching for the order of play.

use crate::board::Board;
use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::movegen;
use crate::piece::{Piece, Placement};
use crate::placement_rule::PlacementRule;
use crate::problem::{Code, Problem, Problems};
use crate::ruleset::{Options, Rules, Seat};
use crate::setup::{Phase, Setup, off_board, on_board};
use crate::turn_order::{Slot, TurnOrder};

/// A checked, immutable position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) rules: Rules,
    pub(crate) placements: Vec<(Color, Placement)>,
    pub(crate) board: Board,
    pub(crate) to_move: Option<Color>,
    pub(crate) last_placed: ByColor<Option<Piece>>,
    pub(crate) shared_turns: u32,
}

impl State {
    /// Starts a game.
    ///
    /// # Errors
    /// Options that do not go together.
    pub fn new_game(options: &Options) -> Result<Self, Vec<Problem>> {
        let rules = Rules::new(options, "")?;
        Ok(Self {
            rules,
            placements: Vec::new(),
            board: Board::EMPTY,
            to_move: Some(rules.first_color()),
            last_placed: ByColor::default(),
            shared_turns: 0,
        })
    }

    /// Checks a setup and makes a state of it.
    ///
    /// # Errors
    /// Everything that is wrong, up to the stage at which it cannot be judged further: options,
    /// each placement, the placements together, contacts, turn.
    pub fn new(setup: &Setup) -> Result<Self, Vec<Problem>> {
        let rules = Rules::new(&setup.options, "/rules")?;
        let placements = checked_placements(setup)?;
        let board = checked_board(&placements)?;
        check_contacts(&rules, &placements)?;
        let mut last_placed = ByColor::default();
        for &(color, placement) in &placements {
            last_placed[color] = Some(placement.piece());
        }
        let mut state =
            Self { rules, placements, board, to_move: None, last_placed, shared_turns: 0 };
        let settled = state.check_turn(setup)?;
        state.shared_turns = settled.shared_turns(&rules);
        Ok(state)
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces on the board, oldest first.
    #[must_use]
    pub fn placements(&self) -> &[(Color, Placement)] {
        &self.placements
    }

    /// Who covers which squares, and what is left.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour to move; none when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// The seat that decides; none when the game is over.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.to_move.map(|color| self.rules.seat(color, self.shared_turns))
    }

    /// The decision that is asked for.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if self.to_move.is_some() { Phase::Place } else { Phase::Over }
    }

    /// The last piece that each colour placed (P7).
    #[must_use]
    pub fn last_placed(&self) -> &ByColor<Option<Piece>> {
        &self.last_placed
    }

    /// How many of the shared colour's slots are over (C8).
    #[must_use]
    pub fn shared_turns(&self) -> u32 {
        self.shared_turns
    }

    /// The rule for a colour's next piece.
    #[must_use]
    pub fn placement_rule(&self, color: Color) -> PlacementRule {
        PlacementRule::ordinary(&self.board, color, self.rules.start_corners())
    }

    /// Whether a colour has any legal placement.
    #[must_use]
    pub fn can_place(&self, color: Color) -> bool {
        let supply = self.board.supply(color);
        !supply.is_empty() && movegen::any(&self.placement_rule(color), supply)
    }

    /// Judges turn, counts, last pieces and the shared colour's turns, and settles who is to move.
    fn check_turn(&mut self, setup: &Setup) -> Result<Slot, Vec<Problem>> {
        let order = TurnOrder::new(
            &self.rules,
            ByColor::new_with(|color| {
                self.placements.iter().filter(|one| one.0 == color).count() as u32
            }),
            ByColor::new_with(|color| self.can_place(color)),
        );
        order.check_counts()?;
        self.to_move = order.mover();

        let mut problems = Problems::default();
        let mut named = None;
        let mut turn_is_right = true;
        if let Some(color) = setup.turn.color {
            named = color.and_then(|color| order.slot_of(color));
            turn_is_right = match color {
                None => self.to_move.is_none(),
                Some(_) => self.to_move.is_none() || named.is_some(),
            };
            if !turn_is_right {
                let message = match self.to_move {
                    Some(mover) => format!("it is {}'s turn", mover.name()),
                    None => "the game is over".to_owned(),
                };
                problems.add(Problem::new(Code::WrongTurn, "/turn/color", message));
            }
        }
        match (setup.turn.phase, self.to_move) {
            (Some(Phase::Over), Some(mover)) => {
                let message = format!("{} can place", mover.name());
                problems.add(Problem::new(Code::WrongPhase, "/turn/phase", message));
            }
            (Some(Phase::Place), None) if setup.turn.color.flatten().is_none() => {
                let message = "no colour can place: the game is over";
                problems.add(Problem::new(Code::WrongPhase, "/turn/phase", message));
            }
            _ => {}
        }
        for (color, &said) in setup.last_placed.iter() {
            if said.is_some_and(|said| said != self.last_placed[color]) {
                let pointer = format!("/last_placed/{}", color.name());
                let last = self.last_placed[color].map_or("none", Piece::name);
                let message =
                    format!("the last {} piece in the list of placements is {last}", color.name());
                problems.add(Problem::new(Code::WrongLastPlaced, pointer, message));
            }
        }
        let settled = order.settled();
        if let Some(said) = setup.shared_turns.filter(|_| turn_is_right) {
            let of_named = named.unwrap_or(settled).shared_turns(&self.rules);
            let of_settled = settled.shared_turns(&self.rules);
            if said != of_named && (self.to_move.is_some() || said != of_settled) {
                let message = format!("{of_named} of the shared colour's turns are over");
                problems.add(Problem::new(Code::WrongSharedTurns, "/shared_turns", message));
            }
        }
        problems.or(settled)
    }
}

fn pointer_to(index: usize) -> String {
    format!("/placements/{index}")
}

/// Each placement by itself: the piece's shape (G3), wholly on the board (C4b).
fn checked_placements(setup: &Setup) -> Result<Vec<(Color, Placement)>, Vec<Problem>> {
    let mut problems = Problems::default();
    let mut placements = Vec::with_capacity(setup.placements.len());
    for (index, given) in setup.placements.iter().enumerate() {
        if let Some(placement) = given.spot.placement(given.piece) {
            placements.push((given.color, placement));
            continue;
        }
        if !given.spot.is_shape_of(given.piece) {
            let message = format!("this is no orientation of {}", given.piece.name());
            problems.add(Problem::new(Code::WrongShape, pointer_to(index), message));
        }
        let off = off_board(&given.spot.squares(Some(given.piece)).unwrap_or_default());
        if !off.is_empty() {
            let message = format!("{} does not lie wholly on the board", given.piece.name());
            problems.add(Problem::new(Code::OffBoard, pointer_to(index), message).at(off));
        }
    }
    problems.or(placements)
}

/// The placements together: supply (C4c) and overlap (C4a).
fn checked_board(placements: &[(Color, Placement)]) -> Result<Board, Vec<Problem>> {
    let mut problems = Problems::default();
    let mut board = Board::EMPTY;
    for (index, &(color, placement)) in placements.iter().enumerate() {
        let name = placement.piece().name();
        if !board.supply(color).has(placement.piece()) {
            let message = format!("{} has {name} on the board already", color.name());
            problems.add(Problem::new(Code::PieceTwice, pointer_to(index), message));
        }
        let covered = Cells::of(placement).and(board.occupied());
        if !covered.is_empty() {
            let message = format!("{} {name} covers squares of an earlier piece", color.name());
            problems.add(
                Problem::new(Code::Overlap, pointer_to(index), message).at(any_squares(&covered)),
            );
        }
        board.place(color, placement);
    }
    problems.or(board)
}

/// Squares of the board in the form that problems use.
pub(crate) fn any_squares(cells: &Cells) -> impl Iterator<Item = (i64, i64)> {
    cells.iter().map(|(row, col)| (row as i64, col as i64))
}

/// Contacts of each colour: never along a side, and some order of play has each piece touch an
/// earlier one at a corner, the first one covering a corner square of the board (C1, C2).
fn check_contacts(rules: &Rules, placements: &[(Color, Placement)]) -> Result<(), Vec<Problem>> {
    let mut problems = Problems::default();
    for color in Color::ALL {
        let pieces: Vec<(usize, Cells)> = placements
            .iter()
            .enumerate()
            .filter(|(_, (owner, _))| *owner == color)
            .map(|(index, (_, placement))| (index, Cells::of(*placement)))
            .collect();
        if side_contacts(color, &pieces, &mut problems) {
            continue;
        }
        let corners = rules.start_corners().cells(color);
        let Some(&(first, _)) = pieces.first() else {
            continue;
        };
        let Some((_, start)) = pieces.iter().find(|(_, cells)| cells.meets(&corners)) else {
            let message =
                format!("no {} piece covers a corner square it may start on", color.name());
            let problem = Problem::new(Code::CornerNotCovered, pointer_to(first), message);
            problems.add(problem.at(any_squares(&corners)));
            continue;
        };
        let connected = connected_by_corners(*start, &pieces);
        for (index, cells) in &pieces {
            if !cells.meets(&connected) {
                let message = format!(
                    "this {} piece is not connected to the others by corners",
                    color.name()
                );
                problems.add(Problem::new(Code::NoCornerContact, pointer_to(*index), message));
            }
        }
    }
    problems.or(())
}

/// Notes pieces that lie along a side of an earlier one; whether there are any.
fn side_contacts(color: Color, pieces: &[(usize, Cells)], problems: &mut Problems) -> bool {
    let mut earlier = Cells::EMPTY;
    let mut found = false;
    for (index, cells) in pieces {
        let touching = cells.and(&earlier.side_ring());
        if !touching.is_empty() {
            found = true;
            let message = format!("two {} pieces touch along a side", color.name());
            let problem = Problem::new(Code::SideContact, pointer_to(*index), message);
            problems.add(problem.at(any_squares(&touching)));
        }
        earlier = earlier.or(cells);
    }
    found
}

/// The squares of all pieces that a chain of corner contacts leads to from `start`.
fn connected_by_corners(start: Cells, pieces: &[(usize, Cells)]) -> Cells {
    let mut connected = start;
    let mut ring = start.corner_ring();
    let mut rest: Vec<&Cells> = pieces.iter().map(|(_, cells)| cells).collect();
    // In the order of play one round does it; any other order takes a few.
    loop {
        let before = rest.len();
        rest.retain(|cells| {
            let touches = cells.meets(&ring);
            if touches {
                connected = connected.or(cells);
                ring = ring.or(&cells.corner_ring());
            }
            !touches
        });
        if rest.len() == before {
            return connected;
        }
    }
}

/// The squares of an untrusted placement that are on the board.
pub(crate) fn board_part(squares: &[(i64, i64)]) -> Cells {
    squares.iter().copied().filter_map(on_board).collect()
}
