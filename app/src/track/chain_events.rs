//! The events of a chain: how each mention changes its state, and which anomalies it shows.

use std::collections::HashSet;

use super::chain::{Chain, ChainState, EarlierAttempt, OpenQuestion, SecondOpinion, Step};
use super::gates::reach;
use super::mention::SourceRef;
use super::notes::NoteKind;
use super::resolve_chain::{is_same_action, name_of_action};
use crate::moves::{Ended, Next, Planned, Progress, StepNumber};
use crate::reading::normal;

/// The start of the action of a step that asks a second model, in the form of [`normal`].
const SECOND_OPINION: &str = "second opinion";

/// A step that never stops starting again keeps no more attempts than these.
const MOST_ATTEMPTS: usize = 20;

/// Where and when something was reported, and by whom.
#[derive(Copy, Clone)]
pub(super) struct Context<'m> {
    pub place: &'m SourceRef,
    pub at_ms: i64,
    /// The sub-agent or tool; `None` for the session's own agent.
    pub agent: Option<&'m str>,
    /// The document states the time.
    pub is_dated: bool,
    /// The gate of the contract at which it counts.
    pub gate: u8,
    /// It reports the end of a step.
    pub is_step_boundary: bool,
}

impl Chain {
    /// Records a mention of the chain, which answers any open question.
    pub(super) fn hear(&mut self, context: Context<'_>) {
        self.newest_ms = self.newest_ms.max(context.at_ms);
        self.is_by_receipt |= !context.is_dated;
        let asked = self.asked.take().and_then(|asked| asked.step);
        if let Some(number) = asked.filter(|number| self.is_waiting(*number)) {
            self.advance(number, Progress::Pending);
        }
        self.reach(context);
    }

    /// Records that a gate was reached. The end of a step counts at the gate of human approval, where nobody is asked.
    fn reach(&mut self, context: Context<'_>) {
        if !context.is_step_boundary {
            reach(&mut self.gates, context.gate);
        }
    }

    /// Records a question to a person.
    pub(super) fn ask(&mut self, context: Context<'_>, step: Option<StepNumber>, prompt: &Option<String>) {
        self.hear(context);
        let is_open = |number: &StepNumber| self.step(*number).is_some_and(|step| !step.progress.has_ended());
        if let Some(number) = step.filter(is_open) {
            self.advance(number, Progress::Waiting);
            let (step, _) = self.step_mut(number);
            step.touch(context);
            // A gate starts with its question.
            step.starts = 1;
            step.started_ms = Some(context.at_ms);
            step.is_by_receipt = !context.is_dated;
            step.started = Some(context.place.clone());
        }
        self.asked = Some(OpenQuestion { step, prompt: prompt.clone(), place: context.place.clone() });
    }

    fn is_waiting(&self, number: StepNumber) -> bool {
        self.step(number).is_some_and(|step| step.progress == Progress::Waiting)
    }

    fn begin(&mut self, context: Context<'_>) {
        self.hear(context);
        if self.phase == ChainState::Done {
            self.note(NoteKind::OutOfOrder, context, "it continues after its end was announced");
        }
        self.phase = ChainState::Running;
        self.ended_ms = None;
    }

    /// Continues the chain, unless it is done and the mention repeats the end of a step.
    fn begin_or_add(&mut self, context: Context<'_>, number: StepNumber) {
        let has_ended = self.step(number).is_some_and(|step| step.progress.has_ended());
        if self.phase == ChainState::Done && has_ended {
            self.hear(context);
            let message = format!("step {number} is reported complete after the end of its chain");
            self.note(NoteKind::OutOfOrder, context, message);
        } else {
            self.begin(context);
        }
    }

    /// Marks the chain as failed if a step failed and none is running.
    fn settle(&mut self) {
        if self.phase == ChainState::Running && self.failed > 0 && self.running == 0 {
            self.phase = ChainState::Failed;
        }
    }

    /// Adds a table of steps. A row without a readable number gets that of its place in the table, or one after all others
    /// if another row has it.
    pub(super) fn plan_all(&mut self, context: Context<'_>, steps: &[Planned]) {
        let stated: HashSet<StepNumber> = steps.iter().filter_map(|planned| planned.number).collect();
        let mut last = stated.iter().map(|stated| stated.number).max().unwrap_or(0).max(steps.len() as u32);
        for (place, planned) in (1..).zip(steps) {
            let number = planned.number.unwrap_or_else(|| {
                let is_free = !stated.contains(&StepNumber::from(place));
                last = last.saturating_add(u32::from(!is_free));
                StepNumber::from(if is_free { place } else { last })
            });
            let is_odd = planned.number.is_none() && !stated.is_empty() && self.step(number).is_none();
            if is_odd {
                let message =
                    format!("row {place} of the plan has no readable number; it is shown as step {number}");
                self.note(NoteKind::Contradiction, context, message);
            }
            self.plan(context, number, planned);
        }
        self.wait_for_parts();
    }

    /// Lets what waits for a step that the plan has only in parts wait for all of these.
    fn wait_for_parts(&mut self) {
        let numbers: Vec<StepNumber> = self.steps.iter().map(|step| step.number).collect();
        if !numbers.iter().any(|number| number.is_part()) {
            return;
        }
        let parts = |waited: StepNumber| -> Vec<StepNumber> {
            let of_it = numbers.iter().copied().filter(|number| number.whole() == waited);
            if numbers.contains(&waited) { vec![waited] } else { of_it.collect() }
        };
        for step in &mut self.steps {
            let waits = step.waits_for.iter().flat_map(|waited| {
                let parts = parts(*waited);
                if parts.is_empty() { vec![*waited] } else { parts }
            });
            step.waits_for = waits.filter(|waited| *waited != step.number).collect();
        }
    }

    fn plan(&mut self, context: Context<'_>, number: StepNumber, planned: &Planned) {
        let (step, is_known) = self.step_mut(number);
        if step.places.iter().any(|place| place == context.place) && is_known {
            let message = format!("step {number} is in the table more than once; the first row is used");
            self.note(NoteKind::Contradiction, context, message);
            return;
        }
        step.touch(context);
        step.action = planned.action.clone().or_else(|| step.action.take());
        step.model = planned.model.clone().or_else(|| step.model.take());
        step.inputs = planned.inputs.clone().or_else(|| step.inputs.take());
        step.waits_for.clone_from(&planned.waits_for);
        let Some(status) = planned.status.filter(|status| *status != step.progress) else { return };
        if step.progress.has_ended() && !status.has_ended() {
            let (now, before) = (status.as_str(), step.progress.as_str());
            let message = format!("step {number} is reported {now} after it was {before}");
            self.note(NoteKind::Contradiction, context, message);
            return;
        }
        if status.has_ended() {
            step.end_unannounced(context);
        }
        self.advance(number, status);
        if status != Progress::Pending && self.phase == ChainState::Planned {
            self.phase = ChainState::Running;
        }
    }

    pub(super) fn update(&mut self, context: Context<'_>, steps: &[Planned]) {
        self.hear(context);
        self.plan_all(context, steps);
        self.settle();
    }

    /// Returns the number of the step that is meant: by its number, or else by its action, preferring steps that haven't
    /// ended. Adds a step if there is none.
    fn resolve_step(
        &mut self,
        context: Context<'_>,
        number: Option<StepNumber>,
        action: Option<&str>,
    ) -> StepNumber {
        let by_action = || {
            let action = normal(action?);
            let is_of = |step: &&Step| step.action.as_deref().map(normal).as_ref() == Some(&action);
            let open = self.steps.iter().filter(is_of).find(|step| !step.progress.has_ended());
            open.or_else(|| self.steps.iter().rfind(is_of)).map(|step| step.number)
        };
        let after_last = || self.steps.last().map_or(StepNumber::from(1), |step| step.number.next());
        // Where the plan has no such part, the step is meant.
        let number = number.map(|number| match self.step(number) {
            None if self.step(number.whole()).is_some() => number.whole(),
            _ => number,
        });
        let number = number.or_else(by_action).unwrap_or_else(after_last);
        if self.step(number).is_none() {
            if !self.steps.is_empty() {
                self.note(NoteKind::Unplanned, context, format!("step {number} is not in the plan"));
            }
            self.step_mut(number);
        }
        number
    }

    /// Records a mention of a step, and its action where none is known.
    fn mention(&mut self, context: Context<'_>, number: StepNumber, action: &Option<String>) -> &mut Step {
        let (step, _) = self.step_mut(number);
        step.touch(context);
        step.action = step.action.take().or_else(|| action.clone());
        step
    }

    pub(super) fn start(
        &mut self,
        context: Context<'_>,
        number: Option<StepNumber>,
        action: &Option<String>,
        model: &Option<String>,
    ) {
        self.begin(context);
        let number = self.resolve_step(context, number, action.as_deref());
        self.check_action(context, number, action.as_deref());
        let waits_for = self.step(number).map(|step| step.waits_for.as_slice()).unwrap_or_default();
        let is_open =
            |before: &&StepNumber| self.step(**before).is_some_and(|step| !step.progress.is_settled());
        let early: Vec<String> = waits_for.iter().filter(is_open).map(StepNumber::to_string).collect();
        if !early.is_empty() {
            let message =
                format!("step {number} started before its dependency, step {}, finished", early.join(", "));
            self.note(NoteKind::OutOfOrder, context, message);
        }
        let before = self.advance(number, Progress::Running);
        let step = self.mention(context, number, action);
        step.model = model.clone().or_else(|| step.model.take());
        let was_announced = step.starts > 0;
        if let Some(started_ms) = step.started_ms
            && step.attempts.len() < MOST_ATTEMPTS
        {
            let ended_ms = step.ended_ms.unwrap_or(context.at_ms);
            step.attempts.push(EarlierAttempt {
                started_ms,
                ended_ms,
                is_failed: before == Progress::Failed,
            });
        }
        step.starts += 1;
        step.started_ms = Some(context.at_ms);
        step.is_by_receipt = !context.is_dated;
        step.started = Some(context.place.clone());
        step.ended_ms = None;
        step.is_end_unannounced = false;
        step.error = None;
        // After a failure a step is tried again.
        match before {
            Progress::Running if was_announced => {
                self.note(NoteKind::Repeated, context, format!("step {number} started twice"));
            }
            Progress::Completed | Progress::Skipped => {
                let message = format!("step {number} starts again after it was {}", before.as_str());
                self.note(NoteKind::Repeated, context, message);
            }
            // A table that listed it as running announced no start.
            Progress::Running | Progress::Failed | Progress::Pending | Progress::Waiting => {}
        }
    }

    pub(super) fn complete(
        &mut self,
        context: Context<'_>,
        number: Option<StepNumber>,
        action: &Option<String>,
        result: &Option<String>,
        next: Next,
    ) {
        let number = self.resolve_step(context, number, action.as_deref());
        self.begin_or_add(context, number);
        self.check_action(context, number, action.as_deref());
        let before = self.advance(number, Progress::Completed);
        let step = self.mention(context, number, action);
        let was_ended_by_table = step.is_end_unannounced;
        step.error = None;
        step.end(context);
        // Tables end a result with a full stop, announcements don't.
        let words =
            |result: &Option<String>| result.as_deref().map(|words| words.trim_end_matches('.').to_owned());
        let is_other_result =
            step.result.is_some() && result.is_some() && words(&step.result) != words(result);
        step.result = result.clone().or_else(|| step.result.take());
        let has_started = step.starts > 0;
        match before {
            Progress::Completed if is_other_result => {
                let message = format!("step {number} is reported complete twice, with different results");
                self.note(NoteKind::Contradiction, context, message);
            }
            Progress::Completed if was_ended_by_table => {}
            Progress::Completed => {
                self.note(NoteKind::Repeated, context, format!("step {number} is reported complete twice"));
            }
            Progress::Pending if !has_started => {
                let message = format!("step {number} completed without a start event (1.2)");
                self.note(NoteKind::OutOfOrder, context, message);
            }
            _ => {}
        }
        if let Next::Step(next) = next
            && !self.steps.iter().any(|step| step.number.whole() == next.whole())
        {
            let message = format!("step {number} leads to step {next}, which is not in the plan");
            self.note(NoteKind::Unplanned, context, message);
        }
        self.settle();
    }

    pub(super) fn judge(
        &mut self,
        context: Context<'_>,
        number: Option<StepNumber>,
        action: Option<&str>,
        opinion: SecondOpinion,
    ) {
        self.hear(context);
        let number = self.resolve_step(context, number, action);
        let step = self.mention(context, number, &None);
        if step.second_opinion.replace(opinion).is_some() {
            let message = format!("step {number} has two second opinions; the later one is shown");
            self.note(NoteKind::Repeated, context, message);
        }
    }

    /// Skips the step of the plan that is for the second opinion, if there is one.
    pub(super) fn skip_opinion(&mut self, context: Context<'_>, number: Option<StepNumber>) {
        let is_for_opinion = |step: &Step| {
            step.action.as_deref().is_some_and(|action| normal(action).starts_with(SECOND_OPINION))
        };
        let step = number.and_then(|number| self.step(number)).filter(|step| is_for_opinion(step));
        let Some(number) = step.filter(|step| !step.progress.has_ended()).map(|step| step.number) else {
            return;
        };
        self.begin(context);
        self.advance(number, Progress::Skipped);
        self.step_mut(number).0.end(context);
        self.settle();
    }

    pub(super) fn fail(
        &mut self,
        context: Context<'_>,
        number: Option<StepNumber>,
        action: &Option<String>,
        message: &Option<String>,
        options: &[String],
    ) {
        self.begin(context);
        let number = self.resolve_step(context, number, action.as_deref());
        let before = self.advance(number, Progress::Failed);
        let step = self.mention(context, number, action);
        step.end(context);
        step.error.clone_from(message);
        step.recovery = options.to_vec();
        if before == Progress::Completed {
            let message = format!("step {number} failed after it was reported complete");
            self.note(NoteKind::Contradiction, context, message);
        }
        self.settle();
    }

    pub(super) fn end(
        &mut self,
        context: Context<'_>,
        logs: &Option<String>,
        learnings: &Option<String>,
        steps: &[Ended],
    ) {
        self.hear(context);
        if self.phase == ChainState::Done {
            self.note(NoteKind::Repeated, context, "its end was announced twice");
        }
        for (index, ended) in (1..).zip(steps) {
            let number = self.resolve_step(
                context,
                ended.number.or(Some(StepNumber::from(index))),
                ended.action.as_deref(),
            );
            let step = self.mention(context, number, &ended.action);
            step.result = ended.result.clone().or_else(|| step.result.take());
            let before = step.progress;
            let Some(status) = ended.status.filter(|status| *status != before) else { continue };
            if status.has_ended() {
                step.end_unannounced(context);
            }
            self.advance(number, status);
            if before.has_ended() {
                let (now, before) = (status.as_str(), before.as_str());
                let message = format!("step {number} ends as {now}, but was reported {before}");
                self.note(NoteKind::Contradiction, context, message);
            }
        }
        let open = self.steps.iter().filter(|step| !step.progress.has_ended());
        let open: Vec<String> = open.map(|step| step.number.to_string()).collect();
        if !open.is_empty() {
            let message = format!("the chain is done, but step {} has not finished", open.join(", "));
            self.note(NoteKind::Contradiction, context, message);
        }
        self.phase = ChainState::Done;
        self.ended_ms = Some(context.at_ms);
        self.logs = logs.clone().or_else(|| self.logs.take());
        self.learnings = learnings.clone().or_else(|| self.learnings.take());
    }

    /// Records a line in the index of executions.
    pub(super) fn index(&mut self, context: Context<'_>) {
        self.is_indexed = true;
        self.reach(context);
    }

    /// Notes a step whose action differs from the plan.
    fn check_action(&mut self, context: Context<'_>, number: StepNumber, action: Option<&str>) {
        let planned = self.step(number).and_then(|step| step.action.as_deref());
        if let (Some(planned), Some(found)) = (planned, action)
            && !is_same_action(planned, found)
        {
            let [planned, found] = [planned, found].map(name_of_action);
            let message = format!("step {number} is `{found}` here, but `{planned}` in the plan");
            self.note(NoteKind::Contradiction, context, message);
        }
    }
}

impl Step {
    /// Records a mention of the step.
    pub(super) fn touch(&mut self, context: Context<'_>) {
        self.places.push(context.place.clone());
        if !context.is_step_boundary {
            reach(&mut self.gates, context.gate);
        }
    }

    fn end(&mut self, context: Context<'_>) {
        self.ended_ms = Some(context.at_ms);
        self.is_by_receipt |= !context.is_dated;
        self.is_end_unannounced = false;
        self.is_untimed =
            !context.is_dated && self.started.as_ref().is_some_and(|place| place.seq == context.place.seq);
    }

    /// Records that a table lists it as ended.
    fn end_unannounced(&mut self, context: Context<'_>) {
        if self.ended_ms.is_none() {
            self.ended_ms = Some(context.at_ms);
            self.is_by_receipt |= !context.is_dated;
            self.is_end_unannounced = true;
        }
    }
}
