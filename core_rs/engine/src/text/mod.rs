//! Text forms of positions and moves, as `docs/notation.md` specifies them byte by byte.
//!
//! [`State`], [`View`] and [`ActionSetup`] are parsed with [`str::parse`]; [`State`], [`View`],
//! [`Action`](crate::action::Action) and [`Event`](crate::event::Event) are written with
//! [`ToString::to_string`].
//!
//! ```
//! use cornerwise::{ActionSetup, Options, State};
//!
//! let action: ActionSetup = "blue V5/0 a20".parse()?;
//! let state = State::new_game(&Options::default(), 0)?.apply(&action, &mut Vec::new())?;
//! assert_eq!(state.to_string(), "cw1sAAABIwADBqfPl");
//! assert_eq!(state.to_string().parse(), Ok(state));
//! # Ok::<(), cornerwise::Problems>(())
//! ```
//!
//! [`State`]: crate::state::State
//! [`View`]: crate::view::View
//! [`ActionSetup`]: crate::action::ActionSetup

mod checksum;
mod digits;
mod events;
mod moves;
mod read;
mod write;

use crate::piece::PIECES;
use crate::problem::{Code, Problem, Problems};

pub use events::cards_drawn;
pub use read::MAX_LENGTH;

/// The mark of a position text and its version.
const PREFIX: &str = "cw1";

const STATE: u8 = b's';
const VIEW: u8 = b'v';

/// The characters of the checksum.
const CHECKSUM_LENGTH: usize = 6;

/// All pieces of all colours (G2).
const MAX_PLACEMENTS: usize = 4 * PIECES;

fn invalid_text(message: impl Into<String>) -> Problems {
    Problem::new(Code::InvalidText, "", message).into()
}
