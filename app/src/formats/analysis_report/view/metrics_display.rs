use leptos::prelude::*;

use super::super::Metric;
use crate::ui::linking::data_span;
use crate::ui::{Inline, Score, ViewContext, paged};

/// The figures of an analysis, each with a bar where it is a part of a whole.
#[component]
pub(super) fn MetricsDisplay(metrics: Vec<Metric>, context: ViewContext) -> impl IntoView {
    if metrics.is_empty() {
        return ().into_any();
    }
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
    let (pages, metrics) = paged(metrics, "Pages of figures", &context, metric);
    view! {
        <section class="section" aria-label="Figures" data-field="metrics">
            <h2 class="section__title">"Figures" <span class="section__count">{count}</span></h2>
            {pages}
            <dl class="metrics">{metrics}</dl>
        </section>
    }
    .into_any()
}
