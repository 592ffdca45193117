use leptos::prelude::*;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A time with its zone: that which the reader chose, or UTC.
#[component]
pub fn Moment(
    milliseconds: i64,
    /// Whether to distinguish moments of the same minute.
    #[prop(optional)]
    with_seconds: bool,
) -> impl IntoView {
    let [date, time, zone] = exact(milliseconds);
    let shown = time.get(..if with_seconds { 8 } else { 5 }).unwrap_or_default();
    let title = format!("{date} {time} {zone}");
    view! {
        <time datetime=machine_readable(milliseconds) title=title>
            {format!("{date} {shown}")}
            <span class="faint">" "{zone}</span>
        </time>
    }
}

/// How long ago a time was, with the time itself for those who want to know it. The page counts on.
#[component]
pub fn Age(
    milliseconds: i64,
    /// What happened then, and what else there is to know of it.
    #[prop(optional, into)]
    title: Option<String>,
) -> impl IntoView {
    let Some(now) = now_ms() else { return view! { <Moment milliseconds/> }.into_any() };
    let title = title.unwrap_or_else(|| exact(milliseconds).join(" "));
    view! {
        <time datetime=machine_readable(milliseconds) data-age=milliseconds.to_string() title=title>
            {age_words(now.saturating_sub(milliseconds))}
        </time>
    }
    .into_any()
}

/// Returns the date, the time and the zone that a reader is shown. What a browser draws by itself is in UTC.
pub fn exact(milliseconds: i64) -> [String; 3] {
    #[cfg(feature = "ssr")]
    if let Some(chosen) = use_context::<super::Zone>().and_then(|zone| zone.at(milliseconds)) {
        return chosen;
    }
    let (date, time) = utc(milliseconds);
    [date, time, "UTC".to_owned()]
}

fn machine_readable(milliseconds: i64) -> String {
    let (date, time) = utc(milliseconds);
    format!("{date}T{time}Z")
}

/// Returns the time of the browser's clock, or of the request on the server. `None` for a view that is neither's.
fn now_ms() -> Option<i64> {
    #[cfg(feature = "browser")]
    return Some(js_sys::Date::now() as i64);
    #[cfg(all(feature = "viewers", not(feature = "browser")))]
    return crate::ui::RequestTime::milliseconds();
    #[cfg(not(any(feature = "viewers", feature = "browser")))]
    return None;
}

/// Formats how long ago something was in its largest unit: `3 h ago`.
pub fn age_words(milliseconds: i64) -> String {
    let minutes = milliseconds.max(0) / 60_000;
    match (minutes / 1440, minutes / 60, minutes) {
        (0, 0, 0) => "just now".to_owned(),
        (0, 0, minutes) => format!("{minutes} min ago"),
        (0, hours, _) => format!("{hours} h ago"),
        (1, ..) => "1 day ago".to_owned(),
        (days, ..) => format!("{days} days ago"),
    }
}

/// `2026-11-20` and `05:46:00` in UTC. Days to dates after Howard Hinnant's `civil_from_days`.
pub fn utc(milliseconds: i64) -> (String, String) {
    let days = milliseconds.div_euclid(DAY_MS);
    let seconds = milliseconds.rem_euclid(DAY_MS) / 1000;
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    (format!("{year:04}-{month:02}-{day:02}"), format!("{hour:02}:{minute:02}:{second:02}"))
}

#[cfg(test)]
mod tests {
    use super::{age_words, utc};

    #[track_caller]
    fn check(milliseconds: i64, expected: &str) {
        let (date, time) = utc(milliseconds);
        assert_eq!(format!("{date} {time}"), expected);
    }

    #[test]
    fn ages_have_one_unit() {
        let minutes = [-1, 0, 1, 59, 60, 1439, 1440, 2880].map(|minutes| age_words(minutes * 60_000));
        let expected = [
            "just now", "just now", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 day ago",
            "2 days ago",
        ];
        assert_eq!(minutes, expected);
    }

    #[test]
    fn dates_are_civil() {
        check(0, "1970-01-01 00:00:00");
        check(951_782_400_000, "2000-02-29 00:00:00");
        check(1_795_153_560_999, "2026-11-20 05:46:00");
        check(-1, "1969-12-31 23:59:59");
    }
}
