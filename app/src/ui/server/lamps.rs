use leptos::prelude::*;

/// Signals by their names as lamps, and how many of them are lit.
pub fn lamps<'n>(signals: impl IntoIterator<Item = (&'n str, bool)>) -> Option<AnyView> {
    let mut lit = 0;
    let lamp = |(name, is_lit): (&str, bool)| {
        lit += usize::from(is_lit);
        let state = if is_lit { "lit" } else { "dark" };
        view! {
            <li class=format!("signal signal--{state}")>
                <span class="signal__lamp" aria-hidden="true"></span>
                <span class="signal__name">{name.replace('_', " ")}</span>
                <span class="visually-hidden">": "{state}</span>
            </li>
        }
    };
    let lamps: Vec<_> = signals.into_iter().map(lamp).collect();
    let count = lamps.len();
    (count > 0).then(|| {
        view! {
            <div class="decision-log__lamps">
                <span class="faint">{format!("{lit} of {count} signals lit")}</span>
                <ul class="decision-log__states">{lamps}</ul>
            </div>
        }
        .into_any()
    })
}
