//! The viewer: what happens next, why, and the counts as bars.

use super::{Lint, ReaperTestRunner, Tests};
use crate::gate::view::{Commands, Sentences, gate_view};
use crate::ui::prelude::*;

impl Viewer for ReaperTestRunner {
    fn view(self, context: ViewContext) -> impl IntoView {
        let answer = self.answer.clone();
        let coverage = self.coverage.percentage;
        let is_met =
            self.coverage.threshold_met.map(|met| if met { "threshold met" } else { "threshold missed" });
        let threshold = self.coverage.threshold.map(|threshold| {
            let before = if is_met.is_some() { " (" } else { " · threshold " };
            let after = if is_met.is_some() { " %)" } else { " %" };
            view! { {before}<span data-field="coverage.threshold">{threshold}</span>{after} }
        });
        let before = view! {
            <Section title="Counts">
                <div class="card card--padded gate-verdict__counts">
                    <TestCounts tests=self.tests/>
                    <div data-field="coverage">
                        <h3 class="gate-verdict__label">"Coverage"</h3>
                        <Bars parts=vec![("covered", "pass", coverage.unwrap_or(0.0))] of=100.0/>
                        <p>
                            {coverage.map(|percentage| view! { <span data-field="coverage.percentage">{percentage}</span>" %" })}
                            {is_met.map(|said| view! { " · "<span data-field="coverage.threshold_met">{said}</span> })}
                            {threshold}
                        </p>
                    </div>
                    <LintCounts lint=self.lint/>
                </div>
            </Section>
        };
        let after = view! {
            {self.test_command.map(|command| view! {
                <p class="gate-verdict__command">
                    "Run as " <code data-field="test_command">{visible(&command)}</code>
                    {self.test_exit_code.map(|code| view! { ", exit code "<span data-field="test_exit_code">{code}</span> })}
                </p>
            })}
            <Commands commands=answer.commands_executed context=context.clone()/>
            <Sentences title="Files modified" field="files_modified" items=answer.files_modified context=context.clone()/>
            <Sentences title="Cleaned up" field="artifacts_cleaned" items=self.artifacts_cleaned context=context.clone()/>
        };
        gate_view(&self.answer, before, after, &context)
    }
}

#[component]
fn TestCounts(tests: Tests) -> impl IntoView {
    let number = |count: Option<u32>| f64::from(count.unwrap_or(0));
    let parts = vec![
        ("passed", "pass", number(tests.passed)),
        ("failed", "fail", number(tests.failed) + number(tests.errored)),
        ("skipped", "unknown", number(tests.skipped)),
    ];
    let said = |count: Option<u32>, field: &'static str, word: &'static str| {
        count.map(|count| view! { <span><strong data-field=field>{count}</strong>" "{word}</span> })
    };
    view! {
        <div data-field="tests">
            <h3 class="gate-verdict__label">"Tests"</h3>
            <Bars parts of=number(tests.total)/>
            <p class="gate-verdict__numbers">
                {said(tests.passed, "tests.passed", "passed")}
                {said(tests.failed, "tests.failed", "failed")}
                {said(tests.errored, "tests.errored", "in error")}
                {said(tests.skipped, "tests.skipped", "skipped")}
                {said(tests.total, "tests.total", "in all")}
            </p>
        </div>
    }
}

#[component]
fn LintCounts(lint: Lint) -> impl IntoView {
    view! {
        <div data-field="lint">
            <h3 class="gate-verdict__label">"Lint"</h3>
            <p class="gate-verdict__numbers">
                {lint.errors.map(|count| view! { <span><strong data-field="lint.errors">{count}</strong>" errors"</span> })}
                {lint.warnings.map(|count| view! { <span><strong data-field="lint.warnings">{count}</strong>" warnings"</span> })}
            </p>
        </div>
    }
}
