//! The viewer: what is blocked and until when, or what is free again, or all that is blocked.

mod list;
mod printed;
mod state;

use self::list::list;
use self::printed::printed;
use self::state::{badge, lifetime, notification};
use super::{QuarantineOperations, Shape};
use crate::ui::prelude::*;

impl Viewer for QuarantineOperations {
    fn view(self, context: ViewContext) -> impl IntoView {
        let context = &context;
        if self == (Self { shape: self.shape, ..Self::default() }) {
            return view! { <Unread/> }.into_any();
        }
        let is_list = self.shape == Shape::List;
        let content = match is_list {
            true => list(self.clone(), context).into_any(),
            false => operation(self.clone(), context).into_any(),
        };
        view! {
            <article class="quarantine">
                {(!is_list).then(|| notification(&self))}
                {self.title.as_deref().map(|title| view! { <p class="muted">{visible(title)}</p> })}
                {content}
            </article>
        }
        .into_any()
    }
}

fn operation(report: QuarantineOperations, context: &ViewContext) -> impl IntoView + use<> {
    let is_release = report.shape == Shape::Release;
    let until = report.ends_ms();
    let target_type = report.target_type.as_ref().map(|word| word.as_str());
    let badge = badge(target_type, is_release, "targetType", until);
    let kind = if is_release { "Released" } else { "Under quarantine" };
    let healed_by = context.place("redis.payload.suggestedFlow", None);
    let facts = match is_release {
        true => context.fact("Released at", "releasedAt", report.released_at),
        false => view! {
            {context.fact("Reason", "reason", report.reason)}
            {context.fact("Quarantined at", "quarantinedAt", report.quarantined_at)}
            {context.fact("Lasts", "ttl", report.ttl)}
            {context.fact("Auto-release", "autoRelease", report.auto_release.map(|answer| answer.shown().to_owned()))}
            <Fact label="Healed by" field="suggestedFlow" value=report.suggested_flow place=healed_by/>
            {context.fact("Next step", "nextStep", report.next_step)}
        }
        .into_any(),
    };
    let status = context.fact("Status", "status", report.status);
    let impact = |text| view! { <Inline text/> };
    view! {
        <Masthead kind title=report.target_id field="targetId">
            {badge}
            {report.subcommand.map(|subcommand| view! {
                <span class="badge badge--plain mono" data-field="subcommand">{visible(subcommand.as_str())}</span>
            })}
        </Masthead>
        {lifetime(until.filter(|_| !is_release))}
        <Facts>{facts} {status}</Facts>
        {list_section("Impact", "impact", report.impact, "No effect is stated.", context, impact)}
        {printed(report.redis, report.event, context)}
    }
}
