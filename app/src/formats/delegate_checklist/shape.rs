//! Checks in other shapes than the contract's: an object of them, and flags for how they ended.

use std::borrow::Cow;

use crate::diagnostic::{Diagnostic, Sink};
use crate::json::{Json, Kind, Member, WRONG_TYPE, is_same_name};

/// Names of a flag for how a check ended.
const FLAGS: [&str; 5] = ["status", "passed", "pass", "ok", "result"];

pub(super) fn reshape(json: &mut Json<'_>, sink: &mut Sink) {
    let Kind::Object(members) = &mut json.kind else { return };
    let list = members.iter_mut().find(|member| is_same_name(&member.key, "checklist"));
    let Some(list) = list.map(|member| &mut member.value) else { return };
    if matches!(&list.kind, Kind::Object(checks) if !checks.is_empty()) {
        let message = "an object where a list is wanted";
        let shape = Diagnostic::new(&WRONG_TYPE, list.span.take(1), message);
        sink.report(shape.field("checklist").expected("a list").found("an object"));
        let Kind::Object(checks) = std::mem::replace(&mut list.kind, Kind::Missing) else { return };
        list.kind = Kind::List(checks.into_iter().map(named_check).collect());
    }
    let Kind::List(checks) = &mut list.kind else { return };
    for (row, check) in checks.iter_mut().enumerate() {
        flag(row, check, sink);
    }
}

/// Writes `pass` for `passed`; any other word stays.
pub(super) fn use_contract_word(status: &mut String) {
    const OTHER_FORMS: [(&str, &str); 6] = [
        ("passed", "pass"),
        ("failed", "fail"),
        ("warning", "warn"),
        ("warned", "warn"),
        ("skipped", "skip"),
        ("ok", "pass"),
    ];
    if let Some((_, word)) = OTHER_FORMS.iter().find(|(form, _)| form.eq_ignore_ascii_case(status)) {
        *status = (*word).to_owned();
    }
}

/// Turns `"lint": "pass"` into a row; an object beside the name is a check already.
fn named_check(member: Member<'_>) -> Json<'_> {
    let span = member.span();
    let name = Json { span: member.key_span, kind: Kind::Text(member.key) };
    let item = Member { key: Cow::Borrowed("item"), key_span: member.key_span, value: name };
    let mut members = vec![item];
    match member.value.kind {
        Kind::Object(more) => members.extend(more),
        _ => members.push(Member {
            key: Cow::Borrowed("status"),
            key_span: member.key_span,
            value: member.value,
        }),
    }
    Json { span, kind: Kind::Object(members) }
}

/// Reads `true` and `false` as how the check ended.
fn flag(row: usize, check: &mut Json<'_>, sink: &mut Sink) {
    let is_in_list = check.span.start < check.members().first().map_or(0, |first| first.key_span.start);
    let Kind::Object(members) = &mut check.kind else { return };
    let is_stated =
        |member: &Member<'_>| is_same_name(&member.key, "status") && member.value.flag().is_none();
    if members.iter().any(is_stated) {
        return;
    }
    let is_flag = |member: &&mut Member<'_>| {
        member.value.flag().is_some() && FLAGS.iter().any(|name| is_same_name(&member.key, name))
    };
    let Some(member) = members.iter_mut().find(is_flag) else { return };
    let word = if member.value.flag() == Some(true) { "pass" } else { "fail" };
    let message = "a boolean where pass | fail | warn | skip is wanted";
    let place = member.span();
    let shape = Diagnostic::new(&WRONG_TYPE, member.value.span, message);
    let shape = shape.field(format!("checklist[{row}].status")).expected("pass | fail | warn | skip");
    sink.report(match is_in_list {
        true => shape.fix(format!("Write `{word}`"), place, format!("\"status\": \"{word}\"")),
        // There the key is the name of the check.
        false => shape.fix(format!("Write `{word}`"), member.value.span, format!("\"{word}\"")),
    });
    member.key = Cow::Borrowed("status");
    member.value.kind = Kind::Text(Cow::Borrowed(word));
}
