//! The program that tries on many texts what holds of any, and its library in WASM, as Node runs it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::layout::Layout;
use crate::process;
use crate::stages::Stage;

/// What reads documents: as the server does, or as browsers do.
pub struct Probe {
    binary: PathBuf,
    script: PathBuf,
    bindings: PathBuf,
    /// Where what they print is kept.
    work: PathBuf,
}

impl Probe {
    pub fn of(layout: &Layout) -> Result<Self> {
        let work = layout.target.join("probe");
        fs::create_dir_all(&work).with_context(|| format!("{} could not be made", work.display()))?;
        Ok(Self {
            binary: layout.target.join("debug").join(format!("probe{}", std::env::consts::EXE_SUFFIX)),
            script: layout.root.join("app/probe/node.cjs"),
            bindings: work.join("wasm"),
            work,
        })
    }

    pub fn build(&self, layout: &Layout, stage: &Stage) -> Result<()> {
        process::build(&mut layout.cargo(&["build", "--package", "probe"]), stage)
    }

    /// Compiles the library as what is shipped is compiled.
    pub fn build_wasm(&self, layout: &Layout, stage: &Stage) -> Result<()> {
        const TARGET: &str = "wasm32-unknown-unknown";
        const PROFILE: &str = "wasm-release";
        let options = ["--package", "probe", "--lib", "--target", TARGET, "--profile", PROFILE];
        let mut command = layout.cargo(&["rustc"]);
        // Only here is the library one that another program loads.
        process::build(command.args(options).args(["--crate-type", "cdylib"]), stage)?;
        stage.hint("bindings");
        Bindgen::new()
            .input_path(layout.target.join(TARGET).join(PROFILE).join("probe.wasm"))
            .out_name("probe")
            .nodejs(true)?
            .typescript(false)
            .generate(&self.bindings)
            .context("the bindings between WASM and Node could not be made")
    }

    /// Runs the program, its output on the terminal.
    pub fn run(&self, arguments: &[&str]) -> Result<ExitStatus> {
        Command::new(&self.binary).args(arguments).status().context("probe could not be started")
    }

    /// Runs the program, its output in a file of this name.
    pub fn print(&self, arguments: &[&str], name: &str) -> Result<PathBuf> {
        let mut command = Command::new(&self.binary);
        self.keep(command.args(arguments), name)
    }

    /// Reads the documents of a folder natively and in WASM; the names of those that are read otherwise, and how
    /// many there are.
    pub fn differences(&self, folder: &Path) -> Result<(Vec<String>, usize)> {
        let written = folder.to_str().with_context(|| format!("{} is no text", folder.display()))?;
        let names = self.print(&["names", written], "names.txt")?;
        let native = self.print(&["lines", written], "native.jsonl")?;
        let mut node = Command::new("node");
        node.arg(&self.script).arg(self.bindings.join("probe.js")).arg(folder);
        let names_in =
            File::open(&names).with_context(|| format!("{} could not be opened", names.display()))?;
        let wasm = self.keep(node.stdin(Stdio::from(names_in)), "wasm.jsonl")?;
        let [names, native, wasm] = [names, native, wasm].map(|file| {
            fs::read_to_string(&file).with_context(|| format!("{} could not be read", file.display()))
        });
        let (names, native, wasm) = (names?, native?, wasm?);
        let (native, wasm): (Vec<&str>, Vec<&str>) = (native.lines().collect(), wasm.lines().collect());
        let differs = names
            .lines()
            .enumerate()
            .filter(|(index, _)| native.get(*index).is_none() || native.get(*index) != wasm.get(*index));
        Ok((differs.map(|(_, name)| name.to_owned()).collect(), native.len()))
    }

    fn keep(&self, command: &mut Command, name: &str) -> Result<PathBuf> {
        let file = self.work.join(name);
        let out = File::create(&file).with_context(|| format!("{} could not be written", file.display()))?;
        let status = command.stdout(out).status().with_context(|| format!("{name} could not be made"))?;
        if !status.success() {
            bail!("{name} could not be made: {status}");
        }
        Ok(file)
    }
}
