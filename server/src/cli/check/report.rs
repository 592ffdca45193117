use super::{Checked, Format};
use crate::cli::output::{self, Summary};

/// Reports to a person as soon as a text is checked, and to programs at the end.
pub(super) struct Reporter {
    format: Format,
    checked: Vec<Checked>,
}

impl Reporter {
    pub const fn of(format: Format) -> Self {
        Self { format, checked: Vec::new() }
    }

    pub fn add(&mut self, checked: Checked) -> std::io::Result<()> {
        match self.format {
            Format::Human => output::draw(&checked)?,
            Format::Json => self.checked.push(checked),
        }
        Ok(())
    }

    pub fn finish(self, summary: &Summary) -> std::io::Result<()> {
        match self.format {
            Format::Human => output::print_line(&summary.describe()),
            Format::Json => output::write_json(&self.checked, summary),
        }
    }
}
