//! The reasons why an action is illegal, each with the rule that it breaks.

use crate::action::{ActionSetup, ActionType};
use crate::card::Card;
use crate::cells::Cells;
use crate::color::Color;
use crate::layout::{any_squares, board_part};
use crate::location::{Location, off_board};
use crate::name::UnknownName;
use crate::phase::{ActiveEffect, Decision};
use crate::piece::{Piece, Placement};
use crate::problem::{AnySquare, Code, Problem, Problems};
use crate::ruleset::{Game, Seats};
use crate::state::State;

impl State {
    /// Every reason why an action is illegal here; none means that it is legal.
    #[must_use]
    pub fn check(&self, action: &ActionSetup) -> Problems {
        let mut problems = Problems::default();
        let Some(color) = self.to_move else {
            let problem = Problem::new(Code::GameOver, "", "the game is over");
            return Problems::from(match self.rules.game() {
                Game::Classic => problem,
                Game::Shuffle => problem.with_rule("S10"),
            });
        };
        match (self.decision, action) {
            (Decision::Opening, ActionSetup::Place { color: owner, piece, location }) => {
                let placed = (owner.unwrap_or(color), *piece);
                self.check_place(color, ActiveEffect::Nothing, placed, location, &mut problems);
            }
            (Decision::Place(effect), ActionSetup::Place { color: owner, piece, location }) => {
                let placed = (owner.unwrap_or(color), *piece);
                self.check_place(color, effect, placed, location, &mut problems);
            }
            (Decision::Opening, ActionSetup::Pass) => must_place(color, &mut problems),
            (Decision::Place(effect), ActionSetup::Pass) => {
                if self.can_place_under(color, effect) {
                    must_place(color, &mut problems);
                }
            }
            (Decision::PlayCard, ActionSetup::PlayCard(card)) => {
                if !self.deck(color).hand.contains(card) {
                    let message = format!("{} is not in the hand", card.name());
                    problems.add(Problem::new(Code::NotInHand, "", message));
                }
            }
            (Decision::ChooseCard(drawn), ActionSetup::ChooseCard(card)) => {
                if !drawn.contains(card) {
                    let message = format!("{} was not drawn", card.name());
                    problems.add(Problem::new(Code::NotDrawn, "", message));
                }
            }
            (Decision::ChooseColor, ActionSetup::ChooseColor(as_color)) => {
                self.check_wild(color, *as_color, "", &mut problems);
            }
            (Decision::Recycle, ActionSetup::ChoosePiece(owner, piece)) => {
                self.check_recycle_choice(color, *owner, *piece, &mut problems);
            }
            (Decision::Warp, ActionSetup::ChoosePiece(owner, piece)) => {
                self.check_target(color, *owner, *piece, "", &mut problems);
            }
            (Decision::WarpTo(owner, piece), ActionSetup::WarpTo(location)) => {
                if let Some(placement) = self.placement_of(owner, piece) {
                    self.check_destination(owner, placement, location, &mut problems);
                }
            }
            (decision, action) => {
                problems.add(wrong_step(self.rules.game(), decision, action.kind()));
            }
        }
        problems
    }

    /// A piece of the colour whose turn it is, or the recycled piece of the seat's other colour,
    /// which is legal for its own colour (S25). The colour comes first: if it is wrong, nothing
    /// else is checked.
    fn check_place(
        &self,
        color: Color,
        effect: ActiveEffect,
        (owner, piece): (Color, Option<Piece>),
        location: &Location,
        problems: &mut Problems,
    ) {
        if owner == color {
            return self.check_placement(color, effect, piece, location, problems);
        }
        let message = match effect {
            ActiveEffect::Recycled(other, recycled) if other == owner => {
                if piece == Some(recycled) {
                    return self.check_placement(
                        owner,
                        ActiveEffect::Nothing,
                        piece,
                        location,
                        problems,
                    );
                }
                format!("of {} only the recycled {} can be placed", owner.name(), recycled.name())
            }
            _ => format!("it is {}'s turn", color.name()),
        };
        let is_replay =
            self.rules.seats() == Seats::Two && matches!(effect, ActiveEffect::Recycled(..));
        let rule = if is_replay { "S25" } else { "S4" };
        problems.add(Problem::new(Code::WrongTurn, "", message).with_rule(rule));
    }

    fn check_placement(
        &self,
        color: Color,
        effect: ActiveEffect,
        piece: Option<Piece>,
        location: &Location,
        problems: &mut Problems,
    ) {
        if let Some(squares) = location.squares(piece) {
            let on_board = board_part(&squares);
            self.check_contact(color, effect, &on_board, problems);
            check_room(&squares, self.board.occupied(), problems);
        }
        let Some(piece) = piece else {
            return problems.add(unknown_piece());
        };
        if !self.board.supply(color).has(piece) {
            let message = format!("{} has already placed {}", color.name(), piece.name());
            problems.add(Problem::new(Code::NotInSupply, "", message));
        }
        check_shape(piece, location, problems);
    }

    /// The contacts that an effect requires and forbids.
    fn check_contact(
        &self,
        color: Color,
        effect: ActiveEffect,
        squares: &Cells,
        problems: &mut Problems,
    ) {
        match effect {
            ActiveEffect::Wild(as_color) => {
                self.check_ordinary(as_color, Some("S23"), squares, problems);
            }
            ActiveEffect::Card(Card::EdgeToEdge) => {
                if !squares.meets(&self.own_cells(color).side_ring()) {
                    let message = "the piece must touch one of your pieces along a side";
                    problems.add(Problem::new(Code::NoSideContact, "", message));
                }
            }
            ActiveEffect::Nothing | ActiveEffect::Card(_) | ActiveEffect::Recycled(..) => {
                self.check_ordinary(color, None, squares, problems);
            }
            ActiveEffect::Second(first) => {
                let cells = self.placement_of(color, first).map(Placement::cell_set);
                if !cells.is_some_and(|cells| squares.meets(&cells.corner_ring())) {
                    let message = format!("the piece must touch {} at a corner", first.name());
                    problems.add(Problem::new(Code::FirstNotTouched, "", message));
                }
                self.check_ordinary(color, None, squares, problems);
            }
        }
    }

    /// C1 for a first piece, else C2; under Wild (`rule`) as if the piece were of that colour.
    fn check_ordinary(
        &self,
        color: Color,
        rule: Option<&'static str>,
        squares: &Cells,
        problems: &mut Problems,
    ) {
        let under = |problem: Problem| match rule {
            Some(rule) => problem.with_rule(rule),
            None => problem,
        };
        if !self.board.has_placed(color) {
            let corners = self.placement_rule(color).anchors();
            if !squares.meets(&corners) {
                let message = "the first piece of a colour must cover a free corner square";
                let problem = Problem::new(Code::CornerNotCovered, "", message);
                problems.add(under(problem.with_squares(any_squares(&corners))));
            }
            return;
        }
        let name = if rule.is_some() { color.name() } else { "its own colour" };
        let own = self.board.cells(color);
        check_touching(own, squares, [name, name], |problem| problems.add(under(problem)));
    }

    /// S23: some piece can be placed as that colour.
    pub(crate) fn check_wild(
        &self,
        color: Color,
        as_color: Color,
        pointer: &str,
        problems: &mut Problems,
    ) {
        if !self.can_place_under(color, ActiveEffect::Wild(as_color)) {
            let message = format!("no piece can be placed as {}", as_color.name());
            problems.add(Problem::new(Code::NothingFits, pointer, message).with_rule("S23"));
        }
    }

    /// S25: a piece of your own that is on the board.
    fn check_recycle_choice(
        &self,
        color: Color,
        owner: Color,
        piece: Option<Piece>,
        problems: &mut Problems,
    ) {
        if !self.rules.own_colors(color).any(|own| own == owner) {
            problems.add(wrong_recycle_owner(""));
        }
        match piece {
            Some(piece) if self.placement_of(owner, piece).is_none() => {
                problems.add(not_on_board(owner, piece, "").with_rule("S25"));
            }
            Some(_) => {}
            None => problems.add(unknown_piece()),
        }
    }

    /// S26: a piece of an opponent that has a destination.
    pub(crate) fn check_target(
        &self,
        color: Color,
        owner: Color,
        piece: Option<Piece>,
        pointer: &str,
        problems: &mut Problems,
    ) {
        let is_opponent = self.is_opponent(color, owner);
        if !is_opponent {
            let message = "warp requires an opponent's piece";
            problems.add(Problem::new(Code::WrongOwner, pointer, message).with_rule("S26"));
        }
        let Some(piece) = piece else {
            return problems.add(unknown_piece());
        };
        match self.placement_of(owner, piece) {
            None => problems.add(not_on_board(owner, piece, pointer).with_rule("S26")),
            Some(placement) if is_opponent && !self.has_destination(owner, placement) => {
                let message = format!(
                    "{} {} cannot be moved to any other squares",
                    owner.name(),
                    piece.name()
                );
                problems.add(Problem::new(Code::NoDestination, pointer, message));
            }
            Some(_) => {}
        }
    }

    /// S26: legal for the piece's own colour, and not the squares that it covers already.
    fn check_destination(
        &self,
        owner: Color,
        placement: Placement,
        location: &Location,
        problems: &mut Problems,
    ) {
        let old = placement.cell_set();
        if let Some(squares) = location.squares(Some(placement.piece())) {
            let on_board = board_part(&squares);
            let others = self.board.cells(owner).without(&old);
            let other = format!("another {} piece", owner.name());
            check_touching(&others, &on_board, [&other, owner.name()], |problem| {
                problems.add(problem.with_rule("S26"));
            });
            if on_board == old && squares.len() == old.len() as usize {
                let message = "the piece is already on these squares";
                problems.add(Problem::new(Code::SameSquares, "", message));
            }
            check_room(&squares, &self.board.occupied().without(&old), problems);
        }
        check_shape(placement.piece(), location, problems);
    }
}

/// Contact at a corner, and none along a side; the names are used in the messages.
fn check_touching(
    own: &Cells,
    squares: &Cells,
    [touched, avoided]: [&str; 2],
    mut add: impl FnMut(Problem),
) {
    if !squares.meets(&own.corner_ring()) {
        let message = format!("the piece must touch {touched} at a corner");
        add(Problem::new(Code::NoCornerContact, "", message));
    }
    let touching = squares.and(&own.side_ring());
    if !touching.is_empty() {
        let message = format!("the piece must not touch {avoided} along a side");
        add(Problem::new(Code::SideContact, "", message).with_squares(any_squares(&touching)));
    }
}

/// C4a and C4b.
fn check_room(squares: &[AnySquare], occupied: &Cells, problems: &mut Problems) {
    let covered = board_part(squares).and(occupied);
    if !covered.is_empty() {
        let message = "these squares are already covered";
        problems.add(Problem::new(Code::Overlap, "", message).with_squares(any_squares(&covered)));
    }
    let off = off_board(squares);
    if !off.is_empty() {
        let message = "the piece is not entirely on the board";
        problems.add(Problem::new(Code::OffBoard, "", message).with_squares(off));
    }
}

/// G3.
fn check_shape(piece: Piece, location: &Location, problems: &mut Problems) {
    if let Some(message) = location.shape_problem(piece) {
        problems.add(Problem::new(Code::WrongShape, "", message));
    }
}

fn unknown_piece() -> Problem {
    Problem::new(Code::UnknownPiece, "", UnknownName::new(Piece::NAMES).to_string())
}

/// S25: a piece of another seat.
pub(crate) fn wrong_recycle_owner(pointer: &str) -> Problem {
    Problem::new(Code::WrongOwner, pointer, "recycle requires a piece of your own").with_rule("S25")
}

fn not_on_board(owner: Color, piece: Piece, pointer: &str) -> Problem {
    let message = format!("{} {} is not on the board", owner.name(), piece.name());
    Problem::new(Code::NotOnBoard, pointer, message)
}

fn must_place(color: Color, problems: &mut Problems) {
    let message = format!("{} can place a piece, so it must not pass", color.name());
    problems.add(Problem::new(Code::MustPlace, "", message));
}

fn wrong_step(game: Game, decision: Decision, given: ActionType) -> Problem {
    if game == Game::Classic {
        let message = "classic has no cards: the actions are place and pass";
        return Problem::new(Code::WrongStep, "", message);
    }
    let (rule, message) = match decision {
        Decision::PlayCard => ("S5", "a card must be played first"),
        Decision::ChooseCard(_) => ("S22", "one of the two drawn cards must be chosen first"),
        Decision::ChooseColor => ("S23", "a colour must be declared first"),
        Decision::Recycle => ("S25", "a piece must be chosen first"),
        Decision::Warp => ("S26", "a piece must be chosen first"),
        Decision::WarpTo(..) => ("S26", "the chosen piece must be placed first"),
        Decision::Opening | Decision::Place(_) | Decision::Over => {
            let message =
                format!("{} is not allowed in the phase {}", given.name(), decision.phase().name());
            return Problem::new(Code::WrongStep, "", message);
        }
    };
    Problem::new(Code::WrongStep, "", message).with_rule(rule)
}
