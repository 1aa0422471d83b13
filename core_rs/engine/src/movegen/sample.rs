//! A random placement, found at a random anchor without listing or counting the others.
//!
//! A pass over all anchors finds every placement, which a playout does not need. Here anchors are
//! tried in random order until one has a placement: usually the first. The placements are not
//! equally likely: those at a lonely anchor are chosen more often than those at a crowded one.

use crate::cells::{Cells, SIDE};
use crate::piece::{Placement, Supply};
use crate::placement_rule::{Anchors, PlacementRule};

use super::anchor::{Anchor, MARGIN, Padded, nth_bit};
use super::tables::{CORNER_SIZES, SIDE_SIZES, supplied_at_corner, supplied_at_side};

/// Which placements are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preference {
    /// None is.
    Any,
    /// Those of the largest pieces that fit anywhere.
    Largest,
}

/// A random placement, if there is any. `below` returns a random number below its argument.
#[inline(always)]
pub(super) fn sample(
    rule: &PlacementRule,
    supply: Supply,
    preference: Preference,
    below: impl FnMut(u32) -> u32,
) -> Option<Placement> {
    let mut free: Padded = [0; 32];
    for (padded, row) in free[MARGIN..].iter_mut().zip(rule.free.0) {
        *padded = row << MARGIN;
    }
    match &rule.anchors {
        Anchors::Corner(sets) => {
            let approach = FromCorner(supplied_at_corner(supply));
            sample_from(&approach, sets, &free, preference, below)
        }
        Anchors::Side(sets) => {
            let approach = FromSide(supplied_at_side(supply));
            sample_from(&approach, sets, &free, preference, below)
        }
    }
}

#[inline(always)]
fn sample_from<A: Approach>(
    approach: &A,
    sets: &[Cells; 4],
    free: &Padded,
    preference: Preference,
    mut below: impl FnMut(u32) -> u32,
) -> Option<Placement> {
    let mut untried = Untried::new(sets);
    // The size of the largest piece seen, and where.
    let mut best = (0, Anchor::NONE, A::Set::default());
    while let Some(anchor) = untried.draw(&mut below) {
        let fitting = approach.fitting(anchor, free);
        if A::count(fitting) == 0 {
            continue;
        }
        if preference == Preference::Any {
            return Some(A::nth(anchor, fitting, below(A::count(fitting))));
        }
        let (size, largest) = largest_of::<A>(fitting, best.0);
        if size > best.0 {
            best = (size, anchor, largest);
            if size == 5 {
                break;
            }
        }
    }
    let (size, anchor, largest) = best;
    (size > 0).then(|| A::nth(anchor, largest, below(A::count(largest))))
}

/// The candidates of the largest size that is above `least`, and that size; 0 if there are none.
#[inline(always)]
fn largest_of<A: Approach>(fitting: A::Set, least: usize) -> (usize, A::Set) {
    let mut size = 5;
    while size > least {
        let these = A::of_size(fitting, size);
        if A::count(these) > 0 {
            return (size, these);
        }
        size -= 1;
    }
    (0, A::Set::default())
}

/// So many pairs of rows are drawn at random. If nothing fits at the anchors there, probably few or no
/// anchors have a placement, and the others are tried in order, which is faster.
const DRAWS: u32 = 8;

/// Two rows are one word.
const PAIRS: usize = SIDE / 2;

/// The anchors that have not been tried.
struct Untried {
    /// The rows of the four sets in pairs, the upper row in the lower half.
    pairs: [u64; 4 * PAIRS],
    /// How many draws are left.
    draws: u32,
    /// The pair to look at if no draws are left, and how many follow.
    at: usize,
    left: usize,
}

impl Untried {
    #[inline(always)]
    fn new(sets: &[Cells; 4]) -> Self {
        let mut pairs = [0; 4 * PAIRS];
        for (index, pair) in pairs.iter_mut().enumerate() {
            let (set, row) = (&sets[index / PAIRS], index % PAIRS * 2);
            *pair = u64::from(set.0[row]) | u64::from(set.0[row + 1]) << 32;
        }
        Self { pairs, draws: DRAWS, at: 0, left: 4 * PAIRS }
    }

    /// Takes an anchor out: at first any of any pair of rows, then the next one in order.
    #[inline(always)]
    fn draw(&mut self, below: &mut impl FnMut(u32) -> u32) -> Option<Anchor> {
        while self.draws > 0 {
            self.draws -= 1;
            self.at = below(4 * PAIRS as u32) as usize % (4 * PAIRS);
            let bits = self.pairs[self.at];
            if bits != 0 {
                return Some(self.take(nth_bit(bits.into(), below(bits.count_ones()))));
            }
        }
        while self.left > 0 {
            let bits = self.pairs[self.at];
            if bits != 0 {
                return Some(self.take(bits.trailing_zeros() as usize));
            }
            self.left -= 1;
            self.at = if self.at + 1 < 4 * PAIRS { self.at + 1 } else { 0 };
        }
        None
    }

    #[inline(always)]
    fn take(&mut self, bit: usize) -> Anchor {
        self.pairs[self.at] &= !(1 << (bit % 64));
        let row = self.at % PAIRS * 2 + bit / 32;
        Anchor::new(self.at / PAIRS, row, bit % 32)
    }
}

/// What differs between anchors at corners and at sides: the latter have two families of candidates.
trait Approach {
    type Set: Copy + Default;

    /// The wanted candidates that fit at an anchor.
    fn fitting(&self, anchor: Anchor, free: &Padded) -> Self::Set;
    fn of_size(set: Self::Set, size: usize) -> Self::Set;
    fn count(set: Self::Set) -> u32;
    /// The placement of a candidate, counted from 0.
    fn nth(anchor: Anchor, set: Self::Set, index: u32) -> Placement;
}

/// Anchors at corners, with the candidates of the supply.
struct FromCorner(u128);

impl Approach for FromCorner {
    type Set = u128;

    #[inline(always)]
    fn fitting(&self, anchor: Anchor, free: &Padded) -> u128 {
        anchor.fitting(free) & self.0
    }

    #[inline(always)]
    fn of_size(set: u128, size: usize) -> u128 {
        set & CORNER_SIZES[size]
    }

    #[inline(always)]
    fn count(set: u128) -> u32 {
        set.count_ones()
    }

    #[inline(always)]
    fn nth(anchor: Anchor, set: u128, index: u32) -> Placement {
        anchor.placement(nth_bit(set, index))
    }
}

/// Anchors at sides, with the candidates of the supply in both families.
struct FromSide([u128; 2]);

impl Approach for FromSide {
    type Set = [u128; 2];

    #[inline(always)]
    fn fitting(&self, anchor: Anchor, free: &Padded) -> [u128; 2] {
        let [one, other] = anchor.fitting_at_side(free);
        [one & self.0[0], other & self.0[1]]
    }

    #[inline(always)]
    fn of_size([one, other]: [u128; 2], size: usize) -> [u128; 2] {
        [one & SIDE_SIZES[0][size], other & SIDE_SIZES[1][size]]
    }

    #[inline(always)]
    fn count([one, other]: [u128; 2]) -> u32 {
        one.count_ones() + other.count_ones()
    }

    #[inline(always)]
    fn nth(anchor: Anchor, [one, other]: [u128; 2], index: u32) -> Placement {
        let few = one.count_ones();
        if index < few {
            anchor.placement_at_side(0, nth_bit(one, index))
        } else {
            anchor.placement_at_side(1, nth_bit(other, index - few))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::tests::positions;
    use crate::movegen::{self, MoveList};
    use crate::shuffle::{RandomSource, SplitMix64};

    fn all(rule: &PlacementRule, supply: Supply) -> Vec<Placement> {
        let mut moves = MoveList::new();
        movegen::list(rule, supply, &mut moves);
        moves.to_vec()
    }

    #[test]
    fn sampled_placements_are_legal_and_as_large_as_preferred() {
        let mut random = SplitMix64::new(1);
        for (rule, supply) in positions() {
            let legal = all(&rule, supply);
            let largest = legal.iter().map(|one| one.piece().size()).max();
            let mut below = |bound: u32| random.below(bound.into()) as u32;
            let any = sample(&rule, supply, Preference::Any, &mut below);
            assert_eq!(any.is_some(), !legal.is_empty());
            assert!(any.is_none_or(|one| legal.contains(&one)));
            let large = sample(&rule, supply, Preference::Largest, &mut below);
            assert_eq!(large.map(|one| one.piece().size()), largest);
            assert!(large.is_none_or(|one| legal.contains(&one)));
        }
    }

    #[test]
    fn every_placement_can_be_sampled() {
        let mut random = SplitMix64::new(2);
        let few =
            |(rule, supply): &(PlacementRule, Supply)| (2..=12).contains(&all(rule, *supply).len());
        for (rule, supply) in positions().into_iter().filter(few).take(100) {
            let mut left = all(&rule, supply);
            for _ in 0..20_000 {
                let below = |bound: u32| random.below(bound.into()) as u32;
                let found = sample(&rule, supply, Preference::Any, below);
                left.retain(|&one| Some(one) != found);
                if left.is_empty() {
                    break;
                }
            }
            assert_eq!(left, []);
        }
    }

    #[test]
    fn every_kind_of_processor_samples_the_same() {
        for (seed, (rule, supply)) in (0..).zip(positions()) {
            for preference in [Preference::Any, Preference::Largest] {
                let (mut one, mut other) = (SplitMix64::new(seed), SplitMix64::new(seed));
                let best =
                    movegen::sample(&rule, supply, preference, |n| one.below(n.into()) as u32);
                let portable = sample(&rule, supply, preference, |n| other.below(n.into()) as u32);
                assert_eq!(best, portable);
            }
        }
    }
}
