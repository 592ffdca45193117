//! The rules of a format, with how many records break each.

use crate::diagnostic::Rule;
use crate::format::Spec;
use crate::health::Pattern;
use crate::ui::prelude::*;

pub(super) fn part(spec: &'static Spec, broken: &[Pattern]) -> AnyView {
    let row = |rule: &'static Rule| {
        let found = broken.iter().find(|pattern| pattern.rule == rule.id);
        let records = found.map(|pattern| super::overview::records_link(spec, pattern));
        view! {
            <tr id=rule.id>
                <td><Badge tone=Tone::from(rule.severity) label=rule.severity.as_str()/></td>
                <td class="mono">{rule.id}</td>
                <td>{sentence(rule.summary)}</td>
                <td class="muted">{sentence(rule.clause)}</td>
                <td class="contract__number">
                    <span class="table__label">"Records in 7 days: "</span>
                    {stated(records, "none")}
                </td>
            </tr>
        }
    };
    let rows = spec.all_rules().map(row).collect_view();
    view! {
        <div class="card scroll-x" tabindex="0" role="region" aria-label="Rules">
            <Table
                columns=&["Severity", "Rule", "Why it matters", "Clause", "Records, 7 days"]
                rows
                class="table table--stacked contract-rules"
            />
        </div>
    }
    .into_any()
}
