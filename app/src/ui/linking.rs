use leptos::prelude::*;

use crate::text::Span;

/// What the reader points at, shared by a viewer and the source beside it: each shows where the other has it.
#[derive(Copy, Clone)]
pub struct Linking {
    /// Under the pointer or the keyboard's focus.
    pub pointed: RwSignal<Option<Span>>,
    /// Chosen by click or key, kept until another is.
    pub chosen: RwSignal<Option<Span>>,
}

impl Linking {
    pub fn provide() -> Self {
        let linking = Self { pointed: RwSignal::new(None), chosen: RwSignal::new(None) };
        provide_context(linking);
        linking
    }

    /// The page's, or one of its own where nothing stands beside the viewer.
    pub fn expect() -> Self {
        use_context().unwrap_or_else(Self::provide)
    }

    pub fn is_pointed_at(self, span: Span) -> bool {
        self.pointed.get().is_some_and(|pointed| pointed.overlaps(span))
    }

    pub fn is_chosen(self, span: Span) -> bool {
        self.chosen.get().is_some_and(|chosen| chosen.overlaps(span))
    }

    pub fn point(self, span: Span) {
        self.pointed.set(Some(span));
    }

    pub fn leave(self) {
        self.pointed.set(None);
    }
}
