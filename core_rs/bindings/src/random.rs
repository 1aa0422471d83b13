//! The operating system's randomness, by way of Python's `os.urandom` (S30).

use cornerwise::shuffle::RandomSource;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// How many bytes are requested at a time: enough to shuffle the standard decks.
const BLOCK: usize = 512;

/// Numbers from `os.urandom`.
pub(crate) struct OsRandom<'py> {
    py: Python<'py>,
    numbers: Vec<u64>,
    /// What Python raised. The numbers from then on are zero and must not be used.
    error: Option<PyErr>,
}

impl<'py> OsRandom<'py> {
    pub(crate) const fn new(py: Python<'py>) -> Self {
        Self { py, numbers: Vec::new(), error: None }
    }

    /// Fails if the operating system did not supply every number that was taken.
    pub(crate) fn finish(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }

    fn refill(&mut self) -> PyResult<()> {
        let bytes =
            self.py.import("os")?.call_method1("urandom", (BLOCK,))?.cast_into::<PyBytes>()?;
        let numbers = bytes.as_bytes().as_chunks::<8>().0.iter();
        self.numbers.extend(numbers.map(|chunk| u64::from_le_bytes(*chunk)));
        Ok(())
    }
}

impl RandomSource for OsRandom<'_> {
    fn next_u64(&mut self) -> u64 {
        if self.numbers.is_empty()
            && let Err(error) = self.refill()
        {
            self.error.get_or_insert(error);
        }
        self.numbers.pop().unwrap_or_default()
    }
}
