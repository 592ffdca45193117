//! The licenses of the crates that a binary contains, which ask to be passed on with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::layout::{Layout, WASM};
use crate::process;
use crate::site::BUNDLES;

/// What the names of files with a license begin with.
const NAMES: [&str; 5] = ["COPYING", "LICENCE", "LICENSE", "NOTICE", "UNLICENSE"];

/// Returns the text of each license after the crates that it is the license of.
pub fn of(layout: &Layout, targets: &[&str]) -> Result<String> {
    let mut crates_of: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for target in targets {
        let arguments = ["metadata", "--locked", "--format-version", "1", "--filter-platform", target];
        let metadata = process::output(&mut layout.cargo(&arguments))?;
        let metadata = serde_json::from_str(&metadata).context("cargo's metadata is no JSON")?;
        let names = names(layout, target)?;
        // Some lines go on with what kind of crate it is.
        let named = names.lines().map(|line| line.split(" (").next().unwrap_or(line)).collect();
        for package in contained(&metadata, &named) {
            let word = |key: &str| package[key].as_str().unwrap_or_default();
            let name = format!("{} {} ({})", word("name"), word("version"), word("license"));
            for text in texts(Path::new(word("manifest_path")))? {
                crates_of.entry(text).or_default().insert(name.clone());
            }
        }
    }
    let mut written = "Harmony contains these crates, each under its own license.\n".to_owned();
    for (text, crates) in crates_of {
        let crates = crates.into_iter().collect::<Vec<_>>().join("\n");
        write!(written, "\n{}\n{crates}\n\n{text}\n", "=".repeat(78))?;
    }
    Ok(written)
}

/// Returns the packages of others that the server and the code for browsers contain.
fn contained<'m>(metadata: &'m Value, named: &BTreeSet<&str>) -> impl Iterator<Item = &'m Value> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let of_others = packages.filter(|package| !package["source"].is_null());
    of_others.filter(move |package| {
        let word = |key: &str| package[key].as_str().unwrap_or_default();
        named.contains(format!("{} v{}", word("name"), word("version")).as_str())
    })
}

/// Returns `name vVERSION` of what a target contains, a line each. Metadata would name what no feature asks for, too.
fn names(layout: &Layout, target: &str) -> Result<String> {
    let packages = BUNDLES.iter().map(|bundle| bundle.package).chain(["server"]);
    let mut arguments = vec!["tree", "--locked", "--edges", "normal", "--prefix", "none", "--no-dedupe"];
    arguments.extend(packages.flat_map(|package| ["--package", package]));
    arguments.extend(["--target", target, "--target", WASM, "--format", "{p}"]);
    process::output(&mut layout.cargo(&arguments))
}

/// Returns the licenses beside the manifest of a package. Some packages name theirs in the manifest only.
fn texts(manifest: &Path) -> Result<Vec<String>> {
    let folder = manifest.parent().unwrap_or(manifest);
    let entries = fs::read_dir(folder).with_context(|| format!("{} could not be read", folder.display()))?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            files.push(path);
        }
    }
    files.sort();
    let read = |file: PathBuf| Ok(String::from_utf8_lossy(&fs::read(&file)?).trim().to_owned());
    let texts: Vec<String> = files.into_iter().map(read).collect::<Result<_>>()?;
    Ok(if texts.is_empty() { vec!["The license is named above.".to_owned()] } else { texts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_binary_contains_is_named_with_its_license() {
        let layout = Layout::of_workspace().unwrap();
        let licenses = of(&layout, &[&crate::setup::rust::host().unwrap()]).unwrap();
        let has = |name: &str| licenses.lines().any(|line| line.starts_with(&format!("{name} ")));
        for name in ["axum", "rusqlite", "leptos", "pulldown-cmark"] {
            assert!(has(name), "{name}");
        }
        // Tests and this task have them, and the binary has not.
        for name in ["proptest", "grass", "zip"] {
            assert!(!has(name), "{name}");
        }
        assert!(licenses.contains("Permission is hereby granted, free of charge"));
    }
}
