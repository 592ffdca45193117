//! The viewer: the second opinion beside the original, and how far they are apart.

use super::DualOutput;
use crate::chain::next_step;
use crate::ui::prelude::*;

impl Viewer for DualOutput {
    fn view(self, context: ViewContext) -> impl IntoView {
        let is_unread = self == DualOutput { action: self.action.clone(), ..DualOutput::default() };
        let body = if is_unread {
            view! { <Unread/> }.into_any()
        } else {
            view! { <Body dual=self.clone() context/> }.into_any()
        };
        let step = self.step_number.map(|number| {
            view! { <span>"Step " <span data-field="stepNumber">{number}</span> ", "</span> }
        });
        let action = self.action.unwrap_or_else(|| "an unnamed action".to_owned());
        let next = self.next_step.map(next_step);
        view! {
            <article>
                <header class="masthead card card--padded">
                    <div class="masthead__words">
                        <p class="masthead__kind">{step} "two opinions"</p>
                        <p class="masthead__title mono" data-field="action">{visible(&action)}</p>
                        {next}
                    </div>
                </header>
                {body}
            </article>
        }
    }
}

#[component]
fn Body(dual: DualOutput, context: ViewContext) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None);
    let code = |path: Option<String>| path.map(|path| format!("`{path}`"));
    // The words of a figure that the summary holds are not said twice.
    let summary = dual.second_opinion_summary.clone().unwrap_or_default();
    let beside = |written: Option<String>| written.filter(|written| !summary.contains(written.as_str()));
    let missed = beside(dual.missed_issues_as_written);
    let disagreements = beside(dual.disagreements_as_written);
    let original = opinion(dual.original_result, "originalResult", "The original is not stated.");
    let second =
        opinion(dual.second_opinion_summary, "secondOpinionSummary", "The second opinion is not stated.");
    let model = dual.second_opinion_model.map(|model| {
        view! { <span class="dual__model" data-field="secondOpinionModel">{visible(&model)}</span> }
    });
    let notable = dual.notable.map(|notable| {
        view! {
            <p class="dual__notable" data-span=place("notable").map(data_span) data-stop>
                <span class="dual__label">"Notable"</span> " "
                <Inline text=notable field="notable"/>
            </p>
        }
    });
    let facts = context.facts([
        ("Original report", "originalLogPath", code(dual.original_log_path)),
        ("Critique", "critiqueLogPath", code(dual.critique_log_path)),
    ]);
    view! {
        <div class="dual__opinions">
            <section class="card card--padded" aria-label="Original" data-span=place("originalResult").map(data_span) data-stop>
                <h2 class="section__title">"Original"</h2>
                {original}
            </section>
            <section class="card card--padded" aria-label="Second opinion" data-span=place("secondOpinionSummary").map(data_span) data-stop>
                <h2 class="section__title">"Second opinion " {model}</h2>
                {second}
                <p class="dual__figures">
                    {figure("Missed issues", dual.missed_issues, "missedIssues")}
                    {figure("Disagreements", dual.disagreements, "disagreements")}
                </p>
                {as_written("Missed issues", missed, "missedIssuesAsWritten")}
                {as_written("Disagreements", disagreements, "disagreementsAsWritten")}
                {notable}
            </section>
        </div>
        {facts}
    }
}

fn opinion(words: Option<String>, field: &'static str, missing: &'static str) -> AnyView {
    match words {
        Some(text) => view! { <Markdown text field/> }.into_any(),
        None => view! { <p class="faint">{missing}</p> }.into_any(),
    }
}

fn figure(label: &'static str, count: Option<u32>, field: &'static str) -> impl IntoView {
    match count {
        Some(count) => view! {
            <span class="dual__figure">
                <span class="dual__count" data-field=field>{count}</span> " " {label}
            </span>
        }
        .into_any(),
        None => view! { <Tag label=format!("{label}: not counted")/> }.into_any(),
    }
}

fn as_written(label: &'static str, written: Option<String>, field: &'static str) -> impl IntoView {
    written.map(|written| {
        view! {
            <p class="faint">
                {label} ": "
                <Inline text=written field/>
            </p>
        }
    })
}
