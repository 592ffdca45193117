//! The viewer: what was asked, what is recommended, the figures, then the sections as they were written.

mod metrics_display;

use leptos::prelude::*;

use self::metrics_display::MetricsDisplay;
use super::{AnalysisReport, Part};
use crate::ui::linking::data_span;
use crate::ui::{Fact, Facts, Inline, Markdown, Masthead, ViewContext, Viewer, paged};

impl Viewer for AnalysisReport {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <AnalysisReportViewer report=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn AnalysisReportViewer(report: AnalysisReport, context: ViewContext) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None);
    view! {
        <article class="analysis-report">
            <Masthead kind="Analysis" title=report.title field="title"/>
            <Facts>
                <Fact label="Aspect" field="aspect" value=report.aspect place=place("aspect")/>
                <Fact label="Scope" field="scope" value=report.scope place=place("scope")/>
                <Fact label="Date" field="date" value=report.date place=place("date")/>
                <Fact label="Agent" field="agent" value=report.agent place=place("agent")/>
            </Facts>
            <Recommendations items=report.recommendations context=context.clone()/>
            <MetricsDisplay metrics=report.metrics context=context.clone()/>
            <Sections parts=report.sections context/>
        </article>
    }
}

#[component]
fn Recommendations(items: Vec<String>, context: ViewContext) -> impl IntoView {
    let count = items.len();
    let item = |(index, text): (usize, String)| {
        let place = context.place("recommendations", Some(index as u32));
        view! {
            <li class="flag" data-span=place.map(data_span) data-stop>
                <Markdown text/>
            </li>
        }
    };
    let content = match count {
        0 => view! { <p class="card card--padded faint">"The report recommends nothing."</p> }.into_any(),
        _ => {
            let (pages, items) = paged(items, "Pages of recommendations", &context, item);
            view! { {pages} <ol class="flags card">{items}</ol> }.into_any()
        }
    };
    view! {
        <section class="section" aria-label="Recommendations" data-field="recommendations">
            <h2 class="section__title">"Recommendations" <span class="section__count">{count}</span></h2>
            {content}
        </section>
    }
}

#[component]
fn Sections(parts: Vec<Part>, context: ViewContext) -> impl IntoView {
    let part = |(index, part): (usize, Part)| {
        let place = context.place("sections", Some(index as u32));
        let number = part
            .number
            .map(|number| view! { <span><span data-field="sections[].number">{number}</span>"."</span> });
        let content = match part.content {
            Some(text) => view! { <Markdown text field="sections[].content"/> }.into_any(),
            None => view! { <p class="faint">"Nothing stands below this heading."</p> }.into_any(),
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
    let (pages, parts) = paged(parts, "Pages of sections", &context, part);
    view! { {pages} <div data-field="sections">{parts}</div> }
}
