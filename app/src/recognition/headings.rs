//! Headings with a name that some format declares.

use super::identifier::identifier;
use super::index::OpenerIndex;
use super::opener::{HeadingForm, HeadingOpener};
use crate::markdown::{Kind, Node, Outline, TitledHeading};
use crate::text::{Span, Text};

/// Longer headings are sentences.
const LONGEST: u32 = 400;
/// A remark is apart from a name that ends before this many bytes.
const LONGEST_NAME: usize = 120;

/// A heading with a declared name.
#[derive(Debug)]
pub struct NamedHeading {
    pub heading: TitledHeading,
    /// [`HeadingForm::Any`] with a remark.
    form: HeadingForm,
}

impl NamedHeading {
    pub(super) fn is_of(&self, text: &Text, opener: &HeadingOpener) -> bool {
        let is_of_form = match opener.form {
            HeadingForm::Any => !self.is_slot(text),
            form => self.form == form,
        };
        let name = text.slice(self.heading.name);
        is_of_form
            && self.heading.level <= opener.deepest
            && opener
                .names
                .iter()
                .any(|known| known.eq_ignore_ascii_case(name) || identifier(known, name).is_some())
    }

    /// A name in braces is a slot of a template.
    fn is_slot(&self, text: &Text) -> bool {
        let TitledHeading { line, name, .. } = self.heading;
        text.slice(Span::new(line.start, name.start)).contains(['{', '<', '['])
    }
}

/// Returns the headings with a declared name, in order. One that ends with a colon comes twice: it may open a title.
pub(super) fn named(text: &Text, outline: &Outline, index: &OpenerIndex) -> Vec<NamedHeading> {
    let mut found = Vec::new();
    for (node, heading) in outline.all_headings() {
        let Kind::Heading { text: words, .. } = heading.kind else { continue };
        if words.len() > LONGEST || !index.may_name(words.slice(text.source())) {
            continue;
        }
        let readings = [
            (HeadingForm::Alone, TitledHeading::alone(text, outline, node)),
            (HeadingForm::Titled, TitledHeading::read(text, outline, node)),
            (HeadingForm::Any, remarked(text, node, heading)),
        ];
        let is_name = |heading: &TitledHeading| index.is_name(text.slice(heading.name));
        let readings =
            readings.into_iter().filter_map(|(form, heading)| Some((form, heading.filter(is_name)?)));
        found.extend(readings.map(|(form, heading)| NamedHeading { heading, form }));
    }
    found
}

/// Reads a heading as a name and a remark in parentheses.
fn remarked(text: &Text, node: usize, heading: &Node) -> Option<TitledHeading> {
    let Kind::Heading { level, text: words } = heading.kind else { return None };
    let source = text.source();
    let name = words.take(words.take(LONGEST_NAME).slice(source).find(" (")?).trim(source);
    let title = words.skip((name.end - words.start) as usize).trim(source);
    let line = heading.span.trim(source);
    Some(TitledHeading { node, level, fence: heading.fence, line, name, title })
}
