//! The viewer: each place with its excerpt and why it matters.

use super::{DelegateSearch, Hit};
use crate::delegate::Lines;
use crate::delegate::view::{Points, Response, degree};
use crate::ui::prelude::*;
use crate::ui::visible::{CLIP, clip};

impl Viewer for DelegateSearch {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == DelegateSearch::default() {
            return view! { <Unread/> }.into_any();
        }
        let count = self.results.len();
        let of_row = |(row, hit)| self::hit(row, hit, &context);
        let (pages, hits) = paged(self.results, "Pages of results", &context, of_row);
        let none =
            (count == 0).then(|| view! { <p class="card findings__none">"The answer names no place."</p> });
        view! {
            <Response kind="Search" answer=self.answer others=self.other_fields>
                <Section title="Results" field="results" count>
                    {none}
                    {pages}
                    <ol class="delegate__hits">{hits}</ol>
                </Section>
                <Points title="Patterns" field="patterns" items=self.patterns context=context.clone()/>
                <Points title="Next steps" field="next_steps" items=self.next_steps context/>
            </Response>
        }
        .into_any()
    }
}

fn hit(row: usize, hit: Hit, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("results", Some(row as u32));
    let relevance = hit.relevance.map(|word| {
        let tone = degree(&word);
        view! { <span><Badge tone label=word field="results[].relevance"/> " relevance"</span> }
    });
    let snippet = hit.snippet.map(|snippet| {
        let (shown, hidden) = clip(&snippet, CLIP);
        let more = (hidden > 0).then_some(" …");
        view! {
            <pre class="delegate__snippet" tabindex="0"><code data-field="results[].snippet">{visible(shown)}{more}</code></pre>
        }
    });
    let as_written = hit.lines_as_written.map(|written| {
        view! {
            <span class="faint">" ("<span data-field="results[].lines_as_written">{visible(&written)}</span>")"</span>
        }
    });
    view! {
        <li class="card" data-span=place.map(data_span) data-stop>
            <div class="delegate__hit-head">
                <span class="path">
                    <span data-field="results[].file">{hit.file.as_deref().map(visible)}</span>
                    {hit.lines.map(lines)}
                    {as_written}
                </span>
                {relevance}
            </div>
            {snippet}
            <p class="delegate__hit-foot">
                {hit.note.map(|text| view! { <Inline text field="results[].note"/> })}
                <InSource place context=context.clone()/>
            </p>
        </li>
    }
}

/// `:10–25`, or `:7` where the first is the last.
fn lines(Lines(first, last): Lines) -> impl IntoView {
    let end = (first != last).then(|| format!("–{last}"));
    view! { ":"<span data-field="results[].lines">{first}{end}</span> }
}
