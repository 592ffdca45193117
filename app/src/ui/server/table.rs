use leptos::prelude::*;

/// A table with a name for each column.
#[component]
pub fn Table<R: IntoView + 'static>(
    columns: &'static [&'static str],
    rows: R,
    /// The name of a last column that needs none on the screen.
    #[prop(optional)]
    unseen: Option<&'static str>,
    #[prop(default = "table")] class: &'static str,
) -> impl IntoView {
    let unseen =
        unseen.map(|name| view! { <th scope="col"><span class="visually-hidden">{name}</span></th> });
    view! {
        <table class=class>
            <thead>
                <tr>
                    {columns.iter().map(|name| view! { <th scope="col">{*name}</th> }).collect_view()}
                    {unseen}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
