//! `cargo xtask sizes`: prints what a first visit loads, compressed as it is sent.

use std::process::ExitCode;

use anyhow::Result;

use crate::layout::{Layout, Profile};
use crate::{options, site};

/// A first visit must not load more WASM than this, compressed by brotli.
const WASM_LIMIT: usize = 250_000;

pub fn run(options: &[String]) -> Result<ExitCode> {
    options::none("sizes", options)?;
    let files = site::build(&Layout::of_workspace()?, Profile::Release)?;
    let size = |name: &str| files.get(name).map_or(0, Vec::len);
    let mut is_within_limit = true;
    let mut sum = [0; 3];
    println!("{:28}{:>10}{:>10}{:>10}", "file", "raw", "gzip", "brotli");
    for name in files.keys().filter(|name| !site::is_sibling(name)) {
        let sizes = [size(name), size(&format!("{name}.gz")), size(&format!("{name}.br"))];
        println!("{name:28}{:>10}{:>10}{:>10}", sizes[0], sizes[1], sizes[2]);
        is_within_limit &= !name.ends_with(".wasm") || sizes[2] <= WASM_LIMIT;
        sum.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
    }
    println!("{:28}{:>10}{:>10}{:>10}", "all", sum[0], sum[1], sum[2]);
    if !is_within_limit {
        println!("the WASM is over its limit of {WASM_LIMIT} bytes");
    }
    Ok(if is_within_limit { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
