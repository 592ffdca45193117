use leptos::prelude::*;

use crate::ui::empty::Empty;
use crate::ui::server::skeleton::Skeleton;
use crate::ui::tone::Tone;

/// Loading, error and content of a page in one place; pages say only what to show when it is there. What can't be
/// loaded is answered with 500, so that machines know.
#[component]
pub fn Loaded<T, V>(
    resource: Resource<Result<T, ServerFnError>>,
    children: impl Fn(T) -> V + Clone + Send + Sync + 'static,
) -> impl IntoView
where
    T: Clone + Send + Sync + serde::Serialize + serde::de::DeserializeOwned + 'static,
    V: IntoView + 'static,
{
    view! {
        <Transition fallback=|| view! { <Skeleton/> }>
            {move || {
                let children = children.clone();
                Suspend::new(async move {
                    match resource.await {
                        Ok(content) => children(content).into_any(),
                        Err(error) => view! { <Failed reason=message(error)/> }.into_any(),
                    }
                })
            }}
        </Transition>
    }
}

/// The sentence alone.
fn message(error: ServerFnError) -> String {
    match error {
        ServerFnError::ServerError(sentence) => sentence,
        other => other.to_string(),
    }
}

#[component]
fn Failed(reason: String) -> impl IntoView {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::INTERNAL_SERVER_ERROR);
    }
    view! {
        <div class="card" role="alert">
            <Empty icon=Tone::Error.icon() title="This could not be loaded" text=reason>
                <a class="button" href="" rel="external">
                    "Try again"
                </a>
            </Empty>
        </div>
    }
}
