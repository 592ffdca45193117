//! `cargo xtask sizes`: what a first visit loads, as it travels.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::layout::{Layout, Profile};
use crate::setup;
use crate::site::{self, files, sibling};
use crate::stages::Stages;

/// A first visit must not load more WASM than this, compressed by brotli.
const WASM_LIMIT: u64 = 250_000;

pub fn run(options: &[String]) -> Result<ExitCode> {
    if let Some(unknown) = options.first() {
        bail!("`cargo xtask sizes` knows no `{unknown}`");
    }
    let layout = Layout::of_workspace()?;
    let mut stages = Stages::new(site::STAGES + 1);
    stages.stage("tools", setup::rust::ensure)?;
    site::build(&layout, Profile::Release, &mut stages)?;
    let folder = layout.site(Profile::Release);
    let size = |file| std::fs::metadata(folder.join(file)).map(|facts| facts.len());
    let mut is_within_limit = true;
    let mut sum = [0; 3];
    println!("{:28}{:>10}{:>10}{:>10}", "file", "raw", "gzip", "brotli");
    for file in files(&folder)? {
        let is_sibling = file.extension().is_some_and(|extension| extension == "br" || extension == "gz");
        if is_sibling {
            continue;
        }
        let sizes = [size(file.clone())?, size(sibling(&file, "gz"))?, size(sibling(&file, "br"))?];
        println!("{:28}{:>10}{:>10}{:>10}", file.display(), sizes[0], sizes[1], sizes[2]);
        let is_wasm = file.extension().is_some_and(|extension| extension == "wasm");
        is_within_limit &= !is_wasm || sizes[2] <= WASM_LIMIT;
        sum.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
    }
    println!("{:28}{:>10}{:>10}{:>10}", "all", sum[0], sum[1], sum[2]);
    if !is_within_limit {
        println!("the WASM is over its limit of {WASM_LIMIT} bytes");
    }
    Ok(if is_within_limit { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
