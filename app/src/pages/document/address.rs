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

    const fn as_str(self) -> &'static str {
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

/// Makes the addresses of a document's views, lines and rows.
#[derive(Clone)]
pub(super) struct Address {
    base: String,
}

impl Address {
    pub(super) fn new(id: &str) -> Self {
        Self { base: format!("/documents/{id}") }
    }

    pub(super) fn view(&self, view: View) -> String {
        match view {
            View::Viewer => self.base.clone(),
            other => format!("{}?view={}", self.base, other.as_str()),
        }
    }

    /// The pages of the source, within the view in which it is shown.
    pub(super) fn source_pages(&self, shown: View) -> Callback<u32, String> {
        let (base, view) = (self.base.clone(), shown.as_str());
        Callback::new(move |from| format!("{base}?view={view}&from={from}"))
    }

    /// The lines of the source. The link leads to the source alone; where it stands beside the viewer, the
    /// page's script goes there instead.
    pub(super) fn lines(&self) -> Callback<u32, String> {
        let base = self.base.clone();
        Callback::new(move |line| format!("{base}?view=source&from={}#L{line}", page_of(line)))
    }

    /// The viewer with long lists from a row on.
    pub(super) fn rows(&self) -> Callback<u32, String> {
        let base = self.base.clone();
        Callback::new(move |row| format!("{base}?row={row}"))
    }
}
