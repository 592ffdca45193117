//! The viewer: what failed and where, then what may be done, then the trace.

use super::ErrorAnnouncement;
use crate::ui::prelude::*;

impl Viewer for ErrorAnnouncement {
    fn view(self, context: ViewContext) -> impl IntoView {
        let context = &context;
        let error = self.clone();
        let body = match self == (Self { title: self.title.clone(), ..Self::default() }) {
            true => view! { <Unread/> }.into_any(),
            false => body(self.clone(), context),
        };
        let has_step = error.step_number.is_some() || error.action.is_some();
        let step = has_step.then(|| {
            view! {
                <span>
                    "Step " <span data-field="stepNumber">{error.step_number}</span> " "
                    <span class="mono" data-field="action">{error.action.as_deref().map(visible)}</span>
                </span>
            }
        });
        view! {
            <article>
                <Masthead kind="Error" title=error.title field="title">
                    {step}
                    <Badge tone=Tone::Fail label="failed"/>
                </Masthead>
                {body}
            </article>
        }
    }
}

fn body(error: ErrorAnnouncement, context: &ViewContext) -> AnyView {
    let place = |field| context.place(field, None).map(data_span);
    let message = error.message.map(|message| {
        view! { <span class="error-announcement__message mono" data-field="message">{visible(&message)}</span> }
    });
    let message = view! {
        <div class="fact" data-span=place("message") data-stop>
            <dt>"Message"</dt>
            <dd>{stated(message, "not stated")}</dd>
        </div>
    };
    let attempted = context.fact("Context", "context", error.context);
    let options = list_section(
        "Recovery options",
        "recoveryOptions",
        error.recovery_options,
        "None stated.",
        context,
        |text| {
            view! { <Inline text/> }
        },
    );
    let trace = error.stack_trace.map(|trace| {
        let place = place("stackTrace");
        view! {
            <Section title="Details">
                <div class="card card--padded" data-span=place data-stop>
                    <pre tabindex="0"><code data-field="stackTrace">{visible(&trace)}</code></pre>
                </div>
            </Section>
        }
    });
    view! {
        <Facts>{message} {attempted}</Facts>
        {options}
        {trace}
    }
    .into_any()
}
