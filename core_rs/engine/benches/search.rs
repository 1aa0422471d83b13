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

const PASSES: u64 = 20;

/// Games of a pass by lists, and of a pass of sampled games.
const GAMES: u32 = 100;
const SAMPLED_GAMES: u32 = 3 * GAMES;

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

/// Games a second and actions a game.
#[derive(Clone, Copy, Default)]
struct Rate {
    games: f64,
    length: f64,
}

/// Plays a number of games and measures them.
fn rate(games: u32, mut play: impl FnMut(u64) -> u32) -> Rate {
    let begin = Instant::now();
    let actions: u32 = (0..games).map(|game| play(game.into())).sum();
    let games = f64::from(games);
    Rate { games: games / begin.elapsed().as_secs_f64(), length: f64::from(actions) / games }
}

fn faster(one: Rate, other: Rate) -> Rate {
    if other.games > one.games { other } else { one }
}

/// Both ways take turns, so that a change of the machine's speed affects both, and the best passes
/// count. More games are sampled, so that a pass takes about as long as one by lists and is
/// interrupted as often on a busy machine.
fn measure_shuffle() {
    println!(
        "Random games of Blokus Shuffle a second, and actions a game: by lists, sampled, ratio.\n"
    );
    let (mut seconds_listed, mut seconds_sampled) = (0.0, 0.0);
    for seats in [Seats::Two, Seats::Three, Seats::Four] {
        let starts: Vec<State> = (0..50)
            .filter_map(|seed| State::new_game(&options(Game::Shuffle, seats), seed).ok())
            .collect();
        let start = |game: u64| &starts[game as usize % starts.len()];
        let mut moves = MoveList::new();
        let mut random = SplitMix64::new(2026);
        let (mut listed, mut sampled) = (Rate::default(), Rate::default());
        for pass in 0..PASSES {
            let list = |game| play_by_lists(start(game), &mut random, &mut moves);
            listed = faster(listed, rate(GAMES, list));
            let sample = |game| {
                let seed = pass * u64::from(SAMPLED_GAMES) + game;
                RandomGames::new(start(game), seed).play(1)
            };
            sampled = faster(sampled, rate(SAMPLED_GAMES, sample));
        }
        seconds_listed += 1.0 / listed.games;
        seconds_sampled += 1.0 / sampled.games;
        println!(
            "{} seats{:>12.0} ({:.0}){:>12.0} ({:.0}){:>8.2}",
            seats.number(),
            listed.games,
            listed.length,
            sampled.games,
            sampled.length,
            sampled.games / listed.games
        );
    }
    println!(
        "all    {:>12.0}      {:>12.0}      {:>8.2}\n",
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
