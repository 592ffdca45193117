//! Embeds the site (`cargo xtask build` makes it) into the binary.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    // OUT_DIR is target/PROFILE/build/server-HASH/out, and the site is beside `build`. A variable for its path would
    // rebuild the server whenever it is missing.
    let site = out.ancestors().nth(3).ok_or(io::ErrorKind::NotFound)?.join("site");
    // Cargo watches a folder that exists; a missing one would rebuild the server every time.
    fs::create_dir_all(&site)?;
    println!("cargo::rerun-if-changed={}", site.display());
    println!("cargo::rerun-if-changed=build.rs");

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
