use leptos::prelude::*;
use leptos_router::params::ParamsMap;

use crate::ui::narrowing::{Narrowing, Order};
use crate::ui::server::row_pages::ROWS_OF_PAGE;
use crate::ui::server::view_context::Narrowed;
use crate::ui::size::grouped;
use crate::ui::visible::visible;

/// What a form keeps of the address that it is at.
pub fn hidden_inputs(parameters: Vec<(&'static str, String)>) -> impl IntoView {
    let input =
        |(name, value): (&'static str, String)| view! { <input type="hidden" name=name value=value/> };
    parameters.into_iter().map(input).collect_view()
}

/// Asks for the rows of a list in an order, and for some of them. A plain form: what it asks is in the address.
/// Where a page has all rows, its script answers without asking the server.
#[component]
pub fn NarrowingForm(
    narrowed: Narrowed,
    /// Those that occur, with how often.
    severities: Vec<(String, usize)>,
    fitting: usize,
    count: usize,
) -> impl IntoView {
    let Narrowed { by, form_action, kept } = narrowed;
    let order = |order: Order| {
        let name = match order {
            Order::Text => "as in the text",
            Order::Severity => "by severity",
            Order::File => "by file",
            Order::Number => "by number",
        };
        view! { <option value=order.as_str() selected=order == by.order>{name}</option> }
    };
    let severity = |(severity, count): (String, usize)| {
        let name = format!("{severity} ({})", grouped(count as u64));
        let is_asked = severity == by.severity;
        view! { <option value=severity selected=is_asked>{visible(&name)}</option> }
    };
    let unnarrowed = Narrowing { order: by.order, ..Narrowing::default() };
    let all: ParamsMap = kept.iter().cloned().chain(unnarrowed.parts()).collect();
    let all = format!("{form_action}{}", all.to_query_string());
    let words = format!("{} of {}", grouped(fitting as u64), grouped(count as u64));
    let is_narrowed = by.leaves_out();
    let where_narrowed = if count <= ROWS_OF_PAGE { "here" } else { "by the server" };
    let [sort_name, severity_name, file_name, text_name] = Narrowing::PARTS;
    view! {
        <form class="narrowing" method="GET" action=form_action data-narrows=where_narrowed>
            {hidden_inputs(kept.clone())}
            <label class="field">
                <span class="field__label">"Order"</span>
                <select class="field__input" name=sort_name>{Order::ALL.map(order).collect_view()}</select>
            </label>
            <label class="field">
                <span class="field__label">"Severity"</span>
                <select class="field__input" name=severity_name>
                    <option value="">"any"</option>
                    {severities.into_iter().map(severity).collect_view()}
                </select>
            </label>
            <label class="field">
                <span class="field__label">"File"</span>
                <input class="field__input" type="search" name=file_name value=by.file placeholder="part of a path" autocomplete="off"/>
            </label>
            <label class="field">
                <span class="field__label">"Text"</span>
                <input class="field__input" type="search" name=text_name value=by.text placeholder="words" autocomplete="off"/>
            </label>
            <button class="button" type="submit">
                "Show"
            </button>
            <p class="narrowing__count" role="status" hidden=!is_narrowed data-narrowed>
                <span data-count>{words}</span>
                <a href=all>"Show all"</a>
            </p>
        </form>
    }
}
