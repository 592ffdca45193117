//! Lists that are asked for often: those that every team has, and those that this one saved.

use super::{address, parameters};
use crate::api::{ListQuery, SavedView};
use crate::document::{Kind, State};
use crate::event::Totals;
use crate::ui::prelude::*;

/// The views, each with how many documents it has where that is known.
pub(super) fn views(query: &ListQuery, totals: Totals, saved: Vec<SavedView>) -> impl IntoView + use<> {
    let asked = ListQuery { before: None, skip: None, ..query.clone() };
    let all = ListQuery::default;
    let state = |state: State| ListQuery { state: Some(state.as_str().to_owned()), ..all() };
    let common = [
        ("All", all(), Some(totals.documents)),
        ("Contradicted", state(State::Contradicted), Some(totals.contradicted)),
        ("Failed", state(State::Failed), Some(totals.failed)),
        ("Passed", state(State::Passed), Some(totals.passed)),
        ("Critical findings", ListQuery { severity: Some("critical".to_owned()), ..all() }, None),
        ("Verdicts", ListQuery { kind: Some(Kind::Verdict.as_str().to_owned()), ..all() }, None),
        ("Pinned", ListQuery { pinned: Some("true".to_owned()), ..all() }, None),
    ];
    let is_common = common.iter().any(|(_, view, _)| *view == asked);
    let common = common.map(|(label, view, count)| {
        let count = count.map(|count| view! { <span class="section__count">" "{grouped(count)}</span> });
        link(label.into_any(), address(&view), view == asked, count)
    });
    let here = address(&asked);
    let chosen = saved.iter().find(|view| href(view) == here).cloned();
    let saved = saved
        .into_iter()
        .map(|view| link(visible(&view.name), href(&view), href(&view) == here, None::<AnyView>));
    let save = (chosen.is_none() && !is_common).then(|| save(&asked));
    view! {
        <div class="views">
            <ul class="inbox__kinds" aria-label="Views">{common} {saved.collect_view()}</ul>
            {chosen.map(remove)}
            {save}
        </div>
    }
}

fn link(label: AnyView, href: String, is_chosen: bool, count: Option<impl IntoView>) -> impl IntoView {
    view! {
        <li>
            <a class="button button--small" href=href aria-current=is_chosen.then_some("true")>{label}{count}</a>
        </li>
    }
}

fn href(view: &SavedView) -> String {
    format!("/documents?{}", view.query)
}

/// Saves what is asked for under a name, for the whole team.
fn save(asked: &ListQuery) -> impl IntoView + use<> {
    let query = address(asked).split_once('?').map(|(_, query)| query.to_owned());
    let values: Vec<String> = parameters(asked).into_iter().map(|(_, value)| value).collect();
    let suggested: String = values.join(" ").chars().take(SavedView::MOST_LETTERS).collect();
    view! {
        <div>
            <button class="button button--small" type="button" popovertarget="save-view">"Save view"</button>
            <form class="menu views__form" id="save-view" popover method="POST" action="/views">
                <input type="hidden" name="query" value=query/>
                <label>
                    "Name " <input class="field__input" name="name" required autofocus maxlength=SavedView::MOST_LETTERS value=suggested/>
                </label>
                <button class="button button--small button--primary" type="submit">"Save"</button>
            </form>
        </div>
    }
}

fn remove(view: SavedView) -> impl IntoView {
    view! {
        <form method="POST" action=format!("/views/{}/remove", view.id)>
            <button class="button button--small" type="submit">"Remove view"</button>
        </form>
    }
}
