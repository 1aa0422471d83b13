#![no_main]
//! libFuzzer's way into [`cornerwise_fuzz::puzzle`].

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cornerwise_fuzz::puzzle::run(bytes));
