//! The Markdown outline of any bytes.

#![no_main]

use app::markdown::Outline;
use app::text::Text;
use libfuzzer_sys::fuzz_target;
use probe::outline::{check_line_breaks, check_outline};

fuzz_target!(|bytes: &[u8]| {
    let text = Text::from_bytes(bytes);
    let outline = Outline::of(&text);
    check_outline(&text, &outline);
    check_line_breaks(&text, &outline);
});
