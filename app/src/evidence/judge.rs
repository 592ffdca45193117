//! Holds claims against what the tools answered before. A claim is contradicted only by a result about the same thing;
//! where there is none, or it proves neither, the claim is unsupported.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::answer::AnswerState;
use super::claim::{Claim, Subject};
use super::command;
use super::line::{Call, LineFacts, Place};
use super::thread::{Run, Thread, is_same_file, name_of};

crate::named::named! {
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema), schemars(rename = "ClaimVerdict"))]
    #[serde(rename_all = "lowercase")]
    pub enum Verdict {
        Confirmed = "confirmed",
        /// The only one that is a red flag.
        Contradicted = "contradicted",
        Unsupported = "unsupported",
    }
}

impl Verdict {
    /// The order of lists.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::Contradicted => 0,
            Self::Unsupported => 1,
            Self::Confirmed => 2,
        }
    }
}

/// A claim with what a tool answered about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Judged {
    pub verdict: Verdict,
    #[serde(flatten)]
    pub subject: Subject,
    /// In a sentence.
    pub reason: String,
    pub said: Said,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<Said>,
    /// The sub-agent that claims it; `None` for the session's own agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<i64>,
}

/// Words in a transcript.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Said {
    pub quote: String,
    /// The command that a tool ran, or the file that it was called with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    #[serde(flatten)]
    pub place: Place,
    /// The document that holds the same text, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
}

/// How many results before a claim are searched for a file or a command.
const SEARCHED: usize = 500;

type Threads<'l> = BTreeMap<Option<&'l str>, Thread<'l>>;
type Finding<'l> = (Verdict, String, Option<Run<'l>>);

/// Judges the claims in lines that are in order.
pub(super) fn judge(lines: &[LineFacts]) -> Vec<Judged> {
    let mut threads = Threads::new();
    let mut calls: HashMap<&str, &Call> = HashMap::new();
    let mut judged = Vec::new();
    for line in lines {
        let agent = line.agent.as_deref();
        if line.begins_step {
            threads.entry(agent).or_default().step_ended();
        }
        for claim in &line.claims {
            let (verdict, reason, run) = find(&claim.subject, agent, &threads);
            judged.push(judged_claim(line, claim, verdict, reason, run));
            if let Subject::Step { .. } = claim.subject {
                threads.entry(agent).or_default().step_ended();
            }
        }
        calls.extend(line.calls.iter().map(|call| (call.id.as_str(), call)));
        for answer in &line.answers {
            if let Some(call) = calls.remove(answer.id.as_str()) {
                threads.entry(agent).or_default().take(Run { call, answer, place: &line.place });
            }
        }
    }
    judged
}

fn judged_claim(
    line: &LineFacts,
    claim: &Claim,
    verdict: Verdict,
    reason: String,
    run: Option<Run<'_>>,
) -> Judged {
    let answered = run.map(|run| Said {
        quote: run.answer.quote.clone(),
        of: run.call.command.clone().or(run.call.path.clone()),
        place: run.place.clone(),
        document: None,
    });
    let said = Said { quote: claim.quote.clone(), of: None, place: line.place.clone(), document: None };
    let (agent, at_ms) = (line.agent.clone(), line.at_ms);
    Judged { verdict, subject: claim.subject.clone(), reason, said, answered, agent, at_ms }
}

fn find<'l>(subject: &Subject, agent: Option<&str>, threads: &Threads<'l>) -> Finding<'l> {
    let own = threads.get(&agent);
    let others = || threads.iter().filter(|(other, _)| **other != agent).map(|(_, thread)| thread);
    match subject {
        Subject::Tests { passed, failed, all, of_part } => own
            .and_then(|own| tests(*passed, *failed, *all, *of_part, own))
            .unwrap_or_else(|| tests_of_others(*passed, others())),
        Subject::File { path } => file(path, own, others()),
        Subject::Step { .. } => own.map_or_else(nothing_ran, |thread| step(thread, threads)),
        Subject::Command { command, clean } => {
            own.map_or_else(nothing_ran, |thread| ran(command, *clean, thread))
        }
    }
}

fn nothing_ran<'l>() -> Finding<'l> {
    (Verdict::Unsupported, "no tool ran anything before".to_owned(), None)
}

/// Returns `None` where the agent has run no tests, or others may have run them since.
fn tests<'l>(
    passed: Option<u32>,
    failed: Option<u32>,
    all: bool,
    of_part: bool,
    thread: &Thread<'l>,
) -> Option<Finding<'l>> {
    let runs = thread.tests.as_slice();
    let last = *runs.last()?;
    if let Some(count) = passed
        && let Some(run) = runs.iter().rev().find(|run| run.has_passed(count)).copied()
    {
        let printed = run.answer.counts.as_ref().map(|counts| counts.failed);
        let (verdict, reason) = match failed
            .is_none_or(|failed| printed.is_none_or(|printed| printed == failed))
        {
            _ if all && run.shows_failed_tests() && thread.still_holds(&run) => {
                (Verdict::Contradicted, "and failed")
            }
            _ if all && run.shows_failed_tests() => (Verdict::Unsupported, "and failed; others ran since"),
            true => (Verdict::Confirmed, ""),
            false => (Verdict::Unsupported, "and other failures"),
        };
        let reason = format!("the run printed {count} passed {reason}");
        return Some((verdict, reason.trim_end().to_owned(), Some(run)));
    }
    let (verdict, reason) = match passed {
        // Which run is of this part is unknown.
        _ if of_part => {
            let all_passed = passed.is_none() && runs.iter().all(Run::shows_passed_tests);
            match all_passed {
                true => (Verdict::Confirmed, "every run of tests has passed"),
                false => (Verdict::Unsupported, "no run of tests shows it"),
            }
        }
        _ if all && last.shows_failed_tests() => (Verdict::Contradicted, "the last run of tests has failed"),
        Some(_) if all && runs.len() == 1 && last.counts_everything() => {
            (Verdict::Contradicted, "the run printed another count")
        }
        None if last.shows_passed_tests() => (Verdict::Confirmed, "the last run of tests has passed"),
        _ => (Verdict::Unsupported, "no run of tests shows it"),
    };
    (verdict != Verdict::Contradicted || thread.still_holds(&last))
        .then(|| (verdict, reason.to_owned(), Some(last)))
}

/// The runs of other agents can confirm a claim. They can't contradict it, since it may be about something else.
fn tests_of_others<'t, 'l: 't>(
    passed: Option<u32>,
    threads: impl Iterator<Item = &'t Thread<'l>>,
) -> Finding<'l> {
    let last: Vec<Run<'l>> = threads.filter_map(|thread| thread.tests.last().copied()).collect();
    let found = match passed {
        Some(count) => last.iter().find(|run| run.shows_passed_tests() && run.has_passed(count)),
        None => last.first().filter(|_| last.iter().all(Run::shows_passed_tests)),
    };
    match found {
        Some(run) => (Verdict::Confirmed, "the last run of another agent shows it".to_owned(), Some(*run)),
        None => (Verdict::Unsupported, "no run of tests shows it".to_owned(), None),
    }
}

fn file<'t, 'l: 't>(
    path: &str,
    own: Option<&'t Thread<'l>>,
    others: impl Iterator<Item = &'t Thread<'l>>,
) -> Finding<'l> {
    let threads: Vec<&Thread<'l>> = own.into_iter().chain(others).collect();
    let writes =
        |thread: &&'t Thread<'l>| thread.writes.get(name_of(path)).map(Vec::as_slice).unwrap_or_default();
    let is_it = |run: &&Run<'l>| run.call.path.as_deref().is_some_and(|written| is_same_file(written, path));
    let succeeded = |run: &&Run<'l>| run.answer.state == AnswerState::Succeeded;
    let written = threads.iter().find_map(|thread| writes(thread).iter().rev().filter(is_it).find(succeeded));
    if let Some(run) = written {
        return (Verdict::Confirmed, format!("`{}` wrote it", run.call.tool), Some(*run));
    }
    let by_command = |thread: &&'t Thread<'l>| {
        let names_it = |run: &&Run<'l>| {
            run.command()
                .is_some_and(|command| command::may_write(command) && command.contains(name_of(path)))
        };
        thread.runs.iter().rev().take(SEARCHED).filter(succeeded).find(names_it)
    };
    if let Some(run) = threads.iter().find_map(by_command) {
        return (Verdict::Confirmed, "a command that writes names it".to_owned(), Some(*run));
    }
    let failed = own.and_then(|thread| {
        let failed =
            writes(&thread).iter().rev().filter(is_it).find(|run| run.answer.state == AnswerState::Failed)?;
        let may_have_written = |run: &Run<'l>| run.command().is_some_and(command::may_write);
        let is_written_since = thread.since(failed).filter(succeeded).any(may_have_written);
        (!is_written_since && thread.still_holds(failed)).then_some(failed)
    });
    match failed {
        Some(run) => (
            Verdict::Contradicted,
            format!("`{}` failed, and nothing else wrote it", run.call.tool),
            Some(*run),
        ),
        None => (Verdict::Unsupported, "no tool wrote it".to_owned(), None),
    }
}

/// A step is held against the last command that was run in it, by its agent or by the one sub-agent that reported.
fn step<'l>(thread: &Thread<'l>, threads: &Threads<'l>) -> Finding<'l> {
    let of_sub_agent = match thread.reported.as_slice() {
        [only] => threads.get(&Some(*only)),
        _ => None,
    };
    let own = thread.of_step().iter().rev().find(|run| run.is_answered_command());
    let own = own.filter(|own| thread.still_holds(own));
    let sent = of_sub_agent.and_then(|thread| thread.runs.iter().rev().find(|run| run.is_answered_command()));
    match own.or(sent) {
        Some(run) if run.is_failed_command() => {
            (Verdict::Contradicted, "its last command failed, and was not run again".to_owned(), Some(*run))
        }
        Some(run) if run.answer.state == AnswerState::Succeeded => {
            (Verdict::Confirmed, "its last command succeeded".to_owned(), Some(*run))
        }
        _ => (Verdict::Unsupported, "no result of a command shows it".to_owned(), None),
    }
}

fn ran<'l>(words: &str, clean: bool, thread: &Thread<'l>) -> Finding<'l> {
    let is_meant = |run: &&Run<'l>| run.command().is_some_and(|command| command::is_meant_by(words, command));
    let is_known = |run: &&Run<'l>| run.answer.state != AnswerState::Unknown && !run.call.in_background;
    let meant: Vec<&Run<'l>> =
        thread.runs.iter().rev().take(SEARCHED).filter(is_known).filter(is_meant).collect();
    let Some(last) = meant.first() else {
        return (Verdict::Unsupported, "no such command ran".to_owned(), None);
    };
    let is_simple = last.command().is_some_and(command::is_simple);
    let core_of = |run: &Run<'l>| run.command().map(command::core);
    let is_ambiguous = meant.iter().any(|run| core_of(run) != core_of(last));
    let (verdict, reason) = match last.answer.state {
        AnswerState::Failed
            if is_simple && last.answer.exit.is_some() && !is_ambiguous && thread.still_holds(last) =>
        {
            (Verdict::Contradicted, "the last such command failed")
        }
        AnswerState::Succeeded if is_simple && clean && last.answer.has_warnings => {
            (Verdict::Unsupported, "the last such command succeeded, but not without warnings")
        }
        AnswerState::Succeeded if is_simple => (Verdict::Confirmed, "the last such command succeeded"),
        _ => (Verdict::Unsupported, "no result shows it"),
    };
    (verdict, reason.to_owned(), Some(**last))
}
