use crate::catalog::RefusedFile;
use crate::diagnostic::Severity;
use crate::ui::prelude::*;
use crate::ui::size;

/// What is wrong with a file that should declare a format, and which version is read by instead.
#[component]
pub(super) fn Refused(file: RefusedFile) -> impl IntoView {
    let RefusedFile { name, problems, not_drawn, instead } = file;
    let label = format!("What is wrong with {name}");
    let goes_on = match instead {
        Some(spec) => view! {
            <a href=format!("/contract/{}", spec.slug)>{spec.name}</a>
            " goes on in its last good version, "
            <span class="mono">{spec.own_version}</span>
            "."
        }
        .into_any(),
        None => "No version of it was ever read by this server.".into_any(),
    };
    let problem = |drawn| view! { <pre class="card card--padded refused__drawn" tabindex="0">{drawn}</pre> };
    let problems = problems.into_iter().map(problem).collect_view();
    let more = (not_drawn > 0)
        .then(|| view! { <p class="muted">{size::counted(not_drawn.into(), "more problem")}</p> });
    view! {
        <section class="refused" aria-label=label>
            <Banner severity=Severity::Error>
                <p class="banner__text">
                    <span class="path">{visible(&name)}</span>
                    " declares no format. "
                    {goes_on}
                </p>
            </Banner>
            {problems}
            {more}
        </section>
    }
}
