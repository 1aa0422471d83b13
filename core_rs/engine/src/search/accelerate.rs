//! Run-time dispatch: tasks compiled for several instruction sets.
//!
//! A playout counts and scans bits at every step. Baseline x86-64 has no single instruction for
//! either, and checking the processor at every step would cost more than it saves. So the check is
//! done once, around a whole task; everything inside is inlined into it.

use crate::instructions::Instructions;

/// Work that is compiled for each instruction set.
pub(crate) trait Task {
    type Output;

    /// Runs the task. Must be `inline(always)`, and so must the functions it spends its time in.
    fn run(self) -> Self::Output;
}

/// Runs a task with the best available instruction set. The result does not depend on it.
#[inline]
pub(crate) fn accelerated<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if Instructions::best() >= Instructions::Avx2 {
        // SAFETY: the processor has the features.
        return unsafe { with_avx2(task) };
    }
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T: Task>(task: T) -> T::Output {
    task.run()
}
