//! Runs the program that checks invariants on many texts, and its library in Node, as the playground has it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::layout::{Layout, Profile};
use crate::process;
use crate::site::PLAYGROUND;
use crate::split;

/// Parses documents as the server does, or as browsers do.
pub struct Probe {
    binary: PathBuf,
    script: PathBuf,
    bindings: PathBuf,
    /// The folder for what is printed.
    pub work: PathBuf,
}

impl Probe {
    pub fn of(layout: &Layout) -> Result<Self> {
        let work = layout.target.join("probe");
        fs::create_dir_all(&work).with_context(|| format!("{} could not be made", work.display()))?;
        Ok(Self {
            binary: layout.program(Profile::Dev, "probe"),
            script: layout.root.join("app/probe/node.cjs"),
            bindings: work.join("wasm"),
            work,
        })
    }

    pub fn build(&self, layout: &Layout) -> Result<()> {
        process::run(&mut layout.cargo(&["build", "--package", "probe"]))
    }

    /// Compiles the playground's code, which contains the library, as browsers get it.
    pub fn build_wasm(&self, layout: &Layout) -> Result<()> {
        PLAYGROUND.compile(layout)?;
        Bindgen::new()
            .input_path(PLAYGROUND.compiled(layout))
            .out_name("probe")
            .nodejs(true)?
            .typescript(false)
            .generate(&self.bindings)
            .context("the bindings between WASM and Node could not be made")?;
        // Reading needs none of the parts that browsers load later.
        let parts = self.bindings.join("node_modules").join(split::PLACEHOLDER);
        fs::create_dir_all(&parts)?;
        fs::write(parts.join("index.js"), "module.exports = new Proxy({}, { get: () => () => {} });\n")?;
        Ok(())
    }

    /// Runs the program, its output on the terminal.
    pub fn run(&self, arguments: &[&str]) -> Result<ExitStatus> {
        Command::new(&self.binary).args(arguments).status().context("probe could not be started")
    }

    /// Runs the program and returns its output.
    pub fn print(&self, arguments: &[&str]) -> Result<String> {
        process::output(Command::new(&self.binary).args(arguments))
    }

    /// Parses the documents of a folder natively and in WASM. Returns the names of those with different results, and
    /// the number of all documents.
    pub fn differences(&self, folder: &Path) -> Result<(Vec<String>, usize)> {
        let written = folder.to_str().with_context(|| format!("{} is no text", folder.display()))?;
        let names = self.print(&["names", written])?;
        let native = self.print(&["lines", written])?;
        let list = self.work.join("names.txt");
        fs::write(&list, &names)?;
        let mut node = Command::new("node");
        node.arg(&self.script).arg(self.bindings.join("probe.js")).arg(folder).stdin(File::open(&list)?);
        let wasm = process::output(&mut node)?;
        let (mut native, mut wasm) = (native.lines(), wasm.lines());
        let differs = |_: &&str| {
            let (native, wasm) = (native.next(), wasm.next());
            native.is_none() || native != wasm
        };
        let differing = names.lines().filter(differs).map(str::to_owned).collect();
        Ok((differing, names.lines().count()))
    }
}
