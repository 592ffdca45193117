//! Compiles `style/main.scss` to the one stylesheet.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use grass::{Options, OutputStyle};

use crate::layout::Layout;

pub fn build(layout: &Layout, package: &Path) -> Result<()> {
    let options = Options::default().style(OutputStyle::Compressed).load_path(&layout.root);
    let css = grass::from_path(layout.root.join("style/main.scss"), &options)
        .map_err(|error| anyhow!("the styles do not compile: {error}"))?;
    fs::write(package.join("harmony.css"), css).context("the stylesheet could not be written")
}
