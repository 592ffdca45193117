//! The page of access: who has a token, who is logged in, and who changed what. Works without scripts.

mod log;
mod tokens;

use self::log::Log;
use self::tokens::{Logins, NewToken, Tokens};
use super::wrong_address::{WrongAddress, number, unknown};
use crate::access::Viewer;
use crate::api::{AccessPage as Page, load_access};
use crate::ui::prelude::*;

#[component]
pub fn AccessPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &["before"]);
    let before = number(&map, "before", &mut errors).and_then(|id| i64::try_from(id).ok());
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/access" label="Access"/> }.into_any();
    }
    let page = Resource::new_blocking(move || before, load_access);
    view! {
        <div class="page">
            <PageHead title="Access" lead="Who may read, send and change, and who changed what."/>
            <Loaded resource=page let:loaded>
                <Whole page=loaded is_first_page=before.is_none()/>
            </Loaded>
        </div>
    }
    .into_any()
}

#[component]
fn Whole(page: Page, is_first_page: bool) -> impl IntoView {
    let Page { tokens, log } = page;
    let is_open = use_context::<Viewer>().is_none_or(|viewer| viewer.is_anybody);
    let (logins, tokens): (Vec<_>, Vec<_>) = tokens.into_iter().partition(|token| token.is_login);
    let is_first = tokens.is_empty() && is_open;
    view! {
        {is_open.then(|| view! { <Open/> })}
        <Tokens tokens/>
        <NewToken is_first/>
        <Logins logins/>
        <Log log is_first_page/>
    }
}

/// Says what it means that nobody is asked for a token.
#[component]
fn Open() -> impl IntoView {
    view! {
        <section class="section card card--padded" aria-labelledby="open">
            <h2 class="section__title" id="open">"Everybody on this machine may do everything"</h2>
            <p>
                "This server asks nobody for a token. Once there is one, it asks everybody: pages lead to a login, and programs send "
                <code>"Authorization: Bearer TOKEN"</code>"."
            </p>
        </section>
    }
}
