//! What the viewers of all gates show alike: the outcome, red flags, what blocks, and the evidence.

use super::{Command, Flag, GateAnswer};
use crate::ui::prelude::*;

/// What the viewers of all gates show around what one gate has: the outcome and what it follows from, what blocks, and
/// what no field is read from. `before` is shown above the issues that block.
pub fn gate_view(
    answer: &GateAnswer,
    before: impl IntoView + 'static,
    after: impl IntoView + 'static,
    context: &ViewContext,
) -> AnyView {
    let answer = answer.clone();
    view! {
        <article class="gate-verdict">
            <GateBanner answer=answer.clone() tone=context.tone()/>
            <RedFlags answer=answer.clone()/>
            <Statements answer=answer.clone()/>
            {before}
            <Sentences
                title="Blocking issues"
                field="blocking_issues"
                items=answer.blocking_issues
                context=context.clone()
                none="Nothing blocks."
            />
            {after}
            <OtherFields fields=answer.other_fields/>
        </article>
    }
    .into_any()
}

/// What happens next, in one word, and why.
#[component]
fn GateBanner(answer: GateAnswer, tone: Tone) -> impl IntoView {
    view! {
        <header class=format!("verdict verdict--{} card", tone.as_str())>
            <span class="verdict__icon">
                <Glyph icon=tone.icon()/>
            </span>
            <div class="verdict__words">
                <p class="verdict__word" data-field="outcome">{answer.outcome.as_str()}</p>
                <p class="verdict__qualifier">
                    "the gate says " <span data-field="verdict">{answer.verdict.as_str()}</span>
                    {answer.verdict_field.map(|field| view! {
                        " in " <code data-field="verdict_field">{visible(&field)}</code>
                    })}
                </p>
                <p class="verdict__qualifier" data-field="rule">{visible(&answer.rule)}</p>
            </div>
            <p class="verdict__scope">
                <span data-field="kind">{answer.kind.as_str()}</span>
                {answer.attempt.map(|attempt| view! { " · attempt "<span data-field="attempt">{attempt}</span> })}
                {answer.task_id.map(|task| view! { " · "<span data-field="task_id">{visible(&task)}</span> })}
                {answer.working_dir.map(|directory| view! {
                    " · "<span class="path" data-field="working_dir">{visible(&directory)}</span>
                })}
            </p>
            <div class="verdict__figures" data-field="placeholders">
                {answer.placeholders.then(|| view! { <Tag label="a template, not filled in"/> })}
            </div>
        </header>
    }
}

/// Each red flag with both of its places.
#[component]
fn RedFlags(answer: GateAnswer) -> impl IntoView {
    let contradictions = answer.contradictions.into_iter();
    let others = answer.red_flags.into_iter();
    let list = |title: &'static str, field: &'static str, flags: Vec<Flag>| {
        (!flags.is_empty()).then(|| {
            let count = flags.len();
            let (flags, more) = few(flags, |flag| red_flag(flag, field));
            view! {
                <Section title field count>
                    <ul class="card">{flags}</ul>
                    {more}
                </Section>
            }
        })
    };
    view! {
        {list("Contradictions", "contradictions", contradictions.collect())}
        {list("Red flags", "red_flags", others.collect())}
    }
}

fn red_flag(flag: Flag, list: &'static str) -> impl IntoView + use<> {
    let (places, more) = few(flag.places.into_iter().enumerate(), |(index, place): (usize, &'static str)| {
        let between = (index > 0).then_some(" against ");
        view! { {between}<code>{place}</code> }
    });
    view! {
        <li class="flag">
            <p class="flag__issue">
                <Tag label=flag.flag/> " " <span data-field=format!("{list}[].message")>{visible(&flag.message)}</span>
            </p>
            <p class="flag__reason">
                <span class="visually-hidden" data-field=format!("{list}[].flag")>{flag.flag}</span>
                <span data-field=format!("{list}[].places")>
                    {places}
                    {more}
                </span>
            </p>
        </li>
    }
}

/// The fields as they were stated, beside what follows from them.
#[component]
fn Statements(answer: GateAnswer) -> impl IntoView {
    let word = |stated: bool| if stated { "yes" } else { "no" };
    let inputs = answer.pre_work_validation.map(|inputs| {
        let said = inputs.validation_passed.map_or("not said", word);
        view! {
            <div data-field="pre_work_validation">
                <dt>"Valid inputs"</dt>
                <dd data-field="pre_work_validation.validation_passed">{said}</dd>
            </div>
        }
    });
    view! {
        {answer.summary.map(|summary| view! {
            <section class="card card--padded" aria-label="Summary">
                <Inline text=summary field="summary"/>
            </section>
        })}
        <dl class="facts card">
            {answer.gate_status.map(|status| view! {
                <div><dt>"Gate status"</dt><dd data-field="gate_status">{visible(&status)}</dd></div>
            })}
            {answer.all_checks_passed.map(|passed| view! {
                <div><dt>"All checks passed"</dt><dd data-field="all_checks_passed">{word(passed)}</dd></div>
            })}
            {inputs}
        </dl>
    }
}

/// A list of sentences under a title, each tied to its place in the source; nothing where it is empty.
#[component]
pub fn Sentences(
    title: &'static str,
    field: &'static str,
    items: Vec<String>,
    context: ViewContext,
    /// The text for an empty list.
    #[prop(optional)]
    none: Option<&'static str>,
) -> impl IntoView {
    let count = items.len();
    let item = |(row, text): (usize, String)| {
        let place = context.place(field, Some(row as u32)).map(data_span);
        view! { <li class="flag" data-span=place data-stop><Inline text/></li> }
    };
    let content = match (count, none) {
        (0, None) => return ().into_any(),
        (0, Some(none)) => view! { <p class="card findings__none">{none}</p> }.into_any(),
        _ => {
            let (pages, rows) = paged(items, "Pages of a list", &context, item);
            view! { {pages} <ol class="card">{rows}</ol> }.into_any()
        }
    };
    view! {
        <Section title field count>
            {content}
        </Section>
    }
    .into_any()
}

/// What the agent ran, and how it ended.
#[component]
pub fn Commands(commands: Vec<Command>, context: ViewContext) -> impl IntoView {
    if commands.is_empty() {
        return ().into_any();
    }
    let row = |(row, command): (usize, Command)| {
        let place = context.place("commands_executed", Some(row as u32)).map(data_span);
        view! {
            <tr data-span=place data-stop>
                <td class="path" data-field="commands_executed[].command">{command.command.as_deref().map(visible)}</td>
                <td data-field="commands_executed[].exit_code">{command.exit_code}</td>
            </tr>
        }
    };
    let count = commands.len();
    let (pages, rows) = paged(commands, "Pages of commands", &context, row);
    view! {
        <Section title="Commands" field="commands_executed" count>
            {pages}
            <div class="card scroll-x">
                <Table columns=&["Command", "Exit code"] rows/>
            </div>
        </Section>
    }
    .into_any()
}
