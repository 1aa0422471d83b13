//! Why an action is illegal: every reason, by the rule it breaks.

use crate::action::{ActionSetup, ActionType};
use crate::card::Card;
use crate::cells::Cells;
use crate::color::Color;
use crate::layout::{any_squares, board_part};
use crate::phase::{Decision, InForce};
use crate::piece::{Piece, Placement};
use crate::problem::{AnySquare, Code, Problem, Problems};
use crate::ruleset::{Game, Seats};
use crate::spot::{Spot, off_board};
use crate::state::State;

impl State {
    /// Every reason why an action is illegal here; none means that it is legal.
    #[must_use]
    pub fn check(&self, action: &ActionSetup) -> Vec<Problem> {
        let mut problems = Problems::default();
        let Some(color) = self.to_move else {
            let problem = Problem::new(Code::GameOver, "", "the game is over");
            return vec![match self.rules.game() {
                Game::Classic => problem,
                Game::Shuffle => problem.by("S10"),
            }];
        };
        match (self.decision, action) {
            (Decision::Opening, ActionSetup::Place { color: owner, piece, spot }) => {
                let placed = (owner.unwrap_or(color), *piece);
                self.check_place(color, InForce::Nothing, placed, spot, &mut problems);
            }
            (Decision::Place(in_force), ActionSetup::Place { color: owner, piece, spot }) => {
                let placed = (owner.unwrap_or(color), *piece);
                self.check_place(color, in_force, placed, spot, &mut problems);
            }
            (Decision::Opening, ActionSetup::Pass) => must_place(color, &mut problems),
            (Decision::Place(in_force), ActionSetup::Pass) => {
                if self.can_place_under(color, in_force) {
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
                self.check_recycled(color, *owner, *piece, &mut problems);
            }
            (Decision::Warp, ActionSetup::ChoosePiece(owner, piece)) => {
                self.check_target(color, *owner, *piece, "", &mut problems);
            }
            (Decision::WarpTo(owner, piece), ActionSetup::WarpTo(spot)) => {
                if let Some(placement) = self.placement_of(owner, piece) {
                    self.check_destination(owner, placement, spot, &mut problems);
                }
            }
            (decision, action) => problems.add(wrong_step(decision, action.kind())),
        }
        problems.into_vec()
    }

    /// A piece of the colour whose turn it is, or the recycled piece of the seat's other colour,
    /// which is legal for its own colour (S25). The colour comes first: if it is wrong, nothing
    /// else is checked.
    fn check_place(
        &self,
        color: Color,
        in_force: InForce,
        (owner, piece): (Color, Option<Piece>),
        spot: &Spot,
        problems: &mut Problems,
    ) {
        if owner == color {
            return self.check_placement(color, in_force, piece, spot, problems);
        }
        let message = match in_force {
            InForce::Recycled(other, recycled) if other == owner => {
                if piece == Some(recycled) {
                    return self.check_placement(owner, InForce::Nothing, piece, spot, problems);
                }
                format!("of {} only the recycled {} can be placed", owner.name(), recycled.name())
            }
            _ => format!("it is {}'s turn", color.name()),
        };
        let is_replay =
            self.rules.seats() == Seats::Two && matches!(in_force, InForce::Recycled(..));
        let rule = if is_replay { "S25" } else { "S4" };
        problems.add(Problem::new(Code::WrongTurn, "", message).by(rule));
    }

    fn check_placement(
        &self,
        color: Color,
        in_force: InForce,
        piece: Option<Piece>,
        spot: &Spot,
        problems: &mut Problems,
    ) {
        if let Some(squares) = spot.squares(piece) {
            let on_board = board_part(&squares);
            self.check_contact(color, in_force, &on_board, problems);
            check_room(&squares, self.board.occupied(), problems);
        }
        let Some(piece) = piece else {
            return problems.add(unknown_piece());
        };
        if !self.board.supply(color).has(piece) {
            let message = format!("{} has placed {} already", color.name(), piece.name());
            problems.add(Problem::new(Code::NotInSupply, "", message));
        }
        check_shape(piece, spot, problems);
    }

    /// How the piece must touch, and must not, with that in force.
    fn check_contact(
        &self,
        color: Color,
        in_force: InForce,
        squares: &Cells,
        problems: &mut Problems,
    ) {
        match in_force {
            InForce::Wild(as_color) => {
                self.check_ordinary(as_color, Some("S23"), squares, problems);
            }
            InForce::Card(Card::EdgeToEdge) => {
                if !squares.meets(&self.own_cells(color).side_ring()) {
                    let message = "the piece must touch one of your pieces along a side";
                    problems.add(Problem::new(Code::NoSideContact, "", message));
                }
            }
            InForce::Nothing | InForce::Card(_) | InForce::Recycled(..) => {
                self.check_ordinary(color, None, squares, problems);
            }
            InForce::Second(first) => {
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
            Some(rule) => problem.by(rule),
            None => problem,
        };
        if !self.board.has_placed(color) {
            let corners = self.placement_rule(color).anchors();
            if !squares.meets(&corners) {
                let message = "the first piece of a colour must cover a free corner square";
                let problem = Problem::new(Code::CornerNotCovered, "", message);
                problems.add(under(problem.at(any_squares(&corners))));
            }
            return;
        }
        let name = if rule.is_some() { color.name() } else { "its own colour" };
        let own = self.board.cells(color);
        check_touching(own, squares, [name, name], |problem| problems.add(under(problem)));
    }

    /// S23: some piece could be placed as that colour.
    pub(crate) fn check_wild(
        &self,
        color: Color,
        as_color: Color,
        pointer: &str,
        problems: &mut Problems,
    ) {
        if !self.can_place_under(color, InForce::Wild(as_color)) {
            let message = format!("nothing can be placed as {}", as_color.name());
            problems.add(Problem::new(Code::NothingFits, pointer, message).by("S23"));
        }
    }

    /// S25: a piece of your own that is on the board.
    fn check_recycled(
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
                problems.add(not_on_board(owner, piece, "").by("S25"));
            }
            Some(_) => {}
            None => problems.add(unknown_piece()),
        }
    }

    /// S26: a piece of an opponent that has somewhere to go.
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
            let message = "warp takes a piece of an opponent";
            problems.add(Problem::new(Code::WrongOwner, pointer, message).by("S26"));
        }
        let Some(piece) = piece else {
            return problems.add(unknown_piece());
        };
        match self.placement_of(owner, piece) {
            None => problems.add(not_on_board(owner, piece, pointer).by("S26")),
            Some(placement) if is_opponent && !self.has_destination(owner, placement) => {
                let message = format!("{} {} has nowhere else to go", owner.name(), piece.name());
                problems.add(Problem::new(Code::NoDestination, pointer, message));
            }
            Some(_) => {}
        }
    }

    /// S26: legal for the piece's own colour, and not where it lies already.
    fn check_destination(
        &self,
        owner: Color,
        placement: Placement,
        spot: &Spot,
        problems: &mut Problems,
    ) {
        let old = placement.cell_set();
        if let Some(squares) = spot.squares(Some(placement.piece())) {
            let on_board = board_part(&squares);
            let others = self.board.cells(owner).without(&old);
            let other = format!("another {} piece", owner.name());
            check_touching(&others, &on_board, [&other, owner.name()], |problem| {
                problems.add(problem.by("S26"));
            });
            if on_board == old && squares.len() == old.len() as usize {
                let message = "the piece lies there already";
                problems.add(Problem::new(Code::SameSquares, "", message));
            }
            check_room(&squares, &self.board.occupied().without(&old), problems);
        }
        check_shape(placement.piece(), spot, problems);
    }
}

/// At a corner, and not along a side; `names` are what is to be touched and what is not.
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
        add(Problem::new(Code::SideContact, "", message).at(any_squares(&touching)));
    }
}

/// C4a and C4b.
fn check_room(squares: &[AnySquare], occupied: &Cells, problems: &mut Problems) {
    let covered = board_part(squares).and(occupied);
    if !covered.is_empty() {
        let message = "these squares are covered already";
        problems.add(Problem::new(Code::Overlap, "", message).at(any_squares(&covered)));
    }
    let off = off_board(squares);
    if !off.is_empty() {
        let message = "the piece does not lie wholly on the board";
        problems.add(Problem::new(Code::OffBoard, "", message).at(off));
    }
}

/// G3.
fn check_shape(piece: Piece, spot: &Spot, problems: &mut Problems) {
    if !spot.is_shape_of(piece) {
        let message = format!("this is no orientation of {}", piece.name());
        problems.add(Problem::new(Code::WrongShape, "", message));
    }
}

fn unknown_piece() -> Problem {
    Problem::new(Code::UnknownPiece, "", "there is no piece of that name")
}

/// S25: a piece of another seat.
pub(crate) fn wrong_recycle_owner(pointer: &str) -> Problem {
    Problem::new(Code::WrongOwner, pointer, "recycle takes a piece of your own").by("S25")
}

fn not_on_board(owner: Color, piece: Piece, pointer: &str) -> Problem {
    let message = format!("{} {} is not on the board", owner.name(), piece.name());
    Problem::new(Code::NotOnBoard, pointer, message)
}

fn must_place(color: Color, problems: &mut Problems) {
    let message = format!("{} can place, so it must", color.name());
    problems.add(Problem::new(Code::MustPlace, "", message));
}

fn wrong_step(decision: Decision, given: ActionType) -> Problem {
    let (rule, message) = match decision {
        Decision::PlayCard => ("S5", "a card must be played first"),
        Decision::ChooseCard(_) => ("S22", "one of the two drawn cards must be chosen first"),
        Decision::ChooseColor => ("S23", "a colour must be declared first"),
        Decision::Recycle => ("S25", "a piece must be chosen first"),
        Decision::Warp => ("S26", "a piece must be chosen first"),
        Decision::WarpTo(..) => ("S26", "the chosen piece must be put down first"),
        Decision::Opening | Decision::Place(_) | Decision::Over => {
            let message = format!("{} is not what this step asks for", given.name());
            return Problem::new(Code::WrongStep, "", message);
        }
    };
    Problem::new(Code::WrongStep, "", message).by(rule)
}
