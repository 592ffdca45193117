use leptos_router::params::ParamsMap;

/// How a chain is shown.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    #[default]
    Table,
    Graph,
    Timeline,
}

impl Shown {
    pub(super) const ALL: [Self; 3] = [Self::Table, Self::Graph, Self::Timeline];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Graph => "graph",
            Self::Timeline => "timeline",
        }
    }

    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Table => "Table",
            Self::Graph => "Graph",
            Self::Timeline => "Timeline",
        }
    }
}

/// All that a page of sessions and chains shows stands in its address: a link keeps the moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainAddress {
    pub(super) session: String,
    pub(super) chain: Option<String>,
    pub(super) shown: Shown,
    pub(super) at: Option<u64>,
    pub(super) with: Option<u64>,
    pub(super) step: Option<u32>,
    /// The first of the steps that are laid out, from 1.
    pub(super) row: Option<u32>,
}

impl ChainAddress {
    pub fn session(name: &str) -> Self {
        Self { session: name.to_owned(), ..Self::default() }
    }

    pub fn of_chain(self, chain: &str) -> Self {
        Self { chain: Some(chain.to_owned()), ..self }
    }

    pub(super) fn of(map: &ParamsMap) -> Self {
        let number = |name: &str| map.get(name).and_then(|value| value.parse().ok());
        let shown = map.get("view");
        Self {
            session: map.get("session").unwrap_or_default(),
            chain: map.get("chain").filter(|chain| !chain.is_empty()),
            shown: Shown::ALL
                .into_iter()
                .find(|each| shown.as_deref() == Some(each.as_str()))
                .unwrap_or_default(),
            at: number("at"),
            with: number("with"),
            step: number("step").and_then(|step| u32::try_from(step).ok()),
            row: number("row").and_then(|row| u32::try_from(row).ok()),
        }
    }

    pub fn href(&self) -> String {
        let mut map = ParamsMap::new();
        for (name, value) in self.parameters() {
            map.insert(name, value);
        }
        format!("/session{}", map.to_query_string())
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
