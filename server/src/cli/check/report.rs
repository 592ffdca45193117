use super::{Check, Checked, FixMode};
use crate::cli::output::{self, BrokenRules, Report, Summary};

/// Reports to a person as soon as a text is checked, and to programs at the end.
pub(super) struct Reporter<'c> {
    report: &'c Report,
    mode: FixMode,
    /// The fixed text or the difference is printed, and all else goes to the standard error.
    is_aside: bool,
    rules: BrokenRules,
    checked: Vec<Checked>,
}

impl<'c> Reporter<'c> {
    pub fn of(check: &'c Check) -> Self {
        check.report.begin();
        let mode = check.fix_mode();
        let is_aside = mode == FixMode::Diff || check.prints_fixed();
        Self { report: &check.report, mode, is_aside, rules: BrokenRules::default(), checked: Vec::new() }
    }

    pub fn add(&mut self, checked: Checked) -> std::io::Result<()> {
        if !self.report.is_human() {
            self.checked.push(checked);
            return Ok(());
        }
        self.rules.add(&checked);
        if let Some(printed) = &checked.printed {
            output::print_text(printed, self.mode)?;
        }
        let done = if self.mode == FixMode::Write { "fixed" } else { "would fix" };
        match self.is_aside {
            _ if self.report.is_quiet() => {}
            true => output::note_edits(&checked, done),
            false => output::print_edits(&checked, done)?,
        }
        match (self.is_aside, self.mode) {
            _ if !self.report.draws() => {}
            // A difference is to be read by itself.
            (true, FixMode::Diff) => {}
            (true, _) => output::draw_aside(&checked),
            (false, _) => output::draw(&checked)?,
        }
        Ok(())
    }

    pub fn finish(self, summary: &Summary) -> std::io::Result<()> {
        if !self.report.is_human() {
            return self.report.print(&self.checked, summary);
        }
        let below = self.report.below(&self.rules, summary);
        if self.is_aside {
            below.lines().filter(|line| !line.is_empty()).for_each(output::print_note);
            return Ok(());
        }
        output::print(&below)
    }
}
