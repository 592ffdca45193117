//! The JSON of a text: its objects, and the answers among them.

use std::sync::OnceLock;

use crate::delegate;
use crate::gate;
use crate::json::{Found, Objects, Reading};
use crate::text::Text;

use super::fences::Fence;

/// Read when it is first asked for: most texts hold none, and many rooms ask. A glance asks as well, and what it read
/// goes on to the outline.
#[derive(Debug, Default)]
pub(super) struct Data {
    objects: OnceLock<Objects>,
    gate_answers: OnceLock<Vec<gate::Answer>>,
    delegate_answers: OnceLock<Vec<delegate::InJson>>,
}

impl Data {
    pub fn objects(&self, text: &Text, fences: &[Fence]) -> &Objects {
        self.objects.get_or_init(|| Objects::of(text, fences))
    }

    /// What the objects answer as gates.
    pub fn gate_answers(&self, text: &Text, fences: &[Fence]) -> &[gate::Answer] {
        let show = |show: &mut dyn FnMut(&Found, Option<Reading<'_>>)| self.show_objects(text, fences, show);
        self.gate_answers.get_or_init(|| gate::answers(text, show))
    }

    /// What the objects answer as delegates.
    pub fn delegate_answers(&self, text: &Text, fences: &[Fence]) -> &[delegate::InJson] {
        self.delegate_answers.get_or_init(|| delegate::in_json(text, self.objects(text, fences)))
    }

    /// Shows each of the objects, with its reading where it is read just now.
    fn show_objects(&self, text: &Text, fences: &[Fence], show: &mut dyn FnMut(&Found, Option<Reading<'_>>)) {
        let mut are_shown = false;
        let objects = self.objects.get_or_init(|| {
            are_shown = true;
            Objects::shown(text, fences, &mut *show)
        });
        if !are_shown {
            objects.found.iter().for_each(|found| show(found, None));
        }
    }
}
