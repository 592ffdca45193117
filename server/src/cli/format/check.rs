use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::catalog::{Catalog, compile, doubts};
use app::declaration::{Need, PlacedField};
use app::diagnostic::Severity;
use app::format::Parsed;
use app::formats::RegisteredFormat;
use app::scan::{self, Blocks};
use clap::Args;

use super::output;
use crate::cli::check::{Checked, Found};
use crate::cli::inputs;
use crate::cli::{CONFORMS, COULD_NOT_RUN, FINDINGS};
use crate::own_formats::{ExampleFile, Files, OwnFormats, Refused, examples_beside, source_of};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples of incident-report.format.toml are beside it: incident-report.pass.md must be \
                        recognized and have no error, incident-report.fail.md must have one. There may be several, \
                        as in incident-report.short.pass.md. Of a folder, all files are checked. A warning \
                        names a number in a heading that looks like that of one document.\n\n\
                        Exit status: 0 everything is as it should be, 1 an example is not, 2 the file declares no format"
)]
pub(super) struct Check {
    /// File that declares a format, or a folder of such files
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

pub(super) fn run(check: &Check) -> anyhow::Result<u8> {
    if let Some(why) = Files::missing_in(&check.path) {
        bail!("there is nothing to check: {why}");
    }
    let mut code = CONFORMS;
    for file in Files::of(&check.path)?.paths {
        code = code.max(check_file(&file)?);
    }
    Ok(code)
}

fn check_file(file: &Path) -> anyhow::Result<u8> {
    let source = source_of(file)?;
    let format = match compile(&source) {
        Ok(format) => format,
        Err(problems) => {
            output::draw_problems(&Refused::new(file.to_owned(), source, problems));
            return Ok(COULD_NOT_RUN);
        }
    };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A folder that can't be read has no others.
    let read = OwnFormats::read(&[folder.to_owned()]).unwrap_or_default();
    let is_it = |refused: &&Refused| refused.path.file_name() == file.file_name();
    if let Some(refused) = read.refused.iter().find(is_it) {
        output::draw_problems(refused);
        return Ok(COULD_NOT_RUN);
    }
    output::draw_doubts(&file.display().to_string(), &source, &doubts(&source));
    let catalog = beside_others(read, format);
    let mut code = CONFORMS;
    let examples = examples_beside(file)
        .with_context(|| format!("the examples beside {} can't be read", file.display()))?;
    for ExampleFile { path, passes } in &examples {
        let input = inputs::read(path)?;
        let blocks = Blocks::by(&catalog, &input.text, None).read_all();
        let own: Vec<Parsed> = blocks.into_iter().filter(|block| block.spec.id == format.spec.id).collect();
        match judge(&own, *passes) {
            Ok(words) => output::print_line(&format!("ok     {} {words}", path.display()))?,
            Err(words) => {
                code = FINDINGS;
                output::print_line(&format!("wrong  {} {words}", path.display()))?;
                let found = Found { blocks: own, examples: Vec::new(), notes: Vec::new() };
                output::draw(&Checked::with(input, found))?;
            }
        }
    }
    for overlap in scan::overlaps(&catalog).iter().filter_map(|overlap| overlap.of(format.spec.id)) {
        output::print_line(&format!("note   {overlap}"))?;
    }
    for name in catalog.unknown_in_precedence(format.spec) {
        output::print_line(&format!("note   `precedence` names `{name}`, which is no format"))?;
    }
    if let Some(name) = catalog.unknown_replacement(format.spec) {
        output::print_line(&format!("note   `replaced_by` names `{name}`, which is no format"))?;
    }
    let is_declared = |field: &PlacedField| field.spec.need != Need::Deviation;
    let fields = format.spec.placed_fields().into_iter().filter(is_declared).count();
    output::print_line(&format!(
        "{} declares {} with {}; {} tried",
        file.display(),
        format.spec.name,
        app::reading::counted(fields, "field"),
        app::reading::counted(examples.len(), "example"),
    ))?;
    Ok(code)
}

/// Returns the catalog of the formats that the files of a folder declare, in their order, with one of a file of another name.
fn beside_others(read: OwnFormats, format: &'static RegisteredFormat) -> Catalog {
    let mut rooms: Vec<_> = read.formats.into_iter().map(|other| other.room).collect();
    if !rooms.iter().any(|other| other.spec.id == format.spec.id) {
        rooms.push(format);
    }
    Catalog::with(rooms)
}

/// Returns what became of an example, as an error if it should have become something else.
fn judge(blocks: &[Parsed], passes: bool) -> Result<String, String> {
    let found = blocks.iter().flat_map(|block| &block.diagnostics);
    let errors = found.filter(|found| found.severity == Severity::Error).count();
    let errors_in_words = app::reading::counted(errors, "error");
    match (blocks.is_empty(), errors, passes) {
        (true, ..) => Err("is not recognized as the format".to_owned()),
        (_, 0, true) => Ok("passes".to_owned()),
        (_, _, true) => Err(format!("should pass, and has {errors_in_words}")),
        (_, 0, false) => Err("should fail, and has no error".to_owned()),
        (_, _, false) => Ok(format!("fails, with {errors_in_words}")),
    }
}
