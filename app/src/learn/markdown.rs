//! What documents in Markdown have in common.

use super::columns::columns;
use super::draft::{Draft, Field, MOST_FIELDS, Opening, Place, Type};
use super::names::{distinct, field_name, found, shown, unique};
use super::origin::origin;
use super::sighting::Sighting;
use super::survey::{Columns, Content, Seen, Survey, survey};
use super::types::{Choice, are_listed, narrowest};
use super::{Example, LearnError};
use crate::reading::{counted, says_nothing};

/// Names of headings that become alternatives.
const MOST_HEADINGS: usize = 6;

pub(super) fn draft(examples: &[Example<'_>]) -> Result<Draft, LearnError> {
    let mut surveys = Vec::new();
    for example in examples {
        let nothing = || LearnError::NothingToRead(example.name.to_owned());
        surveys.push(survey(example).ok_or_else(nothing)?);
    }
    let mut merger = Merger { surveys: &surveys, fields: Vec::new(), left_out: Vec::new() };
    merger.title();
    merger.parts(|survey| &survey.labels, is_label_shared, Merger::label);
    merger.parts(|survey| &survey.sections, |sighting| sighting.seen.len() > 1, Merger::section);
    let Merger { fields, mut left_out, .. } = merger;
    let opening = opening(&surveys, fields.len())?;
    if fields.is_empty() {
        return Err(LearnError::NothingInCommon);
    }
    if surveys.iter().any(|survey| survey.has_early_table) {
        left_out.push(
            "A table before the first section has no place in a declaration: put it in a section.".to_owned(),
        );
    }
    let Opening::Heading(names, _) = &opening else { return Err(LearnError::NothingInCommon) };
    let name = names.first().cloned().unwrap_or_default();
    let remarks = origin(examples, examples.len() == 1);
    Ok(Draft { name, id: None, kind: "report", remarks, opening, fields, hints: Vec::new(), left_out })
}

/// Returns the names in the headings: the one that most have, and others if they are variants of it.
fn opening(surveys: &[Survey], shared: usize) -> Result<Opening, LearnError> {
    let mut names: Vec<(String, &str, usize)> = Vec::new();
    for survey in surveys {
        let key = survey.name.to_lowercase();
        match names.iter_mut().find(|(known, ..)| *known == key) {
            Some((.., count)) => *count += 1,
            None => names.push((key, &survey.name, 1)),
        }
    }
    names.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
    let written: Vec<String> = names.iter().map(|(_, written, _)| (*written).to_owned()).collect();
    let (all, first) = (surveys.len(), names.first().map_or(0, |(.., count)| *count));
    let are_titled = surveys.iter().all(|survey| survey.title.is_some());
    // Two names with a title behind each, and several fields in common, are two names of one format.
    let are_variants = names.len() <= MOST_HEADINGS && (first > 1 || are_titled && shared > 2);
    let name = written.first().map(|name| shown(name)).unwrap_or_default();
    let why = match names.len() {
        1 if all == 1 && !are_titled => {
            format!("The whole heading `{name}` is taken as the name. Unsure: in others it may vary.")
        }
        1 if all == 1 => format!("What precedes the colon or dash in the heading: `{name}`."),
        1 => format!("`{name}` opens all {all} examples."),
        _ if are_variants => format!(
            "`{name}` opens {first} of {all} examples, the others open with the further names. Unsure: they may be other \
             formats."
        ),
        _ => {
            return Err(LearnError::NoSharedHeading(
                written.iter().map(|name| shown(name)).take(4).collect(),
            ));
        }
    };
    Ok(Opening::Heading(written, why))
}

/// A plain label may be a sentence with a colon, so it counts only where others have it too.
fn is_label_shared(sighting: &Sighting<'_>) -> bool {
    sighting.seen.len() > 1 || sighting.seen.iter().any(|seen| seen.is_marked)
}

struct Merger<'s> {
    surveys: &'s [Survey],
    fields: Vec<Field>,
    left_out: Vec<String>,
}

impl<'s> Merger<'s> {
    fn title(&mut self) {
        let titles: Vec<&String> = self.surveys.iter().filter_map(|survey| survey.title.as_ref()).collect();
        let Some(first) = titles.first() else { return };
        let (count, all) = (titles.len(), self.surveys.len());
        let why =
            found(count, all, &format!("what follows the name in the heading, as in `{}`", shown(first)));
        let text = Choice::new(Type::Text, "");
        self.push("title".to_owned(), Place::Title, text, count == all, why, Vec::new());
    }

    fn parts(
        &mut self,
        of: impl Fn(&'s Survey) -> &'s Vec<Seen>,
        is_shared: impl Fn(&Sighting<'_>) -> bool,
        add: impl Fn(&mut Self, &Sighting<'_>),
    ) {
        let all = self.surveys.len();
        let mut sightings: Vec<Sighting<'s>> = Vec::new();
        for seen in self.surveys.iter().flat_map(of) {
            match sightings.iter_mut().find(|sighting| sighting.key == seen.key) {
                Some(sighting) => sighting.seen.push(seen),
                None => sightings.push(Sighting { key: &seen.key, seen: vec![seen], all }),
            }
        }
        for sighting in &sightings {
            if self.fields.len() < MOST_FIELDS && (all == 1 || is_shared(sighting)) {
                add(self, sighting);
            } else if self.left_out.len() < MOST_FIELDS {
                let why = if all > 1 && sighting.seen.len() == 1 {
                    "in one example only"
                } else {
                    "too many fields"
                };
                self.left_out.push(format!("No field: `{}` ({why}).", shown(&sighting.written())));
            }
        }
    }

    fn label(&mut self, sighting: &Sighting<'_>) {
        let written = sighting.written();
        let stated = sighting.contents().count();
        let lines = sighting.lines();
        let has_list = sighting.contents().any(|content| matches!(content, Content::List));
        let has_text = sighting.contents().any(|content| matches!(content, Content::Text));
        let choice = match &lines {
            _ if stated == 0 => {
                Choice::new(Type::Text, "the label is always empty").but("no value says what belongs there")
            }
            Some(lines) if are_listed(lines) => {
                Choice::new(Type::Named("list"), "several parts between commas")
                    .but("a sentence with a comma would be parted too")
            }
            Some(lines) => narrowest(&written, lines),
            None if has_text => Choice::new(Type::Markdown, "text of several lines"),
            None if has_list => Choice::new(Type::Named("list"), "items below the label"),
            None => Choice::new(Type::Markdown, "text"),
        };
        let is_required = sighting.is_in_all() && stated == sighting.all;
        let why = sighting.why(&choice.why);
        let name = field_name(&written);
        let values = distinct(lines.unwrap_or_default());
        self.push(name, Place::Label(written), choice, is_required, why, values);
        if sighting.all > 1 && sighting.seen.len() == 1 {
            self.doubt("it may belong to that example alone");
        }
    }

    fn section(&mut self, sighting: &Sighting<'_>) {
        let contents: Vec<&Content> = sighting.contents().collect();
        if !contents.is_empty() && contents.iter().all(|content| matches!(content, Content::Labels)) {
            return;
        }
        let written = sighting.written();
        // A section that states that there is nothing may be of any type.
        let says_something =
            |content: &&&Content| !matches!(content, Content::Line(line) if says_nothing(line));
        let telling: Vec<&Content> = contents.iter().filter(says_something).copied().collect();
        let tables: Vec<&Columns> = telling
            .iter()
            .filter_map(|content| if let Content::Table(columns) = content { Some(columns) } else { None })
            .collect();
        let are_lists = !telling.is_empty() && telling.iter().all(|content| matches!(content, Content::List));
        let lines = sighting.lines().filter(|_| !telling.is_empty());
        let mut remarks = Vec::new();
        let choice = if !tables.is_empty() && tables.len() == telling.len() {
            let columns = columns(&tables, &mut remarks);
            match columns.len() {
                0 | 1 => Choice::new(Type::Markdown, "tables that have no two columns in common"),
                count => {
                    Choice::new(Type::Table(columns), format!("a table of {}", counted(count, "column")))
                }
            }
        } else if are_lists {
            Choice::new(Type::Named("list"), "a list")
        } else {
            match lines.map(|lines| narrowest(&written, &lines)) {
                Some(Choice { kind: Type::Text, doubt, .. }) => {
                    Choice { kind: Type::Markdown, why: "text".to_owned(), doubt }
                }
                Some(choice) => choice,
                None => Choice::new(Type::Markdown, "text"),
            }
        };
        let is_required = sighting.is_in_all() && contents.len() == sighting.all;
        let (why, name) = (sighting.why(&choice.why), field_name(&written));
        let values = distinct(sighting.lines().unwrap_or_default());
        self.push(name, Place::Section(written), choice, is_required, why, values);
        if let Some(field) = self.fields.last_mut() {
            field.why.extend(remarks);
        }
    }

    fn push(
        &mut self,
        name: String,
        place: Place,
        choice: Choice,
        is_required: bool,
        why: String,
        values: Vec<String>,
    ) {
        let taken: Vec<String> = self.fields.iter().map(|field| field.name.clone()).collect();
        let doubt = choice.doubt.map(|doubt| format!("Unsure: {doubt}."));
        let why = [why].into_iter().chain(doubt).collect();
        let name = unique(name, &taken);
        self.fields.push(Field { name, place, kind: choice.kind, is_required, why, values });
    }

    fn doubt(&mut self, doubt: &str) {
        if let Some(field) = self.fields.last_mut() {
            field.why.push(format!("Unsure: {doubt}."));
        }
    }
}
