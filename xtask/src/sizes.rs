//! `cargo xtask sizes`: prints what browsers load, compressed as it is sent.

use std::process::ExitCode;

use anyhow::Result;

use crate::layout::{Layout, Profile};
use crate::{options, site};

pub fn run(options: &[String]) -> Result<ExitCode> {
    options::none("sizes", options)?;
    let files = site::build(&Layout::of_workspace()?, Profile::Release)?;
    let size = |name: &str| files.get(name).map_or(0, Vec::len);
    println!("{:28}{:>10}{:>10}{:>10}", "file", "raw", "gzip", "brotli");
    for name in files.keys().filter(|name| !site::is_sibling(name)) {
        let sizes = [size(name), size(&format!("{name}.gz")), size(&format!("{name}.br"))];
        println!("{name:28}{:>10}{:>10}{:>10}", sizes[0], sizes[1], sizes[2]);
    }
    let mut is_within_limit = true;
    for bundle in &site::BUNDLES {
        let wasm: Vec<&str> =
            files.keys().map(String::as_str).filter(|name| bundle.begins_with(name)).collect();
        let size: usize = wasm.iter().map(|name| size(&format!("{name}.br"))).sum();
        println!("{}: {size} bytes of at most {}", wasm.join(", "), bundle.limit);
        is_within_limit &= size <= bundle.limit;
    }
    Ok(if is_within_limit { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
