//! `cargo xtask release`: packs the binary with what belongs to it, for this machine or for others.

mod archive;
mod licenses;
mod training;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::layout::{Layout, WASM};
use crate::process::{self, stage};
use crate::setup::rust;
use crate::site::{self, Files};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const PROFILE: &str = "dist";
/// The documents at the root that go into an archive.
const DOCUMENTS: [&str; 4] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
/// The shells with a script that completes the command, and the names that they expect.
const COMPLETIONS: [(&str, &str); 4] =
    [("bash", "harmony.bash"), ("fish", "harmony.fish"), ("powershell", "_harmony.ps1"), ("zsh", "_harmony")];

pub fn run(options: &[String]) -> Result<ExitCode> {
    let layout = Layout::of_workspace()?;
    let targets = targets(options)?;
    let targets = if targets.is_empty() { vec![rust::host()?] } else { targets };
    let folder = layout.target.join("releases");
    fs::create_dir_all(&folder).with_context(|| format!("{} could not be made", folder.display()))?;
    rust::ensure()?;
    let mut documents = documents(&layout)?;
    let binaries = targets
        .into_iter()
        .map(|target| Ok((build(&layout, &target)?, target)))
        .collect::<Result<Vec<(PathBuf, String)>>>()?;
    // They are the same for all machines, so one binary that runs here is enough.
    match binaries.iter().find(|(binary, _)| runs_here(binary)) {
        Some((binary, _)) => documents.extend(completions(binary)?),
        None => eprintln!("no binary runs on this machine, so the archives have no scripts of completions"),
    }
    for (binary, target) in &binaries {
        let archive = pack(&layout, &folder, target, binary, &documents)?;
        println!("{}", archive.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Parses `--target TRIPLE`, which may be repeated.
fn targets(options: &[String]) -> Result<Vec<String>> {
    options
        .chunks(2)
        .map(|option| match option {
            [name, target] if name == "--target" && !target.starts_with('-') => Ok(target.clone()),
            _ => bail!("`cargo xtask release` takes `--target TRIPLE`, once or more, or nothing"),
        })
        .collect()
}

fn build(layout: &Layout, target: &str) -> Result<PathBuf> {
    rust::ensure_target(target)?;
    compile(layout, target, &training::options(layout, target)?)
}

/// Compiles the binary. Cargo's variables name linkers and C compilers of other machines. What `compiler` adds is for the
/// target alone: not for the browser's code, which is built meanwhile.
fn compile(layout: &Layout, target: &str, compiler: &[String]) -> Result<PathBuf> {
    let options = ["build", "--locked", "--package", "server", "--profile", PROFILE, "--target", target];
    let flags = format!("target.{target}.rustflags={}", serde_json::to_string(compiler)?);
    stage(target, || process::run(layout.cargo(&options).args(["--config", &flags])))?;
    let name = if is_windows(target) { "harmony.exe" } else { "harmony" };
    Ok(layout.target.join(target).join(PROFILE).join(name))
}

fn is_windows(target: &str) -> bool {
    target.contains("-windows-")
}

/// What explains Harmony and states its terms.
fn documents(layout: &Layout) -> Result<Files> {
    let mut files = Files::new();
    for name in DOCUMENTS {
        files.insert(name.to_owned(), read(&layout.root.join(name))?);
    }
    site::read(&layout.root.join("docs"), "docs/", &mut files)?;
    Ok(files)
}

/// Returns whether the binary is for a machine such as this one, and states the version of these sources.
fn runs_here(binary: &Path) -> bool {
    let output = Command::new(binary).arg("--version").stderr(Stdio::null()).output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == format!("harmony {VERSION}").as_bytes())
}

fn completions(binary: &Path) -> Result<Files> {
    let script = |(shell, name): (&str, &str)| {
        let script = process::output(Command::new(binary).args(["completions", shell]))?;
        Ok((format!("completions/{name}"), script.into_bytes()))
    };
    COMPLETIONS.into_iter().map(script).collect()
}

/// Writes the archive and its checksum, as `sha256sum --check` reads it.
fn pack(layout: &Layout, folder: &Path, target: &str, binary: &Path, documents: &Files) -> Result<PathBuf> {
    let name = format!("harmony-{VERSION}-{target}");
    let mut files = documents.clone();
    files.insert("LICENSES-OF-OTHERS.txt".to_owned(), licenses::of(layout, &[target, WASM])?.into_bytes());
    let program = binary.file_name().context("the binary has no name")?.to_string_lossy().into_owned();
    files.insert(program.clone(), read(binary)?);
    let (file, packed) = if is_windows(target) {
        (format!("{name}.zip"), archive::zip(&name, &files)?)
    } else {
        (format!("{name}.tar.gz"), archive::tar_gz(&name, &files, &program)?)
    };
    let sum = data_encoding::HEXLOWER.encode(&Sha256::digest(&packed));
    write(&folder.join(format!("{file}.sha256")), format!("{sum}  {file}\n").as_bytes())?;
    let archive = folder.join(file);
    write(&archive, &packed)?;
    Ok(archive)
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("{} could not be read", file.display()))
}

fn write(file: &Path, contents: &[u8]) -> Result<()> {
    fs::write(file, contents).with_context(|| format!("{} could not be written", file.display()))
}

#[cfg(test)]
mod tests {
    use super::targets;

    #[test]
    fn targets_are_named_one_by_one() {
        let of = |options: &[&str]| {
            let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
            targets(&options).ok()
        };
        assert_eq!(of(&[]), Some(Vec::new()));
        assert_eq!(
            of(&["--target", "x86_64-unknown-linux-musl", "--target", "aarch64-apple-darwin"]),
            Some(vec!["x86_64-unknown-linux-musl".to_owned(), "aarch64-apple-darwin".to_owned()])
        );
        for wrong in
            [&["--target"][..], &["--target", "--target"], &["--target", "a", "b"], &["--release", "a"]]
        {
            assert_eq!(of(wrong), None, "{wrong:?}");
        }
    }
}
