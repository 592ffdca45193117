use leptos::prelude::*;

/// Loads the page of a document again once its text was read otherwise, as after a change of its format.
#[island]
pub fn NewReading() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    {
        let reread = crate::live::Live::of_page().reread;
        Effect::new(move |before: Option<()>| {
            reread.track();
            if before.is_none() {
                return;
            }
            leptos::task::spawn_local(async {
                if is_read_otherwise().await.unwrap_or(false) && window().location().reload().is_err() {
                    leptos::logging::warn!("could not load the page again");
                }
            });
        });
    }
}

/// Compares the reading that the page shows with that of the server.
#[cfg(feature = "hydrate")]
async fn is_read_otherwise() -> Result<bool, wasm_bindgen::JsValue> {
    const MARK: &str = "data-reading";
    let reading = |page: &web_sys::Document| {
        let marked = page.query_selector(&format!("[{MARK}]")).ok().flatten();
        marked.and_then(|marked| marked.get_attribute(MARK))
    };
    let page = super::fragment::fetch(&window().location().href()?).await?;
    // Without one, the document was deleted, which the page says already.
    Ok(reading(&page).is_some_and(|now| reading(&document()) != Some(now)))
}
