use app::catalog::{Catalog, compile};
use app::format::Spec;
use app::quarantine::{Origin, QuarantineChange, QuarantineRecord, TARGET_TYPES, is_name_of_format};
use app::text::mask_secrets;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clock;
use crate::store::{QuarantineRequest, StoredFormat};

/// The longest id, and the longest reason or flow, in bytes.
const LONGEST_ID: usize = 500;
const LONGEST_WORDS: usize = 4_000;
/// The longest TTL: a hundred years, which no arithmetic overflows.
const LONGEST_TTL: u64 = 100 * 365 * 86_400;

/// A quarantine as a request asks for it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewQuarantine {
    pub target_type: String,
    pub target_id: String,
    pub reason: String,
    #[serde(default)]
    pub auto_release: bool,
    /// In seconds. Without it, the contract's: seven days, or one with auto-release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_flow: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadQuarantine {
    #[error("`{found}` can't be quarantined: the type of a target is chain, session or format")]
    TargetType { found: String },
    #[error("{0}")]
    UnknownFormat(String),
    #[error("`{name}` is empty")]
    Empty { name: &'static str },
    #[error("`{name}` has {found} bytes; the limit is {limit}")]
    TooLong { name: &'static str, found: usize, limit: usize },
    #[error("`{name}` holds a NUL character")]
    Nul { name: &'static str },
    #[error("`ttl` can't be {found}: it is a number of seconds from 1 to {LONGEST_TTL}")]
    Ttl { found: u64 },
}

impl NewQuarantine {
    /// Returns the record, which begins at that time.
    pub fn record(self, now_ms: i64) -> Result<QuarantineRecord, BadQuarantine> {
        let Self { target_type, target_id, reason, auto_release, ttl, suggested_flow } = self;
        if !TARGET_TYPES.contains(&target_type.as_str()) {
            let found = target_type.chars().take(64).collect();
            return Err(BadQuarantine::TargetType { found });
        }
        let ttl = ttl.unwrap_or(QuarantineRecord::usual_ttl(auto_release));
        if !(1..=LONGEST_TTL).contains(&ttl) {
            return Err(BadQuarantine::Ttl { found: ttl });
        }
        Ok(QuarantineRecord {
            target_type,
            target_id: checked("targetId", target_id, LONGEST_ID)?,
            reason: Some(masked(checked("reason", reason, LONGEST_WORDS)?)),
            quarantined_at: clock::iso(now_ms),
            auto_release,
            ttl,
            suggested_flow: suggested_flow
                .filter(|flow| !flow.trim().is_empty())
                .map(|flow| checked("suggestedFlow", flow, LONGEST_WORDS))
                .transpose()?,
        })
    }

    /// Returns the change for the store, which begins now.
    pub fn request(self, origin: Origin) -> Result<QuarantineRequest, BadQuarantine> {
        let now_ms = clock::now_ms();
        let change = QuarantineChange::Add(self.record(now_ms)?);
        Ok(QuarantineRequest { change, origin, now_ms, ends_ms: None })
    }
}

/// Checks that a format has this name. Under a mistyped one, nothing would be held up. `stored` are formats of a team that
/// documents were read by.
pub fn check_format(name: &str, stored: &[StoredFormat]) -> Result<(), BadQuarantine> {
    let (catalog, name) = (Catalog::current(), name.trim());
    // What is empty or too long is refused for that.
    if name.is_empty() || name.len() > LONGEST_ID {
        return Ok(());
    }
    let mut stored = stored.iter().filter_map(|format| compile(&format.source).ok()).map(|room| room.spec);
    let is_name = |spec: &Spec| is_name_of_format(spec.names(), name);
    if catalog.specs().any(is_name) || stored.any(is_name) {
        return Ok(());
    }
    let short: String = name.chars().take(64).collect();
    Err(BadQuarantine::UnknownFormat(catalog.unknown(&short)))
}

fn checked(name: &'static str, value: String, limit: usize) -> Result<String, BadQuarantine> {
    let value = value.trim();
    match value.len() {
        0 => Err(BadQuarantine::Empty { name }),
        found if found > limit => Err(BadQuarantine::TooLong { name, found, limit }),
        _ if value.contains('\0') => Err(BadQuarantine::Nul { name }),
        _ => Ok(value.to_owned()),
    }
}

/// Masks what looks like a key, as in documents.
pub fn masked(words: String) -> String {
    let mut bytes = words.into_bytes();
    mask_secrets(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(target_type: &str, reason: &str, auto_release: bool, ttl: Option<u64>) -> NewQuarantine {
        let (target_type, reason) = (target_type.to_owned(), reason.to_owned());
        NewQuarantine {
            target_type,
            target_id: " night ".to_owned(),
            reason,
            auto_release,
            ttl,
            suggested_flow: None,
        }
    }

    #[test]
    fn the_ttl_is_the_contract_s() {
        let ttl = |auto_release, ttl| new("session", "It loops.", auto_release, ttl).record(0).unwrap().ttl;
        assert_eq!(ttl(false, None), 604_800);
        assert_eq!(ttl(true, None), 86_400);
        assert_eq!(ttl(true, Some(60)), 60);
    }

    #[test]
    fn what_can_t_be_quarantined_is_refused() {
        let refusal = |new: NewQuarantine| new.record(0).unwrap_err().to_string();
        assert!(refusal(new("step", "x", false, None)).contains("chain, session or format"));
        assert_eq!(refusal(new("chain", " ", false, None)), "`reason` is empty");
        assert!(refusal(new("chain", &"x".repeat(5000), false, None)).contains("5000 bytes"));
        assert_eq!(refusal(new("chain", "a\0b", false, None)), "`reason` holds a NUL character");
        let target = NewQuarantine { target_id: "a\0b".to_owned(), ..new("chain", "x", false, None) };
        assert_eq!(refusal(target), "`targetId` holds a NUL character");
        assert!(refusal(new("chain", "x", false, Some(0))).contains("can't be 0"));
    }
}
