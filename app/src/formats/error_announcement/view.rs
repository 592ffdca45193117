//! The viewer: what failed and where, then what may be done, then the trace.

use leptos::prelude::*;

use super::ErrorAnnouncement;
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Badge, Fact, Facts, Inline, Masthead, Tone, Unread, ViewContext, Viewer, paged};

impl Viewer for ErrorAnnouncement {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <ErrorAnnouncementViewer error=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn ErrorAnnouncementViewer(error: ErrorAnnouncement, context: ViewContext) -> impl IntoView {
    let is_unread = error == ErrorAnnouncement { title: error.title.clone(), ..ErrorAnnouncement::default() };
    let body = if is_unread {
        view! { <Unread/> }.into_any()
    } else {
        view! { <Body error=error.clone() context/> }.into_any()
    };
    let has_step = error.step_number.is_some() || error.action.is_some();
    let step = has_step.then(|| {
        view! {
            <span class="error-announcement__step">
                "Step " <span data-field="stepNumber">{error.step_number}</span> " "
                <span class="mono" data-field="action">{error.action.as_deref().map(visible)}</span>
            </span>
        }
    });
    view! {
        <article class="chain error-announcement">
            <Masthead kind="Error" title=error.title field="title">
                {step}
                <Badge tone=Tone::Fail label="failed"/>
            </Masthead>
            {body}
        </article>
    }
}

#[component]
fn Body(error: ErrorAnnouncement, context: ViewContext) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None).map(data_span);
    let attempted = context.place("context", None);
    let message = match error.message {
        Some(message) => view! {
            <span class="error-announcement__message mono" data-field="message">{visible(&message)}</span>
        }
        .into_any(),
        None => view! { <span class="faint">"not stated"</span> }.into_any(),
    };
    let trace = error.stack_trace.map(|trace| {
        view! {
            <section class="section" aria-label="Details">
                <h2 class="section__title">"Details"</h2>
                <div class="card card--padded" data-span=place("stackTrace") data-stop>
                    <pre tabindex="0"><code data-field="stackTrace">{visible(&trace)}</code></pre>
                </div>
            </section>
        }
    });
    view! {
        <Facts>
            <div class="fact" data-span=place("message") data-stop>
                <dt>"Message"</dt>
                <dd>{message}</dd>
            </div>
            <Fact label="Context" field="context" value=error.context place=attempted/>
        </Facts>
        <Options options=error.recovery_options context=context.clone()/>
        {trace}
    }
}

#[component]
fn Options(options: Vec<String>, context: ViewContext) -> impl IntoView {
    let item = |(index, option): (usize, String)| {
        let place = context.place("recoveryOptions", Some(index as u32));
        view! {
            <li class="flag" data-span=place.map(data_span) data-stop>
                <Inline text=option/>
            </li>
        }
    };
    let list = match options.len() {
        0 => view! { <p class="card card--padded faint">"None stated."</p> }.into_any(),
        _ => {
            let (pages, options) = paged(options, "Pages of options", &context, item);
            view! { {pages} <ul class="flags card">{options}</ul> }.into_any()
        }
    };
    view! {
        <section class="section" aria-label="What may be done" data-field="recoveryOptions">
            <h2 class="section__title">"What may be done"</h2>
            {list}
        </section>
    }
}
