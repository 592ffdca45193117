//! Holds claims against what the tools answered before. A claim is contradicted only by a result about the same thing;
//! where there is none, or it proves neither, the claim is unsupported.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::answer::AnswerState;
use super::claim::{Claim, Subject};
use super::command;
use super::line::{Call, LineFacts, Place};
use super::thread::{Run, Thread, is_same_file, name_of};

crate::named::named! {
    #[derive(Serialize, Deserialize)]
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

type Threads<'l> = HashMap<Option<&'l str>, Thread<'l>>;
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
        Subject::Tests { passed, failed, all } => {
            let own = own.map(|thread| thread.tests.as_slice()).unwrap_or_default();
            tests(*passed, *failed, *all, own)
                .unwrap_or_else(|| tests_of_others(*passed, others().flat_map(|thread| &thread.tests)))
        }
        Subject::File { path } => file(path, own, others()),
        Subject::Step { .. } => own.map_or_else(nothing_ran, |thread| step(thread, threads)),
        Subject::Command { command } => own.map_or_else(nothing_ran, |thread| ran(command, thread)),
    }
}

fn nothing_ran<'l>() -> Finding<'l> {
    (Verdict::Unsupported, "no tool ran anything before".to_owned(), None)
}

/// Returns `None` where the agent has run no tests.
fn tests<'l>(passed: Option<u32>, failed: Option<u32>, all: bool, runs: &[Run<'l>]) -> Option<Finding<'l>> {
    let last = *runs.last()?;
    if let Some(count) = passed
        && let Some(run) = runs.iter().rev().find(|run| run.has_passed(count)).copied()
    {
        if all && run.shows_failed_tests() {
            return Some((
                Verdict::Contradicted,
                format!("the run that printed {count} passed has failed"),
                Some(run),
            ));
        }
        let fits = failed
            .is_none_or(|failed| run.answer.counts.as_ref().is_none_or(|counts| counts.failed == failed));
        return Some(match fits {
            true => (Verdict::Confirmed, format!("the run printed {count} passed"), Some(run)),
            false => (
                Verdict::Unsupported,
                format!("the run that printed {count} passed printed other failures"),
                Some(run),
            ),
        });
    }
    if all && last.shows_failed_tests() {
        return Some((Verdict::Contradicted, "the last run of tests has failed".to_owned(), Some(last)));
    }
    Some(match passed {
        Some(count) if all && runs.len() == 1 && last.counts_everything() => {
            let printed = last.answer.counts.as_ref().map_or(0, |counts| counts.sum());
            (Verdict::Contradicted, format!("the run printed {printed} passed, not {count}"), Some(last))
        }
        None if last.shows_passed_tests() => {
            (Verdict::Confirmed, "the last run of tests has passed".to_owned(), Some(last))
        }
        _ => (Verdict::Unsupported, "no run of tests printed it".to_owned(), Some(last)),
    })
}

/// The runs of other agents can confirm a claim. They can't contradict it, since it may be about something else.
fn tests_of_others<'t, 'l: 't>(passed: Option<u32>, runs: impl Iterator<Item = &'t Run<'l>>) -> Finding<'l> {
    let fits = |run: &&Run<'l>| run.shows_passed_tests() && passed.is_none_or(|count| run.has_passed(count));
    match runs.filter(fits).last() {
        Some(run) => (Verdict::Confirmed, "a run of another agent printed it".to_owned(), Some(*run)),
        None => (Verdict::Unsupported, "no tests ran before".to_owned(), None),
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
        writes(&thread).iter().rev().filter(is_it).find(|run| run.answer.state == AnswerState::Failed)
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
    let sent = of_sub_agent.and_then(|thread| thread.runs.iter().rev().find(|run| run.is_answered_command()));
    match own.or(sent) {
        Some(run) if run.is_failed_command() => {
            (Verdict::Contradicted, "its last command failed, and was not run again".to_owned(), Some(*run))
        }
        Some(run) if run.answer.state == AnswerState::Succeeded => {
            (Verdict::Confirmed, "its last command succeeded".to_owned(), Some(*run))
        }
        _ => (Verdict::Unsupported, "no command ran in it".to_owned(), None),
    }
}

fn ran<'l>(words: &str, thread: &Thread<'l>) -> Finding<'l> {
    let is_meant = |run: &&Run<'l>| run.command().is_some_and(|command| command::is_meant_by(words, command));
    let is_known = |run: &&Run<'l>| run.answer.state != AnswerState::Unknown && !run.call.in_background;
    let found = thread.runs.iter().rev().take(SEARCHED).filter(is_known).find(is_meant);
    match found {
        None => (Verdict::Unsupported, "no such command ran".to_owned(), None),
        Some(run) => {
            let is_simple = run.command().is_some_and(command::is_simple);
            match run.answer.state {
                AnswerState::Failed if is_simple && run.answer.exit.is_some() => {
                    (Verdict::Contradicted, "the last such command failed".to_owned(), Some(*run))
                }
                AnswerState::Succeeded if is_simple => {
                    (Verdict::Confirmed, "the last such command succeeded".to_owned(), Some(*run))
                }
                _ => (
                    Verdict::Unsupported,
                    "its exit code may be that of another command".to_owned(),
                    Some(*run),
                ),
            }
        }
    }
}
