use app::diagnostic::Diagnostic;
use app::text::{Span, Text};

/// A text without its comments, and where the rest came from.
#[derive(Debug)]
pub(super) struct Stripped {
    pub text: Text,
    /// For each cut, the place in `text` where something is missing, and how many bytes are missing up to there.
    cuts: Vec<(u32, u32)>,
}

impl Stripped {
    /// Cuts spans out of a text, which are in order and don't overlap.
    pub fn of(text: &Text, cut: Vec<Span>) -> Self {
        let mut rest = String::with_capacity(text.source().len());
        let (mut from, mut missing, mut cuts) = (0, 0, Vec::with_capacity(cut.len()));
        for span in cut {
            rest.push_str(text.slice(Span::new(from, span.start)));
            missing += span.len();
            cuts.push((rest.len() as u32, missing));
            from = span.end;
        }
        rest.push_str(text.slice(Span::new(from, text.span().end)));
        Self { text: Text::new(rest), cuts }
    }

    /// Returns the place of what begins at an offset.
    fn start(&self, offset: u32) -> u32 {
        offset + self.missing(self.cuts.partition_point(|(at, _)| *at <= offset))
    }

    /// Returns the place of what ends at an offset.
    fn end(&self, offset: u32) -> u32 {
        offset + self.missing(self.cuts.partition_point(|(at, _)| *at < offset))
    }

    fn missing(&self, cuts: usize) -> u32 {
        cuts.checked_sub(1).and_then(|last| self.cuts.get(last)).map_or(0, |(_, missing)| *missing)
    }

    pub fn place(&self, span: Span) -> Span {
        match span.is_empty() {
            true => Span::empty_at(self.start(span.start)),
            false => Span::new(self.start(span.start), self.end(span.end)),
        }
    }

    /// Moves an issue to its place in the whole text. An edit that would take a comment away is dropped.
    pub fn put_back(&self, found: &mut Diagnostic) {
        found.span = self.place(found.span);
        for related in &mut found.related {
            related.span = self.place(related.span);
        }
        found.fix = found.fix.take().filter(|edit| {
            self.start(edit.span.start) + edit.span.len() == self.end(edit.span.end) || edit.span.is_empty()
        });
        if let Some(edit) = &mut found.fix {
            // What is inserted goes before a comment, which belongs to what is below.
            edit.span = match edit.span.is_empty() {
                true => Span::empty_at(self.end(edit.span.start)),
                false => self.place(edit.span),
            };
        }
    }
}
