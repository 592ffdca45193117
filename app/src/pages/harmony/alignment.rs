//! How far the code keeps the contracts: what `harmony contract coverage` prints, in a sentence.

use crate::catalog::Catalog;
use crate::contract::Coverage;
use crate::ui::prelude::*;

pub(super) fn section() -> impl IntoView {
    let coverage = Coverage::of(&Catalog::current());
    let (fields, complete) = coverage.fields();
    let missing: Vec<String> = coverage
        .formats
        .iter()
        .flat_map(|format| format.fields.iter().map(move |field| (format, field)))
        .filter(|(_, field)| !field.lacks.is_empty())
        .map(|(format, field)| format!("{} {}", format.id, field.path))
        .collect();
    let is_partial = !missing.is_empty();
    let (missing, more) = few(missing, |name| view! { <li class="mono">{visible(&name)}</li> });
    view! {
        <section class="section" aria-label="Alignment">
            <h2 class="section__title">"Alignment"</h2>
            <div class="card card--padded">
                <p>
                    <strong>{coverage.percent}" %"</strong>
                    {format!(
                        " of the contracts is read, shown and tested: {complete} of {fields} fields in {} formats.",
                        coverage.formats.len()
                    )}
                </p>
                <p>
                    <a href="/contract">"All layers"</a>
                </p>
                {is_partial.then(|| view! {
                    <p class="muted">"Partial: these fields are declared, and missing from a layer. Each is a learning that calls for a follow-up chain."</p>
                    <ul>{missing}</ul>
                    {more}
                })}
            </div>
        </section>
    }
}
