//! The viewer: verdict first, findings as the body, then what was fixed and what a person must decide.

mod findings_table;
mod verdict_banner;

use self::findings_table::FindingsTable;
use self::verdict_banner::VerdictBanner;
use super::{FixApplied, Flag, ReviewReport};
use crate::ui::prelude::*;

impl Viewer for ReviewReport {
    fn view(self, context: ViewContext) -> impl IntoView {
        view! {
            <article>
                <VerdictBanner report=self.clone() context=context.clone()/>
                {self.summary.map(|summary| view! {
                    <section class="card card--padded" aria-label="Summary">
                        <Markdown text=summary field="summary"/>
                    </section>
                })}
                <FindingsTable findings=self.findings context=context.clone()/>
                {(!self.fixes_applied.is_empty()).then(|| view! { <FixesApplied fixes=self.fixes_applied context=context.clone()/> })}
                {(!self.flags_for_human.is_empty()).then(|| view! { <FlagsForHuman flags=self.flags_for_human context=context.clone()/> })}
            </article>
        }
    }
}

#[component]
fn FixesApplied(fixes: Vec<FixApplied>, context: ViewContext) -> impl IntoView {
    let count = fixes.len();
    let row = |(_, fix): (usize, FixApplied)| {
        view! {
            <tr>
                <td class="path" data-field="fixesApplied[].file">{fix.file.as_deref().map(visible)}</td>
                <td>
                    <Inline text=fix.fix.unwrap_or_default() field="fixesApplied[].fix"/>
                    <OtherCells cells=fix.other_cells field="fixesApplied[].otherCells"/>
                </td>
            </tr>
        }
    };
    let (pages, rows) = paged(fixes, "Pages of fixes", &context, row);
    view! {
        <Section title="Fixes applied" field="fixesApplied" count>
            {pages}
            <div class="card scroll-x" tabindex="0">
                <Table columns=&["File", "Fix"] rows/>
            </div>
        </Section>
    }
}

#[component]
fn FlagsForHuman(flags: Vec<Flag>, context: ViewContext) -> impl IntoView {
    let count = flags.len();
    let item = |(_, flag): (usize, Flag)| {
        view! {
            <li class="flag">
                <p class="flag__issue">
                    <Inline text=flag.issue.unwrap_or_default() field="flagsForHuman[].issue"/>
                </p>
                {flag.reason.map(|reason| view! {
                    <p class="flag__reason">
                        <Inline text=reason field="flagsForHuman[].reason"/>
                    </p>
                })}
                <OtherCells cells=flag.other_cells field="flagsForHuman[].otherCells"/>
            </li>
        }
    };
    let (pages, items) = paged(flags, "Pages of flags", &context, item);
    view! {
        <Section title="Needs a human decision" field="flagsForHuman" count>
            {pages}
            <ol class="card">{items}</ol>
        </Section>
    }
}
