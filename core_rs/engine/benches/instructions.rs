//! A fixed workload for counting instructions: `make bench-instructions` runs it under callgrind.
//!
//! Each workload is a function that is never inlined, so that callgrind can count only there. The
//! program prints the number of operations.

#[path = "../tests/json/mod.rs"]
mod json;
#[path = "../tests/oracle/mod.rs"]
mod oracle;

use std::hint::black_box;

use cornerwise::action::ActionSetup;
use cornerwise::board::Board;
use cornerwise::color::Color;
use cornerwise::document::state_json;
use cornerwise::movegen::{self, MoveList};
use cornerwise::piece::Supply;
use cornerwise::placement_rule::{PlacementRule, StartCorners};
use cornerwise::ruleset::{Game, Options};
use cornerwise::search::RandomGames;
use cornerwise::setup::Setup;
use cornerwise::state::State;
use cornerwise::wire::{self, MoveFormat};
use json::Json;
use oracle::random_game;

const START: StartCorners = StartCorners::Any;

fn boards() -> Vec<(Board, Color)> {
    let mut boards = Vec::new();
    for seed in 1..=20 {
        random_game(seed, START, |board, color, legal| {
            if !legal.is_empty() {
                boards.push((*board, color));
            }
        });
    }
    boards
}

fn states() -> Vec<State> {
    let mut states = Vec::new();
    let mut moves = MoveList::new();
    for seed in 1..=5 {
        let mut random = oracle::Lcg(seed);
        let mut state = State::new(&Setup::default()).expect("an empty setup is a new game");
        while state.to_move().is_some() {
            states.push(state.clone());
            let legal = state.legal_actions(Supply::FULL, &mut moves);
            let action = ActionSetup::from(legal.action(&moves, random.below(moves.len())));
            state = state.apply(&action, &mut Vec::new()).expect("it is a legal placement");
        }
    }
    states
}

#[inline(never)]
fn workload_list(boards: &[(Board, Color)]) {
    let mut moves = MoveList::new();
    for (board, color) in boards {
        let rule = PlacementRule::ordinary(board, *color, START);
        movegen::list(&rule, board.supply(*color), &mut moves);
        black_box(moves.as_slice());
    }
}

#[inline(never)]
fn workload_count(boards: &[(Board, Color)]) {
    for (board, color) in boards {
        let rule = PlacementRule::ordinary(board, *color, START);
        black_box(movegen::count(&rule, board.supply(*color)));
    }
}

#[inline(never)]
fn workload_any(boards: &[(Board, Color)]) {
    for (board, color) in boards {
        let rule = PlacementRule::ordinary(board, *color, START);
        black_box(movegen::any(&rule, board.supply(*color)));
    }
}

#[inline(never)]
fn workload_load(setups: &[Setup]) {
    for setup in setups {
        black_box(State::new(setup)).expect("the setups are valid");
    }
}

#[inline(never)]
fn workload_json(states: &[State]) {
    let mut moves = MoveList::new();
    for state in states {
        let legal = state.legal_actions(Supply::FULL, &mut moves);
        black_box(wire::legal(&legal, &moves, MoveFormat::Objects));
    }
}

#[inline(never)]
fn workload_shuffle(games: u64) {
    let mut moves = MoveList::new();
    let mut events = Vec::new();
    for game in 0..games {
        let options = Options { game: Game::Shuffle, ..Options::default() };
        let mut state = State::new_game(&options, game).expect("the options do not conflict");
        let mut random = oracle::Lcg(game);
        while state.to_move().is_some() {
            let legal = state.legal_unsorted(Supply::FULL, &mut moves);
            let action = legal.action(&moves, random.below(legal.len(&moves)));
            events.clear();
            state.play(action, &mut events);
        }
    }
}

#[inline(never)]
fn workload_sampled(games: u64) {
    let options = Options { game: Game::Shuffle, ..Options::default() };
    for game in 0..games {
        let state = State::new_game(&options, game).expect("the options do not conflict");
        black_box(RandomGames::new(&state, game).play(1));
    }
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let operations = match name.as_str() {
        "list" | "count" | "any" => {
            let boards = boards();
            match name.as_str() {
                "list" => workload_list(&boards),
                "count" => workload_count(&boards),
                _ => workload_any(&boards),
            }
            boards.len()
        }
        "load" => {
            let setup = |state: &State| {
                let value = serde_json::from_str(&state_json(state)).expect("we write JSON");
                Setup::read(&Json(value)).expect("we write setups")
            };
            let setups: Vec<_> = states().iter().map(setup).collect();
            workload_load(&setups);
            setups.len()
        }
        "json" => {
            let states = states();
            workload_json(&states);
            states.len()
        }
        "shuffle" => {
            workload_shuffle(20);
            20
        }
        "sampled" => {
            workload_sampled(200);
            200
        }
        // `cargo bench` runs every benchmark; this one is only useful under callgrind.
        _ => return,
    };
    println!("{operations}");
}
