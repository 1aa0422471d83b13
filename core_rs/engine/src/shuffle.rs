//! The seeded shuffle (S30-S32): the same seed gives the same decks in every engine and version.
//! `docs/shuffle.md` specifies it for other implementations.

use crate::card::{Card, CardCounts};
use crate::deck::Deck;

/// The largest seed: JSON numbers are exact up to here in every language (S30).
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// A source of random numbers. [`SplitMix64`] repeats its numbers for the same seed; any other
/// source, such as the operating system's, only has to supply 64 random bits at a time.
pub trait RandomSource {
    /// The next 64 random bits.
    fn next_u64(&mut self) -> u64;

    /// A number below `bound`, uniformly distributed (S31).
    ///
    /// # Panics
    /// If `bound` is 0.
    fn below(&mut self, bound: u64) -> u64 {
        // 2^64 mod bound, computed without overflow: that many numbers at the top are rejected.
        let surplus = (u64::MAX % bound + 1) % bound;
        loop {
            let bits = self.next_u64();
            if bits <= u64::MAX - surplus {
                return bits % bound;
            }
        }
    }

    /// Shuffles a list: every order is equally likely (S32).
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            items.swap(last, other);
        }
    }
}

/// The seeded generator of S31.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator whose first state is the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl RandomSource for SplitMix64 {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Shuffled decks, one after another (S32), each of this number of colours.
pub(crate) fn shuffled_decks<const DECKS: usize>(
    composition: CardCounts,
    colors_in: [usize; DECKS],
    random: &mut impl RandomSource,
) -> [Deck; DECKS] {
    colors_in.map(|colors| {
        let of_a_kind = |(card, count): (Card, u8)| std::iter::repeat_n(card, count.into());
        let mut pile: Vec<Card> =
            (0..colors).flat_map(|_| composition.iter().flat_map(of_a_kind)).collect();
        random.shuffle(&mut pile);
        pile.reverse();
        Deck { pile, ..Deck::default() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tops(seed: u64, colors_in: [usize; 4]) -> [Vec<&'static str>; 4] {
        shuffled_decks(CardCounts::STANDARD, colors_in, &mut SplitMix64::new(seed))
            .map(|deck| deck.draw().take(5).map(Card::name).collect())
    }

    #[test]
    fn s31_the_first_number_of_seed_0() {
        assert_eq!(SplitMix64::new(0).next_u64(), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn s31_numbers_are_below_their_bound() {
        let mut random = SplitMix64::new(3);
        for bound in [1, 2, 3, 28, (1 << 63) + 1, u64::MAX] {
            assert!((0..100).all(|_| random.below(bound) < bound));
        }
    }

    #[test]
    fn s32_seed_7_with_four_seats() {
        let [blue, _, _, green] = tops(7, [1; 4]);
        assert_eq!(blue, ["draw_two", "double_play", "reverse", "recycle", "edge_to_edge"]);
        assert_eq!(green, ["warp", "draw_two", "wild", "double_play", "recycle"]);
    }

    #[test]
    fn s32_seed_7_with_two_seats() {
        let [_, seat2, ..] = tops(7, [2, 2, 0, 0]);
        assert_eq!(seat2, ["wild", "recycle", "skip", "wild", "warp"]);
    }
}
