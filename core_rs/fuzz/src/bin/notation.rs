#![no_main]
//! libFuzzer's way into [`cornerwise_fuzz::notation`].

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cornerwise_fuzz::notation::run(bytes));
