use leptos::prelude::*;

/// All states of a machine, lit as far as they were seen, with the one it is in.
#[component]
pub fn StateRail(
    #[prop(into)] name: String,
    states: Vec<(String, bool)>,
    now: Option<String>,
) -> impl IntoView {
    let states: Vec<_> = states
        .into_iter()
        .map(|(state, seen)| {
            let class = if seen { "signal signal--lit" } else { "signal signal--dark" };
            let said = if seen { "seen" } else { "not seen" };
            let is_now = now.as_ref() == Some(&state);
            view! {
                <li class=class aria-current=is_now.then_some("step")>
                    <span class="signal__lamp" aria-hidden="true"></span>
                    <span class="signal__name">{state}</span>
                    <span class="visually-hidden">" "{said}</span>
                </li>
            }
        })
        .collect();
    view! {
        <p class="decision-log__machine">{name}</p>
        <ol class="decision-log__states">{states}</ol>
    }
}
