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
