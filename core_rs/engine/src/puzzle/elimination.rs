//! An exact search for the boards of 84: the piece with the fewest placements first. It completes
//! almost finished boards, and proves that there is no solution where few placements are left.

use super::budget::{Budget, End};
use super::order::legal_order;
use super::remainder::Remainder;
use crate::color::Color;
use crate::piece::Placement;
use crate::shuffle::{RandomSource, SplitMix64};

/// Roughly how many placements are removed or kept in the time of one node of the other searches.
const PLACES_PER_NODE: usize = 2;

/// An exact search that is cut after a number of nodes.
pub(crate) struct Elimination<'a, 'b> {
    pub(crate) descending: bool,
    pub(crate) left: u64,
    pub(crate) random: &'a mut SplitMix64,
    pub(crate) budget: &'a mut Budget<'b>,
    pub(crate) found: Vec<(Color, Placement)>,
}

impl Elimination<'_, '_> {
    /// How many nodes the first pass over the placements costs.
    pub(crate) fn cost(remainder: &Remainder) -> u64 {
        1 + (remainder.places() / PLACES_PER_NODE) as u64
    }

    /// Searches for a completion of `remainder`. A solution is stored in `found`, in a legal order.
    pub(crate) fn search(&mut self, mut remainder: Remainder) -> End {
        let cost = Self::cost(&remainder);
        if self.left < cost || !self.budget.take_many(cost) {
            return End::Cut;
        }
        self.left -= cost;
        if !remainder.narrow() {
            return End::Exhausted;
        }
        let Some((number, places)) = remainder.tightest() else {
            let Some(order) = legal_order(remainder.placed(), self.descending) else {
                return End::Exhausted;
            };
            self.found = order;
            return End::Found;
        };
        let mut places = places.to_vec();
        for last in (1..places.len()).rev() {
            places.swap(last, self.random.below(last as u64 + 1) as usize);
        }
        for place in places {
            let end = self.search(remainder.with(number, place));
            if end != End::Exhausted {
                return end;
            }
        }
        End::Exhausted
    }
}
