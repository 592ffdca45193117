use leptos::prelude::*;

use crate::event::Totals;
use crate::islands::copy_button::Command;
use crate::severity::Severity;
use crate::ui::{Banner, Empty, Icon};

/// The first steps, shown while there are no documents.
#[component]
pub(super) fn Welcome(origin: String) -> impl IntoView {
    let send =
        format!("curl --data-binary @report.md -H 'Content-Type: text/markdown' {origin}/api/documents");
    view! {
        <section class="card" aria-label="First steps">
            <Empty
                icon=Icon::Inbox
                title="No documents yet"
                text="Harmony reads what your agents write and shows what they decided, what they found, and which contract issues their texts have. Watch a folder, send a report from CI, or paste one."
            >
                <a class="button button--primary" href="/add">
                    "Paste or drop a report"
                </a>
                <form method="POST" action="/api/page/sample">
                    <button class="button" type="submit">
                        "Load the sample"
                    </button>
                </form>
            </Empty>
            <div class="welcome__ways">
                <div>
                    <h2>"Watch a folder"</h2>
                    <p class="muted">"Picks up new and changed reports automatically."</p>
                    <Command line="harmony serve ./reports"/>
                </div>
                <div>
                    <h2>"Send from anywhere"</h2>
                    <p class="muted">"Post a report from CI and get a link back."</p>
                    <Command line=send/>
                </div>
                <div>
                    <h2>"Check in a terminal"</h2>
                    <p class="muted">"Pinpoints every contract issue and suggests the fix."</p>
                    <Command line="harmony check report.md"/>
                </div>
            </div>
        </section>
    }
}

/// A notice that is shown as long as there are samples.
#[component]
pub(super) fn SampleNotice(totals: Totals) -> impl IntoView {
    let which = if totals.samples == totals.documents { "These" } else { "Some of these" };
    view! {
        <Banner severity=Severity::Info>
            <p class="banner__text">{which}" documents are Harmony's own samples, marked as such."</p>
            <form method="POST" action="/api/page/sample-remove">
                <button class="button button--small" type="submit">
                    "Remove the samples"
                </button>
            </form>
        </Banner>
    }
}
