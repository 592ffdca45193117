//! Texts for trying out the parsers.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A text from a file.
pub struct Document {
    /// Relative to the folder, with `/` on every system.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The folder that holds the rooms, each with its fixtures.
pub fn rooms() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/formats")
}

/// The fixtures of all rooms.
pub fn fixtures() -> io::Result<Vec<Document>> {
    let mut documents = of_folder(&rooms())?;
    documents.retain(|document| document.name.contains("/fixtures/") && !document.name.ends_with(".snap"));
    Ok(documents)
}

/// All files of a folder, by name.
pub fn of_folder(folder: &Path) -> io::Result<Vec<Document>> {
    let mut names = Vec::new();
    names_in(folder, "", &mut names)?;
    names.sort();
    let document = |name: String| Ok(Document { bytes: fs::read(folder.join(&name))?, name });
    names.into_iter().map(document).collect()
}

fn names_in(folder: &Path, before: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            names_in(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}
