//! The rules of Blokus and Blokus Shuffle: legal actions, resulting states and scores.
//!
//! The modules are layers; each uses only those before it, which `tests/layers.rs` checks:
//!
//! - names and geometry: [`name`], [`color`], [`cells`], [`piece`], [`board`], [`notation`];
//! - placing: [`instructions`], [`placement_rule`], [`movegen`];
//! - cards: [`card`], [`deck`], [`shuffle`];
//! - the rules of one game: [`problem`], [`ruleset`], [`phase`];
//! - data from outside, not yet checked: [`data`], [`location`], [`setup`], [`action`];
//! - a game: `layout`, [`state`], [`event`], `effects`, `check`, [`legal`], [`summary`],
//!   [`double_play`], [`turn`], [`score`], [`view`], [`perft`];
//! - from a setup to a state: `turn_order`, `shuffle_state`, `load`;
//! - JSON: [`document`], [`wire`];
//! - positions and moves as text: [`text`];
//! - the solo puzzles: [`puzzle`];
//! - suggested moves: [`search`].
//!
//! Comments cite rules by ids such as C2 or P3, which `docs/rules.md` explains.
//!
//! ```
//! use cornerwise::{ActionSetup, Color, MoveList, Options, State, Supply};
//!
//! let state = State::new_game(&Options::default(), 0)?;
//! let mut moves = MoveList::new();
//! let legal = state.legal_actions(Supply::FULL, &mut moves);
//! assert_eq!(legal.len(&moves), 232);
//!
//! let mut events = Vec::new();
//! let next = state.apply(&ActionSetup::from(legal.action(&moves, 0)), &mut events)?;
//! assert_eq!(next.to_move(), Some(Color::Yellow));
//! # Ok::<(), cornerwise::Problems>(())
//! ```

pub mod action;
pub mod board;
pub mod card;
pub mod cells;
mod check;
pub mod color;
pub mod data;
pub mod deck;
pub mod document;
pub mod double_play;
mod effects;
pub mod event;
pub mod instructions;
mod layout;
pub mod legal;
mod load;
pub mod location;
pub mod movegen;
pub mod name;
pub mod notation;
pub mod perft;
pub mod phase;
pub mod piece;
pub mod placement_rule;
pub mod problem;
pub mod puzzle;
pub mod ruleset;
pub mod score;
pub mod search;
pub mod setup;
pub mod shuffle;
mod shuffle_state;
pub mod state;
pub mod summary;
pub mod text;
pub mod turn;
mod turn_order;
pub mod view;
pub mod wire;

pub use action::{Action, ActionSetup};
pub use board::Board;
pub use card::{Card, CardCounts};
pub use color::{ByColor, Color, Direction};
pub use event::{Event, EventKind};
pub use legal::Legal;
pub use movegen::MoveList;
pub use name::UnknownName;
pub use phase::{ActiveEffect, Decision, Phase};
pub use piece::{Orientation, Piece, Placement, Supply};
pub use placement_rule::StartCorners;
pub use problem::{Code, Problem, Problems};
pub use ruleset::{Game, MonominoBonus, Options, Rules, Scoring, Seat, Seats};
pub use score::Score;
pub use setup::Setup;
pub use state::State;
pub use view::View;
