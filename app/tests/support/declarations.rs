//! Formats made at random, and documents made from them.

use std::fmt::Write;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A format that a file may declare.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub name: String,
    pub is_json: bool,
    /// How headings are written that have an identifier.
    pub identified: Option<String>,
    pub has_title: bool,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    /// The key in JSON.
    pub name: String,
    /// What a document in Markdown calls it.
    pub written: String,
    pub shape: Shape,
    pub is_required: bool,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Text,
    Markdown,
    Percent,
    Date,
    Time,
    Count,
    Number,
    Flag,
    Place,
    Words(Vec<&'static str>),
    List,
    Table(Vec<Field>),
}

/// Words that values are made of; none of them says that there is nothing, and none ends with a colon.
const WORDS: [&str; 12] = [
    "sessions", "checkout", "a deploy", "the queue", "search", "replica", "the pool", "Mara", "an alert",
    "cache", "retries", "Jun",
];
const CHOICES: [&[&str]; 4] = [
    &["passed", "failed", "skipped"],
    &["resolved", "monitoring", "open"],
    &["low", "medium", "high"],
    &["inner ring", "outer ring"],
];

impl Shape {
    /// Sections hold more than a line.
    pub fn is_section(&self) -> bool {
        matches!(self, Self::Markdown | Self::List | Self::Table(_))
    }

    /// As a file declares it.
    fn declared(&self, is_json: bool) -> String {
        let named = |kind: &str| format!("type = \"{kind}\"");
        match self {
            Self::Text => named("text"),
            Self::Markdown => named("markdown"),
            Self::Percent if is_json => named("number"),
            Self::Percent => named("percent"),
            Self::Date => named("date"),
            Self::Time => named("time"),
            Self::Count => named("count"),
            Self::Number => named("number"),
            Self::Flag => named("flag"),
            Self::Place => named("place"),
            Self::Words(words) => format!("words = {}", json!(words)),
            Self::List => named("list"),
            Self::Table(columns) => {
                let column = |column: &Field| {
                    let place =
                        if is_json { String::new() } else { format!("column = \"{}\", ", column.written) };
                    format!(
                        "{} = {{ {place}{}, required = true }}",
                        column.name,
                        column.shape.declared(is_json)
                    )
                };
                format!("columns = {{ {} }}", columns.iter().map(column).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// A value on one line, by a number.
    fn value(&self, number: u32) -> String {
        let word = |at: u32| WORDS[at as usize % WORDS.len()];
        match self {
            Self::Percent => format!("{}%", number % 101),
            Self::Date => format!("2026-11-{:02}", number % 28 + 1),
            Self::Time => format!("2026-11-{:02}T09:{:02}:00Z", number % 28 + 1, number % 60),
            Self::Count => (number % 5_000).to_string(),
            Self::Number => format!("{}.5", number % 900),
            Self::Flag => if number.is_multiple_of(2) { "yes" } else { "no" }.to_owned(),
            Self::Place => {
                format!("src/{}.rs:{}", ["store", "queue", "retry"][number as usize % 3], number % 90 + 1)
            }
            Self::Words(words) => words[number as usize % words.len()].to_owned(),
            _ => format!("{} and {}", word(number), word(number / 7)),
        }
    }

    fn json(&self, number: u32) -> Value {
        match self {
            Self::Percent => json!(number % 101),
            Self::Count => json!(number % 5_000),
            Self::Number => json!(f64::from(number % 900) + 0.5),
            Self::Flag => json!(number.is_multiple_of(2)),
            Self::List => {
                (0..number % 3 + 1).map(|item| Value::from(Self::Text.value(number + item))).collect()
            }
            Self::Table(columns) => {
                let row = |row: u32| {
                    let cell = |column: &Field| (column.name.clone(), column.shape.json(number + row));
                    columns.iter().map(cell).collect::<Map<_, _>>()
                };
                (0..number % 3 + 1).map(|at| Value::Object(row(at))).collect()
            }
            _ => self.value(number).into(),
        }
    }

    fn section(&self, number: u32) -> String {
        let rows = 0..number % 3 + 1;
        match self {
            Self::List => rows.map(|row| format!("- {}.\n", Self::Text.value(number + row))).collect(),
            Self::Table(columns) => {
                let header: String = columns.iter().map(|column| format!(" {} |", column.written)).collect();
                let mut table = format!("|{header}\n|{}\n", "---|".repeat(columns.len()));
                for row in rows {
                    let cells =
                        columns.iter().map(|column| format!(" {} |", column.shape.value(number + row)));
                    let _ = writeln!(table, "|{}", cells.collect::<String>());
                }
                table
            }
            _ => format!("There was {}.\n\nIt ended with {}.\n", self.value(number), self.value(number / 3)),
        }
    }
}

impl Declaration {
    /// The file that declares it.
    pub fn file(&self) -> String {
        let mut file = format!("name = \"{}\"\n", self.name);
        if self.is_json {
            let required = self.fields.iter().filter(|field| field.is_required);
            let keys: Vec<&str> = required.map(|field| field.name.as_str()).take(3).collect();
            let _ = writeln!(file, "keys = {}", json!(keys));
        } else {
            let _ = writeln!(file, "heading = \"{}\"", self.identified.as_ref().unwrap_or(&self.name));
        }
        file.push_str("\n[fields]\n");
        if self.identified.is_some() {
            file.push_str("id = { id = true, required = true }\n");
        }
        if self.has_title {
            file.push_str("title = { title = true, required = true }\n");
        }
        for field in &self.fields {
            let place = match (self.is_json, field.shape.is_section()) {
                (true, _) => String::new(),
                (_, true) => format!("section = \"{}\", ", field.written),
                (_, false) => format!("label = \"{}\", ", field.written),
            };
            let required = if field.is_required { ", required = true" } else { "" };
            let _ = writeln!(
                file,
                "{} = {{ {place}{}{required} }}",
                field.name,
                field.shape.declared(self.is_json)
            );
        }
        file
    }

    /// Whether the document of a number has a field: required ones always, others by chance.
    pub fn has(&self, field: usize, number: u32) -> bool {
        self.fields[field].is_required || !(number / 5 + field as u32).is_multiple_of(3)
    }

    /// A document; another number makes another one.
    pub fn document(&self, number: u32) -> String {
        self.document_with(number, |at| self.has(at, number))
    }

    /// A document with every field.
    pub fn complete_document(&self, number: u32) -> String {
        self.document_with(number, |_| true)
    }

    fn document_with(&self, number: u32, has: impl Fn(usize) -> bool) -> String {
        let own = |at: usize| number.wrapping_mul(31).wrapping_add(at as u32 * 17);
        let fields = self.fields.iter().enumerate().filter(|(at, _)| has(*at));
        if self.is_json {
            let members = fields.map(|(at, field)| (field.name.clone(), field.shape.json(own(at))));
            return Value::Object(members.collect()).to_string();
        }
        let identified = self.identified.as_ref().map(|form| form.replace("{id}", &identifier(number)));
        let mut document = format!("# {}", identified.as_ref().unwrap_or(&self.name));
        if self.has_title {
            let _ = write!(document, ": {}", Shape::Text.value(number));
        }
        document.push_str("\n\n");
        let (sections, labels): (Vec<_>, Vec<_>) = fields.partition(|(_, field)| field.shape.is_section());
        for (at, field) in labels {
            let _ = writeln!(document, "**{}:** {}", field.written, field.shape.value(own(at)));
        }
        for (at, field) in sections {
            let _ = write!(document, "\n## {}\n\n{}", field.written, field.shape.section(own(at)));
        }
        document
    }
}

/// The identifier of the document of a number: numbers have different ones.
pub fn identifier(number: u32) -> String {
    format!("20{}-{:03}", number % 90 + 10, number / 90)
}

fn line_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        3 => Just(Shape::Text),
        1 => Just(Shape::Percent),
        1 => Just(Shape::Date),
        1 => Just(Shape::Time),
        1 => Just(Shape::Count),
        1 => Just(Shape::Number),
        1 => Just(Shape::Flag),
        1 => Just(Shape::Place),
        2 => prop::sample::select(CHOICES.to_vec()).prop_map(|words| Shape::Words(words.to_vec())),
    ]
}

/// A name of a field: letters that no built-in format looks for.
fn written() -> impl Strategy<Value = String> {
    "[B-DF-HJ-NP-TV-Z][aeiou][b-df-hj-np-tv-z][aeiou]{1,2}( [a-z]{3,7})?"
}

fn field(shape: impl Strategy<Value = Shape>) -> impl Strategy<Value = Field> {
    (written(), shape, prop::bool::weighted(0.7)).prop_map(|(written, shape, is_required)| Field {
        name: written.to_lowercase().replace(' ', "_"),
        written,
        shape,
        is_required,
    })
}

/// Fields of different names.
fn fields(
    shape: impl Strategy<Value = Shape>,
    count: std::ops::Range<usize>,
) -> impl Strategy<Value = Vec<Field>> {
    prop::collection::vec(field(shape), count).prop_map(|mut fields| {
        fields.sort_by(|left, right| left.name.cmp(&right.name));
        fields.dedup_by(|left, right| left.name == right.name);
        fields
    })
}

/// A format of either kind, of which each document has one field at least.
pub fn declaration() -> impl Strategy<Value = Declaration> {
    let columns = fields(line_shape(), 2..5).prop_filter("two columns", |columns| columns.len() > 1);
    let shape = prop_oneof![
        5 => line_shape(),
        1 => Just(Shape::Markdown),
        1 => Just(Shape::List),
        1 => columns.prop_map(Shape::Table),
    ];
    let name = "[A-Z][a-z]{3,7} (Memo|Sheet|Slip)";
    let form = prop::sample::select(vec![
        "KEY-{id}", "NAME {id}", "NAME #{id}", "NAME KEY-{id}", "NAME (KEY-{id})", "[KEY-{id}] NAME",
        "{id} NAME",
    ]);
    let form = prop::option::of((form, "[A-Z]{2,4}"));
    (name, form, any::<bool>(), any::<bool>(), fields(shape, 1..9)).prop_map(
        |(name, form, is_json, has_title, mut fields)| {
            let identified = form.map(|(form, key)| form.replace("NAME", &name).replace("KEY", &key));
            if let Some(first) = fields.first_mut() {
                first.is_required = true;
            }
            let identified = identified.filter(|_| !is_json);
            Declaration { name, is_json, identified, has_title: has_title && !is_json, fields }
        },
    )
}
