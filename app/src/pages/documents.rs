use leptos_router::params::ParamsMap;

use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::{DocumentList, ListQuery, Retention, load_documents, load_totals, with_quarantined_formats};
use crate::catalog::Catalog;
use crate::diagnostic::Severity;
use crate::document::{Kind, State};
use crate::event::Totals;
use crate::islands::{ApplyAtOnce, ListKeys, NewDocuments, RemovedNotice};
use crate::reading::capitalized;
use crate::ui::DocumentTable;
use crate::ui::prelude::*;

/// The names that the address may have.
const NAMES: [&str; 17] = [
    "q", "in", "format", "kind", "state", "severity", "session", "run", "commit", "repository", "path",
    "agent", "from", "to", "pinned", "before", "deleted",
];

/// All documents; the filters are in the address.
#[component]
pub fn DocumentsPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &NAMES);
    let asked = |name| map.get(name).filter(|value| !value.trim().is_empty());
    let query = ListQuery {
        text: asked("q"),
        within: asked("in"),
        format: asked("format"),
        kind: asked("kind"),
        state: asked("state"),
        severity: asked("severity"),
        session: asked("session"),
        from: asked("from"),
        to: asked("to"),
        pinned: asked("pinned"),
        run: asked("run"),
        commit: asked("commit"),
        repository: asked("repository"),
        path: asked("path"),
        agent: asked("agent"),
        before: number(&map, "before", &mut errors),
        limit: None,
    }
    .with_terms();
    errors.extend(query.errors());
    if errors.is_empty() {
        view! { <Found query was_deleted=map.get("deleted").is_some()/> }.into_any()
    } else {
        view! { <WrongAddress errors href="/documents" label="All documents"/> }.into_any()
    }
}

#[component]
fn Found(query: ListQuery, was_deleted: bool) -> impl IntoView {
    let asked = query.clone();
    let list = Resource::new_blocking(
        move || asked.clone(),
        |query| with_quarantined_formats(async { Ok((load_documents(query).await?, load_totals().await?)) }),
    );
    let kept = use_context::<Retention>().filter(|policy| policy.documents_ms.is_some());
    view! {
        <Title text="Documents"/>
        <div class="page">
            <Loaded resource=list let:loaded>
                <div class="page__head">
                    <h1>"Documents"</h1>
                    {views(&query, loaded.0.1)}
                    {kept.map(|policy| view! { <p class="page__lead">{policy.describe()}</p> })}
                    <NewDocuments address=address(&query) is_empty=loaded.0.0.documents.is_empty()/>
                </div>
                {was_deleted.then(|| view! { <Deleted/> })}
                <Filters query=query.clone()/>
                {chips(&query)}
                <Listing list=loaded.0.0 query=query.clone() quarantined=loaded.1/>
            </Loaded>
            <RemovedNotice document=None/>
            <ListKeys/>
        </div>
    }
}

/// After the form that deletes led here.
#[component]
fn Deleted() -> impl IntoView {
    view! {
        <Banner severity=Severity::Info>
            <p class="banner__text">"The document was deleted."</p>
        </Banner>
    }
}

/// What is asked for most often, with how many documents each has where that is known.
fn views(query: &ListQuery, totals: Totals) -> impl IntoView + use<> {
    let asked = ListQuery { before: None, ..query.clone() };
    let all = ListQuery::default;
    let state = |state: State| ListQuery { state: Some(state.as_str().to_owned()), ..all() };
    let views = [
        ("All", all(), Some(totals.documents)),
        ("Contradicted", state(State::Contradicted), Some(totals.contradicted)),
        ("Failed", state(State::Failed), Some(totals.failed)),
        ("Passed", state(State::Passed), Some(totals.passed)),
        ("Critical findings", ListQuery { severity: Some("critical".to_owned()), ..all() }, None),
        ("Verdicts", ListQuery { kind: Some(Kind::Verdict.as_str().to_owned()), ..all() }, None),
        ("Pinned", ListQuery { pinned: Some("true".to_owned()), ..all() }, None),
    ];
    let view = |(label, view, count): (&'static str, ListQuery, Option<u64>)| {
        let count = count.map(|count| view! { <span class="section__count">" "{grouped(count)}</span> });
        view! {
            <li>
                <a class="button button--small" href=address(&view) aria-current=(view == asked).then_some("true")>{label}{count}</a>
            </li>
        }
    };
    view! { <ul class="inbox__kinds views" aria-label="Views">{views.into_iter().map(view).collect_view()}</ul> }
}

/// What the list is narrowed to, each with the way to be rid of it. Terms of the search become such chips.
fn chips(query: &ListQuery) -> Option<impl IntoView + use<>> {
    let parts = parameters(&ListQuery { before: None, ..query.clone() });
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
fn Filters(query: ListQuery) -> impl IntoView {
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
                    <Field label="From">
                        <input class="field__input" type="date" name="from" value=query.from/>
                    </Field>
                    <Field label="To">
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

#[component]
fn Listing(list: DocumentList, query: ListQuery, quarantined: Vec<String>) -> impl IntoView {
    let older = list.next.map(|before| {
        let href = address(&ListQuery { before: Some(before), ..query.clone() });
        view! { <a class="button" href=href>"Older documents"</a> }
    });
    if list.documents.is_empty() {
        let is_filtered = query != ListQuery::default();
        return if is_filtered {
            view! { <NothingFound not_searched=list.not_searched/> {older} }.into_any()
        } else {
            view! { <NothingYet/> }.into_any()
        };
    }
    let newest = query.before.map(|_| {
        let href = address(&ListQuery { before: None, ..query.clone() });
        view! { <a class="button" href=href>"Newest documents"</a> }
    });
    view! {
        {(list.not_searched > 0).then(|| view! { <NotSearched count=list.not_searched/> })}
        <section class="card" aria-label="Documents">
            <DocumentTable documents=list.documents excerpts=list.excerpts quarantined/>
        </section>
        <nav class="overview__more" aria-label="Pages of the list">{newest}" "{older}<Jump query/></nav>
    }
    .into_any()
}

/// Jumps to any place in a list of any length. The place is looked up; nothing before it is read.
#[component]
fn Jump(query: ListQuery) -> impl IntoView {
    let hidden = hidden_inputs(parameters(&ListQuery { to: None, before: None, ..query.clone() }));
    view! {
        <form class="jump" method="GET" action="/documents" aria-label="Jump">
            {hidden}
            <label>"Until " <input class="field__input" type="date" name="to" value=query.to/></label>
            <label>"before number " <input class="field__input" type="number" name="before" min="1" value=query.before/></label>
            <button class="button button--small" type="submit">"Jump"</button>
        </form>
    }
}

/// A notice that is shown while the index is behind the store.
#[component]
fn NotSearched(count: u64) -> impl IntoView {
    let documents = match count {
        1 => "The newest document is".to_owned(),
        _ => format!("The newest {} documents are", grouped(count)),
    };
    view! {
        <Banner severity=Severity::Info>
            <p class="banner__text">{documents}" still being made searchable."</p>
        </Banner>
    }
}

#[component]
fn NothingFound(not_searched: u64) -> impl IntoView {
    view! {
        {(not_searched > 0).then(|| view! { <NotSearched count=not_searched/> })}
        <div class="card">
            <Empty icon=Icon::Search title="No matches" text="Try fewer words, or clear the filters.">
                <a class="button" href="/documents">
                    "Clear the filters"
                </a>
            </Empty>
        </div>
    }
}

#[component]
fn NothingYet() -> impl IntoView {
    view! {
        <div class="card">
            <Empty icon=Icon::Inbox title="No documents yet" text="Watch a folder, send a report from a script, or paste one.">
                <a class="button button--primary" href="/add">
                    "Paste or drop a report"
                </a>
            </Empty>
        </div>
    }
}

/// A list's address: only what was asked for is in it.
fn address(query: &ListQuery) -> String {
    let map: ParamsMap = parameters(query).into_iter().collect();
    format!("/documents{}", map.to_query_string())
}

fn parameters(query: &ListQuery) -> Vec<(&'static str, String)> {
    let asked = [
        ("q", &query.text),
        ("in", &query.within),
        ("format", &query.format),
        ("kind", &query.kind),
        ("state", &query.state),
        ("severity", &query.severity),
        ("session", &query.session),
        ("run", &query.run),
        ("commit", &query.commit),
        ("repository", &query.repository),
        ("path", &query.path),
        ("agent", &query.agent),
        ("from", &query.from),
        ("to", &query.to),
        ("pinned", &query.pinned),
        ("before", &query.before.map(|before| before.to_string())),
    ];
    asked.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))).collect()
}
