//! Where a chain is shown again.

use crate::chain::{ChainStep, has_steps};
use crate::format::prelude::*;
use crate::markdown::TitledHeading;
use crate::reading::Scope;

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["chain", "chain status", "chain status update", "chain update"],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["## Chain: ", "## Chain Status: "],
    evidence: Evidence::Code(|scan, heading, _| opens(scan, heading)),
})];

pub(super) fn opens(scan: &Scan<'_>, opener: &TitledHeading) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let span = opener.section(text, outline);
    let form = Form::read(text, opener)?;
    let is_named = opener.level == 2 && form != Form::Other;
    if opener.title.is_empty() || !(is_named || has_steps::<ChainStep>(&Scope::new(text, outline, span))) {
        return None;
    }
    let (revision, reason) = match form {
        Form::Updated(_) if opener.level == 2 => (Revision::Current, "heading `## Chain: … -- Updated`"),
        Form::Status if opener.level == 2 => (Revision::RevA, "heading `## Chain Status:`"),
        Form::Updated(_) | Form::Status | Form::Other => {
            (Revision::Legacy, "heading that names a chain's status")
        }
    };
    Some(Recognition { span, revision, reason })
}

/// How the heading says that a chain has changed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `Chain: T -- Updated`; the title without its end.
    Updated(Span),
    /// `Chain Status: T`, as rev a has it.
    Status,
    Other,
}

impl Form {
    pub fn read(text: &Text, opener: &TitledHeading) -> Option<Self> {
        let source = text.source();
        let name = text.slice(opener.name);
        if name.eq_ignore_ascii_case("chain status") {
            return Some(Self::Status);
        }
        if !name.eq_ignore_ascii_case("chain") {
            return Some(Self::Other);
        }
        let title = opener.title.slice(source);
        let bare = title.trim_end_matches([')', '*', ' ', ']']);
        let at = bare.len().checked_sub("updated".len())?;
        let is_updated = bare.get(at..)?.eq_ignore_ascii_case("updated");
        let before = bare.get(..at)?;
        let kept = before.trim_end_matches(|edge: char| edge.is_whitespace() || "-–—([*".contains(edge));
        let kept = ["â€”", "â€“"]
            .iter()
            .fold(kept, |kept, dash| kept.strip_suffix(*dash).unwrap_or(kept))
            .trim_end();
        // "what was updated" is a title.
        let is_parted = before.get(kept.len()..)?.contains(['-', '–', '—', '(', '[', 'â']);
        (is_updated && is_parted).then(|| Self::Updated(opener.title.take(kept.len())))
    }
}
