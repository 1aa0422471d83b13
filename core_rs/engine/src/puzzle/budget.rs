//! The budget of a search: a number of nodes, and a function that can stop it.

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With a solution.
    Found,
    /// Everything was tried.
    Exhausted,
    /// The nodes ran out.
    Cut,
}

/// How many nodes are visited between two calls of `keep_going`.
const ASK_EVERY: u64 = 2_048;

/// What is left of the budget. Counting nodes ends a search at the same place on every machine;
/// `keep_going` is for time limits and for clients that disconnect.
pub(crate) struct Budget<'a> {
    limit: u64,
    used: u64,
    ask_at: u64,
    keep_going: &'a mut dyn FnMut() -> bool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limit: u64, keep_going: &'a mut dyn FnMut() -> bool) -> Self {
        Self { limit, used: 0, ask_at: ASK_EVERY, keep_going }
    }

    /// Takes a node; returns whether there was one.
    #[inline]
    pub(crate) fn take(&mut self) -> bool {
        if self.used >= self.limit {
            return false;
        }
        self.used += 1;
        if self.used >= self.ask_at {
            self.ask_at = self.used + ASK_EVERY;
            if !(self.keep_going)() {
                self.limit = self.used;
            }
        }
        true
    }

    /// Takes some nodes; returns whether there were that many.
    pub(crate) fn take_many(&mut self, nodes: u64) -> bool {
        (0..nodes).all(|_| self.take())
    }

    /// How many nodes were taken.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_at_its_limit_or_when_keep_going_is_false() {
        let mut yes = || true;
        let mut budget = Budget::new(5_000, &mut yes);
        let mut taken = 0;
        while budget.take() {
            taken += 1;
        }
        assert_eq!((taken, budget.used()), (5_000, 5_000));

        let mut no = || false;
        let mut budget = Budget::new(u64::MAX, &mut no);
        while budget.take() {}
        assert_eq!(budget.used(), ASK_EVERY);
    }
}
