//! Checks a JSON answer against its contract: missing fields, other types, unknown words.

use super::contract::{Property, named};
use super::placeholder::is_placeholder;
use super::reader::{Cut, Reading, quoted, read};
use super::rules::{BROKEN_JSON, MISSING_FIELD, TRUNCATED_JSON, UNKNOWN_VALUE, WRONG_TYPE};
use super::syntax_issue::SyntaxIssue;
use super::value::{Json, Kind};
use super::values::stated_number;
use crate::block::Block;
use crate::declaration::{FieldType, Need};
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::reading::{PLACEHOLDER, is_normal_of, nearest, normal, report_mojibake};
use crate::text::Span;

/// One diagnostic names at most so many slots of a template.
const MOST_SLOTS: usize = 8;

/// Reads the object that a block begins with, and reports what a strict reader would stumble over.
pub fn read_block<'t>(block: &Block<'t>, sink: &mut Sink) -> (Json<'t>, Option<Cut>) {
    let reading = read(block.text.source(), block.span);
    let cut = reading.cut;
    (report_reading(block, reading, sink), cut)
}

/// Reports what a strict reader would stumble over in what a block was read as.
pub fn report_reading<'t>(block: &Block<'t>, reading: Reading<'t>, sink: &mut Sink) -> Json<'t> {
    let Reading { json, issues, .. } = reading;
    for issue in issues {
        report_issue(issue, sink);
    }
    report_mojibake(block, sink);
    json
}

fn report_issue(issue: SyntaxIssue, sink: &mut Sink) {
    let rule = if issue.kind.is_end() { &TRUNCATED_JSON } else { &BROKEN_JSON };
    let mut diagnostic = Diagnostic::new(rule, issue.span, issue.kind.message());
    if let Some((span, insert)) = issue.fix {
        diagnostic = diagnostic.fix(issue.kind.fix_title(), span, insert);
    }
    sink.report(diagnostic);
}

/// Covers each known member of an object, and reports where the object departs from the contract or was not filled in.
/// What may follow in an object that was cut off is not reported as missing.
pub fn judge(json: &Json<'_>, cut: Option<Cut>, properties: &[Property], sink: &mut Sink) {
    judge_fields(json, cut, properties, sink);
    report_slots([json], sink);
}

/// As [`judge()`], without looking for slots of a template.
pub fn judge_fields(json: &Json<'_>, cut: Option<Cut>, properties: &[Property], sink: &mut Sink) {
    Judge { sink, cut, row: None }.object(json, properties);
}

/// Whether an answer was reported to break off.
pub fn breaks_off(sink: &Sink) -> bool {
    sink.diagnostics.iter().any(|found| found.rule == &TRUNCATED_JSON)
}

/// Whether the last part of an answer may go on behind the place where it breaks off.
pub fn may_go_on(part: &Json<'_>, answer: &Json<'_>, sink: &Sink) -> bool {
    part.span.end >= answer.span.end && breaks_off(sink)
}

/// Reports the slots of a template that were not filled in, all of them as one.
pub fn report_slots<'j, 't: 'j>(values: impl IntoIterator<Item = &'j Json<'t>>, sink: &mut Sink) {
    let mut slots = Vec::new();
    values.into_iter().for_each(|value| slots_in(value, &mut slots));
    let Some((first, others)) = slots.split_first() else { return };
    let message = match others.len() {
        0 => "a slot of the template was not filled in".to_owned(),
        count => format!("{} slots of the template were not filled in", count + 1),
    };
    let mut diagnostic = Diagnostic::new(&PLACEHOLDER, *first, message);
    for slot in others.iter().take(MOST_SLOTS) {
        diagnostic = diagnostic.related(*slot, "another slot");
    }
    sink.report(diagnostic);
}

fn slots_in(json: &Json<'_>, slots: &mut Vec<Span>) {
    match &json.kind {
        Kind::Object(members) => members.iter().for_each(|member| slots_in(&member.value, slots)),
        Kind::List(items) => items.iter().for_each(|item| slots_in(item, slots)),
        Kind::Text(text) if is_placeholder(text) => slots.push(json.span),
        Kind::Word(word) if is_placeholder(word) => slots.push(json.span),
        _ => {}
    }
}

struct Judge<'j> {
    sink: &'j mut Sink,
    cut: Option<Cut>,
    /// The list and the row of it that are being judged.
    row: Option<(&'static str, u32)>,
}

impl Judge<'_> {
    fn path(&self, path: &'static str) -> FieldPath {
        match self.row {
            Some((list, row)) => FieldPath::part(list, row, path),
            None => FieldPath::name(path),
        }
    }

    fn object(&mut self, json: &Json<'_>, properties: &[Property]) {
        for property in properties.iter().filter(|property| property.is_known()) {
            match json.get(property.spec.name) {
                Some(value) => self.value(value, property),
                None if property.need == Need::Required && !self.cut.is_some_and(|cut| cut.is_open(json)) => {
                    let opening = json.span.take(1);
                    let message = format!("the field `{}` is missing", property.spec.name);
                    let missing = Diagnostic::new(&MISSING_FIELD, opening, message);
                    self.sink.report(
                        missing.field(self.path(property.path).to_string()).expected(property.named()),
                    );
                }
                None => {}
            }
        }
    }

    /// Returns what is wrong with a value; for one that breaks off, only a wrong type counts.
    fn complaint(&self, value: &Json<'_>, kind: FieldType) -> Option<Complaint> {
        if is_of(value, kind) {
            return None;
        }
        let is_half = self.cut.is_some_and(|cut| cut.is_half(value));
        Some(Complaint::of(value, kind)).filter(|complaint| complaint.is_type || !is_half)
    }

    fn value(&mut self, value: &Json<'_>, property: &Property) {
        // A key whose value is missing was reported as such.
        if value.kind == Kind::Missing {
            return;
        }
        self.sink.field(self.path(property.path), value.span);
        match (&value.kind, property.spec.kind.items()) {
            (Kind::Null, _) if property.spec.is_nullable => {}
            (Kind::Object(_), None) if matches!(property.spec.kind, FieldType::Record(_)) => {
                self.object(value, &property.parts);
            }
            (Kind::List(items), Some(kind)) => self.list(items, property, kind),
            _ => self.leaf(value, property),
        }
    }

    fn list(&mut self, items: &[Json<'_>], property: &Property, kind: FieldType) {
        let outer = self.row;
        for (index, item) in (0..).zip(items) {
            // The path of a row within a row names the outer one.
            if outer.is_none() {
                self.row = Some((property.path, index));
                self.sink.field(FieldPath::row(property.path, index), item.span);
            }
            match (kind, &item.kind) {
                (FieldType::Record(_), Kind::Object(_)) => self.object(item, &property.parts),
                _ => self.item(item, kind),
            }
        }
        self.row = outer;
    }

    fn item(&mut self, item: &Json<'_>, kind: FieldType) {
        let Some(complaint) = self.complaint(item, kind) else { return };
        let field = self.row.map(|(list, row)| format!("{list}[{row}]")).unwrap_or_default();
        let diagnostic = Diagnostic::new(complaint.rule(), item.span, complaint.message)
            .field(field)
            .expected(named(kind))
            .found(item.named());
        self.sink.report(diagnostic);
    }

    fn leaf(&mut self, value: &Json<'_>, property: &Property) {
        let Some(complaint) = self.complaint(value, property.spec.kind) else { return };
        let mut diagnostic = Diagnostic::new(complaint.rule(), value.span, complaint.message)
            .field(self.path(property.path).to_string())
            .expected(named(property.spec.kind))
            .found(value.text().map_or_else(|| value.named().to_owned(), str::to_owned));
        if let Some((title, insert)) = complaint.fix
            && !matches!(value.kind, Kind::Word(_))
        {
            diagnostic = diagnostic.fix(title, value.span, insert);
        }
        self.sink.report(diagnostic);
    }
}

/// Returns `true` if an object has what a contract requires, all of it of its types.
pub fn fits(json: &Json<'_>, properties: &[Property]) -> bool {
    let mut known = properties.iter().filter(|property| property.is_known());
    let is_object = matches!(json.kind, Kind::Object(_));
    is_object
        && known.all(|property| {
            let Some(value) = json.get(property.spec.name) else { return property.need != Need::Required };
            match (&value.kind, property.spec.kind) {
                (Kind::Null, _) if property.spec.is_nullable => true,
                (Kind::Object(_), FieldType::Record(_)) => fits(value, &property.parts),
                (Kind::List(items), FieldType::List(kind)) => items.iter().all(|item| is_of(item, *kind)),
                (Kind::List(items), FieldType::Table(_)) => {
                    items.iter().all(|item| fits(item, &property.parts))
                }
                (_, kind) => is_of(value, kind),
            }
        })
}

/// Returns `true` if a value is of a type, letter by letter.
fn is_of(value: &Json<'_>, kind: FieldType) -> bool {
    match kind {
        FieldType::Any(_) => true,
        FieldType::Enum(words) => value.text().is_some_and(|written| words.contains(&written)),
        FieldType::Form(check) => value.text().is_some_and(|written| check(written).is_none()),
        FieldType::Flag => value.flag().is_some(),
        FieldType::Count => value.count().is_some(),
        FieldType::Integer => value.number().is_some_and(|number| number.fract() == 0.0),
        FieldType::Number | FieldType::Percent => value.number().is_some(),
        FieldType::List(_) | FieldType::Table(_) | FieldType::LineRange => {
            matches!(value.kind, Kind::List(_))
        }
        FieldType::Record(_) => matches!(value.kind, Kind::Object(_)),
        _ => value.text().is_some(),
    }
}

/// What is wrong with a value, and how to write it.
struct Complaint {
    message: String,
    is_type: bool,
    fix: Option<(&'static str, String)>,
}

impl Complaint {
    /// Explains why a value isn't of the given type.
    #[cold]
    fn of(value: &Json<'_>, kind: FieldType) -> Self {
        let form = |message: String, fix| Self { message, is_type: false, fix };
        match (kind, value.text()) {
            (FieldType::Enum(words), Some(written)) => {
                let meant = normal(written);
                let same = words.iter().find(|word| is_normal_of(word, &meant)).copied();
                let near = same.or_else(|| nearest(written, words)).filter(|_| !is_placeholder(written));
                let fix = near.map(|word| ("Write the nearest word", quoted(word)));
                form(format!("`{}` is none of the known words", shortened(written)), fix)
            }
            (FieldType::Form(check), Some(written)) => {
                form(check(written).unwrap_or_default().to_owned(), None)
            }
            // A slot of a template is reported as such.
            (_, Some(written)) if is_placeholder(written) => {
                Self { message: "a slot that was not filled in".to_owned(), is_type: true, fix: None }
            }
            (FieldType::Count, Some(written)) if is_range(written) => {
                let message = format!("a range where one number is wanted: `{}`", shortened(written));
                Self { message, is_type: true, fix: None }
            }
            _ => {
                let message = format!("{} where {} is wanted", value.named(), named(kind));
                let fix = unquoted(value, kind).map(|insert| ("Write it without quotes", insert));
                Self { message, is_type: true, fix }
            }
        }
    }

    fn rule(&self) -> &'static Rule {
        if self.is_type { &WRONG_TYPE } else { &UNKNOWN_VALUE }
    }
}

/// `42-50`, as of lines.
fn is_range(written: &str) -> bool {
    let is_number = |part: &str| part.trim().parse::<u32>().is_ok();
    written.split_once(['-', '–']).is_some_and(|(first, last)| is_number(first) && is_number(last))
}

/// Returns a number or boolean without its quotes.
fn unquoted(value: &Json<'_>, kind: FieldType) -> Option<String> {
    let text = value.text()?.trim();
    match kind {
        FieldType::Flag => matches!(text, "true" | "false").then(|| text.to_owned()),
        FieldType::Count => Some(stated_number(text)?.count()?.to_string()),
        FieldType::Integer => text.parse::<i64>().ok().map(|number| number.to_string()),
        FieldType::Number | FieldType::Percent => Some(stated_number(text)?.0.to_string()),
        _ => None,
    }
}

fn shortened(written: &str) -> String {
    let head: String = written.chars().take(60).collect();
    if head.len() < written.len() { head + "…" } else { head }
}
