mod welcome;

use leptos::prelude::*;

use self::welcome::{SampleNotice, Welcome};
use super::toasts::Toast;
use crate::api::load_overview;
use crate::event::{Feed, Totals};
use crate::live::Live;
use crate::ui::size::{counted, grouped};
use crate::ui::{DocumentTable, Glyph, Tally, Tone};

/// The feed, which the stream keeps up to date.
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
        if documents.is_empty() {
            return view! { <Welcome origin=origin.clone()/> }.into_any();
        }
        let all = (totals.documents > Feed::KEPT as u64).then(|| {
            let all = format!("All {} documents", grouped(totals.documents));
            view! { <p class="overview__more"><a href="/documents">{all}</a></p> }
        });
        view! {
            {(totals.samples > 0).then(|| view! { <SampleNotice totals/> })}
            <Strip totals/>
            <section class="card" aria-label="Newest documents">
                <DocumentTable documents quarantined=quarantined.clone()/>
            </section>
            {all}
        }
        .into_any()
    }
}

/// Loads the feed again.
async fn reload() -> Option<Feed> {
    match load_overview().await {
        Ok(loaded) => Some(loaded),
        Err(error) => {
            Toast::of_page().error(format!("Could not update the overview: {error}"));
            None
        }
    }
}

/// The key figures.
#[component]
fn Strip(totals: Totals) -> impl IntoView {
    let conforming = match totals {
        Totals { recognized: 0, .. } => "–".to_owned(),
        Totals { recognized, conforming, .. } => format!("{}%", conforming * 100 / recognized),
    };
    let without_errors =
        format!("{} of {} without errors", grouped(totals.conforming), grouped(totals.recognized));
    let unread = (totals.findings_unread > 0)
        .then(|| format!(" unread in {}", counted(totals.findings_unread, "document")));
    view! {
        <dl class="strip">
            <div class="strip__figure">
                <dt>"Documents"</dt>
                <dd>{grouped(totals.documents)}</dd>
                <dd class="strip__note">{format!("{} recognized", grouped(totals.recognized))}</dd>
            </div>
            <div class="strip__figure">
                <dt>"Verdicts"</dt>
                <dd class="strip__pair">
                    <span class="tone-pass"><Glyph icon=Tone::Pass.icon()/>{grouped(totals.passed)}</span>
                    <span class="tone-fail"><Glyph icon=Tone::Fail.icon()/>{grouped(totals.failed)}</span>
                    <span class="tone-contradicted"><Glyph icon=Tone::Contradicted.icon()/>{grouped(totals.contradicted)}</span>
                </dd>
                <dd class="strip__note">"passed, failed, contradicted"</dd>
            </div>
            <div class="strip__figure">
                <dt>"Contract pass rate"</dt>
                <dd>{conforming}</dd>
                <dd class="strip__note">{without_errors}</dd>
            </div>
            <div class="strip__figure">
                <dt>"Findings"</dt>
                <dd>{grouped(totals.findings.total().into())}</dd>
                <dd class="strip__note">
                    {(totals.findings.total() > 0 || totals.findings_unread == 0).then(|| view! { <Tally counts=totals.findings/> })}
                    {unread}
                </dd>
            </div>
        </dl>
    }
}
