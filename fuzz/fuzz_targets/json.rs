//! The reader of JSON, from the start of any text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use probe::json::check_reading;

fuzz_target!(|bytes: &[u8]| check_reading(&String::from_utf8_lossy(bytes)));
