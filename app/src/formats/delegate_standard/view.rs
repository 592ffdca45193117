//! The viewer: what was found, and what should be done about it.

use super::{Action, DelegateStandard, Finding};
use crate::delegate::view::{Place, Response, RowFoot};
use crate::ui::prelude::*;

impl Viewer for DelegateStandard {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == DelegateStandard::default() {
            return view! { <Unread/> }.into_any();
        }
        view! {
            <Response kind="Answer" answer=self.answer others=self.other_fields>
                <Findings findings=self.findings context=context.clone()/>
                <Actions actions=self.suggested_actions context/>
            </Response>
        }
        .into_any()
    }
}

#[component]
fn Findings(findings: Vec<Finding>, context: ViewContext) -> impl IntoView {
    let count = findings.len();
    let of_row = |(row, finding)| self::finding(row, finding, &context);
    let (pages, rows) = paged(findings, "Pages of findings", &context, of_row);
    let content = match count {
        0 => view! { <p class="findings__none">"The answer states no findings."</p> }.into_any(),
        _ => view! {
            {pages}
            <ol class="findings">{rows}</ol>
        }
        .into_any(),
    };
    view! {
        <Section title="Findings" field="findings" count>
            <div class="card">{content}</div>
        </Section>
    }
}

fn finding(row: usize, finding: Finding, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("findings", Some(row as u32));
    let tone = Tone::of_severity(finding.severity.as_deref());
    let severity = finding.severity.unwrap_or_else(|| "no severity".to_owned());
    view! {
        <li class="finding delegate__entry" data-span=place.map(data_span) data-stop>
            <div class="delegate__marks">
                <Badge tone label=severity field="findings[].severity"/>
                {finding.kind.map(|kind| view! { <span data-field="findings[].type"><Tag label=kind/></span> })}
            </div>
            <div class="delegate__words">
                <Inline text=finding.message.unwrap_or_default() field="findings[].message"/>
                <RowFoot place context=context.clone()>
                    <Place list="findings" file=finding.file line=finding.line as_written=finding.line_as_written/>
                </RowFoot>
            </div>
        </li>
    }
}

#[component]
fn Actions(actions: Vec<Action>, context: ViewContext) -> impl IntoView {
    let count = actions.len();
    let of_row = |(row, action)| self::action(row, action, &context);
    let (pages, rows) = paged(actions, "Pages of actions", &context, of_row);
    (count > 0).then(|| {
        view! {
            <Section title="Suggested actions" field="suggested_actions" count>
                {pages}
                <ol class="card">{rows}</ol>
            </Section>
        }
    })
}

fn action(row: usize, action: Action, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("suggested_actions", Some(row as u32));
    let word = action.action.unwrap_or_else(|| "no action".to_owned());
    view! {
        <li class="finding delegate__entry" data-span=place.map(data_span) data-stop>
            <div class="delegate__marks" data-field="suggested_actions[].action"><Tag label=word/></div>
            <div class="delegate__words">
                {action.target.map(|target| view! {
                    <p class="path" data-field="suggested_actions[].target">{visible(&target)}</p>
                })}
                {action.description.map(|text| view! { <Inline text field="suggested_actions[].description"/> })}
                <RowFoot place context=context.clone()/>
            </div>
        </li>
    }
}
