//! What a position is worth, without a search: a linear function of a few counts for each colour,
//! learned from the results of games that the search played against itself (`examples/train_value`).
//!
//! One random playout says little about a position in the first half of a game: its final
//! margin correlates with that of a well-played game at 0.0 to 0.2, this function at 0.2 to 0.5.
//! So the search mixes both at each leaf, and relies on playouts alone towards the end.
//!
//! Weights and counts are whole numbers, so that every machine computes the same.

use crate::color::Color;
use crate::movegen::anchor::{MARGIN, Padded};
use crate::piece::{PIECES, Piece};

use super::payoff::{Payoff, Points, Relation, SIDES, relation};
use super::position::Position;
use super::prior::exp;

/// The counts of a colour. `zoneN` is what can be reached from the anchors in N steps along
/// sides; `next` is what can be reached with a second piece. `free_of` leaves out what enemies
/// reach.
pub(crate) const COUNTS: [&str; 20] = [
    "squares",
    "anchors",
    "zone1",
    "zone2",
    "zone4",
    "zone6",
    "next",
    "free",
    "zone2_free_of_zone2",
    "zone4_free_of_zone4",
    "zone6_free_of_zone6",
    "next_free_of_next",
    "zone2_free_of_zone4",
    "zone4_free_of_zone2",
    "next_free_of_zone4",
    "anchors_in_enemy_zone1",
    "anchors_in_enemy_zone2",
    "anchors_free_of_zone4",
    "zone4_in_centre8",
    "is_to_move",
];

/// Weights of one phase: of each count, then of each piece left.
pub(crate) const VALUE_WEIGHTS: usize = COUNTS.len() + PIECES;

/// The first number of pieces on the board that belongs to each phase after the first.
const PHASE_STARTS: [u32; VALUE_PHASES - 1] = [4, 8, 12, 16, 20, 26, 34, 44, 56];
pub(crate) const VALUE_PHASES: usize = 10;

/// The unit of the weights is 1/1024 point.
const ONE: f32 = 1024.0;

/// The weight of the value in a leaf's payoff; the rest is the playout. In the last phase playouts
/// are short and more accurate.
const SHARE: [f32; VALUE_PHASES] = [0.85, 0.85, 0.85, 0.85, 0.8, 0.75, 0.64, 0.53, 0.37, 0.0];

/// A standard deviation of the margin, times this, is the scale of a logistic function that has
/// nearly the same shape as the normal distribution.
const LOGISTIC: f32 = 0.62;

/// With more sides the scale is larger by this factor: a side has to beat each of the others, not
/// their mean. Tuned by playing matches.
const MORE_SIDES: f32 = 1.2;

/// The phase of a position.
pub(crate) fn value_phase(position: &Position) -> usize {
    let placed: u32 = (0..4).map(|color| u32::from(position.placed(color))).sum();
    PHASE_STARTS.iter().filter(|&&start| placed >= start).count()
}

/// Learned weights, for games of two sides or for games of more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueWeights {
    counts: [[i32; COUNTS.len()]; VALUE_PHASES],
    /// Zero beyond the last piece.
    pieces: [[i32; 32]; VALUE_PHASES],
    /// The standard deviation of the final margin around the value.
    deviation: [i32; VALUE_PHASES],
}

impl ValueWeights {
    /// Weights in points, phase by phase, and the standard deviation of the final margin around the
    /// value.
    #[must_use]
    pub fn rounded(weights: &[([f64; VALUE_WEIGHTS], f64); VALUE_PHASES]) -> Self {
        let round = |points: f64| (points * f64::from(ONE)).round() as i32;
        let mut rounded = Self {
            counts: [[0; COUNTS.len()]; VALUE_PHASES],
            pieces: [[0; 32]; VALUE_PHASES],
            deviation: weights.map(|(_, deviation)| round(deviation)),
        };
        for (phase, (weights, _)) in weights.iter().enumerate() {
            let (counts, pieces) = weights.split_at(COUNTS.len());
            for (to, &points) in rounded.counts[phase].iter_mut().zip(counts) {
                *to = round(points);
            }
            for (to, &points) in rounded.pieces[phase].iter_mut().zip(pieces) {
                *to = round(points);
            }
        }
        rounded
    }

    fn names() -> impl Iterator<Item = &'static str> {
        let pieces = Piece::ALL.iter().map(|piece| piece.name());
        std::iter::once("deviation").chain(COUNTS).chain(pieces)
    }

    fn number(&mut self, index: usize, phase: usize) -> &mut i32 {
        match index.checked_sub(1) {
            None => &mut self.deviation[phase],
            Some(count) if count < COUNTS.len() => &mut self.counts[phase][count],
            Some(piece) => &mut self.pieces[phase][piece - COUNTS.len()],
        }
    }

    /// Reads weights: a line for each name with a number for each phase; `#` begins a comment.
    ///
    /// # Errors
    /// A line that is missing, has another name than expected or too few numbers.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut weights = Self::rounded(&[([0.0; VALUE_WEIGHTS], 1.0); VALUE_PHASES]);
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        for (index, name) in Self::names().enumerate() {
            let line = lines.next().ok_or_else(|| format!("{name} is missing"))?;
            let mut words = line.split_whitespace();
            if words.next() != Some(name) {
                return Err(format!("expected {name}, found {line:?}"));
            }
            for phase in 0..VALUE_PHASES {
                let word =
                    words.next().ok_or_else(|| format!("{name} needs {VALUE_PHASES} numbers"))?;
                *weights.number(index, phase) =
                    word.parse().map_err(|error| format!("{name}: {error}"))?;
            }
        }
        Ok(weights)
    }

    /// The text that [`Self::parse`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        use std::fmt::Write;
        let mut weights = self.clone();
        let mut text = String::new();
        for (index, name) in Self::names().enumerate() {
            let _ = write!(text, "{name:<28}");
            for phase in 0..VALUE_PHASES {
                let _ = write!(text, "{:>7}", weights.number(index, phase));
            }
            text.push('\n');
        }
        text
    }

    /// The value of a position that is not over; none if playouts alone are better.
    #[inline(always)]
    pub(crate) fn of_position(&self, position: &Position, payoff: &Payoff) -> Option<Value> {
        let phase = value_phase(position);
        let share = SHARE[phase];
        if share == 0.0 {
            return None;
        }
        let counts = counts(position, payoff);
        let mut points = [0; SIDES];
        for (color, counts) in counts.iter().enumerate() {
            let Some(side) = payoff.owner(color) else {
                continue;
            };
            let left = position.left(color);
            let of_counts: i32 =
                counts.iter().zip(&self.counts[phase]).map(|(n, weight)| n * weight).sum();
            let of_pieces: i32 = (0..32)
                .map(|piece| if left >> piece & 1 == 1 { self.pieces[phase][piece] } else { 0 })
                .sum();
            points[side % SIDES] += of_counts + of_pieces;
        }
        let sides = payoff.sides().len();
        let wider = if sides > 2 { MORE_SIDES } else { 1.0 };
        let scale = wider * LOGISTIC * self.deviation[phase].max(1) as f32;
        let beats = |side: usize, other: usize| {
            let lower = exp(-((points[side] - points[other]).abs() as f32) / scale);
            let weaker = lower / (1.0 + lower);
            if points[side] < points[other] { weaker } else { 1.0 - weaker }
        };
        let chances: [f32; SIDES] = std::array::from_fn(|side| {
            let others = (0..sides).filter(|&other| other != side);
            others.map(|other| beats(side, other)).sum::<f32>() / (sides - 1).max(1) as f32
        });
        let half = self.deviation[phase] as f32 / (2.0 * ONE);
        let margins = payoff.margins(&points, ONE, half);
        let payoffs = std::array::from_fn(|side| payoff.mix(chances[side], margins[side]));
        Some(Value { share, payoffs, points, scale })
    }
}

/// The value of a position for each side, and its weight against a playout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// The weight of the value in the evaluation of a leaf; the rest is the playout.
    pub(crate) share: f32,
    /// A payoff between 0 and 1.
    pub(crate) payoffs: [f32; SIDES],
    /// In 1/1024 point; only differences between sides are meaningful.
    points: Points,
    /// The difference that makes a side e times as likely to win.
    scale: f32,
}

impl Value {
    /// The expected final points of each side: those of a playout, mixed with the differences
    /// between sides that the value predicts.
    #[inline(always)]
    pub(crate) fn mixed_points(&self, playout: &Points, sides: usize) -> [f32; SIDES] {
        let mean = |points: &Points| points[..sides].iter().sum::<i32>() as f32 / sides as f32;
        let (mean_value, mean_playout) = (mean(&self.points), mean(playout));
        std::array::from_fn(|side| {
            let by_value = (self.points[side] as f32 - mean_value) / ONE + mean_playout;
            playout[side] as f32 + self.share * (by_value - playout[side] as f32)
        })
    }

    /// The win probability of each side, where `playout` is its share of the victory in a playout.
    #[inline(always)]
    pub(crate) fn mixed_chances(&self, playout: &[f32; SIDES], sides: usize) -> [f32; SIDES] {
        let best = self.points[..sides].iter().copied().max().unwrap_or(0);
        let mut odds = [0.0; SIDES];
        for (odds, &points) in odds[..sides].iter_mut().zip(&self.points) {
            *odds = exp((points - best) as f32 / self.scale);
        }
        let all: f32 = odds.iter().sum();
        std::array::from_fn(|side| playout[side] + self.share * (odds[side] / all - playout[side]))
    }
}

/// A set of squares in seven words of three rows each: rows 0 to 6 in the lowest 21 bits, then rows
/// 7 to 13, then rows 14 to 19. The highest bit of each row is zero, so that no square has a
/// neighbour across the edge.
#[derive(Clone, Copy)]
struct Packed([u64; 7]);

impl Packed {
    const EMPTY: Self = Self([0; 7]);

    #[inline(always)]
    fn new(set: &Padded) -> Self {
        let row = |row: usize| u64::from(set[row + MARGIN] >> MARGIN & 0xf_ffff);
        Self(std::array::from_fn(|word| {
            let last = if word < 6 { row(word + 14) } else { 0 };
            row(word) | row(word + 7) << 21 | last << 42
        }))
    }

    /// Each word with those of the rows above and below.
    #[inline(always)]
    fn with_rows_around(&self, free: &Self, wide: &Self) -> Self {
        Self(std::array::from_fn(|word| {
            let above = if word > 0 { self.0[word - 1] } else { self.0[6] << 21 };
            let below = if word < 6 { self.0[word + 1] } else { self.0[0] >> 21 };
            (wide.0[word] | above | below) & free.0[word]
        }))
    }

    #[inline(always)]
    fn widened(&self) -> Self {
        Self(self.0.map(|word| word | word << 1 | word >> 1))
    }

    /// The set with its neighbours along sides, as far as they are free.
    #[inline(always)]
    fn spread(&self, free: &Self) -> Self {
        self.with_rows_around(free, &self.widened())
    }

    /// What a piece that starts anywhere in the set or touches it at a corner can reach.
    #[inline(always)]
    fn next_piece(&self, free: &Self) -> Self {
        let wide = self.widened();
        let mut reached = wide.with_rows_around(free, &wide);
        for _ in 0..4 {
            reached = reached.spread(free);
        }
        reached
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }

    #[inline(always)]
    fn len(&self) -> i32 {
        self.0.iter().map(|word| word.count_ones() as i32).sum()
    }

    /// How many squares are in both sets.
    #[inline(always)]
    fn shared(&self, other: &Self) -> i32 {
        (0..7).map(|word| (self.0[word] & other.0[word]).count_ones() as i32).sum()
    }

    /// How many squares are not in the other set.
    #[inline(always)]
    fn free_of(&self, other: &Self) -> i32 {
        (0..7).map(|word| (self.0[word] & !other.0[word]).count_ones() as i32).sum()
    }
}

/// The eight by eight squares in the middle.
const CENTRE_8: Packed = {
    let mut words = [0; 7];
    let mut row = 6;
    while row < 14 {
        words[row % 7] |= (0xff << 6) << (21 * (row / 7));
        row += 1;
    }
    Packed(words)
};

/// What a colour can reach.
#[derive(Clone, Copy)]
struct Reach {
    free: Packed,
    anchors: Packed,
    zone1: Packed,
    zone2: Packed,
    zone4: Packed,
    zone6: Packed,
    next: Packed,
}

impl Reach {
    const NOTHING: Self = Self {
        free: Packed::EMPTY,
        anchors: Packed::EMPTY,
        zone1: Packed::EMPTY,
        zone2: Packed::EMPTY,
        zone4: Packed::EMPTY,
        zone6: Packed::EMPTY,
        next: Packed::EMPTY,
    };

    #[inline(always)]
    fn new(free: &Padded, anchors: &Padded) -> Self {
        let (free, anchors) = (Packed::new(free), Packed::new(anchors));
        let zone1 = anchors.spread(&free);
        let zone2 = zone1.spread(&free);
        let zone4 = zone2.spread(&free).spread(&free);
        let zone6 = zone4.spread(&free).spread(&free);
        let next = zone4.next_piece(&free);
        Self { free, anchors, zone1, zone2, zone4, zone6, next }
    }

    /// Adds what an enemy can reach, for those zones that are compared.
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.zone1.add(&other.zone1);
        self.zone2.add(&other.zone2);
        self.zone4.add(&other.zone4);
        self.zone6.add(&other.zone6);
        self.next.add(&other.next);
    }
}

/// The counts of each colour; zero for a colour that is not scored.
#[inline(always)]
pub(crate) fn counts(position: &Position, payoff: &Payoff) -> [[i32; COUNTS.len()]; 4] {
    let reach: [Reach; 4] =
        std::array::from_fn(|color| Reach::new(position.free(color), &position.anchors(color)));
    let mut all = [[0; COUNTS.len()]; 4];
    for color in 0..4 {
        let Some(side) = payoff.owner(color) else {
            continue;
        };
        let mut enemy = Reach::NOTHING;
        for (other, reach) in reach.iter().enumerate() {
            if relation(payoff, Color::ALL[color], other, side) == Relation::Enemy {
                enemy.add(reach);
            }
        }
        let own = &reach[color];
        all[color] = [
            position.squares(color).into(),
            own.anchors.len(),
            own.zone1.len(),
            own.zone2.len(),
            own.zone4.len(),
            own.zone6.len(),
            own.next.len(),
            own.free.len(),
            own.zone2.free_of(&enemy.zone2),
            own.zone4.free_of(&enemy.zone4),
            own.zone6.free_of(&enemy.zone6),
            own.next.free_of(&enemy.next),
            own.zone2.free_of(&enemy.zone4),
            own.zone4.free_of(&enemy.zone2),
            own.next.free_of(&enemy.zone4),
            own.anchors.shared(&enemy.zone1),
            own.anchors.shared(&enemy.zone2),
            own.anchors.free_of(&enemy.zone4),
            own.zone4.shared(&CENTRE_8),
            i32::from(position.to_move() == Some(color)),
        ];
    }
    all
}
