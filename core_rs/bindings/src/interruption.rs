//! What ends a search early from outside: Ctrl-C, and the caller's `Cancellation`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often a running search checks for signals, which takes the interpreter lock.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(100);

/// Whether one search is to end. The caller's flag is only read: its `Cancellation` may be passed to
/// other searches, which a signal during this one does not concern.
pub(crate) struct Interruption<'a> {
    cancel: &'a AtomicBool,
    next_signal_check: Instant,
    signals: PyResult<()>,
}

impl<'a> Interruption<'a> {
    pub(crate) fn new(cancel: &'a AtomicBool) -> Self {
        let next_signal_check = Instant::now() + SIGNAL_INTERVAL;
        Self { cancel, next_signal_check, signals: Ok(()) }
    }

    /// Whether the search is to end. To be asked often, without the interpreter lock.
    pub(crate) fn is_requested(&mut self) -> bool {
        if self.signals.is_ok() && Instant::now() >= self.next_signal_check {
            self.signals = check_signals();
            self.next_signal_check = Instant::now() + SIGNAL_INTERVAL;
        }
        self.signals.is_err() || self.cancel.load(Ordering::Relaxed)
    }

    /// The exception that a signal raised, if any, which takes the place of the answer.
    pub(crate) fn finish(self) -> PyResult<()> {
        self.signals
    }
}

/// Runs Python's handlers of the signals that have arrived: Ctrl-C raises `KeyboardInterrupt`.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method itself is not general enough in its lifetime"
)]
pub(crate) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
