//! What a person reads on the terminal.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is the place that prints")]

use std::path::PathBuf;

use crate::config::StorePlace;

/// Why it could not run, and the causes behind it, in one sentence.
pub(super) fn complain(error: &anyhow::Error) {
    eprintln!("harmony: {error:#}");
}

/// What a newcomer wants to know: what is followed, where it is kept, and what to open.
pub(super) fn say_welcome(address: &str, place: &StorePlace, paths: &[PathBuf]) {
    let kept = match place {
        StorePlace::File(path) => format!("documents are kept in {}", path.display()),
        StorePlace::Temporary => "a demo with samples; nothing is kept when it ends".to_owned(),
    };
    println!("Harmony {}", env!("CARGO_PKG_VERSION"));
    println!();
    println!("  open      {address}");
    println!("  store     {kept}");
    if paths.is_empty() {
        println!("  follows   no folder yet; `harmony serve FOLDER` shows what is written there");
    }
    for path in paths {
        println!("  follows   {}", path.display());
    }
    println!(
        "  send      curl --data-binary @report.md -H 'Content-Type: text/markdown' {address}/api/documents"
    );
    println!("  end       Ctrl+C");
    println!();
}
