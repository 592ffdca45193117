use serde::{Deserialize, Serialize};

use crate::query_error::QueryError;

crate::named::named! {
    /// By what records are chosen.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Facet {
        Task = "task",
        Layer = "layer",
        Class = "class",
        Level = "level",
        Actor = "actor",
        /// How many signals are lit.
        Signals = "signals",
        Finding = "finding",
    }
}

/// What is asked of the decisions. Facets that are given hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DecisionQuery {
    pub task: Option<String>,
    pub layer: Option<String>,
    pub class: Option<String>,
    pub level: Option<String>,
    pub actor: Option<String>,
    pub signals: Option<String>,
    pub finding: Option<String>,
    /// Only records before this place in their order.
    pub before: Option<u64>,
    /// Only tasks before this place in their order.
    pub tasks_before: Option<u64>,
}

impl DecisionQuery {
    /// Returns a query for the records with these values; empty ones ask for nothing.
    pub fn of(mut value: impl FnMut(&str) -> Option<String>) -> Self {
        let mut query = Self::default();
        for facet in Facet::ALL {
            *query.slot(facet) = value(facet.as_str());
        }
        query.cleaned()
    }

    /// Takes an empty value, as a form sends it, as none.
    #[must_use]
    pub fn cleaned(mut self) -> Self {
        for facet in Facet::ALL {
            let slot = self.slot(facet);
            *slot = slot.take().map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        }
        self
    }

    pub fn value(&self, facet: Facet) -> Option<&str> {
        let value = match facet {
            Facet::Task => &self.task,
            Facet::Layer => &self.layer,
            Facet::Class => &self.class,
            Facet::Level => &self.level,
            Facet::Actor => &self.actor,
            Facet::Signals => &self.signals,
            Facet::Finding => &self.finding,
        };
        value.as_deref()
    }

    fn slot(&mut self, facet: Facet) -> &mut Option<String> {
        match facet {
            Facet::Task => &mut self.task,
            Facet::Layer => &mut self.layer,
            Facet::Class => &mut self.class,
            Facet::Level => &mut self.level,
            Facet::Actor => &mut self.actor,
            Facet::Signals => &mut self.signals,
            Facet::Finding => &mut self.finding,
        }
    }

    /// Returns the facets that are chosen, with what is asked of each.
    pub fn chosen(&self) -> impl Iterator<Item = (Facet, &str)> {
        Facet::ALL.into_iter().filter_map(|facet| Some((facet, self.value(facet)?)))
    }

    /// Returns what is wrong with the query.
    pub fn error(&self) -> Option<QueryError> {
        let tasks_before = self.tasks_before.filter(|_| self.task.is_some())?;
        Some(QueryError::new(
            "tasks_before",
            &tasks_before.to_string(),
            "left out where one `task` is asked for",
        ))
    }
}
