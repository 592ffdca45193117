use app::contract::Coverage as Covered;
use clap::{Args, ValueEnum};

use super::badge::badge;
use super::{Formats, output};
use crate::cli::CONFORMS;
use crate::cli::output::visible;

#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0; `harmony contract check` fails on drift")]
pub(super) struct Coverage {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    formats: Formats,
}

#[derive(Copy, Clone, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Table,
    Json,
    Markdown,
    /// An SVG to put into a README
    Badge,
}

pub(super) fn run(coverage: &Coverage) -> anyhow::Result<u8> {
    let catalog = coverage.formats.catalog()?;
    let covered = Covered::of(&catalog);
    match coverage.format {
        Format::Table => output::print_line(table(&covered).trim_end())?,
        Format::Json => output::print_line(&serde_json::to_string_pretty(&covered)?)?,
        Format::Markdown => output::print_line(markdown(&covered).trim_end())?,
        Format::Badge => output::print_line(&badge(&covered))?,
    }
    Ok(CONFORMS)
}

const COLUMNS: [&str; 6] = ["Id", "Format", "Version", "Fields", "Status", "Coverage"];

fn rows(covered: &Covered) -> Vec<[String; 6]> {
    let row = |format: &std::sync::Arc<app::contract::FormatCoverage>| {
        let complete = format.fields.iter().filter(|field| field.percent == 100).count();
        let status = format.status.as_str();
        [
            format.id.to_owned(),
            format.name.to_owned(),
            format.version.to_owned(),
            format!("{complete}/{}", format.fields.len()),
            if format.deprecated { format!("{status}, deprecated") } else { status.to_owned() },
            format!("{} %", format.percent),
        ]
    };
    covered.formats.iter().map(row).collect()
}

fn table(covered: &Covered) -> String {
    let visible_row = |row: [String; 6]| row.map(|cell| visible(&cell).into_owned());
    let rows: Vec<[String; 6]> = rows(covered).into_iter().map(visible_row).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widths = cells.map(|cell| cell.chars().count());
        widths.chain(COLUMNS.get(column).map(|name| name.len())).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    let head = line(&COLUMNS.map(str::to_owned));
    let body: String = rows.iter().map(|row| line(row)).collect();
    format!("{head}{body}{}\n", total(covered))
}

fn markdown(covered: &Covered) -> String {
    let mut page = format!("| {} |\n|{}\n", COLUMNS.join(" | "), "---|".repeat(COLUMNS.len()));
    for row in rows(covered) {
        let cells = row.map(|cell| cell.replace('|', "\\|"));
        page.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    format!("{page}\n{}\n", total(covered))
}

fn total(covered: &Covered) -> String {
    let (fields, complete) = covered.fields();
    format!(
        "{} %: {complete} of {fields} fields in {} are specified, read, shown and tested",
        covered.percent,
        app::reading::counted(covered.formats.len(), "format"),
    )
}
