//! Documents beside the files that declare formats: `incident-report.pass.md` and `incident-report.fail.md`.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use app::catalog::{Example, Examples};
use app::text::mask_secrets;

use super::{OwnFormat, SUFFIX, name_of};

/// A document beside a file that declares a format.
pub struct ExampleFile {
    pub path: PathBuf,
    /// It must have no error; another must have one.
    pub passes: bool,
}

/// The documents of a folder that may be examples.
struct Folder(Vec<(String, PathBuf)>);

impl Folder {
    fn read(folder: &Path) -> io::Result<Self> {
        let mut found: Vec<(String, PathBuf)> = Vec::new();
        for entry in fs::read_dir(folder)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.contains(".pass.") || name.contains(".fail.") {
                found.push((name, entry.path()));
            }
        }
        found.sort();
        Ok(Self(found))
    }

    /// Returns the examples of a file, by name.
    fn of<'f>(&'f self, file: &str) -> impl Iterator<Item = ExampleFile> + use<'f> {
        let stem = file.strip_suffix(SUFFIX).or(file.strip_suffix(".toml")).unwrap_or(file).to_owned();
        self.0.iter().filter_map(move |(name, path)| {
            let (rest, _) = name.strip_prefix(&stem)?.strip_prefix('.')?.rsplit_once('.')?;
            let is = |word: &str| rest == word || rest.ends_with(&format!(".{word}"));
            let passes = is("pass");
            (passes || is("fail")).then(|| ExampleFile { path: path.clone(), passes })
        })
    }
}

/// Returns the examples beside a file that declares a format, by name.
pub fn examples_beside(file: &Path) -> io::Result<Vec<ExampleFile>> {
    Ok(Folder::read(folder_of(file))?.of(&name_of(file)).collect())
}

/// Reads the examples of formats. Those that can't be read, or are too long or too many, are left out.
pub(super) fn examples_of(formats: &[OwnFormat]) -> Examples {
    let mut folders: HashMap<&Path, Folder> = HashMap::new();
    let mut examples = Examples::new();
    for format in formats {
        let folder = folders
            .entry(folder_of(&format.path))
            // A folder that can't be read has none.
            .or_insert_with_key(|folder| Folder::read(folder).unwrap_or(Folder(Vec::new())));
        let of_format = folder.of(&format.file).filter_map(|file| read(&file).ok().flatten());
        examples.insert(format.room.spec.id, of_format.take(Example::MOST).collect());
    }
    examples
}

fn read(example: &ExampleFile) -> io::Result<Option<Example>> {
    let mut bytes = Vec::new();
    File::open(&example.path)?.take(Example::LONGEST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > Example::LONGEST {
        return Ok(None);
    }
    // Pages show them.
    mask_secrets(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some(Example { name: name_of(&example.path), text, passes: example.passes }))
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
