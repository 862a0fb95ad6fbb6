#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::gomocup::check_orders(data));
