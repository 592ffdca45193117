//! The formats of the team among those that a text may come near to.

use std::sync::{Arc, Mutex, PoisonError};

use super::Own;
use crate::catalog::Catalog;
use crate::format::Spec;

/// What they are made of, with the key of their catalog: it takes as long to find out as some texts to read.
static KNOWN: Mutex<Option<(i64, Arc<Vec<Own>>)>> = Mutex::new(None);

/// Returns the formats of the current catalog that open with a heading.
pub(super) fn known() -> Arc<Vec<Own>> {
    let catalog = Catalog::current();
    let Some(key) = catalog.key() else { return Arc::default() };
    let mut kept = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match &*kept {
        Some((of, known)) if *of == key => Arc::clone(known),
        _ => {
            let is_headed =
                |spec: &&'static Spec| spec.own_version.is_some() && spec.example.starts_with('#');
            let found = Arc::new(super::known(catalog.specs().filter(is_headed)));
            *kept = Some((key, Arc::clone(&found)));
            found
        }
    }
}
