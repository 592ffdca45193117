use std::borrow::Cow;

use leptos::prelude::*;

use crate::text::Span;
use crate::ui::linking::data_span;
use crate::ui::server::markdown::Markdown;
use crate::ui::server::view_context::ViewContext;

/// A value, or the words for a missing one.
pub fn stated<V: IntoView + 'static>(value: Option<V>, missing: &'static str) -> AnyView {
    match value {
        Some(value) => value.into_any(),
        None => view! { <span class="faint">{missing}</span> }.into_any(),
    }
}

/// Labels with their values, one below the other.
#[component]
pub fn Facts(children: Children) -> impl IntoView {
    view! { <dl class="fact-list card card--padded">{children()}</dl> }
}

/// One of [`Facts`]; a value that the text does not state is shown as missing.
#[component]
pub fn Fact(
    #[prop(into)] label: Cow<'static, str>,
    #[prop(into)] value: Option<String>,
    /// The field that the value is.
    field: &'static str,
    /// Where it is in the source.
    #[prop(optional_no_strip)]
    place: Option<Span>,
) -> impl IntoView {
    let value = stated(value.map(|value| view! { <Markdown text=value field/> }), "not stated");
    view! {
        <div class="fact" data-span=place.map(data_span) data-stop=place.is_some()>
            <dt>{label}</dt>
            <dd>{value}</dd>
        </div>
    }
}

impl ViewContext {
    /// A value under its label, tied to the place of its field.
    pub fn fact(
        &self,
        label: impl Into<Cow<'static, str>>,
        field: &'static str,
        value: Option<String>,
    ) -> AnyView {
        view! { <Fact label field value place=self.place(field, None)/> }.into_any()
    }

    /// Labels, each with its field and the value of it.
    pub fn facts(
        &self,
        facts: impl IntoIterator<Item = (&'static str, &'static str, Option<String>)>,
    ) -> AnyView {
        let facts = facts.into_iter().map(|(label, field, value)| self.fact(label, field, value));
        let facts = facts.collect_view();
        view! { <Facts>{facts}</Facts> }.into_any()
    }
}

/// What a viewer shows of a block of which nothing could be read.
#[component]
pub fn Unread() -> impl IntoView {
    view! { <p class="unread card card--padded">"Nothing of this block could be read. Its text is in the source."</p> }
}
