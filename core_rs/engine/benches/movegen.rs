//! The speed of the move generator, compared with two slower ones: `cargo bench`.
//!
//! There are thousands of different positions, so that a branch predictor cannot learn them. Each
//! figure is the best of several passes, and all figures of a row come from the same run. Compare the
//! ratios: the nanoseconds depend on the machine.

#![expect(clippy::cast_precision_loss, reason = "figures for people to read")]

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cornerwise::action::ActionSetup;
use cornerwise::board::Board;
use cornerwise::color::Color;
use cornerwise::instructions::Instructions;
use cornerwise::movegen::{self, MoveList};
use cornerwise::piece::{Placement, Supply};
use cornerwise::placement_rule::{PlacementRule, StartCorners};
use cornerwise::ruleset::Options;
use cornerwise::search::RandomGames;
use cornerwise::state::State;
use oracle::{Lcg, naive, random_game, whole_board};

const START: StartCorners = StartCorners::Any;
const GAMES: u64 = 250;
const PASSES: usize = 9;

/// The naive generator is slow, so it is measured on a sample of the positions.
const NAIVE_STEP: usize = 40;

struct Position {
    ply: usize,
    board: Board,
    color: Color,
}

fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 1..=GAMES {
        let mut ply = 0;
        random_game(seed, START, |board, color, legal| {
            if !legal.is_empty() {
                positions.push(Position { ply, board: *board, color });
                ply += 1;
            }
        });
    }
    positions
}

/// Nanoseconds for each position: the best of all passes.
struct Best(Duration);

impl Best {
    fn pass(&mut self, positions: &[&Position], mut run: impl FnMut(&Board, Color)) {
        let begin = Instant::now();
        for position in positions {
            run(black_box(&position.board), position.color);
        }
        self.0 = self.0.min(begin.elapsed());
    }

    fn nanos(&self, positions: usize) -> f64 {
        self.0.as_secs_f64() * 1e9 / positions.max(1) as f64
    }
}

fn rule(board: &Board, color: Color) -> PlacementRule {
    PlacementRule::ordinary(board, color, START)
}

/// The whole-board generator, compiled for the instructions that the fast one may use too.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn whole_board_avx2(board: &Board, color: Color, out: &mut Vec<Placement>) {
    whole_board(board, color, START, out);
}

fn whole_board_tuned(board: &Board, color: Color, out: &mut Vec<Placement>) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the processor has the features, as was just checked.
        unsafe { whole_board_avx2(board, color, out) };
        return;
    }
    whole_board(board, color, START, out);
}

fn measure(name: &str, positions: &[&Position]) {
    let mut best = [const { Best(Duration::MAX) }; 8];
    let [list, avx2, portable, count, any, whole, tuned, slow] = &mut best;
    let mut moves = MoveList::new();
    let mut found = Vec::new();
    let sample: Vec<&Position> = positions.iter().step_by(NAIVE_STEP).copied().collect();
    // The generators alternate in every pass, so that a slow moment affects all of them.
    for pass in 0..PASSES {
        list.pass(positions, |board, color| {
            movegen::list(&rule(board, color), board.supply(color), &mut moves);
            black_box(moves.as_slice());
        });
        for (most, best) in
            [(Instructions::Avx2, &mut *avx2), (Instructions::Portable, &mut *portable)]
        {
            best.pass(positions, |board, color| {
                movegen::list_with(most, &rule(board, color), board.supply(color), &mut moves);
                black_box(moves.as_slice());
            });
        }
        count.pass(positions, |board, color| {
            black_box(movegen::count(&rule(board, color), board.supply(color)));
        });
        any.pass(positions, |board, color| {
            black_box(movegen::any(&rule(board, color), board.supply(color)));
        });
        whole.pass(positions, |board, color| {
            whole_board(board, color, START, &mut found);
            black_box(&found);
        });
        tuned.pass(positions, |board, color| {
            whole_board_tuned(board, color, &mut found);
            black_box(&found);
        });
        if pass % 3 == 0 {
            slow.pass(&sample, |board, color| {
                black_box(naive(board, color, START));
            });
        }
    }
    let n = positions.len();
    let (list, whole, tuned) = (list.nanos(n), whole.nanos(n), tuned.nanos(n));
    let (avx2, portable) = (avx2.nanos(n), portable.nanos(n));
    let slow = slow.nanos(sample.len());
    println!(
        "{name:<10}{n:>8}{list:>9.0}{avx2:>9.0}{portable:>9.0}{:>9.0}{:>9.0}{whole:>12.0}{tuned:>12.0}{slow:>12.0}{:>10.1}{:>10.1}{:>10.1}{:>10.0}",
        count.nanos(n),
        any.nanos(n),
        whole / list,
        whole / avx2,
        tuned / list,
        slow / list,
    );
}

/// Plays a game to its end with uniformly chosen placements; a blocked colour is skipped from then on.
fn play_board(most: Instructions, random: &mut Lcg, moves: &mut MoveList) -> u32 {
    let mut board = Board::EMPTY;
    let mut able = [true; 4];
    let mut plies = 0;
    while able.contains(&true) {
        for color in Color::ALL {
            if able[color as usize] {
                movegen::list_with(most, &rule(&board, color), board.supply(color), moves);
                if moves.is_empty() {
                    able[color as usize] = false;
                } else {
                    board.place(color, moves[random.below(moves.len())]);
                    plies += 1;
                }
            }
        }
    }
    plies
}

/// The same through the whole engine: legal actions, check, apply, events.
fn play_state(random: &mut Lcg, moves: &mut MoveList) -> u32 {
    let mut state = State::new_game(&Options::default(), 0).expect("the defaults do not conflict");
    let mut events = Vec::new();
    while state.to_move().is_some() {
        let legal = state.legal_actions(Supply::FULL, moves);
        let action = ActionSetup::from(legal.action(moves, random.below(moves.len())));
        events.clear();
        state = state.apply(&action, &mut events).expect("it is a legal action");
    }
    state.placements().len() as u32
}

fn measure_games(what: &str, games: u32, mut play: impl FnMut(&mut Lcg) -> u32) {
    let mut random = Lcg(2026);
    let (mut plies, mut best) = (0, 0.0_f64);
    for _ in 0..10 {
        let begin = Instant::now();
        for _ in 0..games {
            plies += play(&mut random);
        }
        best = best.max(f64::from(games) / begin.elapsed().as_secs_f64());
    }
    let length = f64::from(plies) / f64::from(10 * games);
    println!("{best:>10.0} random games a second, {what} ({length:.1} placements each)");
}

fn main() {
    let all = positions();
    println!(
        "Legal moves of one position, in nanoseconds; the last four columns are ratios to `list`,\n\
         of which the second is to that with AVX2 at most.\n"
    );
    println!(
        "{:<10}{:>8}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}{:>12}{:>12}{:>10}{:>10}{:>10}{:>10}",
        "phase",
        "n",
        "list",
        "by AVX2",
        "portable",
        "count",
        "any",
        "whole board",
        "tuned",
        "naive",
        "whole",
        "by AVX2",
        "tuned",
        "naive"
    );
    let phases = [("opening", 0..16), ("middle", 16..40), ("end", 40..84), ("game", 0..84)];
    for (name, plies) in phases {
        let chosen: Vec<_> = all.iter().filter(|position| plies.contains(&position.ply)).collect();
        measure(name, &chosen);
    }
    println!("\nOn one thread:");
    let mut moves = MoveList::new();
    for most in Instructions::ALL {
        if most <= Instructions::best() {
            let what = format!("boards only, lists, {most:?}");
            measure_games(&what, 5_000, |random| play_board(most, random, &mut moves));
        }
    }
    let start = State::new_game(&Options::default(), 0).expect("the defaults go together");
    let mut sampled = RandomGames::new(&start, 2026);
    measure_games("boards only, sampled at anchors", 5_000, |_| sampled.play(1));
    measure_games("states, checks and events", 500, |random| play_state(random, &mut moves));
}
