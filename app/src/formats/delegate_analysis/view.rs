//! The viewer: the advice first, then the problem and the ways out of it.

use leptos::prelude::*;

use super::{DelegateAnalysis, TradeOff};
use crate::delegate::view::{AnswerHead, OtherFields};
use crate::ui::linking::data_span;
use crate::ui::{Fact, Facts, InSource, Inline, Markdown, Unread, ViewContext, Viewer, few, paged};

impl Viewer for DelegateAnalysis {
    fn view(self, context: ViewContext) -> AnyView {
        if self == DelegateAnalysis::default() {
            return view! { <Unread/> }.into_any();
        }
        let analysis = self.analysis;
        let places = context.clone();
        let place = move |field: &'static str| places.place(field, None);
        let recommended = place("recommendation").map(data_span);
        let reasoned = place("reasoning").map(data_span);
        let advice = match self.recommendation {
            Some(text) => view! { <Markdown text field="recommendation"/> }.into_any(),
            None => view! { <span class="faint">"not stated"</span> }.into_any(),
        };
        view! {
            <article class="delegate">
                <AnswerHead
                    kind="Analysis"
                    summary=self.summary
                    confidence=self.confidence
                    confidence_as_written=self.confidence_as_written
                />
                <section class="card card--padded delegate__advice" aria-label="Recommendation" data-span=recommended data-stop>
                    <h2 class="delegate__label">"Recommendation"</h2>
                    {advice}
                </section>
                <div class="delegate__analysis" data-field="analysis">
                    <Facts>
                        <Fact label="Problem" value=analysis.problem field="analysis.problem" place=place("analysis.problem")/>
                        <Fact label="Root cause" value=analysis.root_cause field="analysis.root_cause" place=place("analysis.root_cause")/>
                        <Fact label="Impact" value=analysis.impact field="analysis.impact" place=place("analysis.impact")/>
                    </Facts>
                    <TradeOffs options=analysis.trade_offs context=context.clone()/>
                </div>
                {self.reasoning.map(|text| view! {
                    <section class="section" aria-label="Reasoning">
                        <h2 class="section__title">"Reasoning"</h2>
                        <div class="card card--padded" data-span=reasoned data-stop>
                            <Markdown text field="reasoning"/>
                        </div>
                    </section>
                })}
                <OtherFields fields=self.other_fields/>
            </article>
        }
        .into_any()
    }
}

#[component]
fn TradeOffs(options: Vec<TradeOff>, context: ViewContext) -> impl IntoView {
    let count = options.len();
    let of_row = |(row, option)| trade_off(row, option, &context);
    let (pages, options) = paged(options, "Pages of trade-offs", &context, of_row);
    (count > 0).then(|| {
        view! {
            <section class="section" aria-label="Trade-offs" data-field="analysis.trade_offs">
                <h2 class="section__title">"Trade-offs" <span class="section__count">{count}</span></h2>
                {pages}
                <div class="delegate__options">{options}</div>
            </section>
        }
    })
}

fn trade_off(row: usize, option: TradeOff, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("analysis.trade_offs", Some(row as u32));
    let side = |items: Vec<String>, field: &'static str, title: &'static str, kind: &'static str| {
        let (items, more) = few(items, |text| view! { <li><Inline text/></li> });
        view! {
            <h4 class="visually-hidden">{title}</h4>
            <ul class=format!("delegate__side delegate__side--{kind}") data-field=field>{items}</ul>
            {more}
        }
    };
    view! {
        <div class="card card--padded delegate__option" data-span=place.map(data_span) data-stop>
            <h3 class="delegate__option-name">
                <Inline text=option.option.unwrap_or_default() field="analysis.trade_offs[].option"/>
            </h3>
            {side(option.pros, "analysis.trade_offs[].pros", "Pros", "pros")}
            {side(option.cons, "analysis.trade_offs[].cons", "Cons", "cons")}
            <InSource place context=context.clone()/>
        </div>
    }
}
