//! The table of built-in formats, the only list of them. One `mod` line and one row each, in order of precedence.

mod analysis_report;
mod brainstorm_transcript;
mod chain_compilation;
mod chain_status_update;
mod context_routing;
mod delegate_analysis;
mod delegate_checklist;
mod delegate_error;
mod delegate_patch;
mod delegate_search;
mod delegate_standard;
mod diagnosis_report;
mod dual_output;
mod error_announcement;
mod execution_complete;
mod execution_start;
mod healing_verification;
mod human_gate;
mod index_entry;
mod learning_entry;
mod learning_surface;
mod quarantine_operations;
mod reaper_code_review;
mod reaper_security_auditor;
mod reaper_test_runner;
mod registry_update;
mod review_report;
mod second_opinion_skip;
mod session_start_protocol;
mod step_completion;
mod v36_decision;

use std::any::Any;

#[cfg(feature = "viewers")]
use leptos::prelude::{AnyView, IntoAny};

use crate::block::Block;
use crate::declared;
#[cfg(feature = "viewers")]
use crate::declared::Declared;
use crate::diagnostic::Sink;
use crate::format::{Format, Parsed, Recognizer, Spec, Value};
use crate::gate::{Gate, GateAnswer, GateOptions};
use crate::json::{Property, contract};
use crate::log::{self, Notes};
use crate::recognition::{LinePattern, Opener};
#[cfg(feature = "viewers")]
use crate::ui::{LogView, LogViewer, ViewContext, Viewer};
// Without a screen there are no viewers to demand.
#[cfg(not(feature = "viewers"))]
use crate::{format::Format as Viewer, log::Log as LogViewer};

pub use v36_decision::{
    Audited, SPAWN_DONE, STATES, Signals, V36Decision, end_of_trail, is_of_several_records, step_between,
    task_of,
};

/// Declares the table of formats, and beside it that of what shows them: the playground loads its viewers after the rest.
macro_rules! formats {
    (pub const FORMATS: &[RegisteredFormat] = &[$($register:ident::<$format:ty>(),)*];) => {
        pub const FORMATS: &[RegisteredFormat] = &[$($register::<$format>()),*];

        #[cfg(feature = "viewers")]
        const VIEWERS: &[RegisteredViewer] = &[$(formats!(@viewer $register $format)),*];
    };
    (@viewer log_room $format:ty) => {
        RegisteredViewer { view_log: Some(view_log::<$format>), ..viewer::<$format>() }
    };
    (@viewer $register:ident $format:ty) => {
        viewer::<$format>()
    };
}

formats! {
pub const FORMATS: &[RegisteredFormat] = &[
    room::<chain_status_update::ChainStatusUpdate>(),
    room::<chain_compilation::ChainCompilation>(),
    room::<execution_complete::ExecutionComplete>(),
    room::<dual_output::DualOutput>(),
    room::<second_opinion_skip::SecondOpinionSkip>(),
    room::<step_completion::StepCompletion>(),
    room::<execution_start::ExecutionStart>(),
    room::<review_report::ReviewReport>(),
    room::<analysis_report::AnalysisReport>(),
    room::<brainstorm_transcript::BrainstormTranscript>(),
    room::<diagnosis_report::DiagnosisReport>(),
    room::<healing_verification::HealingVerification>(),
    room::<quarantine_operations::QuarantineOperations>(),
    room::<human_gate::HumanGate>(),
    room::<learning_surface::LearningSurface>(),
    room::<session_start_protocol::SessionStartProtocol>(),
    room::<registry_update::RegistryUpdate>(),
    room::<error_announcement::ErrorAnnouncement>(),
    room::<context_routing::ContextRouting>(),
    room::<index_entry::IndexEntry>(),
    room::<learning_entry::LearningEntry>(),
    gate_room::<reaper_test_runner::ReaperTestRunner>(),
    gate_room::<reaper_code_review::ReaperCodeReview>(),
    gate_room::<reaper_security_auditor::ReaperSecurityAuditor>(),
    log_room::<V36Decision>(),
    room::<delegate_error::DelegateError>(),
    room::<delegate_patch::DelegatePatch>(),
    room::<delegate_checklist::DelegateChecklist>(),
    room::<delegate_search::DelegateSearch>(),
    room::<delegate_analysis::DelegateAnalysis>(),
    room::<delegate_standard::DelegateStandard>(),
];
}

/// A format as the table lists it.
pub struct RegisteredFormat {
    pub spec: &'static Spec,
    reader: Reader,
    /// The log that the blocks form together, if each is a line of one.
    pub log: Option<RegisteredLog>,
    /// How an answer is judged, if it is that of a gate.
    pub gate: Option<RegisteredGate>,
}

/// What reads the blocks of a format.
enum Reader {
    Room(fn(&Block<'_>, &mut Sink) -> Box<dyn Value>),
    /// Its declaration, of documents in Markdown.
    Markdown,
    /// Its declaration, of objects with these properties.
    Json(&'static [Property]),
    /// Its declaration, of lines that match.
    Line(&'static LinePattern),
}

impl RegisteredFormat {
    /// A format that is read by its declaration alone.
    pub fn declared(spec: &'static Spec) -> Self {
        let reader = match spec.recognizer {
            Recognizer::Keys(_) => Reader::Json(contract(spec.fields).leak()),
            _ => match spec.openers {
                [Opener::Matched(line)] => Reader::Line(line),
                _ => Reader::Markdown,
            },
        };
        Self { spec, reader, log: None, gate: None }
    }

    /// Returns `true` for a format that is read by its declaration alone.
    pub const fn is_declared(&self) -> bool {
        !matches!(self.reader, Reader::Room(_))
    }

    pub fn parse(&self, block: &Block<'_>, sink: &mut Sink) -> Box<dyn Value> {
        match &self.reader {
            Reader::Room(read) => read(block, sink),
            Reader::Markdown => Box::new(declared::parse_markdown(self.spec, block, sink)),
            Reader::Line(line) => Box::new(declared::parse_line(self.spec, line, block, sink)),
            Reader::Json(properties) => Box::new(declared::parse_json(self.spec, properties, block, sink)),
        }
    }
}

/// What shows the blocks of a format.
#[cfg(feature = "viewers")]
struct RegisteredViewer {
    id: &'static str,
    view: fn(&dyn Any, &ViewContext) -> Option<AnyView>,
    view_log: Option<ViewLog>,
}

#[cfg(feature = "viewers")]
type ViewLog = fn(&[&Parsed], &[usize], &ViewContext) -> LogView;

/// A format that states the verdict of a gate.
pub struct RegisteredGate {
    /// Parses an answer, and judges it with what its reader knows besides.
    pub judge: fn(&Block<'_>, &GateOptions, &mut Sink) -> Box<dyn Value>,
    answer: fn(&dyn Any) -> Option<&GateAnswer>,
}

/// A format whose blocks are the lines of a log.
pub struct RegisteredLog {
    /// Checks records against each other.
    pub check: fn(&[&Parsed]) -> Notes,
    /// By what records can be chosen, and what a record has of each.
    #[cfg(feature = "viewers")]
    pub facets: &'static [&'static str],
    #[cfg(feature = "viewers")]
    pub facets_of: fn(&Parsed) -> Vec<Option<&str>>,
}

impl RegisteredLog {
    /// The most records of a log that are compared and shown as one. In a text with more, each has only a few bytes
    /// and states next to nothing; later records are ordinary blocks.
    pub const MOST: usize = 50_000;
}

const fn room<T: Viewer>() -> RegisteredFormat {
    RegisteredFormat { spec: &T::SPEC, reader: Reader::Room(read::<T>), log: None, gate: None }
}

const fn gate_room<T: Gate + Viewer>() -> RegisteredFormat {
    let gate = RegisteredGate {
        judge: |block, options, sink| Box::new((T::JUDGE)(block, options, sink)),
        answer: |value| Some(value.downcast_ref::<T>()?.answer()),
    };
    RegisteredFormat { gate: Some(gate), ..room::<T>() }
}

const fn log_room<T: LogViewer + Viewer>() -> RegisteredFormat {
    let log = RegisteredLog {
        check: log::check_records::<T>,
        #[cfg(feature = "viewers")]
        facets: T::FACETS,
        #[cfg(feature = "viewers")]
        facets_of: |parsed| {
            let value: &dyn Any = &*parsed.value;
            value.downcast_ref::<T>().map(T::facets).unwrap_or_default()
        },
    };
    RegisteredFormat { log: Some(log), ..room::<T>() }
}

#[cfg(feature = "viewers")]
const fn viewer<T: Viewer>() -> RegisteredViewer {
    RegisteredViewer {
        id: T::SPEC.id,
        view: |value, context| Some(value.downcast_ref::<T>()?.clone().view(context.clone()).into_any()),
        view_log: None,
    }
}

#[cfg(feature = "viewers")]
fn view_log<T: LogViewer>(lines: &[&Parsed], shown: &[usize], context: &ViewContext) -> LogView {
    let records: Vec<_> = lines.iter().filter_map(|parsed| log::record::<T>(parsed)).collect();
    T::view_log(&records, shown, context)
}

fn read<T: Format>(block: &Block<'_>, sink: &mut Sink) -> Box<dyn Value> {
    let value = (T::PARSE)(block, sink);
    (T::CHECK)(&value, block, sink);
    Box::new(value)
}

/// Returns the answer of a gate.
pub fn gate_answer(parsed: &Parsed) -> Option<&GateAnswer> {
    let format = FORMATS.iter().find(|format| format.spec.id == parsed.spec.id)?;
    let value: &dyn Any = &*parsed.value;
    (format.gate.as_ref()?.answer)(value)
}

/// Returns a decision record, if a block is one.
pub fn decision(parsed: &Parsed) -> Option<&V36Decision> {
    let value: &dyn Any = &*parsed.value;
    value.downcast_ref()
}

/// Shows a block with the viewer of its format.
#[cfg(feature = "viewers")]
pub fn view(parsed: &Parsed, context: &ViewContext) -> Option<AnyView> {
    let value: &dyn Any = &*parsed.value;
    if let Some(value) = value.downcast_ref::<Declared>() {
        return Some(declared::view(value, context));
    }
    let viewer = VIEWERS.iter().find(|viewer| viewer.id == parsed.spec.id)?;
    (viewer.view)(value, context)
}

/// Shows the records of a log of which those in `shown` are on the page.
#[cfg(feature = "viewers")]
pub fn view_records(
    spec: &Spec,
    records: &[&Parsed],
    shown: &[usize],
    context: &ViewContext,
) -> Option<LogView> {
    let viewer = VIEWERS.iter().find(|viewer| viewer.id == spec.id)?;
    Some((viewer.view_log?)(records, shown, context))
}
