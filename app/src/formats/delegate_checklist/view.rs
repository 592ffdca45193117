//! The viewer: the totals as a bar, then each check.

use super::{Check, DelegateChecklist};
use crate::delegate::view::{Place, Response, RowFoot};
use crate::ui::prelude::*;

impl Viewer for DelegateChecklist {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == DelegateChecklist::default() {
            return view! { <Unread/> }.into_any();
        }
        let count = self.checklist.len();
        let skipped = self.checklist.iter().filter(|check| check.status.as_deref() == Some("skip")).count();
        let of_row = |(row, check)| self::check(row, check, &context);
        let (pages, rows) = paged(self.checklist, "Pages of checks", &context, of_row);
        let content = match count {
            0 => view! { <p class="findings__none">"The answer lists no checks."</p> }.into_any(),
            _ => view! {
                {pages}
                <ol class="findings">{rows}</ol>
            }
            .into_any(),
        };
        view! {
            <Response kind="Checklist" answer=self.answer others=self.other_fields>
                <Totals passed=self.passed failed=self.failed warnings=self.warnings skipped/>
                <Section title="Checks" field="checklist" count>
                    <div class="card">{content}</div>
                </Section>
            </Response>
        }
        .into_any()
    }
}

/// The totals as the answer states them; skipped checks have none, and are counted.
#[component]
fn Totals(passed: Option<u32>, failed: Option<u32>, warnings: Option<u32>, skipped: usize) -> impl IntoView {
    let number = |count: Option<u32>| f64::from(count.unwrap_or(0));
    let parts = vec![
        ("passed", "pass", number(passed)),
        ("failed", "fail", number(failed)),
        ("with a warning", "medium", number(warnings)),
        ("skipped", "unknown", skipped as f64),
    ];
    let said = |count: Option<u32>, field: &'static str, word: &'static str, tone: &'static str| {
        let class = format!("delegate__total tone-{tone}");
        match count {
            Some(count) => {
                view! { <span class=class><strong data-field=field>{count}</strong>" "{word}</span> }
                    .into_any()
            }
            None => view! { <span class="faint">{word}" not stated"</span> }.into_any(),
        }
    };
    view! {
        <section class="card card--padded delegate__totals" aria-label="Totals">
            <Bars parts of=0.0/>
            <p class="delegate__counts">
                {said(passed, "passed", "passed", "pass")}
                {said(failed, "failed", "failed", "fail")}
                {said(warnings, "warnings", "with a warning", "medium")}
                {(skipped > 0).then(|| view! { <span class="faint">{skipped}" skipped"</span> })}
            </p>
        </section>
    }
}

fn check(row: usize, check: Check, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("checklist", Some(row as u32));
    let tone = match check.status.as_deref() {
        Some("pass") => Tone::Pass,
        Some("fail") => Tone::Fail,
        Some("warn") => Tone::Warning,
        _ => Tone::Unknown,
    };
    let status = check.status.unwrap_or_else(|| "no status".to_owned());
    view! {
        <li class="finding delegate__entry" data-span=place.map(data_span) data-stop>
            <div class="delegate__marks">
                <Badge tone label=status field="checklist[].status"/>
            </div>
            <div class="delegate__words">
                <p class="delegate__item"><Inline text=check.item.unwrap_or_default() field="checklist[].item"/></p>
                {check.details.map(|text| view! { <Inline text field="checklist[].details"/> })}
                <RowFoot place context=context.clone()>
                    <Place list="checklist" file=check.file line=check.line as_written=check.line_as_written/>
                </RowFoot>
            </div>
        </li>
    }
}
