//! Which sets of instructions this processor has beyond what every processor of its kind has.

use std::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions that the passes are compiled for; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Instructions {
    /// What every processor of the target has.
    Portable = 1,
    /// x86-64 with POPCNT, BMI and AVX2: every desktop and server processor since about 2015.
    Avx2,
    /// x86-64 with AVX-512 and VBMI2, which can pack the wanted lanes of a register together.
    Avx512,
}

impl Instructions {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The best that this processor has. It is asked once.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        static KNOWN: AtomicU8 = AtomicU8::new(0);
        match KNOWN.load(Ordering::Relaxed) {
            1 => Self::Portable,
            2 => Self::Avx2,
            3 => Self::Avx512,
            _ => {
                let best = detect();
                KNOWN.store(best as u8, Ordering::Relaxed);
                best
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn detect() -> Instructions {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2");
    match (avx2, avx512) {
        (true, true) => Instructions::Avx512,
        (true, false) => Instructions::Avx2,
        (false, _) => Instructions::Portable,
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[cold]
fn detect() -> Instructions {
    Instructions::Portable
}
