use app::catalog::Catalog;
use app::contract::{Coverage, FormatCoverage, pattern_overlaps};
use app::reading::counted;
use app::scan;
use clap::Args;

use super::{Formats, format_of, output};
use crate::cli::output::visible;
use crate::cli::{CONFORMS, COULD_NOT_RUN, FINDINGS};
use crate::own_formats::OwnFormats;

#[derive(Debug, Args)]
#[command(
    after_help = "A field is specified in the manual (0 %), read (33 %), shown by the viewer (66 %), and stated by a \
                        document that is a test (100 %). For a format of your own, tests are the examples beside its file, \
                        such as incident-report.pass.md; a field without a test is incomplete, and no drift.\n\n\
                        Exit status: 0 all layers agree, 1 they have drifted apart, 2 could not check a file"
)]
pub(super) struct Check {
    /// Formats to check, by id or name [default: all]
    #[arg(value_name = "FORMAT")]
    only: Vec<String>,
    /// Count a field without a test as drift
    #[arg(long)]
    complete: bool,
    #[command(flatten)]
    formats: Formats,
}

pub(super) fn run(check: &Check) -> anyhow::Result<u8> {
    let catalog = check.formats.catalog()?;
    let chosen = if check.only.is_empty() {
        Coverage::of(&catalog)
    } else {
        let chosen = check.only.iter().map(|id| Ok(FormatCoverage::of(&catalog, format_of(&catalog, id)?)));
        Coverage::from(chosen.collect::<anyhow::Result<Vec<_>>>()?)
    };
    for format in &chosen.formats {
        report(format)?;
    }
    if check.only.is_empty() {
        note_overlaps(&catalog)?;
    }
    let refused = catalog.refused().len();
    let is_drift = |format: &FormatCoverage| format.has_drifted() || check.complete && !format.is_complete();
    let drifted = chosen.formats.iter().filter(|format| is_drift(format)).count();
    let formats = counted(chosen.formats.len(), "format");
    let (fields, complete) = chosen.fields();
    let outcome = match (refused, drifted) {
        (0, 0) => "all layers agree".to_owned(),
        (0, drifted) => format!("{} drifted", counted(drifted, "format")),
        (refused, _) => format!("{} could not be checked", counted(refused, "file")),
    };
    output::print_line(&format!(
        "{formats}, {} %: {complete} of {fields} fields are complete; {outcome}",
        chosen.percent
    ))?;
    Ok(match (refused, drifted) {
        (0, 0) => CONFORMS,
        (0, _) => FINDINGS,
        _ => COULD_NOT_RUN,
    })
}

/// Prints what is missing from the formats of some files, and returns whether any has drifted.
pub(in crate::cli) fn have_drifted(files: &OwnFormats) -> std::io::Result<bool> {
    let catalog = files.catalog().showing(files.examples());
    let mut drifted = false;
    for own in &files.formats {
        let format = FormatCoverage::of(&catalog, own.room);
        report(&format)?;
        drifted |= format.has_drifted();
    }
    Ok(drifted)
}

/// Prints what is missing from a format.
fn report(format: &FormatCoverage) -> std::io::Result<()> {
    for problem in &format.problems {
        output::print_line(&format!("drift      {}  {}", format.id, visible(problem)))?;
    }
    for field in format.fields.iter().filter(|field| !field.lacks.is_empty()) {
        let lacks: Vec<&str> = field.lacks.iter().map(|layer| layer.as_str()).collect();
        let word = if field.percent < 66 { "drift     " } else { "incomplete" };
        let path = visible(&field.path);
        output::print_line(&format!("{word} {}  `{path}` is missing from {}", format.id, lacks.join(", ")))?;
    }
    Ok(())
}

/// Prints which formats open at the same places, and which names are those of no format.
fn note_overlaps(catalog: &Catalog) -> std::io::Result<()> {
    for overlap in scan::overlaps(catalog) {
        let (first, second) = (overlap.first.labelled(), overlap.second.labelled());
        output::print_line(&format!(
            "note       {} and {} open at the same places, which are read as {}",
            visible(&first),
            visible(&second),
            visible(&first)
        ))?;
    }
    for overlap in pattern_overlaps(catalog) {
        let (pattern_of, matches) = (overlap.pattern_of.labelled(), overlap.matches.labelled());
        output::print_line(&format!(
            "note       the pattern of {} also matches how {} opens",
            visible(&pattern_of),
            visible(&matches)
        ))?;
    }
    for spec in catalog.specs() {
        let unknown = catalog.unknown_in_precedence(spec).map(|name| ("precedence", name));
        let unknown = unknown.chain(catalog.unknown_replacement(spec).map(|name| ("replaced_by", name)));
        for (key, name) in unknown {
            let (name, own) = (visible(name), visible(spec.name));
            output::print_line(&format!("note       `{key}` of {own} names `{name}`, which is no format"))?;
        }
    }
    Ok(())
}
