#![no_main]
//! libFuzzer's way into [`cornerwise_fuzz::text`].

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cornerwise_fuzz::text::run(bytes));
