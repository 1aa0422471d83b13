//! Runs the targets on the corpus, on kept findings and on generated inputs, without libFuzzer.

use std::fs;
use std::path::Path;

use cornerwise_fuzz::{TARGETS, Target};

/// How many inputs are generated for each target.
const GENERATED: u64 = 1_000;

/// Runs a target on every file of a folder; prints the name of a file that fails.
fn replay(target: Target, folder: &Path) -> usize {
    let Ok(files) = fs::read_dir(folder) else { return 0 };
    let mut count = 0;
    for file in files {
        let path = file.expect("a folder can be read").path();
        let bytes = fs::read(&path).expect("an input can be read");
        let guard = PrintOnPanic(path.display().to_string());
        target(&bytes);
        drop(guard);
        count += 1;
    }
    count
}

/// Prints the input if it is dropped by a panic.
struct PrintOnPanic(String);

impl Drop for PrintOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the input was {}", self.0);
        }
    }
}

#[test]
fn corpus_and_findings() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, target) in TARGETS {
        assert!(replay(target, &here.join("corpus").join(name)) >= 10, "{name} has no corpus");
        replay(target, &here.join("finds").join(name));
    }
}

#[test]
fn generated_inputs() {
    for (name, target) in TARGETS {
        for seed in 1..=GENERATED {
            let guard = PrintOnPanic(format!("{name}, seed {seed}"));
            target(&bytes(seed));
            drop(guard);
        }
    }
}

/// Up to 200 bytes of splitmix64.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let len = next() as usize % 200;
    (0..len).map(|_| next() as u8).collect()
}
