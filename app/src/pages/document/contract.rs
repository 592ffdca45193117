use super::diagnostics::{Actions, DiagnosticActions, DiagnosticCard};
use crate::diagnostic::Diagnostic;
use crate::format::Parsed;
use crate::text::Text;
use crate::ui::prelude::*;

/// Deviations listed before the rest is left to the source, and how many are listed in any case.
const MOST_DEVIATIONS: usize = 100;
const FEWEST_DEVIATIONS: usize = 3;

/// Where the text deviates from its contract, and how to fix it.
pub(super) fn contract(
    parsed: &Parsed,
    text: &Text,
    lines: Callback<u32, String>,
    actions: Option<&Actions>,
) -> impl IntoView + use<> {
    let count = parsed.diagnostics.len();
    let said = match count {
        0 => "no deviations".to_owned(),
        _ => counted(count as u64, "deviation"),
    };
    let card = |diagnostic: &Diagnostic| {
        let line_href = lines.run(text.position(diagnostic.span.start).line);
        let actions = actions
            .map(|actions| view! { <DiagnosticActions diagnostic text spec=parsed.spec actions/> })
            .into_any();
        view! { <DiagnosticCard diagnostic text line_href actions/> }
    };
    let mut cards = Vec::new();
    for diagnostic in parsed.diagnostics.iter().take(MOST_DEVIATIONS) {
        if cards.len() >= FEWEST_DEVIATIONS && Allowance::is_nearly_spent() {
            break;
        }
        cards.push(card(diagnostic));
    }
    let left_out = count - cards.len();
    view! {
        <section class="section" aria-label="Contract">
            <h2 class="section__title">"Contract" <span class="section__count">{said}</span></h2>
            {if count == 0 {
                view! { <p class="muted">"The text keeps its contract to the letter."</p> }.into_any()
            } else {
                view! { <div class="diagnostics card">{cards}</div> }.into_any()
            }}
            {(left_out > 0).then(|| {
                view! { <p class="muted">{format!("{} more in the source.", grouped(left_out as u64))}</p> }
            })}
        </section>
    }
}
