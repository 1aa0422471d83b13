//! The rules of Blokus and Blokus Shuffle: what may be done, what follows, and what it scores.
//!
//! The modules are layers, each knowing only those before it: geometry ([`color`], [`cells`],
//! [`piece`], [`board`]), placing ([`placement_rule`], [`movegen`]), cards ([`card`], [`deck`],
//! [`shuffle`]), what can be wrong ([`problem`]) with data from outside ([`data`], [`spot`],
//! [`setup`], [`action`]), the game ([`ruleset`], [`phase`], [`state`]; `effects`, [`legal`],
//! `check`, [`turn`], [`event`]; [`score`], [`view`], [`perft`]) with its text forms ([`notation`],
//! [`wire`]), and the solo puzzles ([`puzzle`]). Ids such as C2 or P3 in the comments name rules; `docs/rules.md` tells them.
//!
//! ```
//! use cornerwise::action::ActionSetup;
//! use cornerwise::movegen::MoveList;
//! use cornerwise::piece::Supply;
//! use cornerwise::ruleset::Options;
//! use cornerwise::state::State;
//!
//! let state = State::new_game(&Options::default(), 0).expect("the default options go together");
//! let mut legal = MoveList::new();
//! let actions = state.legal_actions(Supply::FULL, &mut legal);
//! assert_eq!(legal.len(), 232);
//!
//! let mut events = Vec::new();
//! let action = ActionSetup::from(actions.action(&legal, 0));
//! let next = state.apply(&action, &mut events).expect("it is a legal placement");
//! assert_eq!(next.to_move().map(|color| color.name()), Some("yellow"));
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
mod layout;
pub mod legal;
pub mod movegen;
pub mod notation;
pub mod perft;
pub mod phase;
pub mod piece;
pub mod placement_rule;
pub mod problem;
pub mod puzzle;
pub mod ruleset;
pub mod score;
pub mod setup;
pub mod shuffle;
pub mod spot;
pub mod state;
mod table;
pub mod turn;
mod turn_order;
pub mod view;
pub mod wire;
