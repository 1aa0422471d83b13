//! Every legal placement under a rule: as a list, as a number, or whether there is any.
//!
//! The input is a [`PlacementRule`] and a supply, nothing else: no cache is kept between calls, and
//! nothing here knows whose turn it is or which card is in force. How it works is explained from the
//! inside out: `tables` (what survives at one anchor), `sweep` (all anchors, no duplicates), and
//! here what is done with the sets. `tests/oracle` has the obvious generator and the whole-board
//! one that this is compared with.

#![allow(
    clippy::inline_always,
    reason = "a pass is compiled once for each set of instructions, which only inlining does"
)]

pub(crate) mod anchor;
mod sample;
mod sweep;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::ops::Range;

use crate::instructions::Instructions;
use crate::piece::{ORIENTATIONS, Placement, Supply};
use crate::placement_rule::PlacementRule;

pub(crate) use sample::Preference;
use sweep::{Visit, sweep};
use tables::BASES;

/// A list of placements whose room is reused from one position to the next.
///
/// All 30,433 placements of G3 fit, so it can never be too small.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    items: Box<[Placement; Self::ROOM]>,
}

impl MoveList {
    /// A power of two above 30,433 + 128: the SIMD code writes up to 128 entries past the end.
    const ROOM: usize = 1 << 15;

    /// An empty list.
    #[must_use]
    #[expect(clippy::large_stack_arrays, reason = "64 KiB that go straight to the heap")]
    pub fn new() -> Self {
        Self { len: 0, items: Box::new([Placement(0); Self::ROOM]) }
    }

    /// The placements, in the order they were found.
    #[must_use]
    pub fn as_slice(&self) -> &[Placement] {
        &self.items[..self.len]
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds the placements that a set of candidates is at an anchor.
    #[inline(always)]
    pub(crate) fn extend_at(&mut self, anchor: anchor::Anchor, mut set: u128) {
        while set != 0 {
            self.items[self.len % Self::ROOM] = anchor.placement(set.trailing_zeros() as usize);
            self.len += 1;
            set &= set - 1;
        }
    }

    /// Takes a placement out; those left stand in no particular order.
    pub fn remove(&mut self, placement: Placement) {
        if let Some(at) = self.iter().position(|&one| one == placement) {
            self.len -= 1;
            self.items.swap(at, self.len);
        }
    }

    /// Keeps only some placements of a part of the list, in their order; returns how many are left
    /// in that part.
    pub(crate) fn retain(&mut self, part: Range<usize>, keep: impl Fn(Placement) -> bool) -> usize {
        let mut end = part.start;
        for at in part.clone() {
            let placement = self.items[at];
            if keep(placement) {
                self.items[end] = placement;
                end += 1;
            }
        }
        self.items.copy_within(part.end..self.len, end);
        self.len -= part.end - end;
        end - part.start
    }

    /// Sorts the first `split` placements and the rest of the list separately.
    pub(crate) fn sort_parts(&mut self, split: usize) {
        let len = self.len;
        if split < len {
            self.items[split..len].sort_unstable();
            self.len = split;
        }
        self.sort();
        self.len = len;
    }

    /// Puts the list in order: by piece (G4), orientation, row, col.
    pub fn sort(&mut self) {
        const FEW: usize = 64;
        if self.len <= FEW {
            self.items[..self.len].sort_unstable();
            return;
        }
        // A placement is a small number and none comes twice: a bit for each number sorts them.
        let mut bits = [0_u64; ORIENTATIONS * 512 / 64];
        for placement in self.as_slice() {
            bits[usize::from(placement.0) / 64] |= 1 << (placement.0 % 64);
        }
        let mut at = 0;
        for (word, &bits) in (0..).zip(&bits) {
            let mut rest = bits;
            while rest != 0 {
                self.items[at % Self::ROOM] = Placement(64 * word + rest.trailing_zeros() as u16);
                rest &= rest - 1;
                at += 1;
            }
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Placement];

    fn deref(&self) -> &[Placement] {
        self.as_slice()
    }
}

/// Lists the legal placements, in no particular order, in place of what the list held.
#[inline]
pub fn list(rule: &PlacementRule, supply: Supply, out: &mut MoveList) {
    list_with(Instructions::Avx512, rule, supply, out);
}

/// The same with at most these instructions, for tests and benchmarks: all find the same placements
/// in the same order.
#[inline]
pub fn list_with(most: Instructions, rule: &PlacementRule, supply: Supply, out: &mut MoveList) {
    #[cfg(target_arch = "x86_64")]
    if x86::list(most, rule, supply, out) {
        return;
    }
    let _ = most;
    out.len = 0;
    sweep(rule, supply, &mut Lister(out));
}

/// Adds the legal placements to the list, in no particular order.
pub(crate) fn append(rule: &PlacementRule, supply: Supply, out: &mut MoveList) {
    sweep(rule, supply, &mut Lister(out));
}

/// Counts the legal placements.
#[inline]
#[must_use]
pub fn count(rule: &PlacementRule, supply: Supply) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if let Some(count) = x86::count(rule, supply) {
        return count;
    }
    let mut counter = Counter(0);
    sweep(rule, supply, &mut counter);
    counter.0
}

/// The legal placement number `index`, counted from 0 in the order of [`list`]; none if there are
/// fewer. Stops at the anchor that has it, and does not expand the others.
#[inline]
#[must_use]
pub fn nth(rule: &PlacementRule, supply: Supply, index: u32) -> Option<Placement> {
    #[cfg(target_arch = "x86_64")]
    if let Some(found) = x86::nth(rule, supply, index) {
        return found;
    }
    let mut picker = Picker { left: index, found: None };
    sweep(rule, supply, &mut picker);
    picker.found
}

/// A random legal placement, if there is any: one of those at a random anchor, so not all are
/// equally likely. `below` returns a random number below its argument.
#[inline]
pub(crate) fn sample(
    rule: &PlacementRule,
    supply: Supply,
    preference: Preference,
    below: impl FnMut(u32) -> u32,
) -> Option<Placement> {
    #[cfg(target_arch = "x86_64")]
    if Instructions::best() >= Instructions::Avx2 {
        // SAFETY: the processor has the features.
        return unsafe { x86::sample(rule, supply, preference, below) };
    }
    sample::sample(rule, supply, preference, below)
}

/// Whether there is any legal placement; stops at the first anchor that has one.
#[inline]
#[must_use]
pub fn any(rule: &PlacementRule, supply: Supply) -> bool {
    #[cfg(target_arch = "x86_64")]
    if let Some(found) = x86::any(rule, supply) {
        return found;
    }
    let mut finder = Finder(false);
    sweep(rule, supply, &mut finder);
    finder.0
}

/// Whether there are `enough` legal placements; stops as soon as there are.
#[must_use]
pub fn at_least(rule: &PlacementRule, supply: Supply, enough: u32) -> bool {
    #[cfg(target_arch = "x86_64")]
    if let Some(found) = x86::at_least(rule, supply, enough) {
        return found;
    }
    let mut seeker = Seeker { found: 0, enough };
    sweep(rule, supply, &mut seeker);
    seeker.found >= enough
}

struct Lister<'a>(&'a mut MoveList);

impl Visit for Lister<'_> {
    #[inline(always)]
    fn visit<const FAMILY: usize>(&mut self, set: u128, square: u16) -> bool {
        self.expand(set as u64, &BASES[FAMILY].0[..64], square);
        self.expand((set >> 64) as u64, &BASES[FAMILY].0[64..], square);
        false
    }
}

impl Lister<'_> {
    /// Writes four entries at a time, needed or not: the branch that ends the loop is the expensive part.
    #[inline(always)]
    fn expand(&mut self, mut set: u64, bases: &[u16], square: u16) {
        let bases: &[u16; 64] = bases.try_into().expect("half of 128");
        let list = &mut *self.0;
        let count = set.count_ones() as usize;
        let mut at = list.len;
        while set != 0 {
            for _ in 0..4 {
                let number = set.trailing_zeros() as usize % 64;
                list.items[at % MoveList::ROOM] = Placement(bases[number].wrapping_add(square));
                set &= set.wrapping_sub(1);
                at += 1;
            }
        }
        list.len += count;
    }
}

struct Counter(u32);

impl Visit for Counter {
    #[inline(always)]
    fn visit<const FAMILY: usize>(&mut self, set: u128, _square: u16) -> bool {
        self.0 += set.count_ones();
        false
    }
}

struct Picker {
    left: u32,
    found: Option<Placement>,
}

impl Visit for Picker {
    #[inline(always)]
    fn visit<const FAMILY: usize>(&mut self, set: u128, square: u16) -> bool {
        let here = set.count_ones();
        if self.left >= here {
            self.left -= here;
            return false;
        }
        let candidate = anchor::nth_bit(set, self.left);
        self.found = Some(Placement(BASES[FAMILY].0[candidate].wrapping_add(square)));
        true
    }
}

struct Seeker {
    found: u32,
    enough: u32,
}

impl Visit for Seeker {
    #[inline(always)]
    fn visit<const FAMILY: usize>(&mut self, set: u128, _square: u16) -> bool {
        self.found += set.count_ones();
        self.found >= self.enough
    }
}

struct Finder(bool);

impl Visit for Finder {
    #[inline(always)]
    fn visit<const FAMILY: usize>(&mut self, set: u128, _square: u16) -> bool {
        self.0 = set != 0;
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::color::Color;
    use crate::placement_rule::StartCorners;

    /// Rules and supplies from all over a few games. Which placements are right is tested elsewhere,
    /// against the oracles; here the point is that every processor finds the same.
    pub(super) fn positions() -> Vec<(PlacementRule, Supply)> {
        let mut positions = Vec::new();
        let mut list = MoveList::new();
        for game in 0..20_usize {
            let mut board = Board::EMPTY;
            for ply in 0..80 {
                let color = Color::ALL[ply % 4];
                let rule = PlacementRule::ordinary(&board, color, StartCorners::Any);
                let supply = board.supply(color);
                sweep_list(&rule, supply, &mut list);
                if let Some(&placement) =
                    list.get((game * 7919 + ply * 104_729) % list.len().max(1))
                {
                    board.place(color, placement);
                }
                positions.push((rule, supply));
                let (own, occupied) = (board.cells(color), board.occupied());
                positions.push((PlacementRule::along_sides(own, occupied), supply));
            }
        }
        positions
    }

    fn sweep_list(rule: &PlacementRule, supply: Supply, out: &mut MoveList) {
        out.len = 0;
        sweep(rule, supply, &mut Lister(out));
    }

    #[test]
    fn every_kind_of_processor_finds_the_same() {
        let (mut portable, mut chosen) = (MoveList::new(), MoveList::new());
        for (rule, supply) in positions() {
            sweep_list(&rule, supply, &mut portable);
            list(&rule, supply, &mut chosen);
            assert_eq!(chosen.as_slice(), portable.as_slice());
            assert_eq!(count(&rule, supply) as usize, portable.len());
            assert_eq!(any(&rule, supply), !portable.is_empty());
            assert_eq!(at_least(&rule, supply, 2), portable.len() >= 2);
            let mut counter = Counter(0);
            sweep(&rule, supply, &mut counter);
            assert_eq!(counter.0 as usize, portable.len());
            for most in Instructions::ALL {
                list_with(most, &rule, supply, &mut chosen);
                assert_eq!(chosen.as_slice(), portable.as_slice(), "{most:?}");
            }
        }
    }

    #[test]
    fn nth_placement_is_that_of_the_list() {
        let mut all = MoveList::new();
        for (rule, supply) in positions().into_iter().step_by(7) {
            list(&rule, supply, &mut all);
            for (index, &placement) in (0..).zip(all.as_slice()) {
                assert_eq!(nth(&rule, supply, index), Some(placement));
            }
            assert_eq!(nth(&rule, supply, all.len() as u32), None);
        }
    }

    #[test]
    fn a_list_forgets_what_it_held() {
        let rule = PlacementRule::ordinary(&Board::EMPTY, Color::Red, StartCorners::Fixed);
        let mut moves = MoveList::new();
        for _ in 0..2 {
            list(&rule, Supply::FULL, &mut moves);
            assert_eq!(moves.len(), 58);
        }
        list(&rule, Supply::EMPTY, &mut moves);
        assert!(moves.is_empty());
    }
}
