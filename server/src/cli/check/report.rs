use super::{Check, Checked, FixMode, Format};
use crate::cli::output::{self, Summary};

/// Reports to a person as soon as a text is checked, and to programs at the end.
pub(super) struct Reporter {
    format: Format,
    mode: FixMode,
    /// The fixed text or the difference is printed, and all else goes to the standard error.
    is_aside: bool,
    checked: Vec<Checked>,
}

impl Reporter {
    pub fn of(check: &Check) -> Self {
        let mode = check.fix_mode();
        let is_aside = mode == FixMode::Diff || check.prints_fixed();
        Self { format: check.format, mode, is_aside, checked: Vec::new() }
    }

    pub fn add(&mut self, checked: Checked) -> std::io::Result<()> {
        if self.format == Format::Json {
            self.checked.push(checked);
            return Ok(());
        }
        if let Some(printed) = &checked.printed {
            output::print_text(printed, self.mode)?;
        }
        let done = if self.mode == FixMode::Write { "fixed" } else { "would fix" };
        if self.is_aside {
            output::note_edits(&checked, done);
        } else {
            output::print_edits(&checked, done)?;
        }
        match (self.is_aside, self.mode) {
            // A difference is to be read by itself.
            (true, FixMode::Diff) => {}
            (true, _) => output::draw_aside(&checked),
            (false, _) => output::draw(&checked)?,
        }
        Ok(())
    }

    pub fn finish(self, summary: &Summary) -> std::io::Result<()> {
        match self.format {
            Format::Human if self.is_aside => {
                summary.describe().lines().for_each(output::print_note);
                Ok(())
            }
            Format::Human => output::print_line(&summary.describe()),
            Format::Json => output::write_json(&self.checked, summary),
        }
    }
}
