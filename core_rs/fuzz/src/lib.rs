//! The fuzz targets of the engine.
//!
//! A target is a plain function of bytes that panics when something is wrong: libFuzzer calls it
//! (`src/bin`), and so does the replay of the corpus (`tests/replay.rs`), without libFuzzer. Bytes
//! become values in [`input`] and `game`, `mutate` changes them, and `invariants` checks the results.

pub mod actions;
mod game;
pub mod input;
mod invariants;
mod mutate;
pub mod notation;
pub mod puzzle;
pub mod search;
pub mod setup;
pub mod text;
mod tree;

/// A target: bytes in, a panic if something is wrong.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also that of its corpus.
pub const TARGETS: [(&str, Target); 6] = [
    ("setup", setup::run),
    ("actions", actions::run),
    ("text", text::run),
    ("notation", notation::run),
    ("puzzle", puzzle::run),
    ("search", search::run),
];
