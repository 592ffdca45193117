//! A chain and its steps, as far as they have come.

use serde::{Deserialize, Serialize};

use super::mention::SourceRef;
use super::moves::{Progress, Report};
use super::notes::{Note, NoteKind};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chain {
    /// Made of the place where it was first heard of, which never changes.
    pub id: String,
    pub title: Option<String>,
    /// The sub-agent or the tool in whose words it stands; none for the agent whose session it is.
    #[serde(default)]
    pub agent: Option<String>,
    /// A table of its steps presented it (1.1).
    #[serde(default)]
    pub is_presented: bool,
    pub request: Option<String>,
    /// The flow that it was compiled from.
    pub source: Option<String>,
    pub state: ChainState,
    /// In the order of their numbers.
    pub steps: Vec<Step>,
    /// How many of the steps are at work, and how many have failed: asked with each thing that is said, of a chain that
    /// may have thousands.
    pub running: u32,
    pub failed: u32,
    pub opened: SourceRef,
    pub opened_ms: i64,
    pub ended_ms: Option<i64>,
    pub newest_ms: i64,
    pub logs: Option<String>,
    pub learnings: Option<String>,
    /// A line of the index of executions tells of it.
    pub is_indexed: bool,
    pub learned: u32,
    /// The gates of the contract that something said of the chain counts at, in their order.
    #[serde(default)]
    pub gates: Vec<u8>,
    /// A person was asked, and nothing has happened since.
    pub asked: Option<OpenQuestion>,
    /// Reports that belong to the chain, but to none of its steps.
    pub reports: Vec<Attached>,
    pub notes: Vec<Note>,
    /// The title in the form that titles are compared in, so that a lookup doesn't normalize those of all chains.
    #[serde(default)]
    pub(crate) title_key: Option<String>,
}

/// What a list shows of a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainHead {
    pub id: String,
    pub title: Option<String>,
    #[serde(default)]
    pub agent: Option<String>,
    pub state: ChainState,
    pub steps: u32,
    /// Steps that are behind it.
    pub settled: u32,
    pub waits_for: Option<Waiting>,
    pub newest_ms: i64,
}

impl ChainHead {
    /// What a sub-agent waits for is decided by the agent that sent it, and what a tool quotes waits for nobody.
    pub fn waits_for_a_person(&self) -> bool {
        self.agent.is_none() && self.waits_for.as_ref().is_some_and(Waiting::is_for_a_person)
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChainState {
    /// Nothing of it has begun.
    #[default]
    Planned,
    Running,
    /// A step failed, and nothing has happened since.
    Failed,
    /// Its end was announced.
    Done,
}

impl ChainState {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Running => "running",
            Self::Failed => "failed",
            Self::Done => "done",
        }
    }

    /// As pages say it: nothing runs any more where all steps have ended, and only what was announced as done is done.
    pub fn describe(self, waits_for: Option<&Waiting>) -> &'static str {
        match (self, waits_for) {
            (Self::Running, Some(Waiting::End)) => "steps ended",
            _ => self.as_str(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestion {
    pub step: Option<u32>,
    pub prompt: Option<String>,
    pub place: SourceRef,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub number: u32,
    pub action: Option<String>,
    pub model: Option<String>,
    pub inputs: Option<String>,
    pub waits_for: Vec<u32>,
    pub progress: Progress,
    pub result: Option<String>,
    pub error: Option<String>,
    pub recovery: Vec<String>,
    pub started_ms: Option<i64>,
    pub ended_ms: Option<i64>,
    /// Its own end was never announced: `ended_ms` is when a table told that it was over, so that it took no longer.
    #[serde(default)]
    pub is_end_unannounced: bool,
    /// More than one where it began again.
    pub starts: u32,
    pub second_opinion: Option<SecondOpinion>,
    pub reports: Vec<Attached>,
    /// Every place that speaks of the step, in order, and the gates at which that counts, in theirs.
    pub places: Vec<SourceRef>,
    #[serde(default)]
    pub gates: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "opinion")]
pub enum SecondOpinion {
    Given { summary: Option<String>, missed: Option<u32>, disagreements: Option<u32>, logs: Vec<String> },
    Skipped { reason: Option<String> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attached {
    pub place: SourceRef,
    pub path: Option<String>,
    pub report: Report,
}

/// What a chain waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "waiting")]
pub enum Waiting {
    /// A person's word: the chain was presented, or a gate asks.
    Person { step: Option<u32>, prompt: Option<String> },
    /// A person's choice after a failure.
    Decision { step: u32, options: Vec<String> },
    /// Steps that are at work.
    Steps { numbers: Vec<u32> },
    /// Steps that could begin.
    Start { numbers: Vec<u32> },
    /// No step that is left can ever begin: these wait in a circle, or behind one.
    Circle { numbers: Vec<u32> },
    /// All steps have ended, but not the chain.
    End,
}

impl Waiting {
    /// Nothing goes on until somebody decides.
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
            state: self.state,
            steps: self.steps.len() as u32,
            settled: self.count(Progress::is_settled) as u32,
            waits_for: self.waits_for(),
            newest_ms: self.newest_ms,
        }
    }

    pub fn step(&self, number: u32) -> Option<&Step> {
        let at = self.steps.binary_search_by_key(&number, |step| step.number).ok()?;
        self.steps.get(at)
    }

    /// The step of that number, which is made where there is none; says whether it was there.
    pub(super) fn step_mut(&mut self, number: u32) -> (&mut Step, bool) {
        let found = self.steps.binary_search_by_key(&number, |step| step.number);
        let at = found.unwrap_or_else(|at| {
            self.steps.insert(at, Step { number, ..Step::default() });
            at
        });
        (&mut self.steps[at], found.is_ok())
    }

    /// Brings a step to a progress; says what it was before.
    pub(super) fn advance(&mut self, number: u32, progress: Progress) -> Progress {
        let (step, _) = self.step_mut(number);
        let before = std::mem::replace(&mut step.progress, progress);
        self.running += u32::from(progress == Progress::Running);
        self.running -= u32::from(before == Progress::Running);
        self.failed += u32::from(progress == Progress::Failed);
        self.failed -= u32::from(before == Progress::Failed);
        before
    }

    pub(super) fn note(&mut self, kind: NoteKind, place: &SourceRef, message: String) {
        self.notes.push(Note { kind, message, place: Some(place.clone()) });
    }

    pub fn count(&self, is_counted: impl Fn(Progress) -> bool) -> usize {
        self.steps.iter().filter(|step| is_counted(step.progress)).count()
    }

    /// What keeps the chain from going on; nothing when it is done.
    pub fn waits_for(&self) -> Option<Waiting> {
        if self.state == ChainState::Done {
            return None;
        }
        if let Some(asked) = &self.asked {
            return Some(Waiting::Person { step: asked.step, prompt: asked.prompt.clone() });
        }
        let with = |progress: Progress| self.steps.iter().filter(move |step| step.progress == progress);
        let running: Vec<u32> = with(Progress::Running).map(|step| step.number).collect();
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
        // What a sub-agent plans is presented to the agent that sent it, and not to a person.
        if self.state == ChainState::Planned && self.agent.is_none() {
            return Some(Waiting::Person { step: None, prompt: None });
        }
        Some(if free.is_empty() { Waiting::End } else { Waiting::Start { numbers: numbers(free) } })
    }

    /// The step that a person looks for first: the one at work, else the one that failed, asks, or comes next.
    pub fn at_hand(&self) -> Option<u32> {
        match self.waits_for()? {
            Waiting::Steps { numbers } | Waiting::Start { numbers } => numbers.first().copied(),
            Waiting::Decision { step, .. } => Some(step),
            Waiting::Person { step, .. } => step,
            Waiting::Circle { numbers } => numbers.first().copied(),
            Waiting::End => None,
        }
    }

    /// All that is odd about the chain: what was noted on its course, and what shows by where it stands.
    pub fn oddities(&self) -> Vec<Note> {
        let mut notes = self.notes.clone();
        notes.extend(self.odd_waits());
        notes.extend(self.missing());
        notes
    }

    /// What the contract lets one expect after the end of a chain, and has not come.
    pub fn missing(&self) -> Vec<Note> {
        let missing =
            |message: &str| Note { kind: NoteKind::Missing, message: message.to_owned(), place: None };
        let mut notes = Vec::new();
        match self.state {
            ChainState::Done => {
                if !self.is_indexed {
                    notes.push(missing("no line of the index of executions tells of the chain (4.2)"));
                }
                if self.learned == 0 && self.learnings.is_none() {
                    notes.push(missing(
                        "the chain has surfaced no learning, and does not say that there was none (3.2)",
                    ));
                }
            }
            _ if self.waits_for() == Some(Waiting::End) => {
                notes.push(missing("all steps have ended, but the end of the chain was not announced (1.4)"));
            }
            _ => {}
        }
        notes
    }
}
