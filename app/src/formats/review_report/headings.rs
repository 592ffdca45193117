//! Names and levels of the sections that the contract has.

use memchr::memchr2;

use super::parse::Reader;
use super::report_sections::{NamedSection, ReportSections};
use super::rules::{HEADING_LEVEL, SECTION_NAME, UNDERLINED_HEADING};
use super::section_kind::{SectionKind, section_name};
use crate::format::prelude::*;
use crate::reading::normal;

impl Reader<'_, '_> {
    /// Reports the headings; those of the verdict and the score that were read, whose lines are `taken`, are reported with
    /// their values.
    pub fn report_headings(&mut self, taken: &[Span]) {
        let (sections, sink) = (self.sections, &mut *self.sink);
        let mut seen: Vec<SectionKind> = Vec::new();
        let movable = movable(sections);
        for ((index, named), is_movable) in sections.all.iter().enumerate().zip(movable) {
            let heading = sections.heading_line(&named.section);
            let field = named.kind.field();
            // A heading that the contract doesn't have says something of its own.
            match named.kind.contract_name() {
                Some(_) => sink.markup(heading),
                None => sink.prose(heading),
            }
            underlined(sections, index, named, sink);
            let Some(name) = named.kind.contract_name() else { continue };
            let is_value = matches!(named.kind, SectionKind::Verdict | SectionKind::Score);
            let is_second_level = named.section.level == 2;
            let is_reported = is_value && is_second_level && taken.iter().any(|line| line.overlaps(heading));
            if is_reported || seen.contains(&named.kind) {
                continue;
            }
            seen.push(named.kind);
            let written = sections.read(named.name);
            let is_named = written.trim_start().starts_with(name) && section_name(&written) == normal(name);
            if !is_named && !is_value {
                let marks = "#".repeat(if is_movable { 2 } else { named.section.level.into() });
                let comment = written.split_once('(').map(|(_, comment)| comment.trim_end_matches('*'));
                let comment = comment.map(|comment| format!(" ({comment}")).unwrap_or_default();
                let written = written.trim();
                let message = format!("section `{name}` is called `{written}`");
                let misnamed = Diagnostic::new(&SECTION_NAME, named.name, message).field(field);
                let fixed = format!("{marks} {name}{comment}");
                let title = format!("Call it `{name}`");
                sink.report(misnamed.expected(name).found(written).fix(title, heading, fixed));
            } else if !is_second_level {
                let message = format!("section `{name}` is not of the second level");
                let found = Diagnostic::new(&HEADING_LEVEL, heading, message).field(field);
                let fixed = format!("## {}", sections.text.slice(named.section.text));
                let title = format!("Write `## {name}`");
                sink.report(
                    found.expected(format!("`## {name}`")).fix(title, heading, fixed).fixed_if(is_movable),
                );
            }
        }
    }
}

/// Returns for each section whether it would keep its content at level two: a heading that moves up takes in the
/// sections next to it, and one that moves down loses those below it.
fn movable(sections: &ReportSections<'_>) -> Vec<bool> {
    let mut movable = vec![false; sections.all.len()];
    for (index, named) in sections.all.iter().enumerate().rev() {
        let behind = |index: usize| sections.all.get(index).map_or(0, |named| named.section.level);
        let next = index + sections.within(named).len();
        let is_movable = if named.section.level > 2 {
            let follows = sections.all.get(next).is_some_and(|next| next.kind.contract_name().is_some());
            behind(next) <= 2 || (follows && movable.get(next).copied().unwrap_or_default())
        } else {
            named.section.level == 2 || behind(index + 1) != 2
        };
        if let Some(movable) = movable.get_mut(index) {
            *movable = is_movable;
        }
    }
    movable
}

/// Reports a heading that is marked by underlining.
fn underlined(sections: &ReportSections<'_>, index: usize, named: &NamedSection, sink: &mut Sink) {
    let heading = sections.heading_line(&named.section);
    let source = sections.text.source();
    let Some(at) = memchr2(b'\n', b'\r', heading.slice(source).as_bytes()) else { return };
    let level = if index == 0 { "#" } else { "##" };
    let words = named.section.text.slice(source);
    let fixed = format!("{level} {words}");
    let message = format!("`{words}` is a heading by the line below it");
    let found = Diagnostic::new(&UNDERLINED_HEADING, heading, message).field(named.kind.field());
    // The marks of a quoted heading are in front of its underline as well.
    let is_bare = heading.take(at).trim(source) == named.section.text;
    let title = format!("Write `{fixed}`");
    sink.report(found.expected(fixed.as_str()).fix(title, heading, fixed).fixed_if(is_bare));
}
