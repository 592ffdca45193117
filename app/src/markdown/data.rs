//! The JSON objects of a text.

use std::sync::OnceLock;

use crate::json::{Found, Objects, Reading};
use crate::text::Text;

use super::fences::Fence;

/// Read when they are first asked for: most texts hold none, and many rooms ask.
#[derive(Debug, Default)]
pub(super) struct Data(OnceLock<Objects>);

impl Data {
    pub fn objects(&self, text: &Text, fences: &[Fence]) -> &Objects {
        self.0.get_or_init(|| Objects::of(text, fences))
    }

    /// Shows each of the objects, with its reading where it is read just now.
    pub fn show(&self, text: &Text, fences: &[Fence], show: &mut dyn FnMut(&Found, Option<Reading<'_>>)) {
        let mut are_shown = false;
        let objects = self.0.get_or_init(|| {
            are_shown = true;
            Objects::shown(text, fences, &mut *show)
        });
        if !are_shown {
            objects.found.iter().for_each(|found| show(found, None));
        }
    }
}
