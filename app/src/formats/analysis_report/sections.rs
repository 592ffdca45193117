//! The sections of a report and how they are numbered.

use super::numbering::Numbering;
use super::rules::{MISSING_SECTIONS, SECTION_LEVEL, SECTION_NUMBER, SECTION_ORDER};
use super::{AnalysisReport, Part};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::Section;
use crate::reading::{Scope, is_emoji};

/// The sections directly below the title, that is of the highest level below it; or all of its own level, where the
/// report goes on with one; and numbered ones of a lower level that are in none of these.
fn outermost<'s>(body: &Scope<'_>, sections: &'s [Section]) -> Vec<&'s Section> {
    let title = sections.first().map_or(1, |title| title.level);
    let below = sections.iter().skip(1);
    let is_flat = below.clone().next().is_some_and(|next| next.level <= title);
    let deeper = below.clone().map(|section| section.level).filter(|level| *level > title && !is_flat);
    let level = deeper.min().unwrap_or(title);
    let mut covered = 0;
    let is_outermost = |section: &&Section| {
        let is_own = section.level == level || section.level <= title;
        let is_stray = || section.node >= covered && is_numbered(body, section);
        let is_outermost = is_own || is_stray();
        if is_outermost {
            covered = section.extent.end;
        }
        is_outermost
    };
    below.filter(is_outermost).collect()
}

fn is_numbered(body: &Scope<'_>, section: &Section) -> bool {
    Numbering::Arabic.read(&body.read(section.text)).is_some()
}

/// The first numbered section that is not of the level right below the title.
fn numbered_below<'s>(body: &Scope<'_>, sections: &'s [Section]) -> Option<&'s Section> {
    let title = sections.first().map_or(1, |title| title.level);
    sections.iter().skip(1).find(|section| section.level > title + 1 && is_numbered(body, section))
}

/// Whether a heading is written `1. Title`, or `1.` where it has no title.
fn is_written_so(heading: &str, number: u32, title: &str) -> bool {
    let mark = if title.is_empty() { "." } else { ". " };
    let before = heading.strip_suffix(title).and_then(|before| before.strip_suffix(mark));
    before.is_some_and(|before| before == number.to_string())
}

/// `repeated` is the heading of a section that the recommendations repeat in full.
pub(super) fn parse(
    body: &Scope<'_>,
    sections: &[Section],
    repeated: Option<usize>,
    report: &mut AnalysisReport,
    sink: &mut Sink,
) {
    let mut outermost = outermost(body, sections);
    outermost.retain(|section| Some(section.node) != repeated);
    let headings: Vec<_> = outermost.iter().map(|section| body.read(section.text)).collect();
    let numbering = Numbering::of(headings.iter().map(AsRef::as_ref));
    let mut last = 0;
    for (index, (section, heading)) in (0..).zip(outermost.iter().zip(&headings)) {
        let line = body.heading_line(section);
        sink.markup(line);
        sink.field(FieldPath::part("sections", index, "title"), section.text);
        let numbered = numbering.read(heading);
        let (number, title) = match numbered {
            Some((number, title)) => (Some(number), title),
            None => (None, heading.trim()),
        };
        // An appendix may hold a heading of a level of its own; what is deeper belongs to the section.
        let content = body.content(section.extent.clone());
        if let Some(content) = content {
            sink.field(FieldPath::part("sections", index, "content"), content);
        }
        report.sections.push(Part {
            number,
            title: title.to_owned(),
            content: content.map(|content| body.read(content).into_owned()),
        });
        let Some(number) = number else { continue };
        let path = || FieldPath::part("sections", index, "number").to_string();
        if !is_written_so(heading, number, title) {
            let fixed = if title.is_empty() { format!("{number}.") } else { format!("{number}. {title}") };
            let message = format!("the section is numbered as `{}`", heading.trim());
            let misnumbered = Diagnostic::new(&SECTION_NUMBER, section.text, message).field(path());
            let misnumbered = misnumbered.expected(format!("`## {fixed}`")).found(heading.trim());
            // A picture in front is content, which no edit may drop.
            let is_safe = !heading.trim_start().starts_with(is_emoji);
            sink.report(misnumbered.fix(format!("Write `{fixed}`"), section.text, fixed).fixed_if(is_safe));
        }
        if number != last + 1 {
            let message = format!("section {number} follows section {last}");
            sink.report(Diagnostic::new(&SECTION_ORDER, section.text, message).field(path()));
        }
        last = number;
    }
    let below = numbered_below(body, sections);
    if let Some(section) =
        below.filter(|section| last == 0 || outermost.iter().any(|own| own.node == section.node))
    {
        let message = format!("the sections are numbered at level {}, not 2", section.level);
        let deep = Diagnostic::new(&SECTION_LEVEL, body.heading_line(section), message).field("sections");
        sink.report(deep.expected("`## 1. {First Analysis Section}`"));
    } else if last == 0 {
        let message = "the report has no numbered section";
        let missing = Diagnostic::new(&MISSING_SECTIONS, body.opening_line(), message).field("sections");
        sink.report(missing.expected("`## 1. {First Analysis Section}`"));
    }
}
