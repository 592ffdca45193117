//! The formats of the team among those that a text may come near to.

use std::sync::{Arc, Mutex, PoisonError};

use super::Own;
use crate::catalog::Catalog;
use crate::format::{Recognizer, Spec};

/// The formats of a team, and what they are made of.
#[derive(Default)]
pub(super) struct OfTeam {
    /// Those that open with a heading.
    pub headed: Vec<Own>,
    /// Those in JSON: each with the keys by which it is recognized.
    pub keyed: Vec<(&'static Spec, &'static [&'static str])>,
}

/// With the key of their catalog: it takes as long to find out as some texts to read.
static KNOWN: Mutex<Option<(i64, Arc<OfTeam>)>> = Mutex::new(None);

/// Returns the formats of a team in the current catalog.
pub(super) fn known() -> Arc<OfTeam> {
    let catalog = Catalog::current();
    let Some(key) = catalog.key() else { return Arc::default() };
    let mut kept = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match &*kept {
        Some((of, known)) if *of == key => Arc::clone(known),
        _ => {
            let is_headed =
                |spec: &&'static Spec| spec.own_version.is_some() && spec.example.starts_with('#');
            let keys = |spec: &'static Spec| match spec.recognizer {
                Recognizer::Keys(keys) if spec.own_version.is_some() => Some((spec, keys)),
                _ => None,
            };
            let found = Arc::new(OfTeam {
                headed: super::known(catalog.specs().filter(is_headed)),
                keyed: catalog.specs().filter_map(keys).collect(),
            });
            *kept = Some((key, Arc::clone(&found)));
            found
        }
    }
}
