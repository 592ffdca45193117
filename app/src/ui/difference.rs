use leptos::prelude::*;

use crate::fix::{Hunk, Line};
use crate::text::Text;
use crate::ui::visible::{clip, visible};

/// A longer line is cut here.
const LONGEST: usize = 2_000;

/// What changes from one text to the other, with the lines around it.
#[component]
pub fn Difference<'a>(
    before: &'a Text,
    after: &'a Text,
    hunks: &'a [Hunk],
    #[prop(into)] label: String,
) -> impl IntoView + use<> {
    let hunk = |hunk: &Hunk| {
        let lines = hunk.lines.iter().map(|shown| line(before, after, *shown)).collect_view();
        view! { <div class="difference__hunk">{lines}</div> }
    };
    view! {
        <div class="difference" role="region" aria-label=label tabindex="0">
            {hunks.iter().map(hunk).collect_view()}
        </div>
    }
}

fn line(before: &Text, after: &Text, line: Line) -> impl IntoView + use<> {
    let (class, sign, word, text, number) = match line {
        Line::Same { after: number, .. } => ("same", " ", "", after, number),
        Line::Removed(number) => ("removed", "−", "removed: ", before, number),
        Line::Added(number) => ("added", "+", "added: ", after, number),
    };
    let written = text.read(text.lines().line(number));
    let (shown, hidden) = clip(written.trim_end_matches(['\r', '\n']), LONGEST);
    let rest = (hidden > 0).then_some("…");
    view! {
        <div class=format!("difference__line difference__line--{class}")>
            <span class="difference__number">{number + 1}</span>
            <span class="difference__sign" aria-hidden="true">{sign}</span>
            <span class="difference__text"><span class="visually-hidden">{word}</span>{visible(shown)}{rest}</span>
        </div>
    }
}
