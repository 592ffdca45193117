//! What the checked texts add up to.

use app::diagnostic::Severity;

use super::Checked;
use crate::cli::output::{Example, Summary};
use crate::cli::{CONFORMS, COULD_NOT_RUN, FINDINGS};

/// Counts what was found.
#[derive(Default)]
pub(super) struct Judge {
    pub summary: Summary,
}

impl Judge {
    pub fn add(&mut self, checked: &Checked) {
        let Self { summary } = self;
        summary.files += 1;
        summary.fixable += checked.fixable;
        summary.fixed += checked.fixed;
        summary.blocks += checked.blocks.len() as u32;
        let input = &checked.input;
        if checked.blocks.is_empty() {
            match checked.examples.first() {
                Some(example) => summary.examples.push(Example {
                    file: input.name.clone(),
                    line: input.place(example.span.start).line,
                    format: example.spec.name,
                }),
                None => summary.add_unknown(&input.name, &input.text),
            }
        }
        for diagnostic in checked.diagnostics() {
            *match diagnostic.severity {
                Severity::Error => &mut summary.errors,
                Severity::Warning => &mut summary.warnings,
                Severity::Info => &mut summary.infos,
            } += 1;
        }
    }

    /// Returns what there is to report, and the exit status.
    pub fn finish(self) -> (Summary, u8) {
        let Self { summary } = self;
        let could_check = summary.unread == 0 && summary.blocks > 0;
        let code = match summary.errors {
            _ if !could_check => COULD_NOT_RUN,
            0 => CONFORMS,
            _ => FINDINGS,
        };
        (summary, code)
    }
}
