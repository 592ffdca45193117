//! Writes the room of a built-in format into a checkout.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::catalog::Catalog;
use clap::Args;

use super::output;
use crate::cli::CONFORMS;

/// The files of a room, with slots for its names.
const FILES: [(&str, &str); 6] = [
    ("mod.rs", include_str!("room/mod.rs.txt")),
    ("rules.rs", include_str!("room/rules.rs.txt")),
    ("view.rs", include_str!("room/view.rs.txt")),
    ("spec.md", include_str!("room/spec.md.txt")),
    ("fixtures/complete.md", include_str!("room/complete.md.txt")),
    ("fixtures/legacy.md", include_str!("room/legacy.md.txt")),
];
/// The end of the table of formats.
const END_OF_TABLE: &str = "\n];\n";

#[derive(Debug, Args)]
#[command(
    after_help = "Example, in a checkout of Harmony: harmony contract new \"Release Plan\" --id 7.1\n\n\
                        A format of your own needs no room: `harmony format new` prints its file.\n\n\
                        Exit status: 0 the room was written, 2 it was not"
)]
pub(super) struct New {
    /// Name of the format, as its documents' heading has it
    name: String,
    /// How the contract numbers it
    #[arg(long)]
    id: String,
    /// Folder of the rooms
    #[arg(long, value_name = "FOLDER", default_value = "app/src/formats")]
    rooms: PathBuf,
}

pub(super) fn run(new: &New) -> anyhow::Result<u8> {
    let room = Room::of(new)?;
    let folder = new.rooms.join(&room.module);
    if folder.exists() {
        bail!("{} exists already", folder.display());
    }
    let table = new.rooms.join("mod.rs");
    let source = fs::read_to_string(&table).with_context(|| {
        format!("{} can't be read; this is done in a checkout of Harmony", table.display())
    })?;
    let extended =
        room.in_table(&source).with_context(|| format!("{} has no table of formats", table.display()))?;
    let written = |path: &Path| format!("{} can't be written", path.display());
    fs::create_dir_all(folder.join("fixtures")).with_context(|| written(&folder))?;
    for (name, template) in FILES {
        let path = folder.join(name);
        fs::write(&path, room.filled(template)).with_context(|| written(&path))?;
    }
    fs::write(&table, extended).with_context(|| written(&table))?;
    output::print_line(&format!(
        "{} is a room that compiles, and the last of the table in {}.\n\
         Next: its fields in mod.rs, spec.md and view.rs, a fixture for each issue, and `cargo xtask test --only app`.",
        folder.display(),
        table.display()
    ))?;
    Ok(CONFORMS)
}

struct Room {
    name: String,
    id: String,
    /// Folder, type and slug are one name.
    module: String,
    kind: String,
    slug: String,
}

impl Room {
    fn of(new: &New) -> anyhow::Result<Self> {
        let words: Vec<String> = new.name.split_whitespace().map(str::to_ascii_lowercase).collect();
        let is_word = |word: &String| {
            word.starts_with(|first: char| first.is_ascii_alphabetic())
                && word.chars().all(|letter| letter.is_ascii_alphanumeric())
        };
        if words.is_empty() || !words.iter().all(is_word) {
            bail!(
                "`{}` can't be the name of a module and a type; use words of ASCII letters and digits",
                new.name
            );
        }
        let is_of_id = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '/' | '-');
        if new.id.is_empty() || !new.id.chars().all(is_of_id) {
            bail!("`{}` is no id such as `7.1` or `team/plan`", new.id);
        }
        let slug = words.join("-");
        if let Some(known) = Catalog::current().specs().find(|spec| spec.id == new.id || spec.slug == slug) {
            bail!("{} is a format already", known.labelled());
        }
        let capital = |word: &String| {
            let (first, rest) = word.split_at(1);
            format!("{}{rest}", first.to_ascii_uppercase())
        };
        let kind = words.iter().map(capital).collect();
        let name = new.name.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Self { name, id: new.id.clone(), module: words.join("_"), kind, slug })
    }

    fn filled(&self, template: &str) -> String {
        let slots = [
            ("{name}", self.name.clone()),
            ("{lower}", self.name.to_lowercase()),
            ("{id}", self.id.clone()),
            ("{slug}", self.slug.clone()),
            ("{type}", self.kind.clone()),
        ];
        slots.into_iter().fold(template.to_owned(), |text, (slot, value)| text.replace(slot, &value))
    }

    /// Adds the room to the source of the table: its module in order of the names, its row at the end.
    fn in_table(&self, source: &str) -> Option<String> {
        let own = format!("mod {};", self.module);
        let mut modules = source.lines().filter(|line| line.starts_with("mod ") && line.ends_with(';'));
        let before = modules.find(|line| *line > own.as_str());
        let with_module = match before {
            Some(next) => source.replacen(&format!("{next}\n"), &format!("{own}\n{next}\n"), 1),
            None => {
                let last = source.lines().rfind(|line| line.starts_with("mod "))?;
                source.replacen(&format!("{last}\n"), &format!("{last}\n{own}\n"), 1)
            }
        };
        let table = with_module.find("pub const FORMATS")?;
        let end = table + with_module.get(table..)?.find(END_OF_TABLE)?;
        let row = format!("\n    room::<{}::{}>(),", self.module, self.kind);
        let (head, rest) = with_module.split_at_checked(end)?;
        Some(format!("{head}{row}{rest}"))
    }
}
