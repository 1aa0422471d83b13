//! How fast the search is: simulations and units a second by variant, and random games of Blokus
//! Shuffle next to the same games by lists of actions: `cargo bench --bench search`.

#![expect(clippy::cast_precision_loss, reason = "figures for people to read")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cornerwise::movegen::MoveList;
use cornerwise::piece::Supply;
use cornerwise::ruleset::{Game, Options, Seats};
use cornerwise::search::{Budget, RandomGames, SearchOptions, suggest};
use cornerwise::shuffle::{RandomSource, SplitMix64};
use cornerwise::state::State;

const PASSES: u64 = 5;

fn options(game: Game, seats: Seats) -> Options {
    Options { game, seats, ..Options::default() }
}

/// Plays a game with uniformly chosen actions, all of which are listed.
fn play_by_lists(start: &State, random: &mut SplitMix64, moves: &mut MoveList) -> u32 {
    let mut state = start.clone();
    let mut events = Vec::new();
    let mut actions = 0;
    while state.to_move().is_some() {
        let legal = state.legal_unsorted(Supply::FULL, moves);
        let index = random.below(legal.len(moves) as u64) as usize;
        events.clear();
        state.play(legal.action(moves, index), &mut events);
        actions += 1;
    }
    actions
}

/// Games a second: the best of all passes.
fn rate(games: u32, mut play: impl FnMut(u64) -> u32) -> f64 {
    let mut best = 0.0_f64;
    for pass in 0..PASSES {
        let begin = Instant::now();
        for game in 0..games {
            play(pass * u64::from(games) + u64::from(game));
        }
        best = best.max(f64::from(games) / begin.elapsed().as_secs_f64());
    }
    best
}

fn measure_shuffle() {
    println!("Random games of Blokus Shuffle a second: by lists, sampled, ratio.\n");
    let (mut seconds_listed, mut seconds_sampled) = (0.0, 0.0);
    for seats in [Seats::Two, Seats::Three, Seats::Four] {
        let starts: Vec<State> = (0..50)
            .filter_map(|seed| State::new_game(&options(Game::Shuffle, seats), seed).ok())
            .collect();
        let start = |game: u64| &starts[game as usize % starts.len()];
        let mut moves = MoveList::new();
        let mut random = SplitMix64::new(2026);
        let listed = rate(200, |game| play_by_lists(start(game), &mut random, &mut moves));
        let sampled = rate(200, |game| RandomGames::new(start(game), game).play(1));
        seconds_listed += 1.0 / listed;
        seconds_sampled += 1.0 / sampled;
        println!("{} seats{listed:>12.0}{sampled:>12.0}{:>8.2}", seats.number(), sampled / listed);
    }
    println!(
        "all    {:>12.0}{:>12.0}{:>8.2}\n",
        3.0 / seconds_listed,
        3.0 / seconds_sampled,
        seconds_listed / seconds_sampled
    );
}

/// Plays a game with the search, and measures it every few moves.
fn measure_search(game: Game, seats: Seats) {
    let mut state = State::new_game(&options(game, seats), 1).expect("the options go together");
    let cancel = AtomicBool::new(false);
    let (mut units, mut playouts, mut seconds) = (0, 0, 0.0);
    let mut events = Vec::new();
    let request = SearchOptions { budget: Budget::Units(20_000), ..SearchOptions::default() };
    while state.to_move().is_some() {
        let answer = suggest(&state, &request, &cancel);
        units += answer.units;
        playouts += answer.playouts;
        seconds += answer.elapsed.as_secs_f64();
        state.play(answer.moves[0].action, &mut events);
    }
    println!(
        "{:<8}{} seats{:>12.0}{:>14.0}",
        game.name(),
        seats.number(),
        playouts as f64 / seconds,
        units as f64 / seconds,
    );
}

fn main() {
    measure_shuffle();
    println!("The search over a whole game, on one thread: playouts and units a second.\n");
    for game in Game::ALL {
        for seats in [Seats::Two, Seats::Three, Seats::Four] {
            measure_search(game, seats);
        }
    }
}
