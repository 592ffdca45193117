use super::super::{Healing, Step, TargetFile};
use super::confidence;
use crate::ui::prelude::*;

/// What heals it: the flow, its steps in order, the files that change.
pub(super) fn view(healing: Healing, context: &ViewContext) -> impl IntoView + use<> {
    let flow = match healing.flow {
        Some(flow) => {
            view! { <code class="healing__flow" data-field="healing.flow">{visible(&flow)}</code> }.into_any()
        }
        None => view! { <span class="faint">"No flow is stated."</span> }.into_any(),
    };
    view! {
        <section class="section" aria-label="Healing recommendation" data-field="healing">
            <h2 class="section__title">"Healing recommendation"</h2>
            <div class="card healing">
                <div class="healing__head">
                    <Glyph icon=Icon::Wrench/>
                    {flow}
                    {confidence(healing.confidence, "healing.confidence")}
                </div>
                {healing.trivial_fix.map(|text| view! {
                    <div class="healing__trivial">
                        <p class="healing__label">"Trivial fix, which the orchestrator can apply without a person"</p>
                        <Inline text field="healing.trivialFix"/>
                    </div>
                })}
                {steps(healing.steps, context)}
                {target_files(healing.target_files, context)}
            </div>
        </section>
    }
}

fn steps(steps: Vec<Step>, context: &ViewContext) -> impl IntoView + use<> {
    let none = steps.is_empty().then(|| view! { <p class="faint">"No steps are stated."</p> });
    let item = |(index, step): (usize, Step)| {
        let place = context.place("healing.steps", Some(index as u32));
        view! {
            <li class="healing__step stop-row" data-span=place.map(data_span) data-stop>
                <span class="healing__number" data-field="healing.steps[].number">{step.number}</span>
                <div>
                    <p class="healing__action">
                        <Inline text=step.action.unwrap_or_default() field="healing.steps[].action"/>
                    </p>
                    {step.description.map(|text| view! {
                        <p class="muted"><Inline text field="healing.steps[].description"/></p>
                    })}
                </div>
                <InSource place context=context.clone()/>
            </li>
        }
    };
    let (pages, steps) = paged(steps, "Pages of steps", context, item);
    view! {
        <div class="healing__part" data-field="healing.steps">
            <h3 class="healing__label">"Steps"</h3>
            {none}
            {pages}
            <ol class="healing__steps">{steps}</ol>
        </div>
    }
}

fn target_files(files: Vec<TargetFile>, context: &ViewContext) -> impl IntoView + use<> {
    let none = files.is_empty().then(|| view! { <p class="faint">"No files are stated."</p> });
    let item = |(index, file): (usize, TargetFile)| {
        let place = context.place("healing.targetFiles", Some(index as u32));
        view! {
            <li class="healing__file stop-row" data-span=place.map(data_span) data-stop>
                <span class="path" data-field="healing.targetFiles[].path">
                    {visible(file.path.as_deref().unwrap_or_default())}
                </span>
                {file.change.map(|text| view! {
                    <span class="muted"><Inline text field="healing.targetFiles[].change"/></span>
                })}
            </li>
        }
    };
    let (pages, files) = paged(files, "Pages of files", context, item);
    view! {
        <div class="healing__part" data-field="healing.targetFiles">
            <h3 class="healing__label">"Files that change"</h3>
            {none}
            {pages}
            <ul class="healing__files">{files}</ul>
        </div>
    }
}
