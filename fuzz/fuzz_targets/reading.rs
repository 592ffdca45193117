//! All of reading: what `cargo xtask fuzz` checks of a damaged document.

#![no_main]

use libfuzzer_sys::fuzz_target;
use probe::trial::{Fixing, check};

fuzz_target!(|bytes: &[u8]| {
    check(bytes, Fixing::Ends);
});
