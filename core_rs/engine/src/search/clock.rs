//! When a search stops.

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
    /// The part of `spent` that went to solving the endgame, before the first playout.
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

    /// The same with a limit of so many units instead of that of the options.
    pub(crate) fn with_units(self, units: u64) -> Self {
        Self { units, ..self }
    }

    /// Why to stop now, if there is a reason that does not depend on the tree.
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

    /// Whether no more time may be spent on solving the endgame: half of it is for the search.
    pub(crate) fn ends_solving(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
            || self.time.is_some_and(|time| self.begin.elapsed() >= time / 2)
    }

    /// Counts the units that were spent on solving the endgame.
    pub(crate) fn spend_on_solving(&mut self, units: u64) {
        self.spent += units;
        self.solving += units;
    }

    /// How many of so many equal parts of the units are spent.
    pub(crate) fn done(&self, parts: u32) -> u32 {
        let spent = self.spent.min(self.units);
        (spent * u64::from(parts) / self.units.max(1)) as u32
    }

    /// How many more simulations there can be, judged by those so far. The last batch may spend more
    /// than the units that are left.
    pub(crate) fn simulations_left(&self, batch: u64) -> u64 {
        let left = self.units.saturating_sub(self.spent);
        let spent = (self.spent - self.solving).max(1);
        // In whole numbers: the same on every machine.
        let left = (u128::from(left) * u128::from(self.playouts) / u128::from(spent)) as u64;
        left + batch
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }
}
