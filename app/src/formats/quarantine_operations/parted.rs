//! Records of a line each, their values parted by slashes or the like: `- chain / chain-7f31c9 / why / since / …`.

use super::records::{
    Listed, NAMES, QUARANTINED_AT, REASON, SUGGESTED_FLOW, TARGET_ID, TARGET_TYPE, TTL_REMAINING, Values,
};
use super::words::TargetType;
use crate::markdown::{Kind, Node};
use crate::reading::{Part, Scope, Word, instant, is_none, is_placeholder, normal, spelled_date};
use crate::text::Span;

const MARKS: [&str; 4] = [" / ", " | ", " · ", " • "];

/// The records of a list whose every item names what it is of, and says more.
pub(super) fn read(body: &Scope<'_>, part: &Part) -> Option<Listed> {
    let item = |node: &Node| match node.kind {
        Kind::Item { text, level: 0, .. } => Some(text),
        _ => None,
    };
    let nodes = || body.nodes(part.nodes.clone()).map(|(_, node)| node);
    let records: Option<Vec<Values>> = nodes().filter_map(item).map(|item| values(body, item)).collect();
    let records = records.filter(|records| !records.is_empty())?;
    let is_all = nodes().all(|node| matches!(node.kind, Kind::Blank | Kind::Rule) || item(node).is_some());
    Some(Listed { records, is_all })
}

/// Returns the values of an item, or `None` if it doesn't begin with a target.
fn values(body: &Scope<'_>, item: Span) -> Option<Values> {
    let source = body.text.source();
    let written = item.slice(source);
    let mark = MARKS.iter().find(|mark| written.contains(**mark))?;
    let mut start = 0;
    let mut parts = Vec::new();
    for part in written.split(mark) {
        parts.push(item.skip(start).take(part.len()).trim(source));
        start += part.len() + mark.len();
    }
    let [target, id, rest @ ..] = parts.as_slice() else { return None };
    let named = normal(target.slice(source));
    let is_target =
        TargetType::WORDS.iter().any(|(_, name, others)| *name == named || others.contains(&named.as_str()));
    if !is_target || id.is_empty() || rest.is_empty() || written.contains(['\n', '\r']) {
        return None;
    }
    let mut values: Values = [None; NAMES.len()];
    values[TARGET_TYPE] = Some(*target);
    values[TARGET_ID] = Some(*id);
    let since = parts.get(QUARANTINED_AT).map(|since| since.slice(source));
    if parts.len() == NAMES.len()
        && since.is_some_and(|since| looks_like(since) == QUARANTINED_AT || is_placeholder(since))
    {
        values.iter_mut().zip(&parts).for_each(|(value, part)| *value = Some(*part));
        return Some(values);
    }
    // Each value is identified by its form. Two of the same form are ambiguous, unless they continue a reason.
    let mut last = TARGET_ID;
    for part in rest.iter().filter(|part| !is_none(part.slice(source))) {
        let column = looks_like(part.slice(source));
        let place = values.get_mut(column)?;
        *place = match *place {
            Some(reason) if column == REASON && last == REASON => Some(reason.to(*part)),
            Some(_) => return None,
            None => Some(*part),
        };
        last = column;
    }
    Some(values)
}

fn looks_like(value: &str) -> usize {
    let bare = value.trim_matches(['`', '*']);
    let is_span = bare.split_whitespace().all(|word| {
        let unit = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
        unit.len() < word.len() && matches!(unit, "d" | "h" | "m" | "s")
    });
    if instant(bare).is_some() || spelled_date(bare).is_some_and(|date| date.range.start == 0) {
        QUARANTINED_AT
    } else if is_span && !bare.is_empty() {
        TTL_REMAINING
    } else if bare.ends_with('/') && !bare.contains(' ') {
        SUGGESTED_FLOW
    } else {
        REASON
    }
}
