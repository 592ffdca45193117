//! Runs commands and reports how long each stage took.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// Runs a stage. Prints its title before and its duration after.
pub fn stage<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("-- {title}");
    let started = Instant::now();
    let outcome = work();
    let failed = if outcome.is_ok() { "" } else { " failed" };
    eprintln!("-- {title}{failed}: {:.1} s", started.elapsed().as_secs_f32());
    outcome
}

/// Runs a command that has to succeed, its output on the terminal.
pub fn run(command: &mut Command) -> Result<()> {
    let name = written(command);
    let status = command.status().with_context(|| format!("`{name}` could not be started"))?;
    if !status.success() {
        bail!("`{name}` failed");
    }
    Ok(())
}

/// Runs a command whose output matters only when it fails.
pub fn quietly(command: &mut Command) -> Result<()> {
    let name = written(command);
    let output = command.output().with_context(|| format!("`{name}` could not be started"))?;
    if !output.status.success() {
        eprintln!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        bail!("`{name}` failed");
    }
    Ok(())
}

/// Runs a command that has to succeed and returns its standard output; errors go to the terminal.
pub fn output(command: &mut Command) -> Result<String> {
    let name = written(command);
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("`{name}` could not be started"))?;
    if !output.status.success() {
        bail!("`{name}` failed");
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{name}` printed what is no text"))
}

/// Returns the file of a program, if it is on the path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

/// Returns the exit code of a task that succeeds if the program it ran did.
pub fn code(status: ExitStatus) -> ExitCode {
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The command as one would type it.
fn written(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}
