use super::draft::Draft;
use crate::pages::document::{Actions, Address, DiagnosticActions, DiagnosticCard};
use crate::read_as::ReadAs;
use crate::ui::prelude::*;

/// Deviations that are listed beside an editor; what is beyond them is marked in the text.
const MOST: usize = 50;

/// The deviations of a draft, each with what can be done about it.
#[component]
pub fn Notes<'a>(draft: &'a Draft, read_as: Option<ReadAs>, file: String) -> impl IntoView + use<> {
    Allowance::provide(Allowance::OF_PAGE);
    let address = Address::in_browser(read_as);
    let actions = Actions { file, fix_href: address.fixed() };
    let text = &*draft.text;
    let notes = draft.deviations().take(MOST).map(|(spec, diagnostic)| {
        let line = text.position(diagnostic.span.start).line;
        let actions = view! { <DiagnosticActions diagnostic text spec actions=&actions/> }.into_any();
        view! { <DiagnosticCard diagnostic text line_href=format!("#L{line}") actions/> }.into_any()
    });
    let notes: Vec<AnyView> = notes.collect();
    let more = draft.deviations().count() - notes.len();
    view! {
        {notes}
        {(more > 0).then(|| view! { <p class="muted playground__more">{counted(more as u64, "deviation")}" more in the text."</p> })}
    }
}
