//! The speed of the puzzle solver: `cargo bench --bench puzzle`.
//!
//! One row per puzzle over many seeds, then partial layouts: parts of solutions, and for the small
//! rectangles also random pieces, most of which cannot be completed.

#![expect(clippy::cast_precision_loss, reason = "figures for people to read")]

use std::time::{Duration, Instant};

use cornerwise::color::Color;
use cornerwise::location::Location;
use cornerwise::piece::{Piece, Placement};
use cornerwise::puzzle::{Layout, Outcome, Puzzle, PuzzleSetup, Report, solve};
use cornerwise::setup::PlacementSetup;

type Pieces = Vec<(Color, Placement)>;

const SEEDS: u64 = 100;
const PARTIALS: u64 = 50;
const LIMIT: Duration = Duration::from_secs(5);

fn layout(puzzle: Puzzle, pieces: &Pieces) -> Option<Layout> {
    let one = |&(color, placement): &(Color, Placement)| PlacementSetup {
        color,
        piece: placement.piece(),
        location: Location::of(placement),
    };
    Layout::new(puzzle, &PuzzleSetup { placements: pieces.iter().map(one).collect() }).ok()
}

fn timed(layout: &Layout, seed: u64) -> (Report, Duration) {
    let begin = Instant::now();
    let report = solve(layout, seed, u64::MAX, || begin.elapsed() < LIMIT);
    (report, begin.elapsed())
}

fn solution(puzzle: Puzzle, seed: u64) -> Pieces {
    match timed(&Layout::empty(puzzle), seed).0.outcome {
        Outcome::Solved(pieces) => pieces,
        other => panic!("{} seed {seed}: {other:?}", puzzle.name()),
    }
}

/// The results of a number of searches.
#[derive(Default)]
struct Stats {
    times: Vec<Duration>,
    nodes: Vec<u64>,
    solved: usize,
    impossible: usize,
}

impl Stats {
    fn add(&mut self, (report, time): (Report, Duration)) {
        self.times.push(time);
        self.nodes.push(report.nodes);
        self.solved += usize::from(matches!(report.outcome, Outcome::Solved(_)));
        self.impossible += usize::from(report.outcome == Outcome::Impossible);
    }

    fn print(mut self, name: &str) {
        self.times.sort_unstable();
        self.nodes.sort_unstable();
        let count = self.times.len();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let total: Duration = self.times.iter().sum();
        println!(
            "{name:<34}{count:>6}{:>8}{:>12}{:>10.2}{:>10.1}{:>12}{:>12}{:>10.0}",
            self.solved,
            self.impossible,
            ms(self.times[count / 2]),
            ms(self.times[count - 1]),
            self.nodes[count / 2],
            self.nodes[count - 1],
            self.nodes.iter().sum::<u64>() as f64 / ms(total),
        );
    }
}

/// A few random pieces that break no rule.
fn random_layout(puzzle: Puzzle, count: usize, seed: u64) -> Layout {
    let mut random = seed;
    let mut below = |n: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    let mut pieces = Pieces::new();
    while pieces.len() < count {
        let piece = Piece::ALL[below(Piece::ALL.len())];
        let color = Color::ALL[below(4)];
        let orientation = below(piece.orientations().len());
        let square = (below(puzzle.rows()), below(puzzle.cols()));
        if let Some(placement) = Placement::new(piece, orientation, square.0, square.1) {
            pieces.push((color, placement));
            if layout(puzzle, &pieces).is_none() {
                pieces.pop();
            }
        }
    }
    layout(puzzle, &pieces).expect("each piece was checked")
}

/// Measures parts of solutions: the first pieces, every n-th piece, or those at the top.
fn parts(puzzle: Puzzle, name: &str, part: impl Fn(Pieces) -> Pieces) {
    let mut stats = Stats::default();
    for seed in 0..PARTIALS {
        let pieces = part(solution(puzzle, 1_000 + seed));
        stats.add(timed(&layout(puzzle, &pieces).expect("a part of a solution"), seed));
    }
    stats.print(&format!("{}, {name}", puzzle.name()));
}

fn main() {
    println!("Milliseconds and nodes, median and worst; nodes a millisecond.\n");
    println!(
        "{:<34}{:>6}{:>8}{:>12}{:>10}{:>10}{:>12}{:>12}{:>10}",
        "from an empty board",
        "n",
        "solved",
        "impossible",
        "median",
        "worst",
        "nodes",
        "most",
        "per ms"
    );
    for puzzle in Puzzle::ALL {
        let mut stats = Stats::default();
        for seed in 0..SEEDS {
            stats.add(timed(&Layout::empty(puzzle), seed));
        }
        stats.print(puzzle.name());
    }
    println!("\npartial layouts, at most {} seconds each", LIMIT.as_secs());
    for puzzle in [Puzzle::Rect4, Puzzle::Rect4Apart] {
        for count in 1..=6 {
            let mut stats = Stats::default();
            for seed in 0..4 * PARTIALS {
                stats.add(timed(&random_layout(puzzle, count, seed), seed));
            }
            stats.print(&format!("{}, {count} at random", puzzle.name()));
        }
    }
    for puzzle in [Puzzle::Rect4, Puzzle::Rect4Apart, Puzzle::Rect5, Puzzle::Rect5Apart] {
        let half = puzzle.pieces() / 2;
        parts(puzzle, "every second piece", |pieces| pieces.into_iter().step_by(2).collect());
        parts(puzzle, "upper half", |mut pieces| {
            pieces.sort_by_key(|one| one.1.cells().map(|cell| cell.0).max());
            pieces.truncate(half);
            pieces
        });
        parts(puzzle, "easy half", |pieces| pieces[half..].to_vec());
    }
    for puzzle in [Puzzle::Board84, Puzzle::Board84Descending] {
        parts(puzzle, "first 20 of a game", |pieces| pieces[..20].to_vec());
        parts(puzzle, "first 60 of a game", |pieces| pieces[..60].to_vec());
        parts(puzzle, "three in four", |pieces| {
            pieces
                .into_iter()
                .enumerate()
                .filter(|(at, _)| at % 4 != 1)
                .map(|(_, one)| one)
                .collect()
        });
    }
}
