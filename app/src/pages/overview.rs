use leptos::prelude::*;
use leptos_meta::Title;

use super::document_table::DocumentTable;
use super::welcome::{SampleNotice, Welcome};
use crate::api::load_overview;
use crate::event::{Feed, Totals};
use crate::live::Live;
use crate::ui::size::grouped;
use crate::ui::{Glyph, Loaded, Tally, Tone};

#[component]
pub fn OverviewPage() -> impl IntoView {
    let feed = Resource::new_blocking(|| (), |()| load_overview());
    view! {
        <Title text="Overview"/>
        <div class="page">
            <div class="page__head">
                <h1>"Overview"</h1>
                <p class="page__lead">"What agents wrote, newest first."</p>
            </div>
            <Loaded resource=feed let:loaded>
                <LiveFeed loaded reload=Callback::new(move |()| feed.refetch())/>
            </Loaded>
        </div>
    }
}

/// The feed as it was loaded, and from then on as the stream changes it.
#[component]
fn LiveFeed(loaded: Feed, reload: Callback<()>) -> impl IntoView {
    let feed = RwSignal::new(loaded);
    Live::expect().follow(feed, move || reload.run(()));
    let is_empty = Memo::new(move |_| feed.with(|feed| feed.documents.is_empty()));
    let totals = Memo::new(move |_| feed.with(|feed| feed.totals));
    let documents = Memo::new(move |_| feed.with(|feed| feed.documents.clone()));
    view! {
        <Show when=move || !is_empty.get() fallback=move || view! { <Welcome reload/> }>
            {move || (totals.get().samples > 0).then(|| view! { <SampleNotice reload/> })}
            <Strip totals/>
            <section class="card overview__feed" aria-label="Newest documents">
                <DocumentTable documents/>
            </section>
            {move || (totals.get().documents > Feed::KEPT as u64).then(|| {
                view! {
                    <p class="overview__more">
                        <a href="/documents">{format!("All {} documents", grouped(totals.get().documents))}</a>
                    </p>
                }
            })}
        </Show>
    }
}

/// The figures that a person asks for first.
#[component]
fn Strip(totals: Memo<Totals>) -> impl IntoView {
    let conforming = move || match totals.get() {
        Totals { recognized: 0, .. } => "–".to_owned(),
        Totals { recognized, conforming, .. } => format!("{} %", conforming * 100 / recognized),
    };
    view! {
        <dl class="strip">
            <div class="strip__figure">
                <dt>"Documents"</dt>
                <dd>{move || grouped(totals.get().documents)}</dd>
                <dd class="strip__note">{move || format!("{} recognized", grouped(totals.get().recognized))}</dd>
            </div>
            <div class="strip__figure">
                <dt>"Verdicts"</dt>
                <dd class="strip__pair">
                    <span class="tone-pass"><Glyph icon=Tone::Pass.icon()/>{move || grouped(totals.get().passed)}</span>
                    <span class="tone-fail"><Glyph icon=Tone::Fail.icon()/>{move || grouped(totals.get().failed)}</span>
                </dd>
                <dd class="strip__note">"passed, need changes"</dd>
            </div>
            <div class="strip__figure">
                <dt>"Keep their contract"</dt>
                <dd>{conforming}</dd>
                <dd class="strip__note">"of those recognized, without an error"</dd>
            </div>
            <div class="strip__figure">
                <dt>"Findings"</dt>
                <dd>{move || grouped(totals.get().findings.total().into())}</dd>
                <dd class="strip__note">{move || view! { <Tally counts=totals.get().findings/> }}</dd>
            </div>
        </dl>
    }
}
