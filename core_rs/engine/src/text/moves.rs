//! Move texts: each action has exactly one, and nothing else is accepted.

use std::fmt;
use std::str::FromStr;

use crate::action::{Action, ActionSetup};
use crate::cells::SIDE;
use crate::color::Color;
use crate::location::Location;
use crate::piece::{Piece, Placement};
use crate::problem::{Code, Problem, Problems};
use crate::text::invalid_text;

/// The largest orientation number of any piece.
const MAX_ORIENTATION: i32 = 7;

/// The letter of the first column; the last of the 20 has `t`.
const FIRST_COLUMN: u8 = b'a';

/// The move text.
impl fmt::Display for Action {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Place(color, placement) => {
                write!(out, "{color} {}{}", placement.piece(), Pose::from(placement))
            }
            Self::Pass => out.write_str("pass"),
            Self::PlayCard(card) => write!(out, "play {card}"),
            Self::ChooseCard(card) => write!(out, "choose {card}"),
            Self::ChooseColor(color) => write!(out, "choose {color}"),
            Self::ChoosePiece(color, piece) => write!(out, "choose {color} {piece}"),
            Self::WarpTo(placement) => write!(out, "warp {}", Pose::from(placement)),
        }
    }
}

impl FromStr for ActionSetup {
    type Err = Problems;

    /// Reads a move text; anything else has the problem
    /// [`InvalidText`](crate::Code::InvalidText).
    fn from_str(text: &str) -> Result<Self, Problems> {
        read(text).ok_or_else(|| {
            invalid_text("not a move text, such as 'blue V5/3 a20', 'play wild' or 'pass'")
        })
    }
}

fn read(text: &str) -> Option<ActionSetup> {
    let mut words = text.split(' ');
    let [first, second, third] = std::array::from_fn(|_| words.next());
    if words.next().is_some() {
        return None;
    }
    Some(match (first?, second, third) {
        ("pass", None, None) => ActionSetup::Pass,
        ("play", Some(card), None) => ActionSetup::PlayCard(card.parse().ok()?),
        ("choose", Some(name), None) => match name.parse() {
            Ok(card) => ActionSetup::ChooseCard(card),
            Err(_) => ActionSetup::ChooseColor(name.parse().ok()?),
        },
        ("choose", Some(color), Some(piece)) => {
            ActionSetup::ChoosePiece(color.parse().ok()?, Some(piece.parse().ok()?))
        }
        ("warp", Some(turned), Some(square)) => {
            ActionSetup::WarpTo(location(turned.strip_prefix('/')?, square)?)
        }
        (color, Some(piece), Some(square)) => place(Some(color.parse().ok()?), piece, square)?,
        (piece, Some(square), None) => place(None, piece, square)?,
        _ => return None,
    })
}

fn place(color: Option<Color>, turned_piece: &str, square: &str) -> Option<ActionSetup> {
    let (piece, turned) = turned_piece.split_once('/')?;
    let piece = Some(piece.parse().ok()?);
    Some(ActionSetup::Place { color, piece, location: location(turned, square)? })
}

fn location(orientation: &str, square: &str) -> Option<Location> {
    let &[digit @ b'0'..=b'7'] = orientation.as_bytes() else {
        return None;
    };
    let (row, col) = read_square(square)?;
    let origin = Some((i32::from(digit - b'0'), row as i32, col as i32));
    Some(Location { origin, cells: None })
}

/// The row and the column of a square such as `a20`.
fn read_square(name: &str) -> Option<(usize, usize)> {
    let (&letter, number) = name.as_bytes().split_first()?;
    let col = usize::from(letter.checked_sub(FIRST_COLUMN)?);
    let number = match *number {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [b'1', ones @ b'0'..=b'9'] => 10 + ones - b'0',
        [b'2', b'0'] => 20,
        _ => return None,
    };
    (col < SIDE).then_some((SIDE - usize::from(number), col))
}

impl ActionSetup {
    /// The move text.
    ///
    /// # Errors
    /// The piece is unknown, or the text has no form for the location: `OutOfRange` for a number,
    /// `WrongShape` for squares that are no piece.
    pub fn to_text(&self) -> Result<String, Problem> {
        Ok(match self {
            Self::Place { color, piece, location } => {
                let piece = known(*piece)?;
                let pose = Pose::of(location, Some(piece))?;
                let owner = color.map_or_else(String::new, |color| format!("{color} "));
                format!("{owner}{piece}{pose}")
            }
            Self::Pass => Action::Pass.to_string(),
            Self::PlayCard(card) => Action::PlayCard(*card).to_string(),
            Self::ChooseCard(card) => Action::ChooseCard(*card).to_string(),
            Self::ChooseColor(color) => Action::ChooseColor(*color).to_string(),
            Self::ChoosePiece(color, piece) => {
                Action::ChoosePiece(*color, known(*piece)?).to_string()
            }
            Self::WarpTo(location) => format!("warp {}", Pose::of(location, None)?),
        })
    }
}

fn known(piece: Option<Piece>) -> Result<Piece, Problem> {
    piece.ok_or_else(|| {
        let message = format!("must be one of: {}", Piece::NAMES.join(", "));
        Problem::new(Code::UnknownPiece, "/piece", message)
    })
}

/// An orientation and a square: `/3 a20`.
pub(super) struct Pose {
    orientation: usize,
    row: usize,
    col: usize,
}

impl From<Placement> for Pose {
    fn from(placement: Placement) -> Self {
        let (row, col) = (placement.row(), placement.col());
        Self { orientation: placement.orientation(), row, col }
    }
}

impl Pose {
    /// The pose of a location, which has one form or both; the squares of a Warp can be any piece.
    fn of(location: &Location, piece: Option<Piece>) -> Result<Self, Problem> {
        let Some((orientation, row, col)) = location.origin else {
            let is_formed =
                |one: &Piece| piece.is_none_or(|piece| piece == *one) && location.is_shape_of(*one);
            let Some(formed) = Piece::ALL.into_iter().find(is_formed) else {
                let what = piece.map_or("a piece", Piece::name);
                let message = format!("these squares do not form {what}");
                return Err(Problem::new(Code::WrongShape, "", message));
            };
            return location.placement(formed).map(Self::from).ok_or_else(off_board);
        };
        if !(0..=MAX_ORIENTATION).contains(&orientation) {
            let message = format!("an orientation is from 0 to {MAX_ORIENTATION}");
            return Err(Problem::new(Code::OutOfRange, "", message));
        }
        let on_board = |number| usize::try_from(number).ok().filter(|&number| number < SIDE);
        match (on_board(row), on_board(col)) {
            (Some(row), Some(col)) => Ok(Self { orientation: orientation as usize, row, col }),
            _ => Err(off_board()),
        }
    }
}

fn off_board() -> Problem {
    Problem::new(Code::OutOfRange, "", "the square is not on the board")
}

impl fmt::Display for Pose {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(FIRST_COLUMN + self.col as u8);
        write!(out, "/{} {column}{}", self.orientation, SIDE - self.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_are_written() {
        for text in [
            "blue V5/3 a20",
            "I1/0 t1",
            "pass",
            "play draw_two",
            "choose wild",
            "choose red",
            "choose red V5",
            "warp /7 c17",
        ] {
            let action: ActionSetup = text.parse().expect(text);
            assert_eq!(action.to_text().as_deref(), Ok(text));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            " pass",
            "pass ",
            "Pass",
            "blue  V5/3 a20",
            "blue V5/3 a20 ",
            "blue V5/8 a20",
            "blue V5/3 a21",
            "blue V5/3 a0",
            "blue V5/3 a01",
            "blue V5/3 u1",
            "blue V5/03 a1",
            "V5 a1",
            "warp 3 a1",
            "warp V5/3 a1",
            "choose",
            "choose blue X9",
            "play blue",
            "blue V5/3 a\u{661}",
        ] {
            let problems = text.parse::<ActionSetup>().expect_err(text);
            assert_eq!(problems[0].code, Code::InvalidText);
        }
    }

    #[test]
    fn squares_stand_for_the_orientation_that_covers_them() {
        let cells = Some(vec![(1, 0), (0, 0), (1, 1)]);
        let location = Location { origin: None, cells };
        let place =
            |piece| ActionSetup::Place { color: None, piece, location: location.clone() }.to_text();
        assert_eq!(place(Some(Piece::ALL[3])).as_deref(), Ok("V3/2 a20"));
        assert_eq!(place(Some(Piece::I1)).map_err(|one| one.code), Err(Code::WrongShape));
        assert_eq!(place(None).map_err(|one| one.code), Err(Code::UnknownPiece));
        assert_eq!(ActionSetup::WarpTo(location).to_text().as_deref(), Ok("warp /2 a20"));
    }
}
