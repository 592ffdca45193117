use leptos::prelude::*;

use crate::language::translated;
use crate::ui::visible::visible;

/// A sentence of ours, whose words in backticks are code.
pub fn sentence(text: &str) -> AnyView {
    let part = |(index, part): (usize, &str)| {
        if index % 2 == 1 { view! { <code>{visible(part)}</code> }.into_any() } else { visible(part) }
    };
    translated(text).split('`').enumerate().map(part).collect::<Vec<_>>().into_any()
}
