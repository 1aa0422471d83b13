//! Lists of moves as JSON text. [`document`](crate::document) writes states.
//!
//! A long list is the expensive part of a response, so the text of each placement up to its square
//! is prepared once, and a list is put together by copying.

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::action::{Action, ActionSetup};
use crate::cells::SIDE;
use crate::color::Color;
use crate::legal::Legal;
use crate::name::impl_names;
use crate::piece::{ORIENTATIONS, Piece, Placement};

/// How a list of moves is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFormat {
    /// An array of actions.
    Objects,
    /// The same, each with its squares.
    Cells,
    /// An array with one object per colour, piece and orientation, whose `positions` are numbers
    /// `row * 20 + col`, and whose `type` is that of the actions. Actions that put no piece anywhere are written as for `Objects`.
    Groups,
}

impl MoveFormat {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Objects, Self::Cells, Self::Groups];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Objects => "objects",
            Self::Cells => "cells",
            Self::Groups => "groups",
        }
    }

    /// The format of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl_names!(MoveFormat);

/// The longest text of an action before its row, and of a group before its positions.
const OPENING: usize =
    r#",{"type":"place","color":"yellow","piece":"F5","orientation":3,"row":"#.len();
const GROUP: usize =
    r#",{"type":"warp_to","color":"yellow","piece":"F5","orientation":3,"positions":"#.len();

/// The longest texts of a square: at the end of an action, before its cells, in a list of cells and
/// in a list of positions.
const LAST_LEN: usize = r#"19,"col":19}"#.len();
const BEFORE_CELLS_LEN: usize = r#"19,"col":19,"cells":"#.len();
const CELL: usize = ",[19,19]".len();
const POSITION: usize = ",399".len();

/// A text of at most `N` bytes. All `N` bytes are copied, and what follows overwrites the excess:
/// copying a fixed number of bytes takes a few instructions, any other number a call.
#[derive(Clone, Copy)]
struct Padded<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Padded<N> {
    fn new(text: &str) -> Self {
        let mut bytes = [b' '; N];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Self { bytes, len: text.len() }
    }
}

// The texts that a list of moves is put together from, each table made when it is first needed. Those
// that can be the first of a list begin with a comma, which the opening bracket replaces.

/// `,{"type":"place","color":"blue","piece":"F5","orientation":3,"row":` by colour and orientation.
static PLACES: LazyLock<[Vec<Padded<OPENING>>; 4]> = LazyLock::new(|| {
    Color::ALL.map(|color| {
        let color = color.name();
        each_shape(|piece, orientation| {
            format!(
                r#",{{"type":"place","color":"{color}","piece":"{piece}","orientation":{orientation},"row":"#
            )
        })
    })
});

/// `,{"type":"warp_to","orientation":3,"row":` by orientation.
static DESTINATIONS: LazyLock<Vec<Padded<OPENING>>> = LazyLock::new(|| {
    each_shape(|_, orientation| {
        format!(r#",{{"type":"warp_to","orientation":{orientation},"row":"#)
    })
});

/// `,{"type":"place","color":"blue","piece":"F5","orientation":3,"positions":` by colour and
/// orientation.
static PLACE_GROUPS: LazyLock<[Vec<Padded<GROUP>>; 4]> = LazyLock::new(|| group_texts("place"));

/// The same of a piece that is warped.
static WARP_GROUPS: LazyLock<[Vec<Padded<GROUP>>; 4]> = LazyLock::new(|| group_texts("warp_to"));

fn group_texts(kind: &str) -> [Vec<Padded<GROUP>>; 4] {
    Color::ALL.map(|color| {
        let color = color.name();
        each_shape(|piece, orientation| {
            format!(
                r#",{{"type":"{kind}","color":"{color}","piece":"{piece}","orientation":{orientation},"positions":"#
            )
        })
    })
}

/// `4,"col":7}` by square.
static LAST: LazyLock<Vec<Padded<LAST_LEN>>> =
    LazyLock::new(|| each_square(|row, col| format!(r#"{row},"col":{col}}}"#)));

/// `4,"col":7,"cells":` by square.
static BEFORE_CELLS: LazyLock<Vec<Padded<BEFORE_CELLS_LEN>>> =
    LazyLock::new(|| each_square(|row, col| format!(r#"{row},"col":{col},"cells":"#)));

/// `,[4,7]` by square.
static CELLS: LazyLock<Vec<Padded<CELL>>> =
    LazyLock::new(|| each_square(|row, col| format!(",[{row},{col}]")));

/// `,87` by square.
static POSITIONS: LazyLock<Vec<Padded<POSITION>>> =
    LazyLock::new(|| each_square(|row, col| format!(",{}", row * SIDE + col)));

fn each_shape<const N: usize>(text: impl Fn(&str, usize) -> String) -> Vec<Padded<N>> {
    let shapes = Piece::ALL.into_iter().flat_map(|piece| {
        (0..piece.orientations().len()).map(move |orientation| (piece.name(), orientation))
    });
    shapes.map(|(piece, orientation)| Padded::new(&text(piece, orientation))).collect()
}

fn each_square<const N: usize>(text: impl Fn(usize, usize) -> String) -> Vec<Padded<N>> {
    let squares = (0..SIDE * SIDE).map(|square| (square / SIDE, square % SIDE));
    squares.map(|(row, col)| Padded::new(&text(row, col))).collect()
}

/// Adds a text: its padding is copied too and dropped again.
#[inline]
fn push<const N: usize>(out: &mut Vec<u8>, text: &Padded<N>) {
    let len = out.len() + text.len;
    out.extend_from_slice(&text.bytes);
    out.truncate(len);
}

/// Writes legal actions; `moves` is the sorted list that they were written to.
#[must_use]
pub fn legal(legal: &Legal, moves: &[Placement], format: MoveFormat) -> Vec<u8> {
    let mut out = Vec::with_capacity(OPENING + BEFORE_CELLS_LEN + moves.len() * room(format));
    match *legal {
        Legal::Choices(ref actions) => return few(actions).into_bytes(),
        Legal::Placements { color, own } => {
            let (own, others) = moves.split_at(own);
            for (color, moves) in [(color, own), (color.after(2), others)] {
                match format {
                    MoveFormat::Groups => groups(moves, &PLACE_GROUPS[color as usize], &mut out),
                    _ => actions(moves, &PLACES[color as usize], format, &mut out),
                }
            }
        }
        Legal::Destinations(color) => match format {
            MoveFormat::Groups => groups(moves, &WARP_GROUPS[color as usize], &mut out),
            _ => actions(moves, &DESTINATIONS, format, &mut out),
        },
    }
    close_list(&mut out, 0);
    out
}

/// How many bytes to reserve for each move.
const fn room(format: MoveFormat) -> usize {
    match format {
        MoveFormat::Objects => OPENING + LAST_LEN,
        MoveFormat::Cells => OPENING + BEFORE_CELLS_LEN + 5 * CELL + 2,
        MoveFormat::Groups => 2 * POSITION,
    }
}

/// Makes a list of the items that were written from `start` on, each with a comma before it.
fn close_list(out: &mut Vec<u8>, start: usize) {
    match out.get_mut(start) {
        Some(comma) => *comma = b'[',
        None => out.push(b'['),
    }
    out.push(b']');
}

/// Writes choices other than where to put a piece.
fn few(actions: &[Action]) -> String {
    let mut out = String::from("[");
    for (index, action) in actions.iter().enumerate() {
        out.push_str(if index == 0 { "{" } else { ",{" });
        let kind = ActionSetup::from(*action).kind().name();
        let _ = write!(out, r#""type":"{kind}""#);
        let _ = match action {
            Action::PlayCard(card) | Action::ChooseCard(card) => {
                write!(out, r#","card":"{}""#, card.name())
            }
            Action::ChooseColor(color) => write!(out, r#","color":"{}""#, color.name()),
            Action::ChoosePiece(color, piece) => {
                write!(out, r#","color":"{}","piece":"{}""#, color.name(), piece.name())
            }
            Action::Pass | Action::Place(..) | Action::WarpTo(_) => Ok(()),
        };
        out.push('}');
    }
    out.push(']');
    out
}

fn actions(
    placements: &[Placement],
    openings: &[Padded<OPENING>],
    format: MoveFormat,
    out: &mut Vec<u8>,
) {
    let openings: &[_; ORIENTATIONS] = openings.try_into().expect("one for each orientation");
    if format == MoveFormat::Objects {
        let last = LAST.as_slice();
        for placement in placements {
            push(out, &openings[placement.global_orientation()]);
            push(out, &last[placement.square()]);
        }
        return;
    }
    let (before_cells, cells) = (BEFORE_CELLS.as_slice(), CELLS.as_slice());
    for placement in placements {
        push(out, &openings[placement.global_orientation()]);
        push(out, &before_cells[placement.square()]);
        let start = out.len();
        for (row, col) in placement.cells() {
            push(out, &cells[row * SIDE + col]);
        }
        close_list(out, start);
        out.push(b'}');
    }
}

fn groups(placements: &[Placement], openings: &[Padded<GROUP>], out: &mut Vec<u8>) {
    let positions = POSITIONS.as_slice();
    let is_same_shape =
        |a: &Placement, b: &Placement| a.global_orientation() == b.global_orientation();
    for group in placements.chunk_by(is_same_shape) {
        push(out, &openings[group[0].global_orientation()]);
        let start = out.len();
        for placement in group {
            push(out, &positions[placement.square()]);
        }
        close_list(out, start);
        out.push(b'}');
    }
}
