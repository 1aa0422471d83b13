//! Types whose values have names: parsing a name, and what to say about one that is unknown.

use std::error::Error;
use std::fmt;

/// A string that names no value of the type it was parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The names that exist.
    names: &'static [&'static str],
}

impl UnknownName {
    pub(crate) const fn new(names: &'static [&'static str]) -> Self {
        Self { names }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "must be one of: {}", self.names.join(", "))
    }
}

impl Error for UnknownName {}

/// A number and what it counts, in the singular or plural.
pub(crate) fn counted(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Gives a type with `ALL` and a `const fn name` the list of its names, [`std::fmt::Display`] and
/// [`std::str::FromStr`].
macro_rules! impl_names {
    ($type:ty) => {
        impl $type {
            /// The names, in the order of `ALL`.
            pub const NAMES: &'static [&'static str] = &{
                let mut names = [""; Self::ALL.len()];
                let mut index = 0;
                while index < names.len() {
                    names[index] = Self::ALL[index].name();
                    index += 1;
                }
                names
            };
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::name::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                Self::from_name(name).ok_or($crate::name::UnknownName::new(Self::NAMES))
            }
        }
    };
}
pub(crate) use impl_names;

#[cfg(test)]
mod tests {
    use crate::card::Card;
    use crate::color::Color;
    use crate::phase::Phase;
    use crate::piece::Piece;

    #[test]
    fn names_parse_and_print() {
        for name in Color::NAMES {
            assert_eq!(
                name.parse::<Color>().map(|color| color.to_string()),
                Ok((*name).to_owned())
            );
        }
        assert_eq!("V5".parse(), Ok(Piece::ALL[16]));
        assert_eq!("double_play".parse(), Ok(Card::DoublePlay));
        assert_eq!(format!("{:>8}", Phase::Place), "   place");
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|n| super::counted(n, "card")), ["0 cards", "1 card", "2 cards"]);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let unknown = "purple".parse::<Color>().expect_err("not a colour");
        assert_eq!(unknown.to_string(), "must be one of: blue, yellow, red, green");
    }
}
