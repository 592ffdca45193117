//! Documents of a format, as they are read and shown.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use serde_json::Value;

use super::super::template;
use crate::catalog::{Catalog, Example};
use crate::diagnostic::Severity;
use crate::format::Parsed;
use crate::formats::{self, RegisteredFormat};
use crate::reading::counted;
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::ViewContext;

/// What was found in the examples of a format.
#[derive(Default)]
pub(super) struct Evidence {
    /// The value of every block.
    pub values: Vec<Value>,
    /// Those of blocks without a deviation.
    pub conforming: Vec<Value>,
    /// Those of blocks that somebody wrote as a test, and that pass it.
    pub tested: Vec<Value>,
    /// The fields that the viewer shows.
    pub shown: BTreeSet<String>,
}

impl Evidence {
    /// Reads and shows the examples of a format. Returns what is wrong with them as well.
    pub fn gather(catalog: &Catalog, format: &'static RegisteredFormat) -> (Self, Vec<String>) {
        let spec = format.spec;
        let (mut evidence, mut problems) = (Self::default(), Vec::new());
        if !format.is_declared() {
            // Other formats of a team don't count: they may go before this one on purpose.
            let alone = Catalog::with(Vec::new());
            for example in [spec.example].into_iter().chain(spec.other_examples.iter().copied()) {
                evidence.add(&alone, format, example, true);
            }
            return (evidence, problems);
        }
        let beside_built_in = Catalog::with(vec![format]);
        evidence.add(&beside_built_in, format, &template(format), false);
        for Example { name, text, passes } in catalog.examples(spec.id) {
            let found = evidence.add(&beside_built_in, format, text, *passes);
            let errors = counted(found.errors, "error");
            match (found.blocks, found.errors, passes) {
                (0, ..) => problems.push(format!("`{name}` is not recognized as the format")),
                (_, 1.., true) => problems.push(format!("`{name}` should pass, and has {errors}")),
                (_, 0, false) => problems.push(format!("`{name}` should fail, and has no error")),
                _ => {}
            }
        }
        (evidence, problems)
    }

    fn add(
        &mut self,
        catalog: &Catalog,
        format: &RegisteredFormat,
        document: &str,
        is_test: bool,
    ) -> FoundIn {
        let text = Arc::new(Text::new(document));
        let mut found = FoundIn::default();
        let blocks = Blocks::by(catalog, &text, None).read_all();
        for block in blocks.iter().filter(|block| block.spec.id == format.spec.id) {
            let is_error = |severity: Severity| severity == Severity::Error;
            let errors = block.diagnostics.iter().filter(|found| is_error(found.severity)).count();
            found.blocks += 1;
            found.errors += errors;
            let value = block.value.json();
            // That a format is deprecated is no deviation of a document.
            if block.diagnostics.iter().all(|found| found.severity == Severity::Info) {
                self.conforming.push(value.clone());
            }
            if is_test && errors == 0 {
                self.tested.push(value.clone());
            }
            self.values.push(value);
            self.shown.extend(shown(&text, block));
        }
        found
    }
}

/// What was found in one document.
#[derive(Copy, Clone, Default)]
struct FoundIn {
    blocks: usize,
    errors: usize,
}

/// Returns the fields that the viewer of a block shows.
fn shown(text: &Arc<Text>, block: &Parsed) -> Vec<String> {
    // The page that is being made is not charged for it, and keeps nothing of it.
    let around = Owner::current();
    let owner = Owner::new_root(None);
    let page = owner.with(|| {
        let nowhere = Callback::new(|line: u32| format!("#L{line}"));
        let context = ViewContext::new(Arc::clone(text), block, nowhere, nowhere, 1);
        formats::view(block, &context).map(|view| view.to_html()).unwrap_or_default()
    });
    owner.cleanup();
    // A new root becomes the current one.
    if let Some(around) = around {
        around.set();
    }
    let values = page.split("data-field=\"").skip(1).filter_map(|rest| rest.split('"').next());
    values.map(unescaped).collect()
}

fn unescaped(attribute: &str) -> String {
    attribute.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
