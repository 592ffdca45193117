use crate::diagnostic::Severity;
use crate::event::{Cursor, Totals};
use crate::islands::{Command, Listening};
use crate::ui::prelude::*;

/// The first steps, shown while there are no documents.
#[component]
pub(super) fn Welcome(
    /// The address of this server, for the commands.
    origin: String,
    cursor: Cursor,
) -> impl IntoView {
    let way = |title: &'static str, text: &'static str, line: String| {
        view! {
            <div>
                <h2>{title}</h2>
                <p class="muted">{sentence(text)}</p>
                <Command line/>
            </div>
        }
    };
    view! {
        <section class="card" aria-label="First steps">
            <Empty
                icon=Icon::Inbox
                title="No documents yet"
                text="Harmony reads what your agents write and shows what they decided, what they found, and which contract issues their texts have. Watch a folder, send a report from CI, or paste one."
            >
                <Listening start=cursor/>
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
                {way("From a folder", "Sends what is there now. `harmony serve FOLDER` watches one.", format!("harmony ingest ./reports --to {origin}"))}
                {way(
                    "From CI",
                    "Posts a report and prints its link.",
                    format!("curl --data-binary @report.md -H 'Content-Type: text/markdown' {origin}/api/documents"),
                )}
                {way(
                    "From Claude Code",
                    "Sends what agents report, and stops those that are quarantined.",
                    format!("harmony hook install --claude --to {origin}"),
                )}
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
