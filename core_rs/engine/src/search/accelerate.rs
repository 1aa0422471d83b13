//! Whole tasks compiled once more for newer processors.
//!
//! A playout counts and scans bits at every step. Code for any x86-64 processor has no single
//! instruction for either, and asking at every step what the processor can do would cost more than it
//! saves. So the question is asked once, around a whole task; everything inside is inlined into it.

use crate::instructions::Instructions;

/// Something that is worth being compiled for each set of instructions.
pub(crate) trait Task {
    type Output;

    /// Does it. Must be `inline(always)`, and so must what it spends its time in.
    fn run(self) -> Self::Output;
}

/// Does a task with the best instructions that there are. The result does not depend on them.
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
