//! The targets of the compiler, and a C compiler for the embedded database.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::layout::WASM;
use crate::process;

/// Makes sure that code for browsers and C code can be compiled.
pub fn ensure() -> Result<()> {
    c_compiler()?;
    ensure_target(WASM)
}

/// Makes sure that code for a target can be compiled.
pub fn ensure_target(target: &str) -> Result<()> {
    if has_target(target)? {
        return Ok(());
    }
    if process::find("rustup").is_none() {
        bail!(
            "this Rust lacks the target {target}, and rustup is not here to add it: \
             install rustup from https://rustup.rs, or your distribution's package of that target"
        );
    }
    process::quietly(Command::new("rustup").args(["target", "add", target]))
}

/// Returns the target that is this machine.
pub fn host() -> Result<String> {
    Ok(process::output(rustc().args(["--print", "host-tuple"]))?.trim().to_owned())
}

/// Returns the program that reads what instrumented programs count, and adds it by rustup if it is missing.
pub fn profdata() -> Result<Option<PathBuf>> {
    let host = host()?;
    let libraries = process::output(rustc().args(["--print", "target-libdir", "--target", &host]))?;
    let program = Path::new(libraries.trim()).with_file_name("bin").join("llvm-profdata");
    let program = program.with_extension(env::consts::EXE_EXTENSION);
    if !program.is_file() && process::find("rustup").is_some() {
        process::quietly(Command::new("rustup").args(["component", "add", "llvm-tools"]))?;
    }
    Ok(Some(program).filter(|program| program.is_file()))
}

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn has_target(target: &str) -> Result<bool> {
    let output = rustc()
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .context("`rustc` could not be started")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    Ok(output.status.success() && Path::new(folder.trim()).is_dir())
}

fn c_compiler() -> Result<()> {
    // On Windows the build tools that Rust itself needs bring one, and it is not on the path.
    let is_here = cfg!(windows)
        || env::var_os("CC").is_some()
        || ["cc", "gcc", "clang"].into_iter().any(|compiler| process::find(compiler).is_some());
    if is_here {
        return Ok(());
    }
    let command = if cfg!(target_os = "macos") {
        "xcode-select --install"
    } else if process::find("apt-get").is_some() {
        "sudo apt-get install -y gcc libc6-dev"
    } else if process::find("dnf").is_some() {
        "sudo dnf install -y gcc"
    } else if process::find("pacman").is_some() {
        "sudo pacman -S --needed gcc"
    } else {
        "your system's command to install gcc or clang"
    };
    bail!("a C compiler is missing (the embedded database is written in C); install one with: {command}")
}
