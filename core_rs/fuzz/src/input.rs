//! Choices made from bytes. After the last byte every choice is 0, which is always the simplest one:
//! a short input is a simple case.

use arbitrary::Unstructured;

/// A source of choices.
pub struct Input<'a>(Unstructured<'a>);

impl<'a> Input<'a> {
    /// Choices made of these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// Whether all bytes were used.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.int_in_range(0..=count - 1).unwrap_or(0)
    }

    /// One of these.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// One of these, or none as the simplest choice.
    pub fn maybe<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        self.below(all.len() + 1).checked_sub(1).map(|index| all[index])
    }

    /// True in one of `count` cases.
    pub fn rarely(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    /// Any number of 64 bits.
    pub fn seed(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or_default()
    }

    /// A coordinate: usually on the board, sometimes next to it, rarely far away.
    pub fn coordinate(&mut self) -> i32 {
        match self.below(16) {
            0..12 => self.below(20) as i32,
            12..15 => self.below(30) as i32 - 5,
            _ => self.one_of(&[i32::MIN, i32::MIN + 1, -1, 20, 255, 256, i32::MAX - 1, i32::MAX]),
        }
    }
}
