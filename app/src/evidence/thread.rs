//! The calls of an agent whose results are known.

use std::collections::HashMap;

use super::answer::{Answer, AnswerState, Counts};
use super::command;
use super::line::{Call, Place};

/// A tool's result with its call.
#[derive(Copy, Clone, Debug)]
pub(super) struct Run<'l> {
    pub call: &'l Call,
    pub answer: &'l Answer,
    /// Of the result.
    pub place: &'l Place,
}

impl<'l> Run<'l> {
    pub fn command(&self) -> Option<&'l str> {
        self.call.command.as_deref()
    }

    pub fn is_test(&self) -> bool {
        self.command().is_some_and(command::is_test)
    }

    fn counts(&self) -> Option<&'l Counts> {
        self.answer.counts.as_ref()
    }

    pub fn has_passed(&self, count: u32) -> bool {
        self.counts().is_some_and(|counts| counts.has_passed(count))
    }

    /// Returns whether tests failed: it printed so, or the runner alone made the exit code.
    pub fn shows_failed_tests(&self) -> bool {
        let is_own_exit = self.command().is_some_and(command::is_simple);
        self.counts().is_some_and(Counts::fails)
            || self.answer.state == AnswerState::Failed && is_own_exit && self.has_an_exit()
    }

    /// A call that was refused has none: nothing ran.
    fn has_an_exit(&self) -> bool {
        self.answer.exit.is_some()
    }

    /// Returns whether tests ran and none failed. Behind a pipe only the counts say so.
    pub fn shows_passed_tests(&self) -> bool {
        let has_counts = self.counts().is_some_and(|counts| !counts.passed.is_empty() && !counts.fails());
        let is_own_exit = self.command().is_some_and(command::is_simple);
        has_counts || self.answer.state == AnswerState::Succeeded && is_own_exit && !self.shows_failed_tests()
    }

    /// Returns whether the run printed the counts of everything it ran.
    pub fn counts_everything(&self) -> bool {
        let is_whole = self.counts().is_some_and(|counts| !counts.passed.is_empty() && counts.other == 0);
        is_whole && self.command().is_some_and(command::is_simple)
    }

    /// Returns whether a command failed, and not merely answered no.
    pub fn is_failed_command(&self) -> bool {
        let is_command = self.command().is_some_and(|command| !command::asks(command));
        is_command && self.answer.state == AnswerState::Failed && self.has_an_exit()
    }

    /// Returns whether what ran is not known from here: another agent, a command in the background, a tool of others.
    fn is_elsewhere(&self) -> bool {
        let tool = self.call.tool.as_str();
        let is_other =
            matches!(tool, "Task" | "Agent" | "BashOutput" | "TaskOutput" | "Skill" | "SlashCommand");
        let is_unknown = self.call.command.is_some() && self.answer.state == AnswerState::Unknown;
        is_other || tool.starts_with("mcp__") || self.call.in_background || is_unknown
    }

    pub fn is_answered_command(&self) -> bool {
        self.command().is_some_and(|command| !command::asks(command))
            && self.answer.state != AnswerState::Unknown
    }
}

/// What an agent has run so far.
#[derive(Debug, Default)]
pub(super) struct Thread<'l> {
    pub runs: Vec<Run<'l>>,
    /// The last run of each command that runs tests, the newest last.
    pub tests: Vec<Run<'l>>,
    /// Where the runs of the present step begin.
    pub step_from: usize,
    /// Sub-agents that reported during the present step.
    pub reported: Vec<&'l str>,
    /// By the name of the file.
    pub writes: HashMap<&'l str, Vec<Run<'l>>>,
}

/// Commands that run tests and are remembered; agents narrow them down in many ways.
const MOST_TESTS: usize = 50;
/// Writes of one file that are remembered.
const MOST_WRITES: usize = 50;

impl<'l> Thread<'l> {
    pub fn take(&mut self, run: Run<'l>) {
        if run.is_test() && run.answer.state != AnswerState::Unknown && !run.call.in_background {
            let core = run.command().map(command::core);
            self.tests.retain(|other| other.command().map(command::core) != core);
            self.tests.push(run);
            if self.tests.len() > MOST_TESTS {
                self.tests.remove(0);
            }
        }
        if let (true, Some(path)) = (is_write(&run.call.tool), run.call.path.as_deref()) {
            let writes = self.writes.entry(name_of(path)).or_default();
            writes.push(run);
            if writes.len() > MOST_WRITES {
                writes.remove(0);
            }
        }
        self.reported.extend(run.answer.agent.as_deref());
        self.runs.push(run);
    }

    /// Returns what ran after a result, the newest first.
    pub fn since<'t>(&'t self, run: &Run<'l>) -> impl Iterator<Item = &'t Run<'l>> {
        let id = run.call.id.as_str();
        self.runs.iter().rev().take_while(move |other| other.call.id != id)
    }

    /// Returns whether everything that ran after a result is known, so that the result still holds.
    pub fn still_holds(&self, run: &Run<'l>) -> bool {
        !self.since(run).any(Run::is_elsewhere)
    }

    /// Begins the next step.
    pub fn step_ended(&mut self) {
        self.step_from = self.runs.len();
        self.reported.clear();
    }

    pub fn of_step(&self) -> &[Run<'l>] {
        self.runs.get(self.step_from..).unwrap_or_default()
    }
}

/// Returns whether a tool writes the file that it is called with.
pub(super) fn is_write(tool: &str) -> bool {
    matches!(tool, "Write" | "Edit" | "MultiEdit" | "NotebookEdit" | "Update" | "Create")
}

pub(super) fn name_of(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns whether one path is the other, or its end, part by part.
pub(super) fn is_same_file(left: &str, right: &str) -> bool {
    fn parts(path: &str) -> impl Iterator<Item = &str> {
        path.rsplit(['/', '\\']).filter(|part| !matches!(*part, "" | "." | "~"))
    }
    parts(left).zip(parts(right)).all(|(left, right)| left == right)
}
