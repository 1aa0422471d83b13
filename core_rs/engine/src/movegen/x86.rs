//! The same passes with instructions that not every x86-64 processor has.

use std::arch::x86_64::{
    __m128i, _mm_add_epi16, _mm_loadu_si128, _mm_set1_epi16, _mm_shuffle_epi8, _mm_storeu_si128,
    _mm512_add_epi16, _mm512_loadu_epi16, _mm512_maskz_compress_epi16, _mm512_set1_epi16,
    _mm512_storeu_epi16,
};

use crate::instructions::Instructions;
use crate::piece::{Placement, Supply};
use crate::placement_rule::PlacementRule;

use super::sweep::{Visit, sweep};
use super::tables::{Aligned, BASES};
use super::{Counter, Finder, MoveList, Picker, Preference, Seeker};

/// Lists with at most these instructions; false if they are the portable ones.
///
/// Asking for more than the processor has gives what it has.
#[inline]
pub(super) fn list(
    most: Instructions,
    rule: &PlacementRule,
    supply: Supply,
    out: &mut MoveList,
) -> bool {
    match most.min(Instructions::best()) {
        // SAFETY: the processor has the features.
        Instructions::Avx512 => unsafe { list_avx512(rule, supply, out) },
        // SAFETY: likewise.
        Instructions::Avx2 => unsafe { list_avx2(rule, supply, out) },
        Instructions::Portable => return false,
    }
    true
}

/// Counts with the best instructions there are; none if there are none beyond the portable ones.
#[inline]
pub(super) fn count(rule: &PlacementRule, supply: Supply) -> Option<u32> {
    // SAFETY: the processor has the features.
    (Instructions::best() >= Instructions::Avx2).then(|| unsafe { count_avx2(rule, supply) })
}

/// The placement number `index` likewise.
#[inline]
pub(super) fn nth(rule: &PlacementRule, supply: Supply, index: u32) -> Option<Option<Placement>> {
    // SAFETY: the processor has the features.
    (Instructions::best() >= Instructions::Avx2).then(|| unsafe { nth_avx2(rule, supply, index) })
}

/// Whether there is any placement, likewise.
#[inline]
pub(super) fn any(rule: &PlacementRule, supply: Supply) -> Option<bool> {
    // SAFETY: the processor has the features.
    (Instructions::best() >= Instructions::Avx2).then(|| unsafe { any_avx2(rule, supply) })
}

/// Whether there are enough placements, likewise.
#[inline]
pub(super) fn at_least(rule: &PlacementRule, supply: Supply, enough: u32) -> Option<bool> {
    // SAFETY: the processor has the features.
    (Instructions::best() >= Instructions::Avx2)
        .then(|| unsafe { at_least_avx2(rule, supply, enough) })
}

/// A random placement.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn sample(
    rule: &PlacementRule,
    supply: Supply,
    preference: Preference,
    below: impl FnMut(u32) -> u32,
) -> Option<Placement> {
    super::sample::sample(rule, supply, preference, below)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn any_avx2(rule: &PlacementRule, supply: Supply) -> bool {
    let mut finder = Finder(false);
    sweep(rule, supply, &mut finder);
    finder.0
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn at_least_avx2(rule: &PlacementRule, supply: Supply, enough: u32) -> bool {
    let mut seeker = Seeker { found: 0, enough };
    sweep(rule, supply, &mut seeker);
    seeker.found >= enough
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn nth_avx2(rule: &PlacementRule, supply: Supply, index: u32) -> Option<Placement> {
    let mut picker = Picker { left: index, found: None };
    sweep(rule, supply, &mut picker);
    picker.found
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn list_avx2(rule: &PlacementRule, supply: Supply, out: &mut MoveList) {
    out.len = 0;
    sweep(rule, supply, &mut ByteLister(out));
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

/// For each byte the shuffle that moves the 16-bit lanes of its set bits to the front. The lanes
/// behind them are zero and are overwritten by what is stored next.
static PACK: Aligned<[[u8; 16]; 256]> = {
    let mut table = [[0x80_u8; 16]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut to) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][2 * to] = 2 * bit as u8;
                table[byte][2 * to + 1] = 2 * bit as u8 + 1;
                to += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    Aligned(table)
};

/// Expands a set byte by byte: a look-up, a shuffle, an addition and a store give up to eight
/// placements. Where nothing fits, which is common late in a game, nothing is done; otherwise all
/// sixteen bytes are, because a branch for each would be mispredicted too often.
/// Made only by [`list_avx2`], where the processor is known to have AVX2.
struct ByteLister<'a>(&'a mut MoveList);

#[expect(clippy::cast_ptr_alignment, reason = "all loads and stores are unaligned ones")]
impl Visit for ByteLister<'_> {
    #[inline(always)]
    fn visit<const FAMILY: usize>(&mut self, set: u128, square: u16) -> bool {
        let list = &mut *self.0;
        if set == 0 {
            return false;
        }
        // Each placement is found once (see `sweep`), so `len` stays below 30,433; but the stores
        // below must not depend on that argument alone.
        assert!(list.len + 128 + 8 <= MoveList::ROOM);
        let bytes = set.to_le_bytes();
        // SAFETY: a ByteLister exists only inside `list_avx2`, so the processor has the features.
        // The loads read the 16 bytes of an entry of PACK and eight of the 128 bases of 16 bits. A
        // store writes eight numbers into `items` at `to`, which is at most 128 behind `len`, and
        // there was just seen to be room for eight more; a `Placement` is one 16-bit number, and any
        // such number is a valid one.
        unsafe {
            let squares = _mm_set1_epi16(square.cast_signed());
            let bases = BASES[FAMILY].0.as_ptr().cast::<__m128i>();
            let mut to = list.items.as_mut_ptr().add(list.len);
            for (at, &byte) in bytes.iter().enumerate() {
                let pack = PACK.0[usize::from(byte)].as_ptr().cast::<__m128i>();
                let placements = _mm_add_epi16(_mm_loadu_si128(bases.add(at)), squares);
                let packed = _mm_shuffle_epi8(placements, _mm_loadu_si128(pack));
                _mm_storeu_si128(to.cast::<__m128i>(), packed);
                to = to.add(byte.count_ones() as usize);
            }
        }
        list.len += set.count_ones() as usize;
        false
    }
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
