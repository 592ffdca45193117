//! What documents in Markdown have in common.

use super::columns::columns;
use super::draft::{Draft, Field, MOST_FIELDS, Opening, Place, Type};
use super::heading::{heading, name_of};
use super::names::{distinct, field_name, found, shown, unique};
use super::origin::origin;
use super::sighting::Sighting;
use super::survey::{Columns, Content, Seen, Survey, survey};
use super::types::{Choice, are_listed, narrowest};
use super::{Example, LearnError};
use crate::reading::{counted, says_nothing};

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
    let heading = heading(&surveys, merger.fields.len())?;
    merger.identifier(&heading.identifiers);
    let Merger { fields, mut left_out, .. } = merger;
    if fields.is_empty() {
        return Err(LearnError::NothingInCommon);
    }
    if surveys.iter().any(|survey| survey.has_early_table) {
        left_out.push(
            "A table before the first section has no place in a declaration: put it in a section.".to_owned(),
        );
    }
    let name = name_of(&heading.names);
    let opening = Opening::Heading(heading.names, heading.why);
    let mut remarks = origin(examples, examples.len() == 1);
    if examples.iter().any(has_front_matter) {
        remarks.push(FRONT_MATTER.to_owned());
    }
    Ok(Draft { name, id: None, kind: "report", remarks, opening, fields, hints: Vec::new(), left_out })
}

const FRONT_MATTER: &str = "Front matter, between `---` above the heading, is not read: a document begins with its heading. \
                            Write what it says as labels below the heading.";

fn has_front_matter(example: &Example<'_>) -> bool {
    let mut lines = example.text.source().trim_start_matches('\u{feff}').lines().map(str::trim_end);
    lines.next() == Some("---") && lines.any(|line| line == "---")
}

/// A plain label may be a sentence with a colon, so it counts only where others have it too.
fn is_label_shared(sighting: &Sighting<'_>) -> bool {
    sighting.seen.len() > 1 || sighting.seen.iter().any(|seen| seen.is_marked)
}

/// Whether two labels say the same is for a person to decide.
const OTHER_NAME: &str = "Unsure: it may belong to that example alone, or be another name of a label of the others, as in label = [\"…\", \"…\"].";

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

    /// Adds the identifier in the heading, ahead of the title.
    fn identifier(&mut self, identifiers: &[String]) {
        let Some(first) = identifiers.first() else { return };
        let (count, all) = (identifiers.len(), self.surveys.len());
        let why = found(
            count,
            all,
            &format!("the word with the identifier in the heading, as in `{}`", shown(first)),
        );
        let text = Choice::new(Type::Text, "");
        self.push("id".to_owned(), Place::Identifier, text, count == all, why, Vec::new());
        self.fields.rotate_right(1);
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
            self.doubt(OTHER_NAME);
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
            field.why.push(doubt.to_owned());
        }
    }
}
