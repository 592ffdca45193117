//! A chain and its steps.

use serde::{Deserialize, Serialize};

use super::chain_events::Context;
use super::mention::SourceRef;
use super::notes::{Note, NoteKind};
use super::opinions::TwoOpinions;
use crate::document::State;
use crate::moves::{Progress, Report, StepNumber};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Chain {
    /// Derived from its first mention, which never changes.
    pub id: String,
    pub title: Option<String>,
    /// The sub-agent or tool that wrote it; `None` for the session's own agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// It was presented as a table (1.1).
    #[serde(default)]
    pub is_presented: bool,
    pub request: Option<String>,
    /// The flow that it was compiled from.
    pub source: Option<String>,
    pub phase: ChainState,
    /// In the order of their numbers.
    pub steps: Vec<Step>,
    /// How many steps are running, and how many failed. Kept as counts, since every mention needs them and a chain
    /// may have thousands of steps.
    pub running: u32,
    pub failed: u32,
    pub opened: SourceRef,
    pub opened_ms: i64,
    pub ended_ms: Option<i64>,
    pub newest_ms: i64,
    /// Some of its times are those of receipt, since no document states when it was written.
    #[serde(default)]
    pub is_by_receipt: bool,
    pub logs: Option<String>,
    pub learnings: Option<String>,
    /// It has a line in the index of executions.
    pub is_indexed: bool,
    pub learned: u32,
    /// The gates of the contract that it has reached, in their order.
    #[serde(default)]
    pub gates: Vec<u8>,
    /// A question to a person that nothing has followed yet.
    pub asked: Option<OpenQuestion>,
    /// Reports that belong to the chain but to none of its steps.
    pub reports: Vec<Attached>,
    pub notes: Vec<Note>,
    /// The title in the form that titles are compared in, so that a lookup doesn't normalize those of all chains.
    #[serde(default)]
    pub(crate) title_key: Option<String>,
}

/// A chain in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct ChainHead {
    pub id: String,
    pub title: Option<String>,
    #[serde(default)]
    pub agent: Option<String>,
    pub state: State,
    pub phase: ChainState,
    pub steps: u32,
    /// Steps that are completed or skipped.
    pub settled: u32,
    pub waits_for: Option<Waiting>,
    pub newest_ms: i64,
}

impl ChainHead {
    /// Returns whether a person has to decide. A sub-agent's chain waits for its caller, and a quoted one for nobody.
    pub fn waits_for_a_person(&self) -> bool {
        self.agent.is_none() && self.waits_for.as_ref().is_some_and(Waiting::is_for_a_person)
    }
}

crate::named::named! {
    #[derive(Default, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema), schemars(rename = "ChainPhase"))]
    #[serde(rename_all = "kebab-case")]
    pub enum ChainState {
        /// No step has started.
        #[default]
        Planned = "planned",
        Running = "running",
        /// A step failed, and nothing has followed yet.
        Failed = "failed",
        /// Its end was announced.
        Done = "done",
    }
}

impl ChainHead {
    /// Returns the words of a badge.
    pub fn label(&self) -> &'static str {
        match self.state {
            State::None | State::Running | State::Passed => self.phase.describe(self.waits_for.as_ref()),
            state => state.as_str(),
        }
    }
}

impl ChainState {
    /// Returns the label for pages. A chain whose steps have all ended isn't running, but done only once that is announced.
    pub fn describe(self, waits_for: Option<&Waiting>) -> &'static str {
        match (self, waits_for) {
            (Self::Running, Some(Waiting::End)) => "steps ended",
            _ => self.as_str(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct OpenQuestion {
    pub step: Option<StepNumber>,
    pub prompt: Option<String>,
    pub place: SourceRef,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Step {
    pub number: StepNumber,
    pub action: Option<String>,
    pub model: Option<String>,
    pub inputs: Option<String>,
    pub waits_for: Vec<StepNumber>,
    pub progress: Progress,
    pub result: Option<String>,
    pub error: Option<String>,
    pub recovery: Vec<String>,
    pub started_ms: Option<i64>,
    /// Where its last start was announced.
    #[serde(default)]
    pub started: Option<SourceRef>,
    /// It started while its chain or session was quarantined.
    #[serde(default)]
    pub is_blocked: bool,
    pub ended_ms: Option<i64>,
    /// Its start or its end is known by receipt alone.
    #[serde(default)]
    pub is_by_receipt: bool,
    /// One undated document reports its start and its end, so nothing says how long it took.
    #[serde(default)]
    pub is_untimed: bool,
    /// Its end was never announced: `ended_ms` is when a table listed it as ended, so the step took no longer.
    #[serde(default)]
    pub is_end_unannounced: bool,
    /// More than one if it was started again.
    pub starts: u32,
    /// The attempts before the newest one, as far as their times are known; only the first of very many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<EarlierAttempt>,
    pub second_opinion: Option<SecondOpinion>,
    pub reports: Vec<Attached>,
    /// All mentions of the step, in order, and the gates that it has reached.
    pub places: Vec<SourceRef>,
    #[serde(default)]
    pub gates: Vec<u8>,
}

/// An attempt at a step that another one followed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct EarlierAttempt {
    pub started_ms: i64,
    /// Its end, or the start of the next attempt if its end was not announced.
    pub ended_ms: i64,
    pub is_failed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "opinion")]
pub enum SecondOpinion {
    Given(GivenOpinion),
    Skipped { reason: Option<String> },
}

/// What a dual output says of a review and of the second opinion on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct GivenOpinion {
    pub summary: Option<String>,
    pub missed: Option<u32>,
    pub disagreements: Option<u32>,
    /// The paths of both reports, the original's first.
    pub logs: Vec<String>,
    /// The verdict and the score that the original is quoted with.
    pub verdict: Option<String>,
    pub score: Option<u8>,
    pub place: SourceRef,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Attached {
    pub place: SourceRef,
    pub path: Option<String>,
    pub report: Report,
}

impl Step {
    /// Returns whether a person decides there, as far as its gates, its state or its name say so.
    pub fn is_gate(&self) -> bool {
        let is_named = |action: &String| action.to_ascii_lowercase().contains("gate");
        self.progress == Progress::Waiting
            || self.gates.contains(&super::gates::OF_APPROVAL)
            || self.action.as_ref().is_some_and(is_named)
    }

    /// Returns how the step went. A report that disproves itself overrides that the step is complete, unless a later one
    /// passes: one that fails, such as a critique, takes nothing back.
    pub fn state(&self) -> State {
        let mut states = self.reports.iter().rev().map(|attached| attached.report.state);
        let newest = states.find(|state| *state != State::Failed);
        match self.progress.state() {
            State::Passed if newest == Some(State::Contradicted) => State::Contradicted,
            state => state,
        }
    }

    /// Returns the words of a badge.
    pub fn label(&self) -> &'static str {
        match self.state() {
            State::Contradicted => State::Contradicted.as_str(),
            _ => self.progress.as_str(),
        }
    }
}

/// What a chain waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "waiting")]
pub enum Waiting {
    /// A person's approval: the chain was presented, or a gate asks.
    Person { step: Option<StepNumber>, prompt: Option<String> },
    /// A person's decision after a failure.
    Decision { step: StepNumber, options: Vec<String> },
    /// Steps that are running.
    Steps { numbers: Vec<StepNumber> },
    /// Steps that can start.
    Start { numbers: Vec<StepNumber> },
    /// A deadlock: these steps wait for each other, directly or not.
    Circle { numbers: Vec<StepNumber> },
    /// The announcement of the end; all steps have ended.
    End,
}

impl Waiting {
    /// Returns whether a person has to decide.
    pub const fn is_for_a_person(&self) -> bool {
        matches!(self, Self::Person { .. } | Self::Decision { .. })
    }
}

impl Chain {
    pub fn head(&self) -> ChainHead {
        ChainHead {
            id: self.id.clone(),
            title: self.title.clone(),
            agent: self.agent.clone(),
            state: self.state(),
            phase: self.phase,
            steps: self.steps.len() as u32,
            settled: self.count(Progress::is_settled) as u32,
            waits_for: self.waits_for(),
            newest_ms: self.newest_ms,
        }
    }

    /// Returns how the chain goes. A contradicted step comes first; a chain that waits for a person is waiting, whatever
    /// else happened before; one that is done went as well as its steps, and contradicts itself over a step that has not ended.
    pub fn state(&self) -> State {
        let waits = self.waits_for();
        match self.phase {
            _ if self.steps.iter().any(|step| step.state() == State::Contradicted) => State::Contradicted,
            _ if self.agent.is_none() && waits.as_ref().is_some_and(Waiting::is_for_a_person) => {
                State::Waiting
            }
            ChainState::Planned => State::None,
            // Nothing runs, and nobody said how it went.
            ChainState::Running if waits == Some(Waiting::End) => State::None,
            ChainState::Failed => State::Failed,
            ChainState::Running => State::Running,
            ChainState::Done if self.failed > 0 => State::Failed,
            ChainState::Done if self.steps.iter().any(|step| !step.progress.has_ended()) => {
                State::Contradicted
            }
            ChainState::Done => State::Passed,
        }
    }

    pub fn step(&self, number: StepNumber) -> Option<&Step> {
        let at = self.steps.binary_search_by_key(&number, |step| step.number).ok()?;
        self.steps.get(at)
    }

    /// Returns the step with that number, adding it if necessary, and whether it existed.
    pub(super) fn step_mut(&mut self, number: StepNumber) -> (&mut Step, bool) {
        let found = self.steps.binary_search_by_key(&number, |step| step.number);
        let at = found.unwrap_or_else(|at| {
            self.steps.insert(at, Step { number, ..Step::default() });
            at
        });
        (&mut self.steps[at], found.is_ok())
    }

    /// Sets the progress of a step and returns the former one.
    pub(super) fn advance(&mut self, number: StepNumber, progress: Progress) -> Progress {
        let (step, _) = self.step_mut(number);
        let before = std::mem::replace(&mut step.progress, progress);
        self.running += u32::from(progress == Progress::Running);
        self.running -= u32::from(before == Progress::Running);
        self.failed += u32::from(progress == Progress::Failed);
        self.failed -= u32::from(before == Progress::Failed);
        before
    }

    pub(super) fn note(&mut self, kind: NoteKind, context: Context<'_>, message: impl Into<String>) {
        self.notes.push(Note { kind, message: message.into(), place: Some(context.place.clone()) });
    }

    pub fn count(&self, is_counted: impl Fn(Progress) -> bool) -> usize {
        self.steps.iter().filter(|step| is_counted(step.progress)).count()
    }

    /// Returns what the chain waits for, or `None` if it is done.
    pub fn waits_for(&self) -> Option<Waiting> {
        if self.phase == ChainState::Done {
            return None;
        }
        if let Some(asked) = &self.asked {
            return Some(Waiting::Person { step: asked.step, prompt: asked.prompt.clone() });
        }
        let with = |progress: Progress| self.steps.iter().filter(move |step| step.progress == progress);
        let running: Vec<StepNumber> = with(Progress::Running).map(|step| step.number).collect();
        if !running.is_empty() {
            return Some(Waiting::Steps { numbers: running });
        }
        if let Some(failed) = with(Progress::Failed).next_back() {
            return Some(Waiting::Decision { step: failed.number, options: failed.recovery.clone() });
        }
        let is_free = |step: &&Step| {
            step.waits_for
                .iter()
                .all(|number| self.step(*number).is_none_or(|before| before.progress.is_settled()))
        };
        let (free, held): (Vec<&Step>, Vec<&Step>) = with(Progress::Pending).partition(is_free);
        let numbers = |steps: Vec<&Step>| steps.into_iter().map(|step| step.number).collect();
        if free.is_empty() && !held.is_empty() {
            return Some(Waiting::Circle { numbers: numbers(held) });
        }
        // A sub-agent presents its plan to its caller, not to a person.
        if self.phase == ChainState::Planned && self.agent.is_none() {
            return Some(Waiting::Person { step: None, prompt: None });
        }
        Some(if free.is_empty() { Waiting::End } else { Waiting::Start { numbers: numbers(free) } })
    }

    /// Returns the step that matters now: the one that runs, or else that failed, asks, or comes next.
    pub fn at_hand(&self) -> Option<StepNumber> {
        match self.waits_for()? {
            Waiting::Steps { numbers } | Waiting::Start { numbers } | Waiting::Circle { numbers } => {
                numbers.first().copied()
            }
            Waiting::Decision { step, .. } => Some(step),
            Waiting::Person { step, .. } => step,
            Waiting::End => None,
        }
    }

    /// Returns all anomalies of the chain: those noted with its events, and those of its present state.
    pub fn oddities(&self) -> Vec<Note> {
        let mut notes = self.notes.clone();
        notes.extend(self.wait_notes());
        notes.extend(self.opinions().iter().flat_map(TwoOpinions::notes));
        notes.extend(self.missing());
        notes
    }

    /// Returns what the contract requires after the end of a chain and is missing.
    pub fn missing(&self) -> Vec<Note> {
        let is_done = self.phase == ChainState::Done;
        let has_learned = self.learned > 0 || self.learnings.is_some();
        let missing = [
            (is_done && !self.is_indexed, "the chain has no line in the index of executions (4.2)"),
            (
                is_done && !has_learned,
                "the chain reports no learning and does not say that there was none (3.2)",
            ),
            (
                self.waits_for() == Some(Waiting::End),
                "all steps finished, but there is no completion report (1.4)",
            ),
        ];
        let note = |message: &str| Note { kind: NoteKind::Missing, message: message.to_owned(), place: None };
        missing.into_iter().filter(|(is_missing, _)| *is_missing).map(|(_, message)| note(message)).collect()
    }
}
