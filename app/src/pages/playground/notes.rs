use super::draft::Draft;
use crate::pages::document::{Actions, Address, DiagnosticActions, DiagnosticCard};
use crate::read_as::ReadAs;
use crate::ui::prelude::*;

/// Issues that are listed beside an editor; what is beyond them is marked in the text.
const MOST: usize = 50;

/// The issues of a draft, each with what can be done about it.
#[component]
pub fn Notes<'a>(draft: &'a Draft, read_as: Option<ReadAs>, file: String) -> impl IntoView + use<> {
    Allowance::provide(Allowance::OF_PAGE);
    let address = Address::in_browser(read_as);
    let actions = Actions { file, fix_href: address.fixed(), prompt_href: None };
    let text = &*draft.text;
    let notes = draft.issues().take(MOST).map(|(block, diagnostic)| {
        let line = text.position(diagnostic.span.start).line;
        let actions = view! { <DiagnosticActions diagnostic text block actions=&actions/> }.into_any();
        view! { <DiagnosticCard diagnostic text line_href=format!("#L{line}") actions/> }.into_any()
    });
    let notes: Vec<AnyView> = notes.collect();
    let more = draft.issues().count() - notes.len();
    view! {
        {notes}
        {(more > 0).then(|| view! { <p class="muted playground__more">{counted(more as u64, "issue")}" more in the text."</p> })}
    }
}
