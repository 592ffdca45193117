//! The form that narrows the list, and the chips that say what it is narrowed to.

use leptos_router::params::ParamsMap;

use super::parameters;
use crate::api::ListQuery;
use crate::catalog::Catalog;
use crate::document::{Kind, State};
use crate::islands::ApplyAtOnce;
use crate::reading::capitalized;
use crate::ui::prelude::*;

/// What the list is narrowed to, each with the way to be rid of it. Terms of the search become such chips.
pub(super) fn chips(query: &ListQuery) -> Option<impl IntoView + use<>> {
    let parts = parameters(&ListQuery { before: None, skip: None, sort: None, ..query.clone() });
    let chip = |(name, value): &(&'static str, String)| {
        let others: ParamsMap = parts.iter().filter(|(other, _)| other != name).cloned().collect();
        let label = if *name == "q" { "text" } else { name };
        view! {
            <li>
                <a class="chip" href=format!("/documents{}", others.to_query_string()) aria-label=format!("Remove the filter {label}: {value}")>
                    <span class="muted">{label}</span>
                    {visible(value)}
                    <span aria-hidden="true">"×"</span>
                </a>
            </li>
        }
    };
    let chips: Vec<_> = parts.iter().map(chip).collect();
    (!chips.is_empty()).then(|| {
        view! {
            <ul class="chips" aria-label="Filters">
                {chips}
                <li><a href="/documents">"Clear all"</a></li>
            </ul>
        }
    })
}

#[component]
pub(super) fn Filters(query: ListQuery) -> impl IntoView {
    let formats: Vec<_> = Catalog::current().specs().map(|spec| (spec.id, spec.labelled())).collect();
    let any = |all: &str| [("", all.to_owned())].into_iter();
    let formats = any("Any format").chain(formats);
    let kinds = any("Any kind").chain(Kind::ALL.map(|kind| (kind.as_str(), capitalized(kind.as_str()))));
    let states = State::ALL.into_iter().filter(|state| *state != State::None);
    let none = (State::None.as_str(), "Other, or none".to_owned());
    let states = any("Any state")
        .chain(states.map(|state| (state.as_str(), capitalized(state.as_str()))))
        .chain([none]);
    let severities = [
        ("", "Any severity"),
        ("critical", "Critical findings"),
        ("high", "High or worse"),
        ("medium", "Medium or worse"),
        ("low", "Any finding"),
    ];
    let sources = [
        ("Session", "session", query.session),
        ("Repository", "repository", query.repository),
        ("Path", "path", query.path),
        ("Commit", "commit", query.commit),
        ("CI run", "run", query.run),
        ("Agent", "agent", query.agent),
    ];
    let is_narrowed = sources.iter().any(|(_, _, value)| value.is_some())
        || query.from.is_some()
        || query.to.is_some()
        || query.pinned.is_some();
    let sources = sources.into_iter().map(|(label, name, value)| {
        view! {
            <Field label>
                <input class="field__input" type="text" name=name value=value/>
            </Field>
        }
    });
    view! {
        <form class="filters" method="GET" action="/documents">
            <Field label="Text">
                <input class="field__input" type="search" name="q" value=query.text placeholder="Words of the document, its path, its verdict"/>
            </Field>
            <Field label="Format">{choice("format", formats, query.format)}</Field>
            <Field label="Kind">{choice("kind", kinds, query.kind)}</Field>
            <Field label="State">{choice("state", states, query.state)}</Field>
            <Field label="Findings">{choice("severity", severities, query.severity)}</Field>
            <button class="button without-script" type="submit">
                "Filter"
            </button>
            <ApplyAtOnce/>
            <details class="filters__more" open=is_narrowed>
                <summary>"Source, dates and pins"</summary>
                <div class="filters__rest">
                    {sources.collect_view()}
                    <Field label="Received from">
                        <input class="field__input" type="date" name="from" value=query.from/>
                    </Field>
                    <Field label="Received until">
                        <input class="field__input" type="date" name="to" value=query.to/>
                    </Field>
                    <label class="filters__choice">
                        <input type="checkbox" name="pinned" value="true" checked=query.pinned.is_some()/>
                        "Pinned only"
                    </label>
                </div>
            </details>
        </form>
    }
}

#[component]
fn Field(label: &'static str, children: Children) -> impl IntoView {
    view! { <label class="field"><span class="field__label">{label}</span>{children()}</label> }
}

fn choice(
    name: &'static str,
    values: impl IntoIterator<Item = (&'static str, impl Into<String>)>,
    chosen: Option<String>,
) -> impl IntoView {
    let chosen = chosen.unwrap_or_default();
    let option = |(value, name): (&'static str, _)| {
        view! { <option value=value selected=value == chosen>{Into::<String>::into(name)}</option> }
    };
    let options = values.into_iter().map(option).collect_view();
    view! { <select class="field__input" name=name>{options}</select> }
}
