#![no_main]
//! libFuzzer's way into [`cornerwise_fuzz::search`].

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cornerwise_fuzz::search::run(bytes));
