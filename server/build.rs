//! Embeds the site, which `cargo xtask site` builds, into the binary.
//!
//! A release has the site of its own sources: the script runs that command, so that `cargo install --path server` is
//! enough. A debug build takes the site as it is, even if there is none, since most of them show no pages.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the site is made of.
const SOURCES: [&str; 10] = [
    ".cargo/config.toml", "Cargo.lock", "Cargo.toml", "app/Cargo.toml", "app/src", "frontend", "public",
    "style", "xtask/src/site.rs", "xtask/src/split.rs",
];

fn main() -> io::Result<()> {
    let out = PathBuf::from(variable("OUT_DIR")?);
    let target = target_folder(&out)?;
    // `release` for every profile that inherits from it.
    let profile = variable("PROFILE")?;
    let site = target.join(&profile).join("site");
    println!("cargo::rerun-if-changed=build.rs");
    if profile == "release" {
        build_site(&target)?;
    } else {
        // Cargo watches a folder that exists; a missing one would rebuild the server every time.
        fs::create_dir_all(&site)?;
        println!("cargo::rerun-if-changed={}", site.display());
    }

    let mut files = BTreeSet::new();
    collect(&site, &mut files)?;
    if files.is_empty() {
        println!(
            "cargo::warning=no browser files, so pages have no styles and scripts; `cargo xtask build` builds them"
        );
    }
    let mut hasher = DefaultHasher::new();
    let mut rows = String::new();
    for file in files.iter().filter(|file| !is_sibling(file)) {
        let path = file.strip_prefix(&site).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        (&path, fs::read(file)?).hash(&mut hasher);
        let sibling = |suffix: &str| {
            let sibling = PathBuf::from(format!("{}.{suffix}", file.display()));
            if files.contains(&sibling) {
                format!("Some(include_bytes!({sibling:?}))")
            } else {
                "None".into()
            }
        };
        let (brotli, gzip) = (sibling("br"), sibling("gz"));
        writeln!(
            rows,
            "File {{ path: {path:?}, raw: include_bytes!({file:?}), brotli: {brotli}, gzip: {gzip} }},"
        )
        .map_err(io::Error::other)?;
    }
    let hash = hasher.finish();
    let table =
        format!("pub const SITE_HASH: &str = \"{hash:016x}\";\nconst FILES: &[File] = &[\n{rows}];\n");
    fs::write(out.join("site.rs"), table)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(|error| io::Error::other(format!("{name}: {error}")))
}

/// Returns cargo's target folder. The folder of the script is in `PROFILE/build` there, or in `TRIPLE/PROFILE/build`.
fn target_folder(out: &Path) -> io::Result<PathBuf> {
    let build = out.ancestors().find(|folder| folder.ends_with("build"));
    let folder = build.and_then(Path::parent).and_then(Path::parent).ok_or(io::ErrorKind::NotFound)?;
    let is_of_triple = folder.ends_with(variable("TARGET")?);
    Ok(folder.parent().filter(|_| is_of_triple).unwrap_or(folder).to_owned())
}

/// Builds the site from the sources, and watches these: the site itself is newer than the start of this script.
fn build_site(target: &Path) -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or(io::ErrorKind::NotFound)?;
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    let mut command = Command::new(variable("CARGO")?);
    command
        .args(["run", "--quiet", "--locked", "--package", "xtask", "--", "site", "--release"])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", target);
    // They are about the build of the server.
    for name in ["CARGO_BUILD_TARGET", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WORKSPACE_WRAPPER"] {
        command.env_remove(name);
    }
    if command.status()?.success() {
        return Ok(());
    }
    Err(io::Error::other(
        "what browsers load could not be built, for the reason above; `cargo xtask site --release` builds it alone",
    ))
}

fn collect(folder: &Path, files: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.extend([path]) }
    }
    Ok(())
}

fn is_sibling(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "br" || extension == "gz")
}
