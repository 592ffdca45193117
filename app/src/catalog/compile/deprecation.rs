//! A format that should not be written any more.

use toml::Spanned;

use super::super::file::FormatFile;
use super::Compiler;
use super::words::leak;
use crate::format::Deprecation;

impl Compiler<'_> {
    /// Reads why a format is deprecated, and reports a replacement of a format that isn't, or by itself.
    pub(super) fn deprecation(&mut self, file: &FormatFile, id: &str) -> Option<Deprecation> {
        let replacement = file.replaced_by.as_ref();
        if let Some(other) = replacement.filter(|_| file.deprecated.is_none()) {
            self.report(other.span(), "`replaced_by` needs `deprecated`, which says why");
        }
        if let Some(other) = replacement.filter(|other| other.get_ref() == id) {
            self.report(other.span(), "a format is not replaced by itself");
        }
        let reason = self.name(file.deprecated.as_ref()?);
        Some(Deprecation { reason, replaced_by: replacement.map(Spanned::get_ref).map(|other| leak(other)) })
    }
}
