//! The viewer: what is blocked and until when, or what is free again, or all that is blocked.

mod badge;
mod lifetime;
mod list_panel;
mod notification;
mod printed;

use leptos::prelude::*;

use self::badge::QuarantineBadge;
use self::lifetime::Lifetime;
use self::list_panel::QuarantineListPanel;
use self::notification::QuarantineNotification;
use self::printed::Printed;
use super::{QuarantineOperations, Shape};
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Fact, Facts, Inline, Masthead, Unread, ViewContext, Viewer, paged};

impl Viewer for QuarantineOperations {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <QuarantineViewer report=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn QuarantineViewer(report: QuarantineOperations, context: ViewContext) -> impl IntoView {
    let is_unread = report == QuarantineOperations { shape: report.shape, ..QuarantineOperations::default() };
    if is_unread {
        return view! { <Unread/> }.into_any();
    }
    let title = report.title.clone().map(|title| view! { <p class="muted">{visible(&title)}</p> });
    match report.shape {
        Shape::List => view! {
            <article class="quarantine">
                {title} <QuarantineListPanel report context/>
            </article>
        }
        .into_any(),
        Shape::Record | Shape::Release => view! {
            <article class="quarantine">
                <QuarantineNotification report=report.clone()/>
                {title} <Operation report context/>
            </article>
        }
        .into_any(),
    }
}

#[component]
fn Operation(report: QuarantineOperations, context: ViewContext) -> impl IntoView {
    let is_release = report.shape == Shape::Release;
    let until = report.ends_ms();
    let target_type = report.target_type.map(|word| word.as_str().to_owned());
    let answer = report.auto_release.map(|answer| answer.remark().unwrap_or(answer.as_str()).to_owned());
    let places = context.clone();
    let place = move |field| places.place(field, None);
    let kind = if is_release { "Released" } else { "Under quarantine" };
    let times = if is_release {
        view! {
            <Fact label="Released at" field="releasedAt" value=report.released_at place=place("releasedAt")/>
        }
        .into_any()
    } else {
        view! {
            <Fact label="Reason" field="reason" value=report.reason place=place("reason")/>
            <Fact
                label="Quarantined at"
                field="quarantinedAt"
                value=report.quarantined_at
                place=place("quarantinedAt")
            />
            <Fact label="Lasts" field="ttl" value=report.ttl place=place("ttl")/>
            <Fact label="Auto-release" field="autoRelease" value=answer place=place("autoRelease")/>
            <Fact
                label="Healed by"
                field="suggestedFlow"
                value=report.suggested_flow
                place=place("redis.payload.suggestedFlow")
            />
            <Fact label="Next step" field="nextStep" value=report.next_step place=place("nextStep")/>
        }
        .into_any()
    };
    let said = report.subcommand.map(|subcommand| {
        view! { <span class="badge badge--plain mono" data-field="subcommand">{visible(subcommand.as_str())}</span> }
    });
    view! {
        <Masthead kind title=report.target_id field="targetId">
            <QuarantineBadge target_type is_release field="targetType" until/>
            {said}
        </Masthead>
        {(!is_release).then(|| view! { <Lifetime until/> })}
        <Facts>
            {times}
            <Fact label="Status" field="status" value=report.status place=place("status")/>
        </Facts>
        <Impact impact=report.impact context=context.clone()/>
        <Printed redis=report.redis event=report.event context/>
    }
}

#[component]
fn Impact(impact: Vec<String>, context: ViewContext) -> impl IntoView {
    let count = impact.len();
    let item = |(index, text): (usize, String)| {
        let place = context.place("impact", Some(index as u32));
        view! {
            <li class="flag stop-row" data-span=place.map(data_span) data-stop>
                <Inline text/>
            </li>
        }
    };
    let content = match count {
        0 => view! { <p class="card card--padded faint">"No effect is stated."</p> }.into_any(),
        _ => {
            let (pages, items) = paged(impact, "Pages of effects", &context, item);
            view! { {pages} <ul class="flags card">{items}</ul> }.into_any()
        }
    };
    view! {
        <section class="section" aria-label="Impact" data-field="impact">
            <h2 class="section__title">"Impact " <span class="section__count">{count}</span></h2>
            {content}
        </section>
    }
}
