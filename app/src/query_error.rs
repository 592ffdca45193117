//! What of an address says nothing. A list that was narrowed by a word that nobody knows would be empty, and look as if
//! there were nothing; one that was narrowed by a name that nobody knows would not be narrowed.

use std::fmt;

/// A part of an address that can't be taken for what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// As the address names it.
    pub name: String,
    /// What stands there; none where the name itself is not known.
    pub found: Option<String>,
    /// What may stand there, or which names are known.
    pub allowed: String,
}

impl QueryError {
    pub fn new(name: &str, found: &str, allowed: impl Into<String>) -> Self {
        Self { name: name.to_owned(), found: Some(found.to_owned()), allowed: allowed.into() }
    }

    /// One for each name that is none of those that are known.
    pub fn of_names<'n>(names: impl IntoIterator<Item = &'n str>, known: &[&str]) -> Vec<Self> {
        let allowed = match known {
            [] => "none".to_owned(),
            known => known.join(", "),
        };
        let unknown = names.into_iter().filter(|name| !known.contains(name));
        unknown.map(|name| Self { name: name.to_owned(), found: None, allowed: allowed.clone() }).collect()
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, found, allowed } = self;
        match found {
            Some(found) => write!(formatter, "`{name}` can't be `{found}`: it is {allowed}"),
            None => write!(formatter, "`{name}` is not known here; known are: {allowed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::QueryError;

    #[test]
    fn names_that_are_not_known_are_told_with_those_that_are() {
        assert_eq!(QueryError::of_names(["q", "from"], &["q", "from"]), []);
        let told = |known: &[&str]| {
            let errors = QueryError::of_names(["q", "page"], known);
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told(&["q", "to"]), ["`page` is not known here; known are: q, to"]);
        assert_eq!(told(&[])[0], "`q` is not known here; known are: none");
    }
}
