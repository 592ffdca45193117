//! Optimizes a release for its everyday work: an instrumented build is put to that work first, and the compiler goes by
//! what it counted. What runs often gets fast, and what hardly runs stays small.

use std::env;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::compile;
use crate::build::Load;
use crate::layout::{Layout, Profile};
use crate::process::{self, stage};
use crate::setup::rust;

/// Returns the options with which the compiler goes by what was counted: none for machines that this one can't play, and
/// where counts can't be read.
pub fn options(layout: &Layout, target: &str) -> Result<Vec<String>> {
    let left_out = |why: &str| {
        eprintln!("{target}: not optimized by use, since {why}");
        Ok(Vec::new())
    };
    let host = rust::host()?;
    if cfg!(not(unix)) || !is_played_by(target, &host) {
        return left_out(&format!("it would have to run on {host}"));
    }
    if ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"].iter().any(|name| env::var_os(name).is_some()) {
        return left_out("the compiler would only get the options in RUSTFLAGS");
    }
    let Some(profdata) = rust::profdata()? else {
        return left_out("this Rust lacks the component llvm-tools");
    };
    let folder = layout.target.join("training");
    let (raw, counts) = (folder.join("raw"), folder.join("counts.profdata"));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&raw).with_context(|| format!("{} could not be made", raw.display()))?;
    let binary = compile(layout, target, &[format!("-Cprofile-generate={}", raw.display())])?;
    let load = Load::build(layout, Profile::Dev)?;
    let texts = layout.root.join("app/src/formats");
    stage("training", || {
        process::run(load.command(&["train"], &binary).arg("--texts").arg(texts))?;
        process::run(Command::new(&profdata).arg("merge").arg("--output").arg(&counts).arg(&raw))
    })?;
    Ok(vec![
        format!("-Cprofile-use={}", counts.display()),
        // Most functions of the crates are never called.
        "-Cllvm-args=-pgo-warn-missing-function=false".to_owned(),
    ])
}

/// Returns whether programs for a target run on a host: those for another C library may, if it is part of them.
fn is_played_by(target: &str, host: &str) -> bool {
    let machine = |triple: &str| {
        let mut words = triple.split('-').map(str::to_owned);
        (words.next(), words.nth(1))
    };
    machine(target) == machine(host)
}

#[cfg(test)]
mod tests {
    use super::is_played_by;

    #[test]
    fn a_machine_plays_those_of_its_kind() {
        let linux = "x86_64-unknown-linux-gnu";
        assert!(is_played_by("x86_64-unknown-linux-musl", linux));
        assert!(is_played_by("aarch64-apple-darwin", "aarch64-apple-darwin"));
        for other in ["aarch64-unknown-linux-gnu", "x86_64-apple-darwin", "x86_64-pc-windows-gnu"] {
            assert!(!is_played_by(other, linux), "{other}");
        }
    }
}
