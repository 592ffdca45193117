use super::reading::Reading;
use crate::diagnostic::Diagnostic;
use crate::pages::document::diagnostics::{Actions, Prompt};
use crate::prompt;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::size;

/// What can be done about all deviations of a text at once. Nothing where there is nothing to do.
#[component]
pub(super) fn Fixing<'a>(
    text: &'a Text,
    reading: &'a Reading,
    /// How many blocks the text has.
    count: usize,
    actions: &'a Actions,
) -> impl IntoView + use<> {
    let Actions { file, fix_href } = actions;
    let blocks = || reading.counted();
    let deviations = || blocks().filter(|block| !block.fenced).flat_map(|block| &block.diagnostics);
    let is_all = blocks().count() == count;
    let fixable = deviations().filter(|found: &&Diagnostic| found.fix.is_some()).count();
    let apply = (fixable > 0).then(|| {
        let label = match fixable {
            _ if !is_all => "Apply all fixes".to_owned(),
            1 => "Apply the one fix".to_owned(),
            _ => format!("Apply all {} fixes", size::grouped(fixable as u64)),
        };
        view! { <a class="button button--small" href=fix_href.run("all".to_owned())><Glyph icon=Icon::Wrench/>{label}</a> }
    });
    let prompt =
        prompt::for_all(file, text, blocks()).map(|prompt| view! { <Prompt prompt label="Prompt for all"/> });
    (apply.is_some() || prompt.is_some()).then(|| {
        let counted = size::counted(deviations().count() as u64, "deviation");
        let where_counted =
            (!is_all).then(|| format!(" in the first {}", size::counted(blocks().count() as u64, "block")));
        view! {
            <section class="fixing" aria-label="Fixing">
                <span class="fixing__count">{counted}{where_counted}</span>
                {apply}
                {prompt}
            </section>
        }
    })
}
