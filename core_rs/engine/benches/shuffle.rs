//! The speed of listing the legal actions of Blokus Shuffle by decision, of `double_play_outcome`, and
//! of whole random games: `cargo bench --bench shuffle`.
//!
//! The decisions come from random games of all variants. The last column is the ratio to the list of an ordinary placement in the same run.

#![expect(clippy::cast_precision_loss, reason = "figures for people to read")]

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cornerwise::action::Action;
use cornerwise::card::Card;
use cornerwise::legal::Legal;
use cornerwise::movegen::MoveList;
use cornerwise::phase::{ActiveEffect, Decision};
use cornerwise::piece::Supply;
use cornerwise::ruleset::{Game, Options, Seats};
use cornerwise::state::State;
use oracle::Lcg;

const GAMES: u64 = 300;
const PASSES: usize = 9;

fn options(game: u64) -> Options {
    let seats = [Seats::Two, Seats::Three, Seats::Four][game as usize % 3];
    Options { game: Game::Shuffle, seats, ..Options::default() }
}

fn choose(legal: &Legal, moves: &MoveList, random: &mut Lcg) -> Action {
    legal.action(moves, random.below(legal.len(moves)))
}

/// Plays a game to its end with uniformly chosen actions; `look` is called with each state.
fn play(game: u64, moves: &mut MoveList, mut look: impl FnMut(&State)) -> u32 {
    let mut random = Lcg(game);
    let mut state = State::new_game(&options(game), game).expect("the options do not conflict");
    let mut events = Vec::new();
    let mut actions = 0;
    while state.to_move().is_some() {
        look(&state);
        let action = choose(&state.legal_unsorted(Supply::FULL, moves), moves, &mut random);
        events.clear();
        state.play(action, &mut events);
        actions += 1;
    }
    actions
}

fn name(state: &State) -> &'static str {
    match state.decision() {
        Decision::Place(ActiveEffect::Wild(_)) => "place as another colour",
        Decision::Place(ActiveEffect::Second(_)) => "place a second piece",
        Decision::Place(ActiveEffect::Card(Card::EdgeToEdge)) => "place along a side",
        Decision::Place(ActiveEffect::Recycled(..)) => "place after a recycle",
        Decision::Place(ActiveEffect::Card(Card::DoublePlay)) => "place a first piece",
        Decision::Place(_) => "place",
        Decision::Recycle => "choose a piece to recycle",
        Decision::Warp => "choose a piece to warp",
        Decision::Opening => "opening",
        Decision::PlayCard => "play a card",
        Decision::ChooseCard(_) => "choose a card",
        Decision::ChooseColor => "choose a colour",
        Decision::WarpTo(..) => "warp to",
        Decision::Over => "over",
    }
}

/// Nanoseconds for each state: the best of all passes.
fn measure(states: &[State], mut run: impl FnMut(&State)) -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..PASSES {
        let begin = Instant::now();
        for state in states {
            run(black_box(state));
        }
        best = best.min(begin.elapsed());
    }
    best.as_secs_f64() * 1e9 / states.len().max(1) as f64
}

/// All destinations of all pieces that can be warped.
fn all_destinations(state: &State, moves: &mut MoveList) -> usize {
    let Legal::Choices(pieces) = state.legal_unsorted(Supply::FULL, moves) else {
        return 0;
    };
    let mut sum = 0;
    for action in pieces {
        if let Action::ChoosePiece(color, piece) = action {
            let placement = state.placement_of(color, piece).expect("it is on the board");
            state.destinations(color, placement, moves);
            sum += moves.len();
        }
    }
    sum
}

fn main() {
    let mut moves = MoveList::new();
    let mut phases: Vec<(&str, Vec<State>)> = Vec::new();
    for game in 0..GAMES {
        play(game, &mut moves, |state| {
            let name = name(state);
            match phases.iter_mut().find(|phase| phase.0 == name) {
                Some(phase) => phase.1.push(state.clone()),
                None => phases.push((name, vec![state.clone()])),
            }
        });
    }
    let ordinary = phases.iter().find(|phase| phase.0 == "place").expect("every game has some");
    let ordinary = measure(&ordinary.1, |state| {
        black_box(state.legal_unsorted(Supply::FULL, &mut moves));
    });
    println!("Legal actions of Blokus Shuffle, in nanoseconds, and as a ratio to `place`.\n");
    println!("{:<28}{:>8}{:>10}{:>10}{:>8}", "decision", "n", "actions", "ns", "ratio");
    for (name, states) in &phases {
        let nanos = measure(states, |state| {
            black_box(state.legal_unsorted(Supply::FULL, &mut moves));
        });
        let actions: usize = states.iter().map(State::count_actions).sum();
        let each = actions as f64 / states.len() as f64;
        println!("{name:<28}{:>8}{each:>10.1}{nanos:>10.0}{:>8.2}", states.len(), nanos / ordinary);
        if *name == "choose a piece to warp" {
            let nanos = measure(states, |state| {
                black_box(all_destinations(state, &mut moves));
            });
            let places: usize =
                states.iter().map(|state| all_destinations(state, &mut moves)).sum();
            let each = places as f64 / states.len() as f64;
            let name = "all destinations of all";
            let (n, ratio) = (states.len(), nanos / ordinary);
            println!("{name:<28}{n:>8}{each:>10.1}{nanos:>10.0}{ratio:>8.2}");
        }
        if *name == "place a first piece" {
            let nanos = measure(states, |state| {
                black_box(state.double_play_outcome());
            });
            let name = "outcome of a double play";
            let (n, ratio) = (states.len(), nanos / ordinary);
            println!("{name:<28}{n:>8}{each:>10.1}{nanos:>10.0}{ratio:>8.2}");
        }
    }

    let (games, mut best, mut actions) = (1_000_u64, 0.0_f64, 0);
    for pass in 0..10 {
        let begin = Instant::now();
        for game in 0..games {
            actions += play(1_000_000 + pass * games + game, &mut moves, |_| {});
        }
        best = best.max(games as f64 / begin.elapsed().as_secs_f64());
    }
    let length = f64::from(actions) / (10 * games) as f64;
    println!("\n{best:>10.0} random games a second on one thread ({length:.0} actions each)");
}
