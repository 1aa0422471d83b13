//! A small, fast generator of random numbers for playouts.
//!
//! Not the generator of S31, which is specified: this one only has to be fast and the same on every
//! machine.

use crate::shuffle::{RandomSource, SplitMix64};

/// Xorshift with 64 bits of state.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// A generator whose numbers depend on the seed only.
    pub(crate) fn new(seed: u64) -> Self {
        // Neighbouring seeds must not give similar numbers, and the state must not be zero.
        Self(SplitMix64::new(seed).next_u64() | 1)
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `bound`. The bias is below one in a million for the small bounds used here.
    #[inline(always)]
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number from 0 up to but not including 1, in steps of 2^-24.
    #[inline(always)]
    pub(crate) fn unit(&mut self) -> f32 {
        // 24 bits fit into the mantissa, so both steps are exact.
        (self.next() >> 40) as u32 as f32 / 16_777_216.0
    }

    /// Shuffles items; all orders are equally likely.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}
