use leptos::nonce::use_nonce;
use leptos::prelude::*;

use crate::language::{Catalogue, Language};

/// Translates what islands write after the page was sent.
const SCRIPT: &str = include_str!("words.js");

/// The sentences that islands need; none on an English page.
#[component]
pub(super) fn Words() -> impl IntoView {
    let language = use_context::<Language>().unwrap_or_default();
    Catalogue::of(language).map(|catalogue| {
        view! {
            <script type="application/json" id="words">{catalogue.in_browser()}</script>
            <script nonce=use_nonce()>{SCRIPT}</script>
        }
    })
}
