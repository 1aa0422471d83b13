//! What can be wrong with a setup or an action: stable codes, each with the rule that it enforces.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

use crate::name::impl_names;

/// A stable code. `docs/errors.md` lists them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A value of the wrong type.
    WrongType,
    /// A required field is missing.
    MissingField,
    /// An unknown field.
    UnknownField,
    /// A string that is not one of the allowed values.
    UnknownValue,
    /// Not a colour.
    UnknownColor,
    /// Not a piece (G4).
    UnknownPiece,
    /// Not a card.
    UnknownCard,
    /// A number, or the length of a list, that is too small or too large.
    OutOfRange,
    /// More placements than there are pieces (G2).
    TooManyPlacements,
    /// Options that conflict.
    OptionsConflict,
    /// Squares that are not the named piece (G3).
    WrongShape,
    /// Not wholly on the board (C4b).
    OffBoard,
    /// The same piece of the same colour twice (C4c).
    PieceTwice,
    /// Squares that are covered already (C4a).
    Overlap,
    /// Pieces of one colour that touch along a side (C2).
    SideContact,
    /// No contact at a corner with the own colour (C2).
    NoCornerContact,
    /// A first piece that covers no corner square of the board that it may (C1).
    CornerNotCovered,
    /// A colour with more or fewer pieces on the board than the order of turns allows.
    WrongCounts,
    /// A colour that is not the one to move.
    WrongTurn,
    /// A phase that does not fit the position.
    WrongPhase,
    /// Not the last piece that the colour placed (P7).
    WrongLastPlaced,
    /// Not the number of the shared colour's slots that are over (C8).
    WrongSharedTurns,
    /// The game is over (C7).
    GameOver,
    /// Passing while a placement is possible (C6).
    MustPlace,
    /// A piece that the colour has placed already (C4c).
    NotInSupply,
    /// A deck with the wrong cards, or with cards in the wrong pile (S1).
    WrongDeck,
    /// A hand with too many or too few cards (S2).
    WrongHand,
    /// An impossible direction of play (S2).
    WrongDirection,
    /// An action that the phase does not allow (S4).
    WrongStep,
    /// A card that is not in the hand (S5).
    NotInHand,
    /// A card that is not one of the two drawn (S22).
    NotDrawn,
    /// A piece of a colour that the card does not apply to.
    WrongOwner,
    /// A piece that is not on the board.
    NotOnBoard,
    /// A piece that has no destination (S26).
    NoDestination,
    /// The squares that the piece already covers (S26).
    SameSquares,
    /// No contact along a side with an own piece (S24).
    NoSideContact,
    /// No contact at a corner with the first piece (S27).
    FirstNotTouched,
    /// No piece could be placed that way.
    NothingFits,
    /// No piece on the board that the card could be used on.
    NoPiece,
    /// Too few cards in the pile (S22).
    PileTooSmall,
    /// Not a puzzle.
    UnknownPuzzle,
    /// A piece that does not belong to the puzzle (U1-U6).
    WrongPiece,
    /// Pieces that no descending order of play can produce (U2).
    NotDescending,
    /// A position text or a move text that is damaged or malformed.
    InvalidText,
    /// An operation that the engine does not support: the pure Python engine has no solver.
    Unsupported,
    /// The answer depends on a card that a view does not show.
    HiddenInformation,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 46] = [
        Self::WrongType,
        Self::MissingField,
        Self::UnknownField,
        Self::UnknownValue,
        Self::UnknownColor,
        Self::UnknownPiece,
        Self::UnknownCard,
        Self::OutOfRange,
        Self::TooManyPlacements,
        Self::OptionsConflict,
        Self::WrongShape,
        Self::OffBoard,
        Self::PieceTwice,
        Self::Overlap,
        Self::SideContact,
        Self::NoCornerContact,
        Self::CornerNotCovered,
        Self::WrongCounts,
        Self::WrongTurn,
        Self::WrongPhase,
        Self::WrongLastPlaced,
        Self::WrongSharedTurns,
        Self::GameOver,
        Self::MustPlace,
        Self::NotInSupply,
        Self::WrongDeck,
        Self::WrongHand,
        Self::WrongDirection,
        Self::WrongStep,
        Self::NotInHand,
        Self::NotDrawn,
        Self::WrongOwner,
        Self::NotOnBoard,
        Self::NoDestination,
        Self::SameSquares,
        Self::NoSideContact,
        Self::FirstNotTouched,
        Self::NothingFits,
        Self::NoPiece,
        Self::PileTooSmall,
        Self::UnknownPuzzle,
        Self::WrongPiece,
        Self::NotDescending,
        Self::InvalidText,
        Self::Unsupported,
        Self::HiddenInformation,
    ];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WrongType => "wrong_type",
            Self::MissingField => "missing_field",
            Self::UnknownField => "unknown_field",
            Self::UnknownValue => "unknown_value",
            Self::UnknownColor => "unknown_color",
            Self::UnknownPiece => "unknown_piece",
            Self::UnknownCard => "unknown_card",
            Self::OutOfRange => "out_of_range",
            Self::TooManyPlacements => "too_many_placements",
            Self::OptionsConflict => "options_conflict",
            Self::WrongShape => "wrong_shape",
            Self::OffBoard => "off_board",
            Self::PieceTwice => "piece_twice",
            Self::Overlap => "overlap",
            Self::SideContact => "side_contact",
            Self::NoCornerContact => "no_corner_contact",
            Self::CornerNotCovered => "corner_not_covered",
            Self::WrongCounts => "wrong_counts",
            Self::WrongTurn => "wrong_turn",
            Self::WrongPhase => "wrong_phase",
            Self::WrongLastPlaced => "wrong_last_placed",
            Self::WrongSharedTurns => "wrong_shared_turns",
            Self::GameOver => "game_over",
            Self::MustPlace => "must_place",
            Self::NotInSupply => "not_in_supply",
            Self::WrongDeck => "wrong_deck",
            Self::WrongHand => "wrong_hand",
            Self::WrongDirection => "wrong_direction",
            Self::WrongStep => "wrong_step",
            Self::NotInHand => "not_in_hand",
            Self::NotDrawn => "not_drawn",
            Self::WrongOwner => "wrong_owner",
            Self::NotOnBoard => "not_on_board",
            Self::NoDestination => "no_destination",
            Self::SameSquares => "same_squares",
            Self::NoSideContact => "no_side_contact",
            Self::FirstNotTouched => "first_not_touched",
            Self::NothingFits => "nothing_fits",
            Self::NoPiece => "no_piece",
            Self::PileTooSmall => "pile_too_small",
            Self::UnknownPuzzle => "unknown_puzzle",
            Self::WrongPiece => "wrong_piece",
            Self::NotDescending => "not_descending",
            Self::InvalidText => "invalid_text",
            Self::Unsupported => "unsupported",
            Self::HiddenInformation => "hidden_information",
        }
    }

    /// The rule that is broken, where it is always the same one.
    #[must_use]
    pub const fn rule(self) -> Option<&'static str> {
        match self {
            Self::UnknownPiece => Some("G4"),
            Self::WrongShape => Some("G3"),
            Self::OffBoard => Some("C4b"),
            Self::PieceTwice | Self::NotInSupply => Some("C4c"),
            Self::Overlap => Some("C4a"),
            Self::SideContact | Self::NoCornerContact => Some("C2"),
            Self::CornerNotCovered => Some("C1"),
            Self::WrongLastPlaced => Some("P7"),
            Self::WrongSharedTurns => Some("C8"),
            Self::GameOver => Some("C7"),
            Self::MustPlace => Some("C6"),
            Self::WrongDeck => Some("S1"),
            Self::WrongHand | Self::WrongDirection => Some("S2"),
            Self::WrongStep => Some("S4"),
            Self::NotInHand => Some("S5"),
            Self::NotDrawn | Self::PileTooSmall => Some("S22"),
            Self::NoSideContact => Some("S24"),
            Self::NoDestination | Self::SameSquares => Some("S26"),
            Self::FirstNotTouched => Some("S27"),
            Self::NotDescending => Some("U2"),
            _ => None,
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl_names!(Code);

/// A square that need not be on the board.
pub type AnySquare = (i64, i64);

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A stable code for programs.
    pub code: Code,
    /// A message for people.
    pub message: String,
    /// A JSON pointer to the value.
    pub pointer: String,
    /// The rule that is broken, where one is.
    pub rule: Option<&'static str>,
    /// The squares concerned, sorted.
    pub squares: Vec<AnySquare>,
}

impl Problem {
    /// A problem without squares, and with the rule of its code.
    pub fn new(code: Code, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            pointer: pointer.into(),
            rule: code.rule(),
            squares: Vec::new(),
        }
    }

    /// The same problem, citing another rule.
    #[must_use]
    pub fn with_rule(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// The same problem with its squares.
    #[must_use]
    pub fn with_squares(mut self, squares: impl IntoIterator<Item = AnySquare>) -> Self {
        self.squares = squares.into_iter().collect();
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(out, "{}: ", self.pointer)?;
        }
        out.write_str(&self.message)?;
        self.rule.map_or(Ok(()), |rule| write!(out, " ({rule})"))
    }
}

impl Error for Problem {}

/// Everything that is wrong with a setup or an action, at most [`Problems::LIMIT`] problems. This is
/// the error type of the engine; it dereferences to a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// The largest number of problems that are reported; further ones are dropped.
    pub const LIMIT: usize = 20;

    /// Adds a problem.
    pub fn add(&mut self, problem: Problem) {
        if self.0.len() < Self::LIMIT {
            self.0.push(problem);
        }
    }

    /// The same problems without pointers, for data that is not JSON.
    #[must_use]
    pub(crate) fn without_pointers(mut self) -> Self {
        self.0.iter_mut().for_each(|problem| problem.pointer.clear());
        self
    }

    /// `value` if there are no problems.
    ///
    /// # Errors
    /// The problems.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl Deref for Problems {
    type Target = [Problem];

    fn deref(&self) -> &[Problem] {
        &self.0
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            write!(out, "{}{problem}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for Problems {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_listed_once_under_its_own_name() {
        let names: std::collections::HashSet<_> =
            Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        assert_eq!(Code::ALL.len(), Code::HiddenInformation as usize + 1, "it is the last");
    }

    #[test]
    fn problems_print_pointer_message_and_rule() {
        let mut problems = Problems::from(Problem::new(Code::Overlap, "/placements/3", "covered"));
        problems.add(Problem::new(Code::WrongType, "", "must be an object"));
        assert_eq!(problems.to_string(), "/placements/3: covered (C4a); must be an object");
    }

    #[test]
    fn a_report_has_a_limit() {
        let mut problems = Problems::default();
        for _ in 0..100 {
            problems.add(Problem::new(Code::WrongType, "", "x"));
        }
        assert_eq!(problems.len(), Problems::LIMIT);
    }
}
