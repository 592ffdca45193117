//! Decisions that are linked: each has a name of its own, and a link leads to a decision before it.

use std::collections::HashMap;

use super::Records;
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::formats::v36_decision::forms::moment;
use crate::formats::v36_decision::rules::{DUPLICATE_ID, LATER_LINK, UNKNOWN_LINK};
use crate::log::Notes;

pub(super) fn check(records: Records<'_, '_>) -> Notes {
    let mut notes = Notes::new();
    let mut by_id: HashMap<&str, usize> = HashMap::with_capacity(records.len());
    for (index, record) in records.iter().enumerate() {
        let Some(id) = record.value.decision_id.as_deref() else { continue };
        let first = *by_id.entry(id).or_insert(index);
        if let Some(before) = records.get(first).filter(|_| first != index) {
            let place = record.place(FieldPath::name("decision_id"));
            let duplicate = Diagnostic::new(&DUPLICATE_ID, place, format!("a second decision `{id}`"))
                .field("decision_id")
                .related(before.place(FieldPath::name("decision_id")), "the first");
            notes.push((index, duplicate));
        }
    }
    for index in 0..records.len() {
        check_links_of(records, index, &by_id, &mut notes);
    }
    notes
}

fn check_links_of(records: Records<'_, '_>, index: usize, by_id: &HashMap<&str, usize>, notes: &mut Notes) {
    let Some(record) = records.get(index) else { return };
    for (row, linked) in (0..).zip(&record.value.linked_decision_ids) {
        let finding = |rule, message: String| {
            let place = record.place(FieldPath::row("linked_decision_ids", row));
            Diagnostic::new(rule, place, message).field(format!("linked_decision_ids[{row}]"))
        };
        let Some(target) = by_id.get(linked.as_str()).copied() else {
            notes.push((index, finding(&UNKNOWN_LINK, format!("`{linked}` is no decision of this log"))));
            continue;
        };
        let Some(other) = records.get(target) else { continue };
        let times = [record, other].map(|record| record.value.ts.as_deref().and_then(moment));
        let is_later = match times {
            [Some(own), Some(linked)] if own != linked => linked > own,
            _ => target >= index,
        };
        if is_later {
            let message = match target == index {
                true => "the decision is linked to itself".to_owned(),
                false => format!("`{linked}` was decided later"),
            };
            let path = FieldPath::name("decision_id");
            notes.push((
                index,
                finding(&LATER_LINK, message).related(other.place(path), "the linked decision"),
            ));
        }
    }
}
