//! Every input of the corpus and every kept find through its target, and some inputs that a seed
//! makes: an ordinary test, without libFuzzer.

use std::fs;
use std::path::Path;

use cornerwise_fuzz::{TARGETS, Target};

/// How many inputs a seed makes for each target.
const SEEDED: u64 = 1_000;

/// Runs a target on every file of a folder, and says which one it was if that fails.
fn replay(target: Target, folder: &Path) -> usize {
    let Ok(files) = fs::read_dir(folder) else { return 0 };
    let mut count = 0;
    for file in files {
        let path = file.expect("a folder can be read").path();
        let bytes = fs::read(&path).expect("an input can be read");
        let told = Told(path.display().to_string());
        target(&bytes);
        drop(told);
        count += 1;
    }
    count
}

/// Says what was being done if it is dropped by a panic.
struct Told(String);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the input was {}", self.0);
        }
    }
}

#[test]
fn the_corpus_and_every_find() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, target) in TARGETS {
        assert!(replay(target, &here.join("corpus").join(name)) >= 10, "{name} has no corpus");
        replay(target, &here.join("finds").join(name));
    }
}

#[test]
fn inputs_that_a_seed_makes() {
    for (name, target) in TARGETS {
        for seed in 1..=SEEDED {
            let told = Told(format!("{name}, seed {seed}"));
            target(&bytes(seed));
            drop(told);
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
