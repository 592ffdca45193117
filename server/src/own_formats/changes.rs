//! What the log says of formats that change while the server runs.

use super::{OwnFormat, OwnFormats};

/// Logs which formats are new, changed or gone, and which files declare one again.
pub fn log(before: &OwnFormats, after: &OwnFormats) {
    for format in &after.formats {
        let (name, file) = (format.room.spec.name, &format.file);
        let version = version_of(format);
        match before.formats.iter().find(|known| known.room.spec.id == format.room.spec.id) {
            None => tracing::info!("{file}: documents are read by `{name}`, version {version}"),
            Some(known) if version_of(known) != version => {
                tracing::info!("{file}: `{name}` has changed; documents are read by version {version}");
            }
            Some(_) if is_refused(before, file) && !is_refused(after, file) => {
                tracing::info!("{file}: declares `{name}` again, version {version}");
            }
            Some(_) => {}
        }
    }
    for format in &before.formats {
        let is_gone = after.formats.iter().all(|known| known.room.spec.id != format.room.spec.id);
        if is_gone {
            let (name, file) = (format.room.spec.name, &format.file);
            tracing::info!("{file}: documents are no longer read by `{name}`");
        }
    }
}

fn version_of(format: &OwnFormat) -> &str {
    format.room.spec.own_version.unwrap_or_default()
}

fn is_refused(formats: &OwnFormats, file: &str) -> bool {
    formats.refused.iter().any(|refused| super::name_of(&refused.path) == file)
}
