//! Where a second opinion is announced as skipped.

use crate::block::{Recognition, Revision};
use crate::chain::{CompletionLine, Ending, completion_lines};
use crate::reading::{clean, normal};
use crate::recognition::Scan;
use crate::text::Text;

pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let text = scan.text;
    let recognized = |line: &CompletionLine| Recognition {
        span: line.span(text),
        revision: Revision::Current,
        reason: "line `>> Step N complete: second-opinion/ -- SKIPPED`",
    };
    completion_lines(scan).iter().filter(|line| is_skip(text, line)).map(recognized).collect()
}

fn is_skip(text: &Text, line: &CompletionLine) -> bool {
    let action = normal(text.slice(line.action));
    let result = clean(text.slice(line.rest.take(40))).to_lowercase();
    let is_skipped = line.ending == Ending::Skipped || result.starts_with("skip");
    action.trim_end_matches('/') == "second opinion" && is_skipped
}
