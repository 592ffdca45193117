//! Cuts what the functions under `#[wasm_split(…)]` alone use out of a bundle, into files that browsers load when one of them is
//! called.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

/// What the compiled code imports its parts from, before they are cut out.
pub const PLACEHOLDER: &str = "__wasm_split_placeholder__";

/// Writes the parts of a bundle and the script that loads them into a folder. Returns what is left of the bundle.
pub fn split(compiled: &Path, name: &str, folder: &Path) -> Result<PathBuf> {
    let wasm = fs::read(compiled).with_context(|| format!("{} could not be read", compiled.display()))?;
    let main = compiled.with_extension("split.wasm");
    let (script, link) = (format!("./{name}.js"), format!("./{name}_parts.js"));
    let mut options = Options::new(&wasm);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &script;
    options.link_name = &link;
    let parts = transform(options).map_err(|error| anyhow!("{name} could not be split: {error:#}"))?;
    for part in parts.split_modules {
        let named = fs::read(&part)?;
        fs::write(&part, without_names(&named).context("a part of the code is damaged")?)?;
    }
    Ok(main)
}

/// Removes what is no code and no data: names of functions, most of all.
fn without_names(wasm: &[u8]) -> Option<Vec<u8>> {
    const HEADER: usize = 8;
    const CUSTOM: u8 = 0;
    let (header, mut rest) = wasm.split_at_checked(HEADER)?;
    let mut kept = header.to_vec();
    while let [kind, after @ ..] = rest {
        let (mut length, mut digits) = (0_usize, 0);
        loop {
            let digit = after.get(digits)?;
            length |= usize::from(digit & 0x7f).checked_shl(7 * u32::try_from(digits).ok()?)?;
            digits += 1;
            if digit & 0x80 == 0 {
                break;
            }
        }
        let (section, next) = rest.split_at_checked(1 + digits + length)?;
        if *kind != CUSTOM {
            kept.extend_from_slice(section);
        }
        rest = next;
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::without_names;

    #[test]
    fn sections_of_names_are_removed() {
        let header = b"\0asm\x01\0\0\0";
        let [types, names] = [b"\x01\x82\0ab".as_slice(), b"\0\x01n"];
        let wasm = [header, names, types, names].concat();
        assert_eq!(without_names(&wasm), Some([header, types].concat()));
        assert_eq!(without_names(&wasm[..wasm.len() - 1]), None);
    }
}
