use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::params::ParamsMap;

use crate::diagnostic::{FieldPath, Role};
use crate::document::State;
use crate::format::Parsed;
use crate::text::{Span, Text};
use crate::ui::narrowing::Narrowing;
use crate::ui::server::address::trail_href;
use crate::ui::server::surroundings::Surroundings;
use crate::ui::tone::Tone;

/// How a reader narrows long lists, and where a form that asks for another narrowing leads.
#[derive(Clone)]
pub struct Narrowed {
    pub by: Narrowing,
    pub form_action: String,
    /// What the form keeps of the address.
    pub kept: Vec<(&'static str, String)>,
}

/// What a viewer may ask besides its own value: where each field is, which page is shown, and addresses.
#[derive(Clone)]
pub struct ViewContext {
    text: Arc<Text>,
    /// From a field, or a row of it, to its bytes.
    places: Arc<HashMap<(&'static str, Option<u32>), Span>>,
    /// The address of a line of the source.
    line_href: Callback<u32, String>,
    /// The address that shows long lists from this row on.
    rows_href: Callback<u32, String>,
    /// Long lists are shown from this row on (from 1).
    first_row: u32,
    narrowed: Option<Narrowed>,
    surroundings: Surroundings,
    state: State,
    has_unread_findings: bool,
}

impl ViewContext {
    pub fn new(
        text: Arc<Text>,
        parsed: &Parsed,
        line_href: Callback<u32, String>,
        rows_href: Callback<u32, String>,
        first_row: u32,
    ) -> Self {
        let mut places = HashMap::new();
        for piece in parsed.coverage.pieces() {
            let Role::Field(FieldPath { name, row, .. }) = piece.role else { continue };
            let place = places.entry((name, row)).or_insert(piece.span);
            *place = place.to(piece.span);
        }
        Self {
            text,
            places: Arc::new(places),
            line_href,
            rows_href,
            first_row,
            narrowed: None,
            surroundings: Surroundings::default(),
            state: parsed.state(),
            has_unread_findings: parsed.has_unread_findings(),
        }
    }

    /// For a page whose address holds an order and filters.
    pub fn narrowed_by(self, narrowed: Narrowed) -> Self {
        Self { narrowed: Some(narrowed), ..self }
    }

    /// For a text outside of the dashboard.
    pub fn within(self, surroundings: Surroundings) -> Self {
        Self { surroundings, ..self }
    }

    /// Returns whether long lists have other pages.
    pub fn has_pages(&self) -> bool {
        self.surroundings != Surroundings::File
    }

    /// The page of a task's decisions across documents, where the reader may open it.
    pub fn trail_href(&self, task: &str) -> Option<String> {
        (self.surroundings == Surroundings::Dashboard).then(|| trail_href(task))
    }

    /// Returns whether the block holds findings that could not be parsed.
    pub fn has_unread_findings(&self) -> bool {
        self.has_unread_findings
    }

    /// The tone of the block's state.
    pub fn tone(&self) -> Tone {
        self.state.into()
    }

    /// Returns whether the block disproves the state that it claims.
    pub fn is_contradicted(&self) -> bool {
        self.state == State::Contradicted
    }

    /// The address of the records of a log that have this value of a facet, where the page can choose among them.
    pub fn chosen_href(&self, facet: &'static str, value: &str) -> Option<String> {
        let Narrowed { form_action, kept, .. } = self.narrowed.as_ref()?;
        let parameters = kept.iter().cloned().chain([(facet, value.to_owned())]);
        Some(format!("{form_action}{}", parameters.collect::<ParamsMap>().to_query_string()))
    }

    pub fn narrowed(&self) -> Option<&Narrowed> {
        self.narrowed.as_ref()
    }

    /// The bytes of a field, or of one row of it.
    pub fn place(&self, name: &'static str, row: Option<u32>) -> Option<Span> {
        self.places.get(&(name, row)).copied()
    }

    /// The line (from 1) on which a span begins, and its address.
    pub fn line(&self, span: Span) -> (u32, String) {
        let line = self.text.position(span.start).line;
        (line, self.line_href.run(line))
    }

    pub fn rows_href(&self, first: u32) -> String {
        self.rows_href.run(first)
    }

    pub fn first_row(&self) -> u32 {
        self.first_row
    }
}
