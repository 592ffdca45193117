//! What was claimed in a session beside what tools answered, and the facts of the session.

use crate::evidence::{
    AgentFacts, Evidence, Facts, FailedCommand, FileFacts, Judged, ModelFacts, Said, Tokens, Verdict,
};
use crate::ui::prelude::*;
use crate::ui::{ROWS_OF_PAGE, duration_words};

/// The flag of a session that claims what its tools contradict.
pub(super) fn contradicted(evidence: &Evidence) -> Option<AnyView> {
    let label = counted(evidence.contradicted, "contradicted claim");
    (evidence.contradicted > 0)
        .then(|| view! { <a href="#claims"><Badge tone=Tone::Fail label/></a> }.into_any())
}

#[component]
pub(super) fn SessionEvidence(evidence: Evidence, session: String) -> impl IntoView {
    if evidence.is_empty() {
        return ().into_any();
    }
    let json = as_json(&session);
    let Evidence { claims, confirmed, contradicted, unsupported, facts, is_cut } = evidence;
    let Facts { failed, failed_commands, agents, files, files_changed, .. } = facts.clone();
    let cut =
        is_cut.then(|| view! { <p class="muted">"The session is long: its oldest lines are left out."</p> });
    view! {
        <div id="claims">
            {cut}
            <Claims claims counts=[contradicted, unsupported, confirmed] json=json.clone()/>
        </div>
        <Figures facts/>
        <Failed failed count=failed_commands/>
        <Agents agents/>
        <Files files count=files_changed/>
    }
    .into_any()
}

/// The address of the same as JSON.
fn as_json(session: &str) -> String {
    let mut map = leptos_router::params::ParamsMap::new();
    map.insert("session", session.to_owned());
    format!("/api/evidence{}", map.to_query_string())
}

#[component]
fn Claims(
    claims: Vec<Judged>,
    /// Contradicted, unsupported, confirmed.
    counts: [u64; 3],
    json: String,
) -> impl IntoView {
    let [contradicted, unsupported, confirmed] = counts;
    let total = (contradicted + unsupported + confirmed) as usize;
    if total == 0 {
        return ().into_any();
    }
    let more = total.saturating_sub(ROWS_OF_PAGE.min(claims.len())) as u64;
    view! {
        <Section title="Claims" count=total>
            <p class="facts">
                <span>{format!("{} contradicted", grouped(contradicted))}</span>
                <span>{format!("{} unsupported", grouped(unsupported))}</span>
                <span>{format!("{} confirmed", grouped(confirmed))}</span>
                <a href=json>"As JSON"</a>
            </p>
            <ul class="card">{claims.into_iter().take(ROWS_OF_PAGE).map(claim_row).collect_view()}</ul>
            {(more > 0).then(|| view! { <p class="muted">{format!("{} more.", grouped(more))}</p> })}
        </Section>
    }
    .into_any()
}

fn claim_row(claim: Judged) -> impl IntoView {
    let tone = match claim.verdict {
        Verdict::Contradicted => Tone::Fail,
        Verdict::Confirmed => Tone::Pass,
        Verdict::Unsupported => Tone::Unknown,
    };
    let answered = claim.answered.as_ref().map(|answered| {
        let of = answered.of.as_deref().map(|of| view! { <code>{visible(of)}</code>" answered " });
        view! { ": "{of}<q>{visible(&answered.quote)}</q>" "{place(answered)} }
    });
    view! {
        <li class="flag chain-note">
            <Badge tone label=claim.verdict.as_str()/>
            <div class="chain-note__message">
                <p><q>{visible(&claim.said.quote)}</q>" "{super::from_agent(claim.agent.as_deref())}" "{place(&claim.said)}</p>
                <p class="muted">{claim.reason}{answered}</p>
            </div>
        </li>
    }
}

/// Links to the document with the same words; most lines of a transcript are none.
fn place(said: &Said) -> AnyView {
    let file = said.place.file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let words = view! { {visible(&file)}" line "{said.place.line} };
    match &said.document {
        Some(id) => view! { <a class="chain__source" href=format!("/documents/{id}")>{words}</a> }.into_any(),
        None => view! { <span class="faint">{words}</span> }.into_any(),
    }
}

#[component]
fn Figures(facts: Facts) -> impl IntoView {
    let figure = |label: &'static str, value: String| view! { <div class="fact"><dt>{label}</dt><dd>{value}</dd></div> };
    let took =
        facts.first_ms.zip(facts.last_ms).map(|(first, last)| figure("Took", duration_words(last - first)));
    let tools: Vec<String> =
        facts.tools.iter().take(8).map(|tool| format!("{} {}", tool.tool, grouped(tool.calls))).collect();
    let rows = facts.models.iter().take(ROWS_OF_PAGE).map(model_row).collect_view();
    let models = (!facts.models.is_empty()).then(|| {
        view! {
            <div class="card scroll-x" tabindex="0">
                <Table columns=&["Model", "Input", "Output", "From the cache", "To the cache", "Cost"] rows/>
            </div>
        }
    });
    view! {
        <Section title="Facts">
            <dl class="fact-list card card--padded">
                {took}
                {figure("Tokens", grouped(facts.tokens.total()))}
                {figure("Cost", dollars(facts.cost))}
                {figure("Tool calls", grouped(facts.calls))}
                {(!tools.is_empty()).then(|| view! { <div class="fact"><dt>"Tools"</dt><dd>{visible(&tools.join(", "))}</dd></div> })}
                {figure("Files changed", grouped(facts.files_changed))}
                {figure("Files read", grouped(facts.files_read))}
                {figure("Failed commands", grouped(facts.failed_commands))}
            </dl>
            {models}
        </Section>
    }
}

fn model_row(facts: &ModelFacts) -> impl IntoView + use<> {
    let Tokens { input, output, cache_read, cache_write, cache_write_1h } = facts.tokens;
    view! {
        <tr>
            <td>{visible(&facts.model)}</td>
            <td>{grouped(input)}</td>
            <td>{grouped(output)}</td>
            <td>{grouped(cache_read)}</td>
            <td>{grouped(cache_write.saturating_add(cache_write_1h))}</td>
            <td>{dollars(facts.cost)}</td>
        </tr>
    }
}

fn dollars(cost: Option<f64>) -> String {
    cost.map_or_else(|| "unknown".to_owned(), |cost| format!("${cost:.2}"))
}

#[component]
fn Failed(failed: Vec<FailedCommand>, count: u64) -> impl IntoView {
    let row = |failed: FailedCommand| {
        let label = failed.exit.map_or_else(|| "failed".to_owned(), |exit| format!("exit {exit}"));
        view! {
            <li class="flag chain-note">
                <Badge tone=Tone::Warning label/>
                <div class="chain-note__message">
                    <p><code>{visible(&failed.command)}</code>{super::from_agent(failed.agent.as_deref())}</p>
                    <p class="muted"><q>{visible(&failed.answered.quote)}</q>" "{place(&failed.answered)}</p>
                </div>
            </li>
        }
    };
    let rows = failed.into_iter().rev().take(ROWS_OF_PAGE).map(row).collect_view();
    (count > 0).then(|| view! { <Section title="Failed commands" count=count as usize><ul class="card">{rows}</ul></Section> })
}

#[component]
fn Agents(agents: Vec<AgentFacts>) -> impl IntoView {
    let count = agents.len();
    let row = |facts: AgentFacts| {
        let name = facts.task.or(facts.agent.clone()).unwrap_or_else(|| "a sub-agent".to_owned());
        let branch = match facts.depth {
            0 => String::new(),
            depth => format!("{}└ ", "\u{2003}".repeat(depth.min(12) as usize - 1)),
        };
        let took = facts.first_ms.zip(facts.last_ms).map(|(first, last)| duration_words(last - first));
        view! {
            <tr>
                <td>{branch}{visible(&name)}</td>
                <td>{facts.kind.as_deref().map(visible)}</td>
                <td>{facts.agent.as_deref().map(visible)}</td>
                <td>{grouped(facts.calls)}</td>
                <td>{grouped(facts.failed)}</td>
                <td>{grouped(facts.tokens.total())}</td>
                <td>{took}</td>
            </tr>
        }
    };
    let rows = agents.into_iter().take(ROWS_OF_PAGE).map(row).collect_view();
    (count > 0).then(|| {
        view! {
            <Section title="Sub-agents" count>
                <div class="card scroll-x" tabindex="0">
                    <Table columns=&["Task", "Kind", "Agent", "Calls", "Failed commands", "Tokens", "Took"] rows/>
                </div>
            </Section>
        }
    })
}

#[component]
fn Files(files: Vec<FileFacts>, count: u64) -> impl IntoView {
    let row = |file: FileFacts| {
        view! { <tr><td>{visible(&file.path)}</td><td>{file.written}</td><td>{file.edited}</td></tr> }
    };
    let rows = files.into_iter().take(ROWS_OF_PAGE).map(row).collect_view();
    (count > 0).then(|| {
        view! {
            <Section title="Files changed" count=count as usize>
                <div class="card scroll-x" tabindex="0"><Table columns=&["Path", "Written", "Edited"] rows/></div>
            </Section>
        }
    })
}
