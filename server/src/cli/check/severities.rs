use std::collections::BTreeMap;

use anyhow::bail;
use app::diagnostic::{Diagnostic, Severity};

use super::rules;
use crate::config_file::Level;

/// How grave each rule is to a project, where it isn't as grave as the contract says.
#[derive(Clone, Debug, Default)]
pub(super) struct Severities(BTreeMap<String, Level>);

impl Severities {
    /// Fails on a name that no rule has. The formats of the team must be known by now.
    pub fn of(configured: BTreeMap<String, Level>) -> anyhow::Result<Self> {
        if let Some(message) = configured.keys().find_map(|name| rules::unknown(name)) {
            bail!("`check.rules` is not understood: {message}");
        }
        Ok(Self(configured))
    }

    /// Sets the severity of an issue. Returns `false` for a rule that is off.
    pub fn apply(&self, diagnostic: &mut Diagnostic) -> bool {
        diagnostic.severity = match self.0.get(diagnostic.rule.id) {
            None => return true,
            Some(Level::Off) => return false,
            Some(Level::Info) => Severity::Info,
            Some(Level::Warning) => Severity::Warning,
            Some(Level::Error) => Severity::Error,
        };
        true
    }
}
