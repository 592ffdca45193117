//! Checks that nothing is lost in any document of a folder.

use std::process::ExitCode;

use probe::documents::Document;

use super::trial::{Fixing, Seen, be_quiet, try_text};

pub fn run(documents: &[Document]) -> ExitCode {
    be_quiet();
    let mut total = Seen::default();
    let mut lost = 0;
    for document in documents {
        match try_text(&document.bytes, Fixing::Keeps) {
            Ok(seen) => total.add(seen),
            Err(message) => {
                lost += 1;
                let head: String = message.chars().take(1_000).collect();
                println!("LOST {}\n     {head}", document.name);
            }
        }
    }
    let Seen { bytes, blocks, covered, rows, diagnostics, fixes } = total;
    println!(
        "{} documents, {bytes} bytes; {blocks} blocks, {covered} bytes in them, each in one piece; {rows} rows of \
         tables; {diagnostics} diagnostics, {fixes} with a fix, all made, none left; {lost} documents \
         where something does not hold",
        documents.len(),
    );
    if lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
