#![no_main]
//! libFuzzer's way into [`cornerwise_fuzz::setup`].

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cornerwise_fuzz::setup::run(bytes));
