//! Where a step is announced as complete.

use crate::chain::{CompletionLine, Continuation, completion_lines};
use crate::format::prelude::*;
use crate::markdown::Outline;

pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let recognized = |line: &CompletionLine| {
        let span = Span::new(line.line.start, end(text, outline, line));
        Recognition { span, revision: Revision::Current, reason: "line `>> Step N complete:`" }
    };
    completion_lines(scan).iter().map(recognized).collect()
}

/// The end of the line, or of a line `Continuing to Step 4...` that follows it.
fn end(text: &Text, outline: &Outline, announced: &CompletionLine) -> u32 {
    let (line, lines) = (announced.line, text.lines());
    let number = lines.line_of(line.start);
    let own = announced.span(text);
    if own.end < lines.line(number).end {
        return own.end;
    }
    let scope = outline
        .fence_at(line.start)
        .and_then(|id| outline.fence(id))
        .map_or(text.span(), |fence| fence.content);
    let is_continued = |number: &u32| {
        let next = lines.line(*number);
        scope.contains(next) && Continuation::alone(text.source(), next).is_some()
    };
    let blank = |number: u32| text.slice(lines.line(number)).trim().is_empty();
    let next = (number + 1..number + 4).find(|number| *number >= lines.count() || !blank(*number));
    let end = next
        .filter(|next| *next < lines.count())
        .filter(is_continued)
        .map_or(own.end, |next| lines.line(next).end);
    end.min(scope.end)
}
