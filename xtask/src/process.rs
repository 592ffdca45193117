//! Runs commands whose output is condensed: what cargo is doing becomes a hint, all else is kept.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::{env, thread};

use anyhow::{Context, Result, bail};

use crate::stages::Stage;

/// Verbs that cargo starts its lines of progress with.
const PROGRESS: &[&str] = &[
    "Adding",
    "Blocking",
    "Building",
    "Checking",
    "Compiling",
    "Documenting",
    "Downloaded",
    "Downloading",
    "Executable",
    "Finished",
    "Fresh",
    "Generated",
    "Locking",
    "Removed",
    "Running",
    "Updating",
];

pub enum Line {
    Out(String),
    Err(String),
}

/// Runs a command to its end and gives each line to `see` as it comes.
pub fn watch(command: &mut Command, mut see: impl FnMut(Line)) -> Result<ExitStatus> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("`{name}` could not be started"))?;
    let (sender, lines) = channel();
    let readers = [
        child.stdout.take().map(|pipe| forward(pipe, sender.clone(), Line::Out)),
        child.stderr.take().map(|pipe| forward(pipe, sender, Line::Err)),
    ];
    lines.iter().for_each(&mut see);
    for reader in readers.into_iter().flatten() {
        if reader.join().is_err() {
            bail!("the output of `{name}` could not be read");
        }
    }
    child.wait().with_context(|| format!("`{name}` could not be waited for"))
}

/// Runs a cargo command of which only warnings and errors matter.
pub fn build(command: &mut Command, stage: &Stage) -> Result<()> {
    if io::stderr().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let status = watch(command, |line| match line {
        Line::Out(text) => stage.line(&text),
        Line::Err(text) => show(&text, stage),
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
        let (Line::Out(text) | Line::Err(text)) = line;
        stage.hint(text.trim());
        kept.push(text);
    })?;
    if !status.success() {
        kept.iter().for_each(|text| stage.line(text));
        bail!("`{}` failed", written(command));
    }
    Ok(())
}

/// Shows a line of cargo's: progress as a hint, all else as it is.
pub fn show(text: &str, stage: &Stage) {
    match progress(text) {
        Some(hint) => stage.hint(&hint),
        None => stage.line(text),
    }
}

/// Where a program lies, if it is on the path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

/// The command as one would type it.
fn written(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}

fn progress(text: &str) -> Option<String> {
    let plain = without_color(text);
    // Cargo sets its verbs flush right in twelve columns; source lines in a diagnostic are not.
    let verb = plain.trim_start().split(' ').next()?;
    let is_progress =
        plain.find(verb) == Some(12usize.saturating_sub(verb.len())) && PROGRESS.contains(&verb);
    is_progress.then(|| plain.split('(').next().unwrap_or_default().trim().to_lowercase())
}

fn without_color(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\x1b') {
        plain.push_str(before);
        rest = escape
            .split_once(|character: char| character.is_ascii_alphabetic())
            .map_or("", |(_, after)| after);
    }
    plain + rest
}

fn forward(
    pipe: impl Read + Send + 'static,
    sender: Sender<Line>,
    kind: fn(String) -> Line,
) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
            bytes.clear();
            // The other end only goes away with the whole run.
            if sender.send(kind(text)).is_err() {
                return;
            }
        }
    })
}
