//! What waits for a person: items of one kind and urgency each, with a question and the place to act. Pure: the store
//! keeps items, and says when they were done.

mod notice;
mod place;
mod waiting;

use serde::{Deserialize, Serialize};

use crate::health::{Healing, Urgency};
use crate::quarantine::Quarantined;

pub use notice::{Notice, notices};
pub use place::{Place, encoded};
pub use waiting::of_chain;

crate::named::named! {
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum ItemKind {
        /// A chain waits for an approval.
        HumanGate = "human-gate",
        /// A step failed, and its chain waits for a decision.
        Decision = "decision",
        /// A V36 record escalates.
        Escalation = "escalation",
        /// The newest verdict of a work item is no pass.
        FailedGate = "failed-gate",
        /// A report or a verdict claims what its own content disproves.
        Contradicted = "contradicted",
        Quarantine = "quarantine",
        /// A review asks a person.
        Flag = "flag",
        /// A pattern calls for healing.
        Recommendation = "recommendation",
    }
}

impl ItemKind {
    /// Returns the words of a badge.
    pub const fn label(self) -> &'static str {
        match self {
            Self::HumanGate => "human gate",
            Self::Decision => "decision",
            Self::Escalation => "escalation",
            Self::FailedGate => "failed gate",
            Self::Contradicted => "contradicted",
            Self::Quarantine => "quarantine",
            Self::Flag => "flag for a human",
            Self::Recommendation => "recommendation",
        }
    }

    /// Returns the words of the link to where a person acts.
    pub const fn action(self) -> &'static str {
        match self {
            Self::HumanGate | Self::Decision => "Open the chain",
            Self::Escalation => "Open the record",
            Self::FailedGate => "Open the verdict",
            Self::Contradicted => "See the contradiction",
            Self::Quarantine => "Open the quarantine",
            Self::Flag => "Show in the source",
            Self::Recommendation => "Open the pattern",
        }
    }

    /// Returns the gate of the contract at which a chain waits.
    pub const fn gate(self) -> Option<u8> {
        match self {
            Self::HumanGate => Some(6),
            Self::Decision => Some(8),
            _ => None,
        }
    }

    /// Returns how urgent items of the kind are. What holds up an agent comes first; a recommendation has an urgency of its
    /// own.
    pub const fn urgency(self) -> Urgency {
        match self {
            Self::HumanGate | Self::Decision | Self::Escalation => Urgency::Critical,
            Self::FailedGate | Self::Contradicted | Self::Quarantine => Urgency::High,
            Self::Flag | Self::Recommendation => Urgency::Medium,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Item {
    /// The same as long as the item is about the same. What was done stays done until the key is another.
    pub key: String,
    pub kind: ItemKind,
    pub urgency: Urgency,
    /// Since when it waits, in milliseconds since 1970 (UTC).
    pub at_ms: i64,
    /// `None` if it is of no session.
    pub session: Option<String>,
    pub title: String,
    pub question: String,
    pub place: Place,
    /// When a person was done with it: milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done_ms: Option<i64>,
    /// Until when a person does not want to see it: milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
}

impl Item {
    pub fn of_quarantine(quarantined: &Quarantined, place: u64) -> Self {
        let Quarantined { record, from_ms, .. } = quarantined;
        let (target_type, target_id) = (record.target_type.as_str(), record.target_id.as_str());
        Self {
            key: key(&[ItemKind::Quarantine.as_str(), target_type, target_id, &place.to_string()]),
            kind: ItemKind::Quarantine,
            urgency: ItemKind::Quarantine.urgency(),
            at_ms: *from_ms,
            session: (target_type == "session").then(|| target_id.to_owned()),
            title: short(&format!("{target_type} {target_id}")),
            question: short(record.reason.as_deref().unwrap_or("Release it?")),
            place: Place::Quarantine,
            done_ms: None,
            until_ms: None,
        }
    }

    /// Returns the name under which a chain is quarantined, if that is what the item is about.
    pub fn quarantined_chain(&self) -> Option<String> {
        let parts: Vec<String> = serde_json::from_str(&self.key).ok()?;
        match parts.as_slice() {
            [kind, target, id, _] if kind == ItemKind::Quarantine.as_str() && target == "chain" => {
                Some(id.clone())
            }
            _ => None,
        }
    }

    /// Returns the item of a recommendation that is open.
    pub fn of_healing(healing: &Healing) -> Option<Self> {
        let urgency = healing.urgency.filter(|_| healing.is_open())?;
        let pattern = &healing.pattern;
        let kind = ItemKind::Recommendation;
        Some(Self {
            key: key(&[kind.as_str(), &pattern.format, &pattern.rule, urgency.as_str()]),
            kind,
            urgency,
            at_ms: pattern.last_ms,
            session: None,
            title: format!("{} in {} {}", pattern.rule, pattern.format, pattern.name),
            question: format!("{} records break it in 24 hours. Heal it with {}?", pattern.day, healing.flow),
            place: Place::Pattern { format: pattern.format.clone(), rule: pattern.rule.clone() },
            done_ms: None,
            until_ms: None,
        })
    }

    /// Compares in the order of a list: the most urgent first, and of those the newest.
    pub fn compare(&self, other: &Self) -> std::cmp::Ordering {
        (other.urgency, other.at_ms).cmp(&(self.urgency, self.at_ms))
    }
}

/// What a person decided of an item.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handled {
    Done,
    /// It is not shown until then: milliseconds since 1970.
    Until(i64),
}

impl Handled {
    /// Returns whether the item is left out at that time.
    pub const fn hides(self, now_ms: i64) -> bool {
        match self {
            Self::Done => true,
            Self::Until(until_ms) => until_ms > now_ms,
        }
    }
}

/// Returns the parts of a key as one text.
pub fn key(parts: &[&str]) -> String {
    serde_json::Value::from(parts).to_string()
}

/// Returns as much of some words as an item carries, in one line.
fn short(words: &str) -> String {
    const LONGEST: usize = 300;
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.get(..line.floor_char_boundary(LONGEST)) {
        Some(cut) if cut.len() < line.len() => format!("{cut}…"),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(kind: ItemKind, at_ms: i64) -> Item {
        Item {
            key: key(&[kind.as_str()]),
            kind,
            urgency: kind.urgency(),
            at_ms,
            session: None,
            title: String::new(),
            question: String::new(),
            place: Place::Quarantine,
            done_ms: None,
            until_ms: None,
        }
    }

    #[test]
    fn what_holds_up_an_agent_comes_first_and_then_the_newest() {
        let mut items = [item(ItemKind::Flag, 9), item(ItemKind::HumanGate, 1), item(ItemKind::Decision, 2)];
        items.sort_by(Item::compare);
        let kinds: Vec<ItemKind> = items.iter().map(|item| item.kind).collect();
        assert_eq!(kinds, [ItemKind::Decision, ItemKind::HumanGate, ItemKind::Flag]);
    }

    #[test]
    fn a_snoozed_item_returns_at_its_time() {
        assert_eq!([4, 5].map(|now| Handled::Until(5).hides(now)), [true, false]);
        assert!(Handled::Done.hides(i64::MAX));
    }

    #[test]
    fn words_are_cut_between_characters() {
        assert_eq!(short(" a\n b "), "a b");
        assert_eq!(short(&"ä".repeat(400)).chars().count(), 151);
    }
}
