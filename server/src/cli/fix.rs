use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use app::fix::{Choice, Fixed, apply_choice};
use tempfile::NamedTempFile;

use super::inputs::Input;

/// Applies all fixes to the file. Returns the fixed text and the number of issues fixed.
pub(super) fn fix(input: Input) -> anyhow::Result<(Input, u32)> {
    let Some(path) = &input.path else { bail!("--fix can't be used with standard input") };
    if input.text.oddities().invalid_utf8 {
        // Writing it back would lose the bytes that are not UTF-8.
        return Ok((input, 0));
    }
    let Fixed { text, count, .. } = apply_choice(&input.text, None, &Choice::All);
    if text.source() == input.text.source() {
        return Ok((input, 0));
    }
    write(path, text.source()).with_context(|| format!("{} can't be written", input.name))?;
    Ok((Input { text, ..input }, count))
}

/// Replaces the file by renaming a new one, so that readers never see half of the text.
fn write(path: &Path, source: &str) -> std::io::Result<()> {
    // Replaces the target of a link, not the link.
    let path = path.canonicalize()?;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let mut beside = NamedTempFile::new_in(folder)?;
    beside.write_all(source.as_bytes())?;
    beside.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    Ok(())
}
