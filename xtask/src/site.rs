//! The site: what browsers load. Only files that changed are written, so that an unchanged site does not build the
//! server again.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

use crate::layout::{Layout, Profile, WASM, WASM_PROFILE};
use crate::process::{self, stage};
use crate::{options, setup, split};

/// Contents by name, such as `pkg/harmony.js`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// `cargo xtask site`: a release build of the server runs it.
pub fn run(options: &[String]) -> Result<ExitCode> {
    build(&Layout::of_workspace()?, options::profile("site", options)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the site of a profile. A release carries compressed siblings of its files, so that the server never
/// compresses one.
pub fn build(layout: &Layout, profile: Profile) -> Result<Files> {
    setup::rust::ensure()?;
    let bindings = layout.target.join("bindings");
    stage("browser code", || {
        if bindings.exists() {
            fs::remove_dir_all(&bindings)?;
        }
        BUNDLES.iter().try_for_each(|bundle| browser_code(layout, bundle, &bindings))
    })?;
    stage("site", || {
        let mut files = Files::new();
        read(&bindings, "pkg/", &mut files)?;
        read(&layout.root.join("public"), "", &mut files)?;
        for (name, source) in STYLES {
            files.insert(format!("pkg/{name}.css"), style(&layout.root.join(source), &layout.root)?);
        }
        let site = layout.site(profile);
        fs::create_dir_all(&site).with_context(|| format!("{} could not be made", site.display()))?;
        let mut present = Files::new();
        read(&site, "", &mut present)?;
        if profile == Profile::Release {
            compress(&mut files, &present)?;
        }
        write(&site, &files, &present)?;
        Ok(files)
    })
}

/// A crate that is compiled to WASM, and what browsers load of it.
pub struct Bundle {
    pub package: &'static str,
    /// The name of its files, such as `harmony` for `pkg/harmony.js`.
    name: &'static str,
    /// The WASM that its pages begin with must not be larger than this, compressed by brotli.
    pub limit: usize,
    /// Parts are cut out of it, of which its pages need all but this one at first.
    later: Option<&'static str>,
}

/// What every page loads, and what the playground and previews load.
pub const BUNDLES: [Bundle; 2] =
    [Bundle { package: "frontend", name: "harmony", limit: 225_000, later: None }, PLAYGROUND];
pub const PLAYGROUND: Bundle =
    Bundle { package: "playground", name: "playground", limit: 600_000, later: Some("own_formats") };

impl Bundle {
    /// Compiles it to WASM. One after the other: compiled together, bundles would get each other's features.
    pub fn compile(&self, layout: &Layout) -> Result<()> {
        let options = ["--package", self.package, "--lib", "--target", WASM, "--profile", WASM_PROFILE];
        let mut command = layout.cargo(&["rustc"]);
        command.args(options);
        if self.later.is_some() {
            command.args(["--", "-C", "link-arg=--emit-relocs"]);
        }
        process::run(&mut command)
    }

    /// Where the compiled WASM is.
    pub fn compiled(&self, layout: &Layout) -> PathBuf {
        layout.wasm(WASM_PROFILE, self.package)
    }

    /// Whether its pages begin with a file of the site.
    pub fn begins_with(&self, file: &str) -> bool {
        let is_part = ["pkg/split_", "pkg/chunk_"].iter().any(|lead| file.starts_with(lead));
        let is_at_first =
            self.later.is_some_and(|later| is_part && file != format!("pkg/split_{later}.wasm"));
        file == format!("pkg/{}_bg.wasm", self.name) || is_at_first
    }
}

/// Writes the JavaScript bindings of a bundle.
fn browser_code(layout: &Layout, bundle: &Bundle, bindings: &Path) -> Result<()> {
    bundle.compile(layout)?;
    fs::create_dir_all(bindings)?;
    let compiled = bundle.compiled(layout);
    let main =
        if bundle.later.is_some() { split::split(&compiled, bundle.name, bindings)? } else { compiled };
    Bindgen::new()
        .input_path(main)
        .out_name(bundle.name)
        .web(true)?
        .typescript(false)
        // Names of functions are two thirds of the file, and no reader of the page needs them.
        .remove_name_section(true)
        .remove_producers_section(true)
        // The parts that are cut out import the table of functions.
        .keep_lld_exports(bundle.later.is_some())
        .generate(bindings)
        .context("the bindings between WASM and JavaScript could not be made")
}

/// The sheet of all pages, and what the playground and previews load besides.
const STYLES: [(&str, &str); 2] = [("harmony", "style/main.scss"), ("playground", "style/playground.scss")];

/// Compiles a stylesheet.
fn style(source: &Path, root: &Path) -> Result<Vec<u8>> {
    let options = grass::Options::default().style(grass::OutputStyle::Compressed).load_path(root);
    let css =
        grass::from_path(source, &options).map_err(|error| anyhow!("the styles do not compile: {error}"))?;
    Ok(css.into_bytes())
}

/// Adds the siblings `NAME.br` and `NAME.gz`. Reuses those of the last site for files that didn't change, so remove
/// the site after a change to this function.
fn compress(files: &mut Files, last: &Files) -> Result<()> {
    let mut siblings = Files::new();
    for (name, raw) in &*files {
        for (suffix, pack) in [("br", brotli as fn(&[u8]) -> Result<Vec<u8>>), ("gz", gzip)] {
            let sibling = format!("{name}.{suffix}");
            let packed = last.get(&sibling).filter(|_| last.get(name) == Some(raw));
            let packed = packed.map_or_else(|| pack(raw), |packed| Ok(packed.clone()))?;
            siblings.insert(sibling, packed);
        }
    }
    files.append(&mut siblings);
    Ok(())
}

pub fn is_sibling(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

fn brotli(raw: &[u8]) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    CompressorWriter::new(&mut packed, raw.len().max(1), 11, 22).write_all(raw)?;
    Ok(packed)
}

fn gzip(raw: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(raw)?;
    Ok(encoder.finish()?)
}

/// Reads the files of a folder and its subfolders. Prefixes their names with `lead`.
pub fn read(folder: &Path, lead: &str, files: &mut Files) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} could not be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = format!("{lead}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            read(&path, &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(path)?);
        }
    }
    Ok(())
}

/// Makes the folder contain exactly these files. Writes only what differs, since cargo goes by modification times.
fn write(folder: &Path, files: &Files, present: &Files) -> Result<()> {
    for name in present.keys().filter(|name| !files.contains_key(*name)) {
        fs::remove_file(folder.join(name))?;
    }
    for (name, contents) in files.iter().filter(|(name, contents)| present.get(*name) != Some(contents)) {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(&file, contents).with_context(|| format!("{} could not be written", file.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written_and_packed() {
        let folder = std::env::temp_dir().join(format!("harmony-site-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let on_disk = || {
            let mut found = Files::new();
            read(&folder, "", &mut found).unwrap();
            found
        };
        let of = |files: &[(&str, &str)]| -> Files {
            files.iter().map(|(name, contents)| ((*name).to_owned(), contents.as_bytes().to_vec())).collect()
        };
        let mut first = of(&[("pkg/a", "one"), ("b", "two")]);
        compress(&mut first, &Files::new()).unwrap();
        write(&folder, &first, &on_disk()).unwrap();
        assert_eq!(on_disk(), first);
        let time = fs::metadata(folder.join("b")).unwrap().modified().unwrap();

        let mut second = of(&[("pkg/c", "three"), ("b", "two")]);
        let last = of(&[("b", "two"), ("b.br", "as it was"), ("b.gz", "as it was")]);
        compress(&mut second, &last).unwrap();
        assert_eq!(second["b.br"], b"as it was");
        write(&folder, &second, &on_disk()).unwrap();
        assert_eq!(on_disk(), second);
        assert_eq!(fs::metadata(folder.join("b")).unwrap().modified().unwrap(), time);
        fs::remove_dir_all(folder).unwrap();
    }
}
