use leptos::prelude::*;

use crate::api::{LoadSample, RemoveSample};
use crate::diagnostic::Severity;
use crate::ui::{Banner, Command, Empty, Icon, Toast};

/// What a newcomer sees: nothing is read yet, and three ways to change that.
#[component]
pub(super) fn Welcome(reload: Callback<()>) -> impl IntoView {
    let load = ServerAction::<LoadSample>::new();
    reload_after(load, reload);
    view! {
        <section class="card" aria-label="First steps">
            <Empty
                icon=Icon::Inbox
                title="Nothing has been read yet"
                text="Harmony reads what your agents write and shows where it stands: verdicts, findings, and where a text deviates from its contract. Give it something to read."
            >
                <a class="button button--primary" href="/add">
                    "Paste or drop a report"
                </a>
                <ActionForm action=load>
                    <button class="button" type="submit">
                        "Load the sample"
                    </button>
                </ActionForm>
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
                    <Command line="curl --data-binary @report.md -H 'Content-Type: text/markdown' http://127.0.0.1:4180/api/documents"/>
                </div>
                <div>
                    <h2>"Check in a terminal"</h2>
                    <p class="muted">"Says with a caret where a report deviates, and how to mend it."</p>
                    <Command line="harmony check report.md"/>
                </div>
            </div>
        </section>
    }
}

/// Samples never pass for real documents: as long as there are any, the page says so.
#[component]
pub(super) fn SampleNotice(reload: Callback<()>) -> impl IntoView {
    let remove = ServerAction::<RemoveSample>::new();
    reload_after(remove, reload);
    view! {
        <Banner severity=Severity::Info>
            <p class="banner__text">"Some of these documents are Harmony's own samples, marked as such."</p>
            <ActionForm action=remove>
                <button class="button button--small" type="submit">
                    "Remove the samples"
                </button>
            </ActionForm>
        </Banner>
    }
}

/// Loads the page's data anew once the server has done what was asked.
fn reload_after<S>(action: ServerAction<S>, reload: Callback<()>)
where
    S: leptos::server_fn::ServerFn<Output = u32, Error = ServerFnError> + Clone + Send + Sync + 'static,
{
    let toast = expect_context::<Toast>();
    Effect::new(move || match action.value().get() {
        Some(Ok(_)) => reload.run(()),
        Some(Err(error)) => toast.error(error.to_string()),
        None => {}
    });
}
