//! How a block of a format begins.

use crate::block::Recognition;
use crate::declaration::Pattern;
use crate::markdown::TitledHeading;

use super::{IDENTIFIER, Scan, is_identifier};

/// One way in which a block begins. Recognition and the filter in front of it are both built from these.
#[derive(Debug)]
pub enum Opener {
    /// A heading with a name.
    Heading(HeadingOpener),
    /// Any heading: the room's code decides.
    AnyHeading,
    /// A line that holds one of these words, none of which holds another. The room's code decides.
    Line(&'static [&'static str]),
    /// A line that matches a pattern.
    Matched(&'static LinePattern),
    /// A row of a table.
    Row,
    /// A JSON object.
    Object,
}

/// A line that is a block of its own.
#[derive(Debug)]
pub struct LinePattern {
    /// A line that matches begins with one of these, apart from white space.
    pub starts: Vec<String>,
    pub pattern: Pattern,
    /// A line that matches.
    pub sample: String,
    pub reason: &'static str,
}

/// A heading with one of a few names.
#[derive(Debug)]
pub struct HeadingOpener {
    /// In lower case. [`IDENTIFIER`] stands for any identifier.
    pub names: &'static [&'static str],
    pub form: HeadingForm,
    /// Deeper headings are sections of something else.
    pub deepest: u8,
    /// How the contract writes the heading. It ends with a space where a title follows.
    pub contract: &'static [&'static str],
    /// What has to be below the heading.
    pub evidence: Evidence,
}

/// What a heading holds besides the name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HeadingForm {
    /// Nothing: `## Session Started`.
    Alone,
    /// A title behind a colon or a spaced dash: `## Done: Session store`.
    Titled,
    /// Either of them, or a remark in parentheses: `# Root Cause Analysis (gate 4)`.
    Any,
}

/// What has to be below a heading for it to open a block, and why the block is recognized then: under the contract's
/// heading, and under another.
#[derive(Debug)]
pub enum Evidence {
    /// Nothing: no other text has such a heading.
    None { reasons: [&'static str; 2] },
    /// At least so many of these labels.
    Labels { names: &'static [&'static str], fewest: [usize; 2], reasons: [&'static str; 2] },
    /// Code decides, which also learns whether the heading is written as the contract writes it.
    Code(fn(&Scan<'_>, &TitledHeading, bool) -> Option<Recognition>),
}

impl HeadingOpener {
    /// Returns `true` if a heading's line is written as the contract writes it.
    pub fn is_contract(&self, line: &str) -> bool {
        self.contract.iter().any(|wanted| match wanted.ends_with(' ') {
            true => line.starts_with(wanted) || is_identified(wanted, line),
            false => line == *wanted || is_identified(wanted, line),
        })
    }
}

/// As [`HeadingOpener::is_contract`], of a heading that the contract writes with an identifier.
fn is_identified(wanted: &str, line: &str) -> bool {
    let Some((before, after)) = wanted.split_once(IDENTIFIER) else { return false };
    let Some(rest) = line.strip_prefix(before) else { return false };
    let id = match wanted.ends_with(' ') {
        true => rest.find(after).and_then(|end| rest.get(..end)),
        false => rest.strip_suffix(after),
    };
    id.is_some_and(is_identifier)
}

impl Opener {
    pub(crate) const fn heading(&self) -> Option<&HeadingOpener> {
        if let Self::Heading(heading) = self { Some(heading) } else { None }
    }
}
