use leptos::prelude::*;

/// Lets the ages on the page count on.
#[island]
pub fn Ages() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        let counting = set_interval_with_handle(count_on, std::time::Duration::from_secs(30));
        // Fails only if the browser has no timers.
        if let Ok(counting) = counting {
            on_cleanup(move || counting.clear());
        }
    });
}

#[cfg(feature = "hydrate")]
fn count_on() {
    let ages: Vec<web_sys::Element> = super::page::elements(document().query_selector_all("[data-age]"));
    for age in ages {
        let since = age.get_attribute("data-age").and_then(|since| since.parse::<f64>().ok());
        if let Some(since) = since {
            age.set_text_content(Some(&crate::ui::age_words((js_sys::Date::now() - since) as i64)));
        }
    }
}
