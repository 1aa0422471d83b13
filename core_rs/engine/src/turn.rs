//! What may be done in a state, why not, and what comes of it.
//!
//! The laws that the tests hold: [`State::apply`] succeeds exactly when [`State::check`] finds
//! nothing, exactly when the action is among the legal ones; a live state has at least one.

use crate::action::ActionSetup;
use crate::cells::Cells;
use crate::color::Color;
use crate::layout::{any_squares, board_part};
use crate::movegen::{self, MoveList};
use crate::piece::{Piece, Placement, Supply};
use crate::problem::{Code, Problem, Problems};
use crate::ruleset::Seat;
use crate::spot::{Spot, off_board};
use crate::state::State;

/// Something that happened, for a client to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece was put down.
    PiecePlaced {
        /// Whose piece.
        color: Color,
        /// Who decided.
        seat: Seat,
        /// Where it lies.
        placement: Placement,
    },
    /// A blocked colour's turn went by (C6).
    Passed {
        /// Which colour.
        color: Color,
        /// Whose turn it would have been.
        seat: Seat,
    },
    /// No colour can place any more (C7).
    GameOver,
}

impl State {
    /// Lists the placements that the mover may make with these pieces, sorted by piece, orientation,
    /// row, col. None when the game is over. In classic there are no other legal actions (C6).
    pub fn legal_actions(&self, pieces: Supply, out: &mut MoveList) {
        match self.to_move {
            Some(color) => self.legal_placements(color, pieces, out),
            None => out.clear(),
        }
    }

    /// Lists what a colour could place if it were its turn, sorted likewise.
    pub fn legal_placements(&self, color: Color, pieces: Supply, out: &mut MoveList) {
        let supply = self.board.supply(color).and(pieces);
        movegen::list(&self.placement_rule(color), supply, out);
        out.sort();
    }

    /// Counts the legal actions.
    #[must_use]
    pub fn count_actions(&self) -> u32 {
        self.to_move.map_or(0, |color| {
            movegen::count(&self.placement_rule(color), self.board.supply(color))
        })
    }

    /// Every reason why an action is illegal here; none means that it is legal.
    #[must_use]
    pub fn check(&self, action: &ActionSetup) -> Vec<Problem> {
        let Some(color) = self.to_move else {
            return vec![Problem::new(Code::GameOver, "", "the game is over")];
        };
        match action {
            ActionSetup::Pass => {
                let message = format!("{} can place, so it must", color.name());
                vec![Problem::new(Code::MustPlace, "", message)]
            }
            ActionSetup::Place { piece, spot } => self.check_placement(color, *piece, spot),
        }
    }

    fn check_placement(&self, color: Color, piece: Option<Piece>, spot: &Spot) -> Vec<Problem> {
        let mut problems = Problems::default();
        let name = color.name();
        if let Some(squares) = spot.squares(piece) {
            let on_board = board_part(&squares);
            self.check_contact(color, &on_board, &mut problems);
            let covered = on_board.and(self.board.occupied());
            if !covered.is_empty() {
                let message = "these squares are covered already";
                problems.add(Problem::new(Code::Overlap, "", message).at(any_squares(&covered)));
            }
            let off = off_board(&squares);
            if !off.is_empty() {
                problems.add(
                    Problem::new(Code::OffBoard, "", "the piece does not lie wholly on the board")
                        .at(off),
                );
            }
        }
        match piece {
            None => {
                let message = "there is no piece of that name";
                problems.add(Problem::new(Code::UnknownPiece, "", message));
            }
            Some(piece) => {
                if !self.board.supply(color).has(piece) {
                    let message = format!("{name} has placed {} already", piece.name());
                    problems.add(Problem::new(Code::NotInSupply, "", message));
                }
                if !spot.is_shape_of(piece) {
                    let message = format!("this is no orientation of {}", piece.name());
                    problems.add(Problem::new(Code::WrongShape, "", message));
                }
            }
        }
        problems.into_vec()
    }

    /// C1 for a first piece, else C2.
    fn check_contact(&self, color: Color, squares: &Cells, problems: &mut Problems) {
        if !self.board.has_placed(color) {
            let corners = self.placement_rule(color).anchors();
            if !squares.meets(&corners) {
                let message = "the first piece of a colour must cover a free corner square";
                problems.add(
                    Problem::new(Code::CornerNotCovered, "", message).at(any_squares(&corners)),
                );
            }
            return;
        }
        let own = self.board.cells(color);
        if !squares.meets(&own.corner_ring()) {
            let message = "the piece must touch its own colour at a corner";
            problems.add(Problem::new(Code::NoCornerContact, "", message));
        }
        let touching = squares.and(&own.side_ring());
        if !touching.is_empty() {
            let message = "the piece must not touch its own colour along a side";
            problems.add(Problem::new(Code::SideContact, "", message).at(any_squares(&touching)));
        }
    }

    /// Plays an action: the state it leads to, and what happened is added to `events`.
    ///
    /// # Errors
    /// Every reason why the action is illegal.
    ///
    /// # Panics
    /// Never: what passes the check is a placement of the mover.
    pub fn apply(
        &self,
        action: &ActionSetup,
        events: &mut Vec<Event>,
    ) -> Result<Self, Vec<Problem>> {
        let problems = self.check(action);
        if !problems.is_empty() {
            return Err(problems);
        }
        let (color, placement) = match (self.to_move, action) {
            (Some(color), ActionSetup::Place { piece: Some(piece), spot }) => {
                (color, spot.placement(*piece).expect("a shape that lies on the board"))
            }
            _ => unreachable!("the check finds a problem with everything else"),
        };
        Ok(self.placed(color, placement, events))
    }

    fn placed(&self, color: Color, placement: Placement, events: &mut Vec<Event>) -> Self {
        let mut next = self.clone();
        let seat = self.rules.seat(color, self.shared_turns);
        events.push(Event::PiecePlaced { color, seat, placement });
        next.board.place(color, placement);
        next.placements.push((color, placement));
        next.last_placed[color] = Some(placement.piece());
        next.end_slot(color);
        next.settle(color, events);
        next
    }

    /// One more slot of the colour is over.
    fn end_slot(&mut self, color: Color) {
        self.shared_turns += u32::from(self.rules.shared_color() == Some(color));
    }

    /// Finds the next colour that can place after `last`. Blocked ones are passed (C6); when all
    /// are blocked the game is over at once (C7).
    fn settle(&mut self, last: Color, events: &mut Vec<Event>) {
        let Some(steps) = (1..=4).find(|&steps| self.can_place(last.after(steps))) else {
            self.to_move = None;
            events.push(Event::GameOver);
            return;
        };
        for blocked in (1..steps).map(|step| last.after(step)) {
            let seat = self.rules.seat(blocked, self.shared_turns);
            events.push(Event::Passed { color: blocked, seat });
            self.end_slot(blocked);
        }
        self.to_move = Some(last.after(steps));
    }
}
