//! Numbers to the base 64, the most significant character first.

/// The character of each value.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The value of each byte; [`NO_DIGIT`] if it has none.
const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < ALPHABET.len() {
        values[ALPHABET[value] as usize] = value as u8;
        value += 1;
    }
    values
};

const NO_DIGIT: u8 = u8::MAX;

/// Appends a number of `length` characters.
pub(super) fn push_number(text: &mut String, number: u32, length: u32) {
    for place in (0..length).rev() {
        let digit = number.checked_shr(6 * place).unwrap_or(0) & 63;
        text.push(char::from(ALPHABET[digit as usize]));
    }
}

/// Whether all characters are digits.
pub(super) fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| VALUES[usize::from(byte)] != NO_DIGIT)
}

/// The text is damaged.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// Reads numbers from left to right.
pub(super) struct Digits<'a> {
    rest: &'a [u8],
    /// Whether what was read is the only text of its meaning.
    pub(super) is_canonical: bool,
}

impl<'a> Digits<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.as_bytes(), is_canonical: true }
    }

    /// A number of one character.
    pub(super) fn one(&mut self) -> Result<usize, Damaged> {
        self.number(1)
    }

    /// A number of `length` characters.
    pub(super) fn number(&mut self, length: usize) -> Result<usize, Damaged> {
        let (digits, rest) = self.rest.split_at_checked(length).ok_or(Damaged)?;
        self.rest = rest;
        digits.iter().try_fold(0, |number, &byte| match VALUES[usize::from(byte)] {
            NO_DIGIT => Err(Damaged),
            value => Ok(number << 6 | usize::from(value)),
        })
    }

    /// A number of `length` characters that is smaller than `limit`.
    pub(super) fn below(&mut self, length: usize, limit: usize) -> Result<usize, Damaged> {
        let number = self.number(length)?;
        if number < limit { Ok(number) } else { Err(Damaged) }
    }

    /// Demands something that every canonical text has.
    pub(super) fn expect(&mut self, is_canonical: bool) {
        self.is_canonical &= is_canonical;
    }

    /// The text must end here.
    pub(super) fn end(&self) -> Result<(), Damaged> {
        if self.rest.is_empty() { Ok(()) } else { Err(Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for number in [0, 1, 63, 64, 4095, 35840, u32::MAX] {
            let mut text = String::new();
            push_number(&mut text, number, 6);
            assert_eq!(text.len(), 6);
            assert_eq!(Digits::new(&text).number(6), Ok(number as usize));
        }
        assert_eq!(Digits::new("IwA").number(3), Ok(35840));
        assert_eq!(Digits::new("Iw").number(3), Err(Damaged));
        assert_eq!(Digits::new("I=A").number(3), Err(Damaged));
        assert_eq!(Digits::new("_").below(1, 63), Err(Damaged));
    }
}
