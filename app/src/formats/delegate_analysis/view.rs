//! The viewer: the advice first, then the problem and the ways out of it.

use super::{DelegateAnalysis, TradeOff};
use crate::delegate::view::Response;
use crate::ui::prelude::*;

impl Viewer for DelegateAnalysis {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == DelegateAnalysis::default() {
            return view! { <Unread/> }.into_any();
        }
        let analysis = self.analysis;
        let place = |field| context.place(field, None).map(data_span);
        let (recommended, reasoned) = (place("recommendation"), place("reasoning"));
        let facts = context.facts([
            ("Problem", "analysis.problem", analysis.problem),
            ("Root cause", "analysis.root_cause", analysis.root_cause),
            ("Impact", "analysis.impact", analysis.impact),
        ]);
        let advice = self.recommendation.map(|text| view! { <Markdown text field="recommendation"/> });
        view! {
            <Response kind="Analysis" answer=self.answer others=self.other_fields>
                <section class="card card--padded delegate__advice" aria-label="Recommendation" data-span=recommended data-stop>
                    <h2 class="delegate__label">"Recommendation"</h2>
                    {stated(advice, "not stated")}
                </section>
                <div class="delegate__analysis" data-field="analysis">
                    {facts}
                    <TradeOffs options=analysis.trade_offs context=context.clone()/>
                </div>
                {self.reasoning.map(|text| view! {
                    <Section title="Reasoning">
                        <div class="card card--padded" data-span=reasoned data-stop>
                            <Markdown text field="reasoning"/>
                        </div>
                    </Section>
                })}
            </Response>
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
            <Section title="Trade-offs" field="analysis.trade_offs" count>
                {pages}
                <div class="delegate__options">{options}</div>
            </Section>
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
