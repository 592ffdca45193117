//! Headings that say a name which some format declares.

use super::OpenerIndex;
use crate::declaration::{HeadingForm, HeadingOpener};
use crate::markdown::{Kind, Node, Outline, TitledHeading};
use crate::text::{Span, Text};

/// Longer headings are sentences.
const LONGEST: u32 = 400;
/// A remark is apart from a name that ends before this many bytes.
const LONGEST_NAME: usize = 120;

/// A heading that says a declared name.
#[derive(Debug)]
pub struct NamedHeading {
    pub heading: TitledHeading,
    form: Form,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Form {
    Alone,
    Titled,
    Remarked,
}

impl NamedHeading {
    pub(super) fn is_of(&self, text: &Text, opener: &HeadingOpener) -> bool {
        let is_of_form = match opener.form {
            HeadingForm::Alone => self.form == Form::Alone,
            HeadingForm::Titled => self.form == Form::Titled,
            HeadingForm::Any => !self.is_slot(text),
        };
        let name = text.slice(self.heading.name);
        is_of_form
            && self.heading.level <= opener.deepest
            && opener.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// A name in braces is a slot of a template.
    fn is_slot(&self, text: &Text) -> bool {
        let TitledHeading { line, name, .. } = self.heading;
        text.slice(Span::new(line.start, name.start)).contains(['{', '<', '['])
    }
}

/// Returns the headings that say a declared name, each once, in order.
pub(super) fn named(text: &Text, outline: &Outline, index: &OpenerIndex) -> Vec<NamedHeading> {
    let read = |(node, heading): (usize, &Node)| {
        let Kind::Heading { level, text: words } = heading.kind else { return None };
        let source = text.source();
        let fragment = words.slice(source);
        if words.len() > LONGEST || !index.may_name(fragment) {
            return None;
        }
        let is_edge = |edge: char| !edge.is_alphanumeric();
        let lead = fragment.len() - fragment.trim_start_matches(is_edge).len();
        let bare = words.skip(lead).take(fragment.trim_matches(is_edge).len());
        let line = || outline.heading_line(source, node);
        if index.is_name(bare.slice(source)) {
            let title = Span::empty_at(words.end);
            let heading =
                TitledHeading { node, level, fence: heading.fence, line: line()?, name: bare, title };
            return Some(NamedHeading { heading, form: Form::Alone });
        }
        let titled = TitledHeading::read(text, outline, node);
        if let Some(titled) = titled.filter(|titled| index.is_name(titled.name.slice(source))) {
            return Some(NamedHeading { heading: titled, form: Form::Titled });
        }
        let name = words.take(words.take(LONGEST_NAME).slice(source).find(" (")?).trim(source);
        let title = words.skip((name.end - words.start) as usize).trim(source);
        let line = heading.span.trim(source);
        let titled = TitledHeading { node, level, fence: heading.fence, line, name, title };
        index.is_name(name.slice(source)).then_some(NamedHeading { heading: titled, form: Form::Remarked })
    };
    outline.all_headings().filter_map(read).collect()
}
