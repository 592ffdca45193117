//! How much of the contracts the code covers, computed from declarations and their complete examples.

use crate::health::Alignment;
use crate::ui::prelude::*;

pub(super) fn section() -> impl IntoView {
    let alignment = Alignment::get();
    let missing = alignment.unread.iter().map(|(format, field)| format!("{format} {field}"));
    let (missing, more) = few(missing.collect::<Vec<_>>(), |name| view! { <li class="mono">{name}</li> });
    view! {
        <section class="section" aria-label="Alignment">
            <h2 class="section__title">"Alignment"</h2>
            <div class="card card--padded">
                <p>
                    <strong>{format!("{:.0} %", alignment.score())}</strong>
                    {format!(
                        " of the contracts is read and shown: {} of {} fields in {} formats.",
                        alignment.read,
                        alignment.declared,
                        alignment.formats
                    )}
                </p>
                {(!alignment.unread.is_empty()).then(|| view! {
                    <p class="muted">"Partial: these fields are declared, but in none of the format's complete examples. Each is a learning that calls for a follow-up chain."</p>
                    <ul>{missing}</ul>
                    {more}
                })}
            </div>
        </section>
    }
}
