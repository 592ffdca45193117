use leptos_router::params::ParamsMap;

use crate::moves::StepNumber;
use crate::pages::wrong_address::{number, unknown};
use crate::query_error::QueryError;

crate::named::named! {
    /// How a chain is shown.
    #[derive(Default)]
    pub enum Shown {
        #[default]
        Table = "table",
        Graph = "graph",
        Timeline = "timeline",
    }
}

impl Shown {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Table => "Table",
            Self::Graph => "Graph",
            Self::Timeline => "Timeline",
        }
    }
}

/// All that a page of sessions and chains shows is in its address: a link keeps the moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainAddress {
    pub(super) session: String,
    pub(super) chain: Option<String>,
    pub(super) shown: Shown,
    pub(super) at: Option<u64>,
    pub(super) with: Option<u64>,
    pub(super) step: Option<StepNumber>,
    /// The number of the first step that is laid out.
    pub(super) row: Option<StepNumber>,
}

impl ChainAddress {
    pub fn session(name: &str) -> Self {
        Self { session: name.to_owned(), ..Self::default() }
    }

    pub fn of_chain(self, chain: &str) -> Self {
        Self { chain: Some(chain.to_owned()), ..self }
    }

    pub fn of_step(self, step: StepNumber) -> Self {
        Self { step: Some(step), ..self }
    }

    /// Also returns what can't be read in the address.
    pub(super) fn of(map: &ParamsMap) -> (Self, Vec<QueryError>) {
        let mut errors = unknown(map, &["session", "chain", "view", "at", "with", "step", "row"]);
        let mut number = |name| number(map, name, &mut errors);
        let (at, with) = (number("at"), number("with"));
        let mut step = |name| {
            let written = map.get(name).filter(|written| !written.is_empty())?;
            let number = written.parse::<StepNumber>();
            if number.is_err() {
                errors.push(QueryError::new(name, &written, "the number of a step, as in 2 or 2b"));
            }
            number.ok()
        };
        let (inspected, row) = (step("step"), step("row"));
        let view = map.get("view").filter(|view| !view.is_empty());
        let shown = view.as_deref().map_or(Some(Shown::default()), Shown::named);
        if let (None, Some(view)) = (shown, &view) {
            let names: Vec<&str> = Shown::ALL.into_iter().map(Shown::as_str).collect();
            errors.push(QueryError::new("view", view, format!("one of {}", names.join(", "))));
        }
        let address = Self {
            session: map.get("session").unwrap_or_default(),
            chain: map.get("chain").filter(|chain| !chain.is_empty()),
            shown: shown.unwrap_or_default(),
            at,
            with,
            step: inspected,
            row,
        };
        (address, errors)
    }

    /// Moments that have not come: what is shown there would be another thing later.
    pub(super) fn moments_after(&self, head: u64) -> impl Iterator<Item = QueryError> {
        let named = [("at", self.at), ("with", self.with)];
        named.into_iter().filter_map(move |(name, moment)| {
            let moment = moment.filter(|moment| *moment > head)?;
            let allowed = format!("a place in the order of what was said, at most {head}");
            Some(QueryError::new(name, &moment.to_string(), allowed))
        })
    }

    pub fn href(&self) -> String {
        let mut map = ParamsMap::new();
        for (name, value) in self.parameters() {
            map.insert(name, value);
        }
        format!("/session{}", map.to_query_string())
    }

    /// The list of the session's documents.
    pub(super) fn documents_href(&self) -> String {
        let mut map = ParamsMap::new();
        map.insert("session", self.session.clone());
        format!("/documents{}", map.to_query_string())
    }

    /// Where the session is, with all of its chains, as OpenTelemetry spans.
    pub(super) fn trace_href(&self) -> String {
        let mut map = ParamsMap::new();
        map.insert("session", self.session.clone());
        if let Some(at) = self.at {
            map.insert("at", at.to_string());
        }
        format!("/api/sessions/trace{}", map.to_query_string())
    }

    /// Also as the hidden fields of a form.
    pub(super) fn parameters(&self) -> Vec<(&'static str, String)> {
        let mut parameters = vec![("session", self.session.clone())];
        let shown = (self.shown != Shown::default()).then(|| self.shown.as_str().to_owned());
        let rest = [
            ("chain", self.chain.clone()),
            ("view", shown),
            ("at", self.at.map(|at| at.to_string())),
            ("with", self.with.map(|with| with.to_string())),
            ("step", self.step.map(|step| step.to_string())),
            ("row", self.row.map(|row| row.to_string())),
        ];
        parameters.extend(rest.into_iter().filter_map(|(name, value)| Some((name, value?))));
        parameters
    }
}
