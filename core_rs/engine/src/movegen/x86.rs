//! The same passes with instructions that not every x86-64 processor has, chosen at run time.

use std::arch::x86_64::{
    _mm512_add_epi16, _mm512_loadu_epi16, _mm512_maskz_compress_epi16, _mm512_set1_epi16,
    _mm512_storeu_epi16,
};
use std::sync::atomic::{AtomicU8, Ordering};

use crate::piece::Supply;
use crate::placement_rule::PlacementRule;

use super::sweep::{Visit, sweep};
use super::tables::BASES;
use super::{Counter, Lister, MoveList};

/// What the processor can do, each level including those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Level {
    Baseline = 1,
    /// POPCNT, BMI and AVX2: every desktop and server processor since about 2015.
    Avx2,
    /// AVX-512 with VBMI2, which can pack the wanted lanes of a register together.
    Avx512,
}

fn level() -> Level {
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    match KNOWN.load(Ordering::Relaxed) {
        1 => Level::Baseline,
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => {
            let level = detect();
            KNOWN.store(level as u8, Ordering::Relaxed);
            level
        }
    }
}

#[cold]
fn detect() -> Level {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2");
    match (avx2, avx512) {
        (true, true) => Level::Avx512,
        (true, false) => Level::Avx2,
        (false, _) => Level::Baseline,
    }
}

/// Lists with the best instructions there are; false if there are none beyond the baseline.
#[inline]
pub(super) fn list(rule: &PlacementRule, supply: Supply, out: &mut MoveList) -> bool {
    match level() {
        // SAFETY: the level says that the processor has the features.
        Level::Avx512 => unsafe { list_avx512(rule, supply, out) },
        // SAFETY: likewise.
        Level::Avx2 => unsafe { list_avx2(rule, supply, out) },
        Level::Baseline => return false,
    }
    true
}

/// Counts with the best instructions there are; none if there are none beyond the baseline.
#[inline]
pub(super) fn count(rule: &PlacementRule, supply: Supply) -> Option<u32> {
    // SAFETY: the level says that the processor has the features.
    (level() >= Level::Avx2).then(|| unsafe { count_avx2(rule, supply) })
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn list_avx2(rule: &PlacementRule, supply: Supply, out: &mut MoveList) {
    out.len = 0;
    sweep(rule, supply, &mut Lister(out));
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn count_avx2(rule: &PlacementRule, supply: Supply) -> u32 {
    let mut counter = Counter(0);
    sweep(rule, supply, &mut counter);
    counter.0
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi2")]
fn list_avx512(rule: &PlacementRule, supply: Supply, out: &mut MoveList) {
    out.len = 0;
    sweep(rule, supply, &mut PackingLister(out));
}

/// Expands a set without a branch: all 128 candidates are computed, the wanted ones packed together
/// and written. Made only by [`list_avx512`], where the processor is known to have AVX-512.
struct PackingLister<'a>(&'a mut MoveList);

impl Visit for PackingLister<'_> {
    #[inline(always)]
    fn visit<const FAMILY: usize>(&mut self, set: u128, square: u16) -> bool {
        let list = &mut *self.0;
        // Each placement is found once (see `sweep`), so `len` stays below 30,433; but the stores
        // below must not depend on that argument alone.
        assert!(list.len + 128 <= MoveList::ROOM);
        for (index, bases) in BASES[FAMILY].0.chunks_exact(32).enumerate() {
            let wanted = (set >> (32 * index)) as u32;
            // SAFETY: a PackingLister exists only inside `list_avx512`, so the processor has the
            // features. The load reads the 32 numbers of `bases`. The store writes 32 numbers into
            // `items`, which was just seen to have room for 128 more; a `Placement` is
            // one 16-bit number, and any such number is a valid one.
            unsafe {
                let squares = _mm512_set1_epi16(square.cast_signed());
                let bases = _mm512_loadu_epi16(bases.as_ptr().cast::<i16>());
                let packed = _mm512_maskz_compress_epi16(wanted, _mm512_add_epi16(bases, squares));
                let to = list.items.as_mut_ptr().add(list.len).cast::<i16>();
                _mm512_storeu_epi16(to, packed);
            }
            list.len += wanted.count_ones() as usize;
        }
        false
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What each level that this processor has lists.
    pub(in super::super) fn every_level(rule: &PlacementRule, supply: Supply) -> Vec<MoveList> {
        let mut lists = Vec::new();
        if detect() >= Level::Avx2 {
            let mut list = MoveList::new();
            // SAFETY: the processor was just asked.
            unsafe { list_avx2(rule, supply, &mut list) };
            lists.push(list);
        }
        if detect() >= Level::Avx512 {
            let mut list = MoveList::new();
            // SAFETY: the processor was just asked.
            unsafe { list_avx512(rule, supply, &mut list) };
            lists.push(list);
        }
        lists
    }
}
