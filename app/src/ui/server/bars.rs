use leptos::prelude::*;

/// Parts of a whole as one bar: each with its name, the tone of its color, and its size.
#[component]
pub fn Bars(
    parts: Vec<(&'static str, &'static str, f64)>,
    /// The whole; the parts' sum where that is more.
    of: f64,
) -> impl IntoView {
    let sum: f64 = parts.iter().map(|(_, _, size)| size.max(0.0)).sum();
    let whole = sum.max(of).max(f64::MIN_POSITIVE);
    let mut from = 0.0;
    let part = |(name, tone, size): (&'static str, &'static str, f64)| {
        let width = size.max(0.0) / whole * 100.0;
        let x = from;
        from += width;
        view! {
            <rect class=format!("bars__part tone-{tone}") x=format!("{x:.2}") width=format!("{width:.2}") height="8">
                <title>{format!("{size} {name}")}</title>
            </rect>
        }
    };
    let drawn = parts.into_iter().map(part).collect_view();
    view! {
        <svg class="bars" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bars__track" width="100" height="8"></rect>
            {drawn}
        </svg>
    }
}
