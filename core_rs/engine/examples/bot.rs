//! A player for `benchmarks/strength.py`: reads a position in each line of standard input, a JSON
//! object with the variant and all placements, and writes the move it chooses.
//!
//! ```text
//! cargo run --release --example bot -- --units 100000
//! cargo run --release --example bot -- --level 5
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use cornerwise::action::Action;
use cornerwise::color::Color;
use cornerwise::piece::{Piece, Placement};
use cornerwise::placement_rule::StartCorners;
use cornerwise::ruleset::{Options, Scoring, Seats};
use cornerwise::search::{Budget, Level, SearchOptions, suggest};
use cornerwise::state::State;
use serde_json::{Value, json};

/// Squares as (row, col), sorted.
type Squares = Vec<(usize, usize)>;

fn all_placements() -> HashMap<Squares, Placement> {
    let mut all = HashMap::new();
    for piece in Piece::ALL {
        for orientation in 0..piece.orientations().len() {
            for square in 0..400 {
                let placement = Placement::new(piece, orientation, square / 20, square % 20);
                all.extend(placement.map(|one| (one.cells().collect(), one)));
            }
        }
    }
    all
}

fn squares(value: &Value) -> Option<Squares> {
    let number = |value: &Value| value.as_u64().map(|number| number as usize);
    let pair = |pair: &Value| Some((number(&pair[0])?, number(&pair[1])?));
    let mut squares: Squares = value.as_array()?.iter().map(pair).collect::<Option<_>>()?;
    squares.sort_unstable();
    Some(squares)
}

fn options(variant: &str) -> Option<Options> {
    let seats = match variant {
        "classic" => Seats::Four,
        "classic_2" => Seats::Two,
        "classic_3" => Seats::Three,
        _ => return None,
    };
    let (start_corners, scoring) = (StartCorners::Fixed, Scoring::Advanced);
    Some(Options { seats, start_corners, scoring, ..Options::default() })
}

/// The state that a line describes.
fn read(request: &Value, known: &HashMap<Squares, Placement>) -> Option<State> {
    let mut state = State::new_game(&options(request["variant"].as_str()?)?, 0).ok()?;
    let mut events = Vec::new();
    for placed in request["placements"].as_array()? {
        let color = Color::from_name(placed[0].as_str()?)?;
        let placement = *known.get(&squares(&placed[1])?)?;
        state.play(Action::Place(color, placement), &mut events);
    }
    Some(state)
}

fn budget() -> Result<Budget, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(SearchOptions::default().budget),
        ["--units", units] => Ok(Budget::Units(units.parse()?)),
        ["--level", level] => {
            Ok(Budget::Level(Level::new(level.parse()?).ok_or("levels are 1 to 9")?))
        }
        _ => Err("usage: bot [--units N | --level N]".into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let budget = budget()?;
    let known = all_placements();
    let cancel = AtomicBool::new(false);
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let state = read(&request, &known).ok_or("not a position")?;
        let seed = request["seed"].as_u64().unwrap_or(0) * 1000 + state.placements().len() as u64;
        let answer =
            suggest(&state, &SearchOptions { budget, seed, ..Default::default() }, &cancel);
        let Some(Action::Place(_, placement)) = answer.moves.first().map(|best| best.action) else {
            return Err("the game is over".into());
        };
        let cells: Vec<[usize; 2]> = placement.cells().map(|(row, col)| [row, col]).collect();
        writeln!(out, "{}", json!({ "cells": cells, "playouts": answer.playouts }))?;
        out.flush()?;
    }
    Ok(())
}
