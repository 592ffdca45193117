//! Compiles the frontend to WASM and writes its JavaScript bindings, both named `harmony`.

use std::path::Path;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::layout::Layout;
use crate::process;
use crate::stages::Stage;

pub fn build(layout: &Layout, package: &Path, stage: &Stage) -> Result<()> {
    const TARGET: &str = "wasm32-unknown-unknown";
    const PROFILE: &str = "wasm-release";
    process::build(
        // Leptos reads the variable while it compiles; the name of the WASM file would follow it.
        layout
            .cargo(&["build", "--package", "frontend", "--lib", "--target", TARGET, "--profile", PROFILE])
            .env_remove("LEPTOS_OUTPUT_NAME"),
        stage,
    )?;
    stage.hint("bindings");
    Bindgen::new()
        .input_path(layout.target.join(TARGET).join(PROFILE).join("frontend.wasm"))
        .out_name("harmony")
        .web(true)?
        .typescript(false)
        // Names of functions are two thirds of the file, and no reader of the page needs them.
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(package)
        .context("the bindings between WASM and JavaScript could not be made")
}
