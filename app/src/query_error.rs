//! Errors in the query of an address. Without them, an unknown value would look like an empty list, and an unknown name
//! would be ignored.

use std::fmt;

/// An invalid part of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// The name in the address.
    pub name: String,
    /// The value; `None` if the name is unknown.
    pub found: Option<String>,
    /// What is allowed there, or the known names.
    pub allowed: String,
}

impl QueryError {
    pub fn new(name: &str, found: &str, allowed: impl Into<String>) -> Self {
        Self { name: name.to_owned(), found: Some(found.to_owned()), allowed: allowed.into() }
    }

    /// Returns an error for each unknown name.
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
            None => write!(formatter, "`{name}` is unknown; the known names are: {allowed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::QueryError;

    #[test]
    fn unknown_names_are_listed_with_the_known_ones() {
        assert_eq!(QueryError::of_names(["q", "from"], &["q", "from"]), []);
        let messages = |known: &[&str]| {
            let errors = QueryError::of_names(["q", "page"], known);
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(messages(&["q", "to"]), ["`page` is unknown; the known names are: q, to"]);
        assert_eq!(messages(&[])[0], "`q` is unknown; the known names are: none");
    }
}
