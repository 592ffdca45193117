//! Archives of files in one folder. The same files give the same bytes.

use std::io::{Cursor, Write};

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::site::Files;

/// `program` is the file that may be executed.
pub fn tar_gz(folder: &str, files: &Files, program: &str) -> Result<Vec<u8>> {
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for (name, contents) in files {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_size(contents.len() as u64);
        header.set_mode(if name == program { 0o755 } else { 0o644 });
        archive.append_data(&mut header, format!("{folder}/{name}"), contents.as_slice())?;
    }
    Ok(archive.into_inner()?.finish()?)
}

pub fn zip(folder: &str, files: &Files) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, contents) in files {
        archive.start_file(format!("{folder}/{name}"), SimpleFileOptions::default())?;
        archive.write_all(contents)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn archives_hold_all_files_in_one_folder() {
        let files: Files = [("docs/a.md", "one"), ("harmony", "two")]
            .into_iter()
            .map(|(name, contents)| (name.to_owned(), contents.as_bytes().to_vec()))
            .collect();
        let expected =
            [("h-1/docs/a.md".to_owned(), "one".to_owned()), ("h-1/harmony".to_owned(), "two".to_owned())];

        let packed = tar_gz("h-1", &files, "harmony").unwrap();
        assert_eq!(packed, tar_gz("h-1", &files, "harmony").unwrap());
        let mut archive = tar::Archive::new(GzDecoder::new(packed.as_slice()));
        let mut found = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let name = entry.path().unwrap().display().to_string();
            assert_eq!(entry.header().mode().unwrap() == 0o755, name == "h-1/harmony");
            let mut contents = String::new();
            entry.read_to_string(&mut contents).unwrap();
            found.push((name, contents));
        }
        assert_eq!(found, expected);

        let packed = zip("h-1", &files).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
        let mut found = Vec::new();
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).unwrap();
            let mut contents = String::new();
            entry.read_to_string(&mut contents).unwrap();
            found.push((entry.name().unwrap().into_owned(), contents));
        }
        assert_eq!(found, expected);
    }
}
