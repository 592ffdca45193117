//! A declaration that is made at random, and a document that is made from it: every field is read back, and nothing is lost.

use app::catalog::{Catalog, compile};
use app::diagnostic::Role;
use app::format::Parsed;
use app::scan::Blocks;
use app::text::Text;
use probe::conservation::check_words;
use probe::invariants::{check_coverage, check_diagnostics};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Each field is called by one of these, so that no two are alike.
const NAMES: [&str; 12] = [
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett", "kilo",
    "lima",
];

/// A type in a file, and a value of it: as a document writes it, and as JSON has it.
#[derive(Clone, Debug)]
struct Sample {
    kind: String,
    written: String,
    value: Value,
}

fn sample(kind: &str, written: impl Into<String>, value: impl Into<Value>) -> Sample {
    Sample { kind: kind.to_owned(), written: written.into(), value: value.into() }
}

/// Words of one line without the marks of a table or a list.
fn words() -> impl Strategy<Value = String> {
    "[A-Za-zäé가][A-Za-z0-9äé가 .,:()*_#!?=<>{}\\[\\]~`'\"&;/+-]{0,24}[a-z0-9가]"
        .prop_map(|words| format!("say {words}"))
}

/// A value of any type that fits in a line.
fn scalar() -> impl Strategy<Value = Sample> {
    (0..TYPES).prop_flat_map(scalar_of)
}

const TYPES: usize = 10;

/// A value of one of the types, by its number.
fn scalar_of(kind: usize) -> BoxedStrategy<Sample> {
    let day = (2000..2100u32, 1..=12u32, 1..=28u32)
        .prop_map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"));
    match kind {
        0 => prop::sample::select(vec!["open", "in review", "DONE"])
            .prop_map(|word| sample("words = [\"open\", \"in review\", \"DONE\"]", word, word))
            .boxed(),
        1 => day.prop_map(|day| sample("type = \"date\"", day.as_str(), day.as_str())).boxed(),
        2 => (day, 0..24u32, 0..60u32)
            .prop_map(|(day, hour, minute)| format!("{day}T{hour:02}:{minute:02}:00Z"))
            .prop_map(|time| sample("type = \"time\"", time.as_str(), time.as_str()))
            .boxed(),
        3 => any::<u32>().prop_map(|number| sample("type = \"count\"", number.to_string(), number)).boxed(),
        4 => any::<i32>().prop_map(|number| sample("type = \"integer\"", number.to_string(), number)).boxed(),
        5 => {
            (0..=100u32).prop_map(|number| sample("type = \"percent\"", format!("{number}%"), number)).boxed()
        }
        6 => any::<bool>().prop_map(|flag| sample("type = \"flag\"", flag.to_string(), flag)).boxed(),
        7 => any::<i16>()
            .prop_map(|number| f64::from(number) + 0.5)
            .prop_map(|number| sample("type = \"number\"", number.to_string(), number))
            .boxed(),
        8 => ("[a-z]{1,9}", 1..9_999u32)
            .prop_map(|(name, line)| format!("src/{name}.rs:{line}"))
            .prop_map(|place| sample("type = \"place\"", place.as_str(), place.as_str()))
            .boxed(),
        _ => words().prop_map(|words| sample("type = \"text\"", words.as_str(), words.as_str())).boxed(),
    }
}

/// A field of a document in Markdown: what the file has of it, and which lines of the document.
#[derive(Clone, Debug)]
enum Part {
    Label(Sample),
    /// The value is in brackets, and the pattern finds it there.
    Bracketed(Sample),
    List(Vec<String>),
    Section(Vec<String>),
    Table(Vec<Vec<Sample>>),
    /// Each line is `date: words`.
    Lines(Vec<(String, String)>),
}

fn part() -> impl Strategy<Value = Part> {
    // Each row has values of the same types.
    let table = prop::collection::vec(0..TYPES, 1..4).prop_flat_map(|kinds| {
        let row: Vec<_> = kinds.into_iter().map(scalar_of).collect();
        prop::collection::vec(row, 1..4)
    });
    let line = ("[0-9]{2}\\.[0-9]{2}", words());
    prop_oneof![
        4 => scalar().prop_map(Part::Label),
        1 => scalar().prop_map(Part::Bracketed),
        1 => prop::collection::vec(words().prop_map(|words| words.replace([',', ';'], "")), 1..4).prop_map(Part::List),
        2 => prop::collection::vec(words(), 1..4).prop_map(Part::Section),
        1 => table.prop_map(Part::Table),
        1 => prop::collection::vec(line, 1..4).prop_map(Part::Lines),
    ]
}

/// A declaration, a document of it, and what the document states.
#[derive(Debug)]
struct Case {
    file: String,
    document: String,
    expected: Value,
}

/// A heading as the file and the document write it, and the identifier in it.
fn heading() -> impl Strategy<Value = (String, String, Option<String>)> {
    let forms = [
        ("Field Report", ""),
        ("FR-{id}", "FR-"),
        ("Field Report #{id}", ""),
        ("Field Report (FR-{id})", "FR-"),
        ("[FR-{id}] Field Report", "FR-"),
        ("{id} Field Report", ""),
        ("Feldbericht Ä{id}", "Ä"),
    ];
    let id = "[a-z0-9가]{0,3}[0-9]([-_./]{1,2}[A-Za-z0-9é]{1,4}){0,3}";
    (prop::sample::select(forms.to_vec()), id).prop_map(|((form, before), id)| {
        let stated = form.contains("{id}").then(|| format!("{before}{id}"));
        (form.to_owned(), form.replace("{id}", &id), stated)
    })
}

fn in_markdown(
    level: usize,
    (form, name, id): (String, String, Option<String>),
    title: Option<String>,
    parts: Vec<Part>,
    noise: Option<String>,
) -> Case {
    let mut file = format!("name = \"Field Report\"\nheading = \"{form}\"\nlevel = {level}\n[fields]\n");
    let (mut labels, mut sections) = (String::new(), String::new());
    let mut expected = Map::new();
    let mut heading = format!("{} {name}", "#".repeat(level));
    if let Some(id) = id {
        file.push_str("id = { id = true, required = true }\n");
        expected.insert("id".to_owned(), id.into());
    }
    if let Some(title) = title {
        file.push_str("title = { title = true, required = true }\n");
        heading.push_str(&format!(": {title}"));
        expected.insert("title".to_owned(), title.into());
    }
    let below = "#".repeat(level + 1);
    // No document states these, which may be missing.
    file.push_str(
        "zulu = { label = \"The zulu\" }\nyankee = { section = \"The yankee\", columns = { x = {} } }\n",
    );
    expected.insert("zulu".to_owned(), Value::Null);
    expected.insert("yankee".to_owned(), json!([]));
    for (name, part) in NAMES.into_iter().zip(parts) {
        let label = format!("The {name}");
        let value = match part {
            Part::Label(Sample { kind, written, value }) => {
                file.push_str(&format!("{name} = {{ label = \"{label}\", {kind}, required = true }}\n"));
                labels.push_str(&format!("**{label}:** {written}\n"));
                value
            }
            Part::Bracketed(Sample { kind, written, value }) => {
                file.push_str(&format!(
                    "{name} = {{ label = \"{label}\", {kind}, pattern = '\\[(.*)\\]' }}\n"
                ));
                labels.push_str(&format!("**{label}:** [{written}]\n"));
                value
            }
            Part::List(items) => {
                file.push_str(&format!("{name} = {{ label = \"{label}\", type = \"list\" }}\n"));
                labels.push_str(&format!("**{label}:** {}\n", items.join(", ")));
                items.into()
            }
            Part::Section(paragraphs) => {
                file.push_str(&format!("{name} = {{ section = \"{label}\", required = true }}\n"));
                sections.push_str(&format!("\n{below} {label}\n\n{}\n", paragraphs.join("\n\n")));
                paragraphs.join("\n\n").into()
            }
            Part::Table(rows) => {
                let of_first = || rows.iter().take(1).flatten().zip(NAMES);
                let columns: Vec<String> =
                    of_first().map(|(sample, column)| format!("{column} = {{ {} }}", sample.kind)).collect();
                file.push_str(&format!(
                    "{name} = {{ section = \"{label}\", columns = {{ {} }} }}\n",
                    columns.join(", ")
                ));
                let header: String = of_first()
                    .map(|(_, column)| format!(" {}{} |", column[..1].to_uppercase(), &column[1..]))
                    .collect();
                let rule = "---|".repeat(columns.len());
                sections.push_str(&format!("\n{below} {label}\n\n|{header}\n|{rule}\n"));
                for row in &rows {
                    let cells: String = row.iter().map(|sample| format!(" {} |", sample.written)).collect();
                    sections.push_str(&format!("|{cells}\n"));
                }
                let row = |row: Vec<Sample>| -> Map<String, Value> {
                    NAMES
                        .into_iter()
                        .map(str::to_owned)
                        .zip(row.into_iter().map(|sample| sample.value))
                        .collect()
                };
                rows.into_iter().map(|cells| Value::from(row(cells))).collect()
            }
            Part::Lines(lines) => {
                let columns = "columns = { day = { required = true }, what = {} }";
                file.push_str(&format!("{name} = {{ section = \"{label}\", pattern = '^(?<day>[\\d.]+): (?<what>.*)$', {columns} }}\n"));
                let written: String = lines.iter().map(|(day, what)| format!("- {day}: {what}\n")).collect();
                sections.push_str(&format!("\n{below} {label}\n\n{written}"));
                lines.into_iter().map(|(day, what)| json!({ "day": day, "what": what })).collect()
            }
        };
        expected.insert(name.to_owned(), value);
    }
    let noise = noise.map(|noise| format!("\n{below} Besides\n\n{noise}\n")).unwrap_or_default();
    Case { file, document: format!("{heading}\n\n{labels}{sections}{noise}"), expected: expected.into() }
}

/// A field of an object: what the file has of it, and its value.
fn member() -> impl Strategy<Value = (String, Value)> {
    let leaf = scalar().prop_map(|sample| (sample.kind, sample.value));
    leaf.prop_recursive(3, 12, 4, |inner| {
        let parts = prop::collection::vec(inner, 1..4);
        prop_oneof![
            parts.clone().prop_map(|parts| {
                let (kinds, value) = object(parts);
                (format!("fields = {{ {kinds} }}"), value)
            }),
            (parts, 0..3usize).prop_map(|(parts, count)| {
                let (kinds, value) = object(parts);
                (format!("columns = {{ {kinds} }}"), vec![value; count].into())
            }),
            prop::collection::vec(words(), 0..3)
                .prop_map(|items| ("type = \"list\"".to_owned(), items.into())),
        ]
    })
}

fn object(members: Vec<(String, Value)>) -> (String, Value) {
    let kinds: Vec<String> = members
        .iter()
        .zip(NAMES)
        .map(|((kind, _), name)| format!("{name} = {{ {kind}, required = true }}"))
        .collect();
    let values = NAMES.into_iter().map(str::to_owned).zip(members.into_iter().map(|(_, value)| value));
    (kinds.join(", "), Value::Object(values.collect()))
}

fn in_json(members: Vec<(String, Value)>, noise: Option<Value>, is_pretty: bool) -> Case {
    let mut file = "name = \"Field Report\"\nkeys = [\"alpha\"]\n[fields]\n".to_owned();
    for ((kind, _), name) in members.iter().zip(NAMES) {
        file.push_str(&format!("{name} = {{ {kind}, required = true }}\n"));
    }
    let (_, mut document) = object(members);
    let mut expected = document.clone();
    if let Some(noise) = noise {
        document["zulu"] = noise.clone();
        expected["other_fields"] = json!({ "zulu": noise });
    }
    let document = if is_pretty { format!("{document:#}\n") } else { format!("{document}\n") };
    Case { file, document, expected }
}

/// Reads the only block of a document, and checks what holds of any.
fn read(case: &Case) -> Parsed {
    let format = compile(&case.file).unwrap_or_else(|problems| panic!("{problems:?}\n{}", case.file));
    let text = Text::new(&case.document);
    let mut blocks = Blocks::by(&Catalog::with(vec![format]), &text, None).read_all();
    assert_eq!(blocks.len(), 1, "{case:#?}");
    let block = blocks.remove(0);
    assert_eq!(block.spec.id, "field-report");
    check_coverage(&case.document, &block);
    check_diagnostics(&case.document, &block);
    check_words(&text, &block);
    block
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn documents_in_markdown_are_read_back(
        level in 1..4usize,
        heading in heading(),
        title in prop::option::of(words()),
        parts in prop::collection::vec(part(), 1..10),
        noise in prop::option::of(words()),
    ) {
        let case = in_markdown(level, heading, title, parts, noise.clone());
        let block = read(&case);
        prop_assert_eq!(block.value.json(), case.expected.clone(), "{:#?}", case);
        prop_assert!(block.diagnostics.is_empty(), "{:#?} {:#?}", block.diagnostics, case);
        let pieces = block.coverage.pieces().filter(|piece| piece.role == Role::Prose);
        let prose: String = pieces.map(|piece| piece.span.slice(&case.document)).collect();
        let expected = noise.map(|noise| format!("Besides {noise}")).unwrap_or_default();
        let bare = |words: &str| -> Vec<String> {
            words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        prop_assert_eq!(bare(&prose), bare(&expected), "{:#?}", case);
    }

    #[test]
    fn documents_in_json_are_read_back(
        members in prop::collection::vec(member(), 1..8),
        noise in prop::option::of(words().prop_map(Value::from)),
        is_pretty in any::<bool>(),
    ) {
        let case = in_json(members, noise.clone(), is_pretty);
        let block = read(&case);
        prop_assert_eq!(block.value.json(), case.expected.clone(), "{:#?}", case);
        let rules: Vec<&str> = block.diagnostics.iter().map(|found| found.rule.id).collect();
        prop_assert_eq!(rules, vec!["unknown-field"; usize::from(noise.is_some())], "{:#?}", case);
    }

    #[test]
    fn lines_are_read_back(
        (first, second) in ("[a-z]{2,10}", words()),
        number in any::<u32>(),
        margin in prop::sample::select(vec!["", "  ", "\t"]),
    ) {
        let file = "name = \"Field Report\"\nline = '^REPORT (?<alpha>\\S+) #(?<bravo>\\d+)(?:: (?<charlie>.*))?$'\n[fields]\nalpha = { required = true }\nbravo = { type = \"count\" }\ncharlie = {}\n";
        let document = format!("Some words.\n\n{margin}REPORT {first} #{number}: {second}\nMore words.\n");
        let expected = json!({ "alpha": first, "bravo": number, "charlie": second });
        let case = Case { file: file.to_owned(), document, expected };
        let block = read(&case);
        prop_assert_eq!(block.value.json(), case.expected.clone());
        prop_assert!(block.diagnostics.is_empty(), "{:#?}", block.diagnostics);
    }
}
