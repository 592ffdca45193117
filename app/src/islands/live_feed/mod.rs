mod welcome;

use leptos::prelude::*;

use self::welcome::{SampleNotice, Welcome};
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
    /// The address of this server, for the commands in the welcome.
    origin: String,
    /// The ids of the formats that were quarantined when the page was rendered.
    quarantined: Vec<String>,
) -> impl IntoView {
    let feed = RwSignal::new(loaded);
    Live::of_page().follow(feed, reload);
    move || {
        let Feed { documents, totals, .. } = feed.get();
        if totals.documents == 0 {
            return view! { <Welcome origin=origin.clone()/> }.into_any();
        }
        let all = format!("All {} documents", grouped(totals.documents));
        let is_empty = documents.is_empty();
        view! {
            {(totals.samples > 0).then(|| view! { <SampleNotice totals/> })}
            <section class="card" aria-label="Newest reports and verdicts">
                {match is_empty {
                    true => view! { <p class="card--padded muted">"No reports or verdicts yet. Events are in their sessions."</p> }.into_any(),
                    false => view! { <DocumentTable documents quarantined=quarantined.clone()/> }.into_any(),
                }}
            </section>
            <p class="overview__more"><a href="/documents">{all}</a></p>
        }
        .into_any()
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
