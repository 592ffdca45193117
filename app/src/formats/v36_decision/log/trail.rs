//! The trail of one task: time goes on from line to line, and states go step by step to the end.

use super::Records;
use super::machine::{CLOSEOUT, Machine, SPAWN, judge_end, run_of};
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::formats::v36_decision::forms::moment;
use crate::formats::v36_decision::rules::OUT_OF_ORDER;
use crate::log::Notes;

/// When a record was made, if it says so.
type Time<'r> = Option<(i64, &'r str)>;

pub(super) fn check(records: Records<'_, '_>) -> Notes {
    let mut notes = Notes::new();
    let tasks = records.iter().map(|record| record.value.task_id.as_deref());
    let runs = tasks.enumerate().filter_map(|(index, task)| Some((run_of(task?), index)));
    let mut runs: Vec<(&str, usize)> = runs.collect();
    // In the order of their names, so that findings of one place come in one order.
    runs.sort_by_key(|(run, _)| *run);
    let times: Vec<Time<'_>> = records.iter().map(|record| moment(record.value.ts.as_deref()?)).collect();
    for run in runs.chunk_by(|(one, _), (next, _)| one == next).filter(|run| run.len() > 1) {
        let mut lines: Vec<usize> = run.iter().map(|(_, index)| *index).collect();
        check_order(records, &times, &lines, &mut notes);
        sort_by_time(&times, &mut lines);
        check_steps(records, &lines, &SPAWN, &mut notes);
        check_steps(records, &lines, &CLOSEOUT, &mut notes);
        check_end(records, &lines, &mut notes);
    }
    notes
}

fn check_order(records: Records<'_, '_>, times: &[Time<'_>], lines: &[usize], notes: &mut Notes) {
    let path = FieldPath::name("ts");
    let mut latest: Option<(_, usize)> = None;
    for index in lines.iter().copied() {
        let Some(record) = records.get(index) else { continue };
        let Some(time) = times.get(index).copied().flatten() else { continue };
        match latest {
            Some((before, at)) if time < before => {
                let message = "the decision was made before one above it";
                let mut finding = Diagnostic::new(&OUT_OF_ORDER, record.place(path), message).field("ts");
                if let Some(above) = records.get(at) {
                    finding = finding.related(above.place(path), "made later, written earlier");
                }
                notes.push((index, finding));
            }
            _ => latest = Some((time, index)),
        }
    }
}

/// Sorts by time, if every record has one.
fn sort_by_time(times: &[Time<'_>], lines: &mut [usize]) {
    let time = |index: &usize| times.get(*index).copied().flatten();
    if lines.iter().all(|index| time(index).is_some()) {
        lines.sort_by_key(time);
    }
}

fn check_steps(records: Records<'_, '_>, lines: &[usize], machine: &Machine, notes: &mut Notes) {
    let path = FieldPath::name(machine.path);
    let mut last: Option<(usize, usize)> = None;
    for index in lines.iter().copied() {
        let Some(record) = records.get(index) else { continue };
        let Some(step) = machine.step(record.value) else { continue };
        let before = last.replace((step, index));
        let Some((before, at)) = before else { continue };
        let Some((rule, message)) = machine.judge(before, step) else { continue };
        let mut finding = Diagnostic::new(rule, record.place(path), message).field(machine.path);
        if let Some(earlier) = records.get(at) {
            finding = finding
                .related(earlier.place(path), format!("it had reached `{}` here", machine.state(before)));
        }
        notes.push((index, finding));
    }
}

/// Reports work that is done and not closed out, and a close-out that does not reach the report to the chair.
fn check_end(records: Records<'_, '_>, lines: &[usize], notes: &mut Notes) {
    let steps = |machine: &'static Machine| {
        let step = move |index: &usize| Some((machine.step(records.get(*index)?.value)?, *index));
        lines.iter().filter_map(step)
    };
    let done = SPAWN.states.iter().position(|state| *state == "DONE");
    let farthest = steps(&CLOSEOUT).max();
    let first_done = steps(&SPAWN).find(|(step, _)| Some(*step) == done);
    let Some((rule, message)) = judge_end(first_done.is_some(), farthest.map(|(step, _)| step)) else {
        return;
    };
    let Some((machine, (_, index))) =
        farthest.map(|at| (&CLOSEOUT, at)).or_else(|| Some((&SPAWN, first_done?)))
    else {
        return;
    };
    let Some(record) = records.get(index) else { return };
    let place = record.place(FieldPath::name(machine.path));
    notes.push((index, Diagnostic::new(rule, place, message).field(machine.path)));
}
