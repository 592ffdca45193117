#[cfg(feature = "viewers")]
use leptos::prelude::*;

/// How long something took, as far as its beginning and end are known.
#[cfg(feature = "viewers")]
#[component]
pub fn Duration(from: Option<i64>, to: Option<i64>) -> impl IntoView {
    match (from, to) {
        (Some(from), Some(to)) => view! { <span>{duration_words(to - from)}</span> }.into_any(),
        (Some(_), None) => view! { <span class="faint">"at work"</span> }.into_any(),
        _ => view! { <span class="faint">"–"</span> }.into_any(),
    }
}

/// Formats a duration in its two largest units: `1 h 4 min`, `38 s`.
pub fn duration_words(milliseconds: i64) -> String {
    let seconds = milliseconds.max(0) / 1000;
    let (days, hours, minutes, rest) =
        (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match (days, hours, minutes) {
        (0, 0, 0) if seconds == 0 => "< 1 s".to_owned(),
        (0, 0, 0) => format!("{rest} s"),
        (0, 0, _) => format!("{minutes} min {rest} s"),
        (0, ..) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

/// Returns in words how long it is until a time, or since it.
pub fn time_left(until: i64, now: i64) -> String {
    match until - now {
        left @ 1.. => format!("{} left", duration_words(left)),
        over => format!("{} ago", duration_words(-over)),
    }
}

#[cfg(test)]
mod tests {
    use super::duration_words;

    #[test]
    fn two_units_are_enough() {
        let check = |milliseconds: i64, expected: &str| assert_eq!(duration_words(milliseconds), expected);
        check(-5, "< 1 s");
        check(999, "< 1 s");
        check(38_400, "38 s");
        check(64_000, "1 min 4 s");
        check(3_840_000, "1 h 4 min");
        check(93_600_000, "1 d 2 h");
    }
}
