//! How promising a placement looks without a search: a linear function of a few counts, learned
//! from games that the search played against itself (`examples/train_prior`).
//!
//! The obvious way is to count for each placement how many of its squares lie in each of the sets of
//! `terrain`, and to weigh the counts. But the sum can be taken the other way round: each square has
//! a value for being covered, one for lying along a side and one for being opened, which is the sum
//! of the weights of the sets that it is in. These three maps are computed once for a position,
//! and a placement is then the sum of some twenty look-ups.
//!
//! Weights are whole numbers, in units of 1/[`ONE`]: sums of them do not depend on their order, so
//! that every machine sees the same.

use crate::movegen::anchor::MARGIN;
use crate::piece::{PIECES, Placement};

use super::shapes::{ROWS, SHAPES};
use super::terrain::{ALONG, COVERED, FEATURES, OPENED, Terrain};

/// The unit of the weights.
pub(crate) const ONE: i32 = 256;

/// The number of phases: weights depend on how many pieces a colour has placed.
pub(crate) const PHASES: usize = 7;

/// Weights of one phase: of each piece, then of each feature of squares.
pub(crate) const PER_PHASE: usize = PIECES + FEATURES;

/// The first number of pieces placed that belongs to each phase after the first.
const PHASE_STARTS: [u8; PHASES - 1] = [1, 2, 3, 5, 9, 14];

/// The phase of a colour that has placed `placed` pieces.
pub(crate) fn phase(placed: u8) -> usize {
    PHASE_STARTS.iter().filter(|&&start| placed >= start).count()
}

/// Learned weights, for games of two sides or for games of more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub(crate) [[i32; PER_PHASE]; PHASES]);

impl Weights {
    /// The weights that training starts with: all zero, except that larger pieces are better.
    #[must_use]
    pub fn untrained() -> Self {
        let mut weights = [[0; PER_PHASE]; PHASES];
        for shape in &SHAPES {
            for phase in &mut weights {
                phase[usize::from(shape.piece)] = i32::from(shape.size) * ONE;
            }
        }
        Self(weights)
    }

    /// The names of the weights of a phase, in order.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        let pieces = crate::piece::Piece::ALL.iter().map(|piece| piece.name());
        pieces.chain(COVERED).chain(ALONG).chain(OPENED).collect()
    }

    /// Reads weights: a line for each name with a number for each phase; `#` begins a comment.
    ///
    /// # Errors
    /// A line that is missing, has another name than expected or too few numbers.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut weights = [[0; PER_PHASE]; PHASES];
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        for (index, name) in Self::names().into_iter().enumerate() {
            let line = lines.next().ok_or_else(|| format!("{name} is missing"))?;
            let mut words = line.split_whitespace();
            if words.next() != Some(name) {
                return Err(format!("expected {name}, found {line:?}"));
            }
            for phase in &mut weights {
                let word = words.next().ok_or_else(|| format!("{name} needs {PHASES} numbers"))?;
                phase[index] = word.parse().map_err(|error| format!("{name}: {error}"))?;
            }
        }
        Ok(Self(weights))
    }

    /// The text that [`Self::parse`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        for (index, name) in Self::names().into_iter().enumerate() {
            let _ = write!(text, "{name:<38}");
            for phase in &self.0 {
                let _ = write!(text, "{:>7}", phase[index]);
            }
            text.push('\n');
        }
        text
    }
}

/// Values of the squares of the board with the margin: `row * 32 + col`.
type Map = [i32; 32 * 32];

/// The values of one position's squares and pieces.
pub(crate) struct Prior {
    covered: Map,
    along: Map,
    opened: Map,
    pieces: [i32; 32],
}

impl Prior {
    /// Reusable memory for the values.
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self { covered: [0; 1024], along: [0; 1024], opened: [0; 1024], pieces: [0; 32] })
    }

    /// Computes the values for a position.
    #[inline(always)]
    pub(crate) fn prepare(&mut self, terrain: &Terrain, weights: &Weights) {
        let weights = &weights.0[phase(terrain.placed)];
        let (pieces, squares) = weights.split_at(PIECES);
        self.pieces[..PIECES].copy_from_slice(pieces);
        let (covered, rest) = squares.split_at(COVERED.len());
        let (along, opened) = rest.split_at(ALONG.len());
        fill(&mut self.covered, &terrain.covered, covered);
        fill(&mut self.along, &terrain.along, along);
        fill(&mut self.opened, &terrain.opened, opened);
    }

    /// How promising a placement is, in units of 1/[`ONE`].
    #[inline(always)]
    pub(crate) fn value(&self, placement: Placement) -> i32 {
        let global = placement.global_orientation() % 128;
        let offsets = &OFFSETS[global];
        // The masks begin one row and one column before the box.
        let at = (placement.row() + MARGIN - 1) * 32 + placement.col() + MARGIN - 1;
        let mut sum = self.pieces[usize::from(SHAPES[global].piece) % 32];
        for &offset in &offsets.cells[..offsets.counts[0].into()] {
            sum += self.covered[(at + usize::from(offset)) % 1024];
        }
        for &offset in &offsets.sides[..offsets.counts[1].into()] {
            sum += self.along[(at + usize::from(offset)) % 1024];
        }
        for &offset in &offsets.corners[..offsets.counts[2].into()] {
            sum += self.opened[(at + usize::from(offset)) % 1024];
        }
        sum
    }
}

/// Gives each square the sum of the weights of the sets that it is in.
#[inline(always)]
fn fill<const SETS: usize>(map: &mut Map, sets: &[[u32; 32]; SETS], weights: &[i32]) {
    // One row more than the board on each side.
    for row in MARGIN - 1..=MARGIN + 20 {
        let values: &mut [i32; 32] = (&mut map[32 * row..32 * row + 32]).try_into().expect("a row");
        *values = [0; 32];
        for (set, &weight) in sets.iter().zip(weights) {
            let bits = set[row];
            if bits != 0 {
                for (col, value) in values.iter_mut().enumerate() {
                    *value += if bits >> col & 1 == 1 { weight } else { 0 };
                }
            }
        }
    }
}

/// The features of a placement, counted slowly and directly.
#[cfg(test)]
pub(crate) fn counts(terrain: &Terrain, placement: Placement) -> [u8; FEATURES] {
    let shape = &SHAPES[placement.global_orientation()];
    let (top, left) = (placement.row() + MARGIN - 1, placement.col() + MARGIN - 1);
    let count = |mask: &[u32; ROWS], set: &[u32; 32]| -> u8 {
        (0..ROWS).map(|row| (mask[row] << left & set[top + row]).count_ones() as u8).sum()
    };
    let covered = terrain.covered.iter().map(|set| count(&shape.cells, set));
    let along = terrain.along.iter().map(|set| count(&shape.sides, set));
    let opened = terrain.opened.iter().map(|set| count(&shape.corners, set));
    let mut all = covered.chain(along).chain(opened);
    std::array::from_fn(|_| all.next().unwrap_or_default())
}

/// The squares of an orientation as distances from the top-left of its box with margin.
pub(crate) struct Offsets {
    pub(crate) cells: [u8; 5],
    pub(crate) sides: [u8; 12],
    pub(crate) corners: [u8; 8],
    /// How many there are of each.
    pub(crate) counts: [u8; 3],
}

const fn offsets(global: usize) -> Offsets {
    let shape = &SHAPES[global];
    let mut offsets = Offsets { cells: [0; 5], sides: [0; 12], corners: [0; 8], counts: [0; 3] };
    let mut at = 0;
    while at < ROWS * ROWS {
        let (row, col) = (at / ROWS, at % ROWS);
        let offset = (row * 32 + col) as u8;
        if shape.cells[row] >> col & 1 == 1 {
            offsets.cells[offsets.counts[0] as usize] = offset;
            offsets.counts[0] += 1;
        }
        if shape.sides[row] >> col & 1 == 1 {
            offsets.sides[offsets.counts[1] as usize] = offset;
            offsets.counts[1] += 1;
        }
        if shape.corners[row] >> col & 1 == 1 {
            offsets.corners[offsets.counts[2] as usize] = offset;
            offsets.counts[2] += 1;
        }
        at += 1;
    }
    offsets
}

pub(crate) static OFFSETS: [Offsets; 128] = {
    let mut all = [const { offsets(0) }; 128];
    let mut global = 0;
    while global < 128 {
        all[global] = offsets(global);
        global += 1;
    }
    all
};

/// `e` to the power of a number that is not positive, the same on every machine.
///
/// The standard library calls the platform's mathematics library, whose last bits differ between
/// platforms; additions, multiplications and divisions do not.
#[inline(always)]
pub(crate) fn exp(exponent: f32) -> f32 {
    if exponent < -80.0 {
        return 0.0;
    }
    // 2^(n + f) with a whole n and f from -1/2 to 1/2.
    let binary = exponent * std::f32::consts::LOG2_E;
    let whole = (binary - 0.5) as i32;
    let rest = (binary - whole as f32) * std::f32::consts::LN_2;
    let series = 1.0
        + rest
            * (1.0
                + rest * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0)))));
    series * f32::from_bits(((127 + whole) as u32) << 23)
}
