use leptos::prelude::*;

use crate::ui::{Empty, Icon, Skeleton};

/// Loading, error and content of a page in one place; pages say only what to show when it is there.
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
                        Err(error) => view! { <Failed reason=error.to_string()/> }.into_any(),
                    }
                })
            }}
        </Transition>
    }
}

#[component]
fn Failed(reason: String) -> impl IntoView {
    view! {
        <div class="card" role="alert">
            <Empty icon=Icon::Error title="This could not be loaded" text=reason>
                <a class="button" href="" rel="external">
                    "Try again"
                </a>
            </Empty>
        </div>
    }
}
