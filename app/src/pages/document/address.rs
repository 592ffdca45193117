use leptos::prelude::*;

use crate::ui::page_of;

/// One of the ways a document is shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum View {
    Viewer,
    Source,
    Json,
}

impl View {
    pub(super) const ALL: [Self; 3] = [Self::Viewer, Self::Source, Self::Json];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Source => "source",
            Self::Json => "json",
        }
    }

    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Viewer => "Viewer",
            Self::Source => "Source",
            Self::Json => "JSON",
        }
    }

    /// What the address asks for; anything unknown is the viewer.
    pub(super) fn of(parameter: Option<&str>) -> Self {
        Self::ALL.into_iter().find(|view| Some(view.as_str()) == parameter).unwrap_or(Self::Viewer)
    }
}

/// Makes the addresses of a document's views and lines.
#[derive(Copy, Clone)]
pub(super) struct Address {
    id: StoredValue<String>,
}

impl Address {
    pub(super) fn new(id: String) -> Self {
        Self { id: StoredValue::new(id) }
    }

    pub(super) fn view(self, view: View) -> String {
        let id = self.id.get_value();
        match view {
            View::Viewer => format!("/documents/{id}"),
            other => format!("/documents/{id}?view={}", other.as_str()),
        }
    }

    /// The page of the source that begins at line `from`.
    pub(super) fn source_page(self, from: u32) -> String {
        format!("/documents/{}?view=source&from={from}", self.id.get_value())
    }

    /// A line of the source.
    pub(super) fn line(self, line: u32) -> String {
        format!("{}#L{line}", self.source_page(page_of(line)))
    }
}
