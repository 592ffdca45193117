//! The viewer: what was asked, what is recommended, the figures, then the sections as they were written.

use super::{AnalysisReport, Metric, Part};
use crate::ui::prelude::*;

impl Viewer for AnalysisReport {
    fn view(self, context: ViewContext) -> impl IntoView {
        let (report, context) = (self, &context);
        let facts = context.facts([
            ("Aspect", "aspect", report.aspect),
            ("Scope", "scope", report.scope),
            ("Date", "date", report.date),
            ("Agent", "agent", report.agent),
        ]);
        let recommendations = list_section(
            "Recommendations",
            "recommendations",
            report.recommendations,
            "The report recommends nothing.",
            context,
            |text| view! { <Markdown text/> },
        );
        view! {
            <article>
                <Masthead kind="Analysis" title=report.title field="title"/>
                {facts}
                {recommendations}
                {figures(report.metrics, context)}
                {sections(report.sections, context)}
            </article>
        }
    }
}

/// The figures of an analysis, each with a bar where it is a part of a whole.
fn figures(metrics: Vec<Metric>, context: &ViewContext) -> Option<impl IntoView + use<>> {
    let count = metrics.len();
    let metric = |(index, metric): (usize, Metric)| {
        let place = context.place("metrics", Some(index as u32));
        let bar =
            metric.percent.map(|value| view! { <span data-field="metrics[].percent"><Score value/></span> });
        view! {
            <div class="metric card" data-span=place.map(data_span) data-stop>
                <dt class="metric__name">
                    <Inline text=metric.name field="metrics[].name"/>
                </dt>
                <dd class="metric__value">
                    <Inline text=metric.value field="metrics[].value"/>
                    {bar}
                </dd>
            </div>
        }
    };
    let (pages, metrics) = paged(metrics, "Pages of figures", context, metric);
    (count > 0).then(|| {
        view! {
            <Section title="Figures" field="metrics" count>
                {pages}
                <dl class="metrics">{metrics}</dl>
            </Section>
        }
    })
}

fn sections(parts: Vec<Part>, context: &ViewContext) -> impl IntoView + use<> {
    let part = |(index, part): (usize, Part)| {
        let place = context.place("sections", Some(index as u32));
        let number = part
            .number
            .map(|number| view! { <span><span data-field="sections[].number">{number}</span>"."</span> });
        let content = match part.content {
            Some(text) => view! { <Markdown text field="sections[].content"/> }.into_any(),
            None => view! { <p class="faint">"There is nothing below this heading."</p> }.into_any(),
        };
        view! {
            <section class="section" data-span=place.map(data_span) data-stop>
                <h3 class="section__title">
                    {number}
                    <Inline text=part.title field="sections[].title"/>
                </h3>
                <div class="card card--padded">{content}</div>
            </section>
        }
    };
    let (pages, parts) = paged(parts, "Pages of sections", context, part);
    view! { {pages} <div data-field="sections">{parts}</div> }
}
