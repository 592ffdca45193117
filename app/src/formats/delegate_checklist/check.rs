//! Totals against the checks that are listed.

use super::DelegateChecklist;
use super::rules::TOTALS_AGAINST_LIST;
use crate::delegate::check_claim;
use crate::format::prelude::*;
use crate::json::{Json, breaks_off, is_placeholder, may_go_on};

pub(super) fn check(response: &DelegateChecklist, json: &Json<'_>, block: &Block<'_>, sink: &mut Sink) {
    let is_slot = |check: &super::Check| check.status.as_deref().is_some_and(is_placeholder);
    // The list of a template is not the one that was counted.
    let is_template = response.checklist.iter().any(is_slot);
    let totals = [
        ("passed", response.passed, "pass"),
        ("failed", response.failed, "fail"),
        ("warnings", response.warnings, "warn"),
    ];
    for (field, claimed, status) in totals {
        let Some(claimed) = claimed.filter(|_| !is_template) else { continue };
        let of_status = |check: &&super::Check| check.status.as_deref() == Some(status);
        let listed = response.checklist.iter().filter(of_status).count();
        let list = json.get("checklist");
        let may_list_more = || match list {
            Some(list) => may_go_on(list, json, sink),
            None => breaks_off(sink),
        };
        if claimed as usize == listed || may_list_more() {
            continue;
        }
        let place = json.get(field).map_or(json.span.take(1), |value| value.span);
        let message = format!("`{field}` says {claimed}, but the list has {listed} of status `{status}`");
        let mut mismatch = Diagnostic::new(&TOTALS_AGAINST_LIST, place, message)
            .field(field)
            .expected(listed.to_string())
            .found(claimed.to_string());
        if let Some(list) = list {
            mismatch = mismatch.related(list.span, format!("{listed} of status `{status}`"));
        }
        sink.report(mismatch);
    }
    let nouns = ["checks", "check"];
    check_claim("checklist", &[response.checklist.len()], &nouns, block, sink);
}
