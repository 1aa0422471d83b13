#![no_main]
//! libFuzzer's way into [`cornerwise_fuzz::actions`].

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cornerwise_fuzz::actions::run(bytes));
