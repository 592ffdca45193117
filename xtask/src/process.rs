//! Runs commands whose output is condensed: what cargo is doing becomes a hint, all else is kept.

use std::env;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

use crate::stages::Stage;

/// Verbs that cargo starts its lines of progress with.
#[rustfmt::skip]
const PROGRESS: &[&str] = &[
    "Adding", "Blocking", "Building", "Checking", "Compiling", "Doc-tests", "Documenting", "Downloaded",
    "Downloading", "Executable", "Finished", "Fresh", "Generated", "Locking", "Removed", "Running", "Updating",
];

/// Runs a command to its end and gives each line it writes, to either stream, to `see` as it comes.
pub fn watch(command: &mut Command, mut see: impl FnMut(&str)) -> Result<ExitStatus> {
    let name = written(command);
    // One pipe for both streams keeps the order in which the lines were written.
    let (reader, writer) = io::pipe()?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer)
        .spawn()
        .with_context(|| format!("`{name}` could not be started"))?;
    // The command holds the writing end, without whose end the reading never ends.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut reader = BufReader::new(reader);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes)? > 0 {
        see(String::from_utf8_lossy(&bytes).trim_end());
        bytes.clear();
    }
    child.wait().with_context(|| format!("`{name}` could not be waited for"))
}

/// Runs a cargo command of which only warnings and errors matter.
pub fn build(command: &mut Command, stage: &Stage) -> Result<()> {
    if io::stderr().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let status = watch(command, |line| match progress(line) {
        Some(hint) => stage.hint(&hint),
        None => stage.line(line),
    })?;
    if !status.success() {
        bail!("`{}` failed", written(command));
    }
    Ok(())
}

/// Runs a command whose output matters only when it fails.
pub fn quietly(command: &mut Command, stage: &Stage) -> Result<()> {
    let mut kept = Vec::new();
    let status = watch(command, |line| {
        stage.hint(line.trim());
        kept.push(line.to_owned());
    })?;
    if !status.success() {
        kept.iter().for_each(|line| stage.line(line));
        bail!("`{}` failed", written(command));
    }
    Ok(())
}

/// Where a program lies, if it is on the path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

/// What cargo says it is doing, if that is what the line is: `compiling serde v1.0`.
pub fn progress(line: &str) -> Option<String> {
    let plain = without_color(line);
    let verb = plain.trim_start().split(' ').next()?;
    // Cargo sets its verbs flush right in twelve columns; the lines of a diagnostic are not.
    let is_progress =
        plain.find(verb) == Some(12usize.saturating_sub(verb.len())) && PROGRESS.contains(&verb);
    is_progress.then(|| plain.trim_start().to_lowercase())
}

/// The command as one would type it.
fn written(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}

fn without_color(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\x1b') {
        plain.push_str(before);
        let after = escape.split_once(|character: char| character.is_ascii_alphabetic());
        rest = after.map_or("", |(_, after)| after);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cargos_own_lines_are_progress() {
        assert_eq!(progress("   Compiling serde v1.0.2").as_deref(), Some("compiling serde v1.0.2"));
        assert_eq!(progress("\x1b[1m\x1b[92m   Compiling\x1b[0m serde").as_deref(), Some("compiling serde"));
        assert_eq!(
            progress("     Running unittests src/lib.rs").as_deref(),
            Some("running unittests src/lib.rs")
        );
        assert_eq!(progress("Compiling is what the text is about"), None);
        assert_eq!(progress("warning: unused import"), None);
        assert_eq!(progress(""), None);
    }

    #[cfg(unix)]
    #[test]
    fn both_streams_are_read_in_order_and_the_end_is_seen() {
        let mut lines = Vec::new();
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two >&2; echo three; exit 3"]);
        let status = watch(&mut command, |line| lines.push(line.to_owned())).unwrap();
        assert_eq!(lines, ["one", "two", "three"]);
        assert_eq!(status.code(), Some(3));
    }
}
