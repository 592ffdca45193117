//! Writes the seeds of guided fuzzing.

use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use probe::documents::Document;

pub fn write(fixtures: &[Document], folder: &Path) -> io::Result<ExitCode> {
    for (target, seeds) in probe::seeds::seeds(fixtures) {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("{number}")), seed)?;
        }
        println!("{target:<14} {} seeds", seeds.len());
    }
    Ok(ExitCode::SUCCESS)
}
