//! How documents of each format did within seven days, and what is quarantined.

use std::collections::BTreeMap;

use leptos::prelude::ServerFnError;
use serde::{Deserialize, Serialize};

use crate::api::{HealthQuery, load_health, load_quarantines};
use crate::format::Spec;
use crate::health::{Course, Pattern, Sum};
use crate::quarantine::{Quarantined, Targeted};

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Standing {
    pub overall: Sum,
    courses: BTreeMap<String, Course>,
    patterns: Vec<Pattern>,
    quarantined: Vec<Quarantined>,
}

impl Standing {
    pub async fn load() -> Result<Self, ServerFnError> {
        let quarantined = load_quarantines().await?.active;
        // Contracts are shown even if the store is damaged, which every page reports.
        let health = load_health(HealthQuery::default()).await.map(|page| page.health).unwrap_or_default();
        Ok(Self {
            overall: health.overall.week,
            courses: health.formats,
            patterns: health.patterns,
            quarantined,
        })
    }

    pub fn course(&self, id: &str) -> Option<&Course> {
        self.courses.get(id).filter(|course| course.week.traces > 0)
    }

    /// Returns the broken rules of a format, those of the most records first.
    pub fn broken(&self, id: &str) -> Vec<Pattern> {
        let mut broken: Vec<Pattern> =
            self.patterns.iter().filter(|pattern| pattern.format == id).cloned().collect();
        broken.sort_by(|left, right| (right.week, &left.rule).cmp(&(left.week, &right.rule)));
        broken
    }

    pub fn quarantine(&self, spec: &Spec) -> Option<&Quarantined> {
        self.quarantined.iter().find(|quarantined| quarantined.is_of_format(spec.names()))
    }
}
