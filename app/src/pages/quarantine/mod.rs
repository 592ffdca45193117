//! The page of quarantines: what is active, a form to add one, and what was released.

mod add;
mod badge;
mod panel;
mod release;
mod released;

use self::add::AddForm;
use self::panel::QuarantineListPanel;
use self::released::ReleasedList;
use super::wrong_address::{WrongAddress, unknown};
use crate::api::load_quarantines;
use crate::islands::{Countdowns, Fresh};
use crate::quarantine::Quarantines;
use crate::ui::RequestTime;
use crate::ui::prelude::*;

pub(super) use self::badge::{QuarantineBanner, quarantine_href};
pub use self::release::ReleasePage;

#[component]
pub fn QuarantinePage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let errors = unknown(&map, &["type", "id"]);
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/quarantine" label="All quarantines"/> }.into_any();
    }
    let list = Resource::new_blocking(|| (), |()| load_quarantines());
    let made = RequestTime::milliseconds().unwrap_or_default();
    view! {
        <div class="page">
            <PageHead
                title="Quarantine"
                lead="Chains, sessions and formats in which no new step should begin."
            />
            <div data-fresh="quarantines">
                <Loaded resource=list let:loaded>
                    <Active quarantines=loaded/>
                </Loaded>
            </div>
            <AddForm target_type=map.get("type") target_id=map.get("id")/>
            <div data-fresh="releases">
                <Loaded resource=list let:loaded>
                    <ReleasedList released=loaded.released/>
                </Loaded>
            </div>
            <Countdowns made/>
            <Fresh/>
        </div>
    }
    .into_any()
}

#[component]
fn Active(quarantines: Quarantines) -> impl IntoView {
    let Quarantines { active, count, chains, .. } = quarantines;
    let more = count.saturating_sub(active.len() as u64);
    view! {
        <QuarantineListPanel active count chains/>
        {(more > 0).then(|| view! {
            <p class="muted">{format!("{} more; ", grouped(more))}<code>"harmony quarantine list"</code>" prints all."</p>
        })}
    }
}
