//! Files that the reader drops or chooses.

use app::text::Text;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileList, js_sys};

/// The most files that are read at once: formats, and one text.
const MOST: u32 = 50;
/// Larger files are for the server.
const LARGEST: f64 = 16.0 * 1024.0 * 1024.0;

pub struct ReadFile {
    pub name: String,
    pub text: String,
}

/// Reads files one after the other. Says of one that can't be read why.
pub async fn read(list: FileList) -> Vec<Result<ReadFile, String>> {
    let mut read = Vec::new();
    for file in (0..list.length().min(MOST)).filter_map(|index| list.get(index)) {
        read.push(read_one(file).await);
    }
    read
}

async fn read_one(file: File) -> Result<ReadFile, String> {
    let name = file.name();
    if file.size() > LARGEST {
        return Err(format!("{name} has more than 16 MB. `harmony check {name}` reads files of any size."));
    }
    let failed = || format!("{name} could not be read.");
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|_| failed())?;
    let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
    Ok(ReadFile { text: Text::from_bytes(&bytes).source().to_owned(), name })
}
