use leptos::prelude::*;

use crate::diagnostic::Severity;
use crate::event::Totals;
use crate::islands::Command;
use crate::ui::{Banner, Empty, Icon};

/// What a newcomer sees: nothing is read yet, and three ways to change that.
#[component]
pub(super) fn Welcome(origin: String) -> impl IntoView {
    let send =
        format!("curl --data-binary @report.md -H 'Content-Type: text/markdown' {origin}/api/documents");
    view! {
        <section class="card" aria-label="First steps">
            <Empty
                icon=Icon::Inbox
                title="Nothing has been read yet"
                text="Harmony reads what your agents write and shows what they decided, what they found, and where a text deviates from its contract. Give it something to read."
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
                    <p class="muted">"New and changed reports appear here by themselves."</p>
                    <Command line="harmony serve ./reports"/>
                </div>
                <div>
                    <h2>"Send from anywhere"</h2>
                    <p class="muted">"A CI job or a script posts a report and gets its address."</p>
                    <Command line=send/>
                </div>
                <div>
                    <h2>"Check in a terminal"</h2>
                    <p class="muted">"Says with a caret where a report deviates, and how to fix it."</p>
                    <Command line="harmony check report.md"/>
                </div>
            </div>
        </section>
    }
}

/// Samples never pass for real documents: as long as there are any, the page says so.
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
