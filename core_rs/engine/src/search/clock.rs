//! The limits of a search: work, time and cancellation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::answer::StopReason;
use super::levels::SearchOptions;

/// The limits of one search, and what has been spent.
pub(crate) struct Clock<'a> {
    begin: Instant,
    time: Option<Duration>,
    cancel: &'a AtomicBool,
    units: u64,
    pub(crate) spent: u64,
    /// The part of `spent` that was used to solve the endgame, before the first playout.
    solving: u64,
    pub(crate) playouts: u64,
}

impl<'a> Clock<'a> {
    pub(crate) fn new(options: &SearchOptions, cancel: &'a AtomicBool) -> Self {
        Self {
            begin: Instant::now(),
            time: options.time,
            cancel,
            units: options.budget.units(),
            spent: 0,
            solving: 0,
            playouts: 0,
        }
    }

    /// Replaces the limit of units.
    pub(crate) fn with_units(self, units: u64) -> Self {
        Self { units, ..self }
    }

    /// The reason to stop now, if any, apart from reasons that depend on the tree.
    pub(crate) fn stop(&self) -> Option<StopReason> {
        if self.spent >= self.units {
            Some(StopReason::Budget)
        } else if self.cancel.load(Ordering::Relaxed) {
            Some(StopReason::Cancelled)
        } else if self.time.is_some_and(|time| self.begin.elapsed() >= time) {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// Whether solving the endgame has to end: half of the time is left to the search.
    pub(crate) fn ends_solving(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
            || self.time.is_some_and(|time| self.begin.elapsed() >= time / 2)
    }

    /// Adds the units that were spent on solving the endgame.
    pub(crate) fn spend_on_solving(&mut self, units: u64) {
        self.spent += units;
        self.solving += units;
    }

    /// The share of the units that is spent, as a multiple of 1/`parts`.
    pub(crate) fn done(&self, parts: u32) -> u32 {
        let spent = self.spent.min(self.units);
        (spent * u64::from(parts) / self.units.max(1)) as u32
    }

    /// How many more simulations there can be, estimated from those so far. The last batch may spend
    /// more than the remaining units.
    pub(crate) fn simulations_left(&self, batch: u64) -> u64 {
        let left = self.units.saturating_sub(self.spent);
        let spent = (self.spent - self.solving).max(1);
        // Integer arithmetic gives the same result on every machine.
        let left = (u128::from(left) * u128::from(self.playouts) / u128::from(spent)) as u64;
        left + batch
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }
}
