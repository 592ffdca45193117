use leptos::prelude::*;

use crate::ui::size::grouped;
use crate::ui::visible::visible;

/// Asks for one of the values of a facet, each with its count. A facet with more values than a list can hold is asked for
/// in words.
#[component]
pub fn FacetField(
    #[prop(into)] label: String,
    name: &'static str,
    chosen: Option<String>,
    /// `None` if there are too many.
    values: Option<Vec<(String, u64)>>,
) -> impl IntoView {
    let input = match values {
        None => {
            view! { <input class="field__input" type="search" name=name value=chosen autocomplete="off"/> }
                .into_any()
        }
        Some(values) => {
            let option = |(value, count): (String, u64)| {
                let name = format!("{value} ({})", grouped(count));
                let is_chosen = chosen.as_ref() == Some(&value);
                view! { <option value=value selected=is_chosen>{visible(&name)}</option> }
            };
            let options: Vec<_> = values.into_iter().map(option).collect();
            view! {
                <select class="field__input" name=name>
                    <option value="">"any"</option>
                    {options}
                </select>
            }
            .into_any()
        }
    };
    view! {
        <label class="field">
            <span class="field__label">{label}</span>
            {input}
        </label>
    }
}
