//! Matches reports to steps.

use super::chain::{Attached, Chain, Step};
use super::gates::{OF_REPORTS, reach};
use crate::moves::{Progress, StepNumber};
use crate::reading::normal;

/// Returns the step of a report: the one that names its path, or else the one whose action its path or format suggests. A
/// format suggests no step that ended with such a report: a later review of the session is of other work. Of several,
/// prefers the running one, then the one that ended last.
pub(super) fn step_of(chain: &Chain, attached: &Attached) -> Option<StepNumber> {
    let path = attached.path.as_deref();
    let by_path = || path.into_iter().flat_map(segments).find_map(|segment| latest(chain, segment));
    let by_kind = || {
        let step = kind_of(&attached.report.format).and_then(|kind| latest(chain, kind))?;
        let is_open = |step: &&Step| {
            let has_report = step.reports.iter().any(|known| known.report.format == attached.report.format);
            step.progress == Progress::Running || !has_report
        };
        chain.step(step).filter(is_open).map(|step| step.number)
    };
    named_by(chain, path).or_else(by_path).or_else(by_kind)
}

/// Returns the step that names the path.
pub(super) fn named_by(chain: &Chain, path: Option<&str>) -> Option<StepNumber> {
    let path = path?;
    chain.steps.iter().find(|step| names(step, path)).map(|step| step.number)
}

impl Chain {
    pub(super) fn attach(&mut self, attached: Attached) {
        reach(&mut self.gates, OF_REPORTS);
        let Some(number) = step_of(self, &attached) else { return self.reports.push(attached) };
        let (step, _) = self.step_mut(number);
        step.places.push(attached.place.clone());
        reach(&mut step.gates, OF_REPORTS);
        step.reports.push(attached);
    }
}

/// Returns whether the inputs or the result of a step name the file or its folder.
fn names(step: &Step, path: &str) -> bool {
    let folder = path.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder);
    let written = [&step.inputs, &step.result].into_iter().flatten();
    let is_named = |words: &String| words.contains(path) || folder.len() > 8 && words.contains(folder);
    written.into_iter().any(is_named)
}

/// Returns the folders of a path, such as `review` in `logs/review/…`, innermost last.
fn segments(path: &str) -> impl Iterator<Item = &str> {
    let folders = path.rsplit_once(['/', '\\']).map_or("", |(folders, _)| folders);
    folders.split(['/', '\\']).filter(|segment| !segment.is_empty())
}

fn kind_of(format: &str) -> Option<&'static str> {
    match format {
        "5.1" | "reaper/code-review" => Some("review"),
        "5.2" => Some("analyze"),
        "5.3" => Some("brainstorm"),
        "5.4" => Some("diagnose"),
        "5.5" => Some("verify"),
        "reaper/test-runner" => Some("test"),
        "reaper/security-auditor" => Some("security"),
        _ => None,
    }
}

fn latest(chain: &Chain, action: &str) -> Option<StepNumber> {
    let action = normal(action);
    let is_of_action = |step: &&Step| {
        let own = step.action.as_deref().map(normal).unwrap_or_default();
        let head = own.split(['/', ' ']).next().unwrap_or_default();
        !head.is_empty() && head == action.trim_matches(['/', '.', ' '])
    };
    let rank = |step: &&Step| (step.progress == Progress::Running, step.ended_ms, step.started_ms);
    chain.steps.iter().filter(is_of_action).max_by_key(rank).map(|step| step.number)
}
