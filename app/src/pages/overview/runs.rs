//! The sessions that were active last, with how far their chains are.

use crate::api::{SessionHead, SessionsPage};
use crate::pages::chain::{ChainAddress, title_of, waiting_for};
use crate::pages::sessions::{session_badge, session_name};
use crate::track::ChainHead;
use crate::ui::Age;
use crate::ui::prelude::*;

/// Sessions that are shown, and steps that are drawn one by one.
const SHOWN: usize = 4;
const MOST_STEPS: u32 = 40;

pub(super) fn runs(page: SessionsPage) -> Option<impl IntoView> {
    let count: u64 = page.counts.values().sum();
    let with_chains = page.sessions.into_iter().filter(|(_, chains)| !chains.is_empty());
    let runs: Vec<_> = with_chains.take(SHOWN).map(run).collect();
    (!runs.is_empty()).then(|| {
        view! {
            <section class="card card--padded" aria-label="Runs">
                <h2 class="section__title">
                    "Runs "
                    <a class="cockpit__all" href="/sessions">
                        {format!("All {}", counted(count, "session"))}
                    </a>
                </h2>
                <ul>{runs}</ul>
            </section>
        }
    })
}

/// A session by its newest chain.
fn run((head, chains): (SessionHead, Vec<ChainHead>)) -> impl IntoView {
    let address = ChainAddress::session(&head.name);
    let href = address.href();
    let others = chains.len().saturating_sub(1) as u64;
    let chain = chains.into_iter().next_back().map(|chain| {
        let waits = chain.waits_for.as_ref().filter(|_| chain.waits_for_a_person()).map(waiting_for);
        view! {
            <a class="run__title" href=address.of_chain(&chain.id).href() data-row="">{title_of(chain.title.as_deref())}</a>
            {strip(&chain)}
            <p class="run__facts">
                <span>{format!("{} of {} steps done", grouped(chain.settled.into()), grouped(chain.steps.into()))}</span>
                {(others > 0).then(|| view! { <span>{format!("and {}", counted(others, "other chain"))}</span> })}
                {waits.map(|waits| view! { <strong class="run__waits">{waits}</strong> })}
            </p>
        }
    });
    view! {
        <li class="run">
            <p class="run__head">
                {session_badge(head.state)}
                <a href=href>{session_name(&head.name)}</a>
                <Age milliseconds=head.newest_ms/>
            </p>
            {chain}
        </li>
    }
}

/// The steps of a chain as a row of marks: done, where it is, and to come.
fn strip(chain: &ChainHead) -> impl IntoView + use<> {
    let label = format!("{} of {} steps done", chain.settled, chain.steps);
    let shown = chain.steps.min(MOST_STEPS);
    // Of a long chain each mark is several steps.
    let done = u64::from(chain.settled) * u64::from(shown) / u64::from(chain.steps.max(1));
    let here = format!("is-here tone-{}", Tone::from(chain.state).as_str());
    let mark = |at: u32| match u64::from(at) {
        at if at < done => view! { <i class="is-done"></i> }.into_any(),
        at if at == done => view! { <i class=here.clone()></i> }.into_any(),
        _ => view! { <i></i> }.into_any(),
    };
    view! { <span class="run__strip" role="img" aria-label=label>{(0..shown).map(mark).collect::<Vec<_>>()}</span> }
}
