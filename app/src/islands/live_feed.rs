use leptos::prelude::*;

use super::toasts::Toast;
use crate::api::load_feed;
use crate::event::Feed;
use crate::live::Live;
use crate::ui::DocumentTable;
use crate::ui::size::grouped;

/// The newest documents that are no events, which the stream keeps up to date.
#[island]
pub fn LiveFeed(
    loaded: Feed,
    /// The ids of the formats that were quarantined when the page was rendered.
    quarantined: Vec<String>,
    /// When the reader's last visit ended, if there was one.
    last_visit_ms: Option<i64>,
) -> impl IntoView {
    let feed = RwSignal::new(loaded);
    Live::of_page().follow(feed, reload);
    move || {
        let Feed { documents, totals, .. } = feed.get();
        let all = format!("All {} documents", grouped(totals.documents));
        let is_empty = documents.is_empty();
        view! {
            <section class="card" aria-label="Newest reports and verdicts">
                {match is_empty {
                    true => view! { <p class="card--padded muted">"No reports or verdicts yet. Events are in their sessions."</p> }.into_any(),
                    false => view! { <DocumentTable documents quarantined=quarantined.clone() new_since=last_visit_ms/> }.into_any(),
                }}
            </section>
            <p class="overview__more"><a href="/documents">{all}</a></p>
        }
    }
}

/// Loads the feed again.
async fn reload() -> Option<Feed> {
    match load_feed().await {
        Ok(loaded) => Some(loaded),
        Err(error) => {
            Toast::of_page().error(format!("Could not update the overview: {error}"));
            None
        }
    }
}
