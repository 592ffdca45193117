//! What is quarantined, was released, or was quarantined before.

use app::quarantine::{Period, QuarantineChange, Quarantined, Quarantines, Released};

use super::{Stated, owned};
use crate::model::Model;

impl Model {
    pub(super) fn quarantined_by(&self, stated: &Stated) -> Option<Quarantined> {
        let QuarantineChange::Add(record) = stated.change.clone() else { return None };
        let (document, from_ms) = (self.id_at(stated.document), stated.at_ms);
        Some(Quarantined { record, origin: stated.origin, document, from_ms, ends_ms: stated.ends_ms })
    }

    fn id_at(&self, seq: Option<u64>) -> Option<String> {
        self.documents
            .iter()
            .find(|document| Some(document.head.seq) == seq)
            .map(|document| document.head.id.clone())
    }

    /// Returns the active quarantines, the newest first.
    fn all_active(&self, now_ms: i64) -> Vec<Quarantined> {
        let is_over = |stated: &&Stated| stated.ends_ms.is_some_and(|ends_ms| ends_ms <= now_ms);
        let mut active: Vec<&Stated> =
            self.quarantines.iter().filter(|stated| self.is_active(stated)).collect();
        active.retain(|stated| !is_over(stated));
        active.sort_by_key(|stated| std::cmp::Reverse((stated.place, stated.number)));
        active.into_iter().filter_map(|stated| self.quarantined_by(stated)).collect()
    }

    pub fn quarantines(&self, now_ms: i64, most: u32) -> Quarantines {
        let mut active = self.all_active(now_ms);
        let count = active.len() as u64;
        active.truncate(most as usize);
        let is_release = |stated: &&Stated| matches!(stated.change, QuarantineChange::Release { .. });
        let mut releases: Vec<&Stated> = self.quarantines.iter().rev().filter(is_release).collect();
        releases.sort_by_key(|stated| std::cmp::Reverse((stated.place, stated.number)));
        let released = releases.into_iter().take(most.min(50) as usize).map(|stated| {
            let (target_type, target_id) = owned(stated.change.target());
            let released_at = stated.change.at().to_owned();
            let (origin, document, at_ms) = (stated.origin, self.id_at(stated.document), stated.at_ms);
            Released { target_type, target_id, released_at, origin, document, at_ms }
        });
        Quarantines { active, count, released: released.collect(), ..Quarantines::default() }
    }

    pub fn active_of(&self, target_type: &'static str, now_ms: i64, most: u32) -> Vec<Quarantined> {
        let active = self.all_active(now_ms).into_iter();
        active
            .filter(|quarantined| quarantined.record.target_type == target_type)
            .take(most as usize)
            .collect()
    }

    pub fn quarantined(&self, target_type: String, target_id: String, now_ms: i64) -> Option<Quarantined> {
        let mut active = self.all_active(now_ms).into_iter();
        active
            .find(|found| (&found.record.target_type, &found.record.target_id) == (&target_type, &target_id))
    }

    /// Returns the times during which targets were quarantined: until they ended by themselves, or the next change.
    pub fn quarantine_periods(&self, target_type: &'static str, names: Vec<String>) -> Vec<Period> {
        let mut periods = Vec::new();
        for target_id in names {
            let of_target = self.quarantines.iter().filter(|stated| stated.is_of((target_type, &target_id)));
            let mut changes: Vec<&Stated> = of_target.collect();
            changes.sort_by_key(|stated| (stated.place, stated.number));
            for (number, stated) in changes.iter().enumerate() {
                let QuarantineChange::Add(record) = &stated.change else { continue };
                let next_ms = changes.get(number + 1).map(|next| next.at_ms);
                let until_ms = [stated.ends_ms, next_ms].into_iter().flatten().min();
                let (target_type, target_id) = (target_type.to_owned(), target_id.clone());
                let (reason, from_ms) = (record.reason.clone(), stated.at_ms);
                periods.push(Period { target_type, target_id, reason, from_ms, until_ms });
            }
        }
        periods
    }
}
