use leptos::prelude::*;

use super::address::Address;
use crate::candidate::Candidate;
use crate::diagnostic::Severity;
use crate::format::Spec;
use crate::formats::FRONT_DESK;
use crate::scan;
use crate::text::Text;
use crate::ui::{Banner, sentence, size};
use crate::wish::Wish;

/// Candidates listed, and blocks to choose from, before the rest is left to the command line.
const MOST: usize = 50;

/// Why the text is read as it is, and a way to have it read otherwise.
#[component]
pub(super) fn Recognition<'a>(
    text: &'a Text,
    wish: Option<Wish>,
    address: &'a Address,
) -> impl IntoView + use<> {
    let candidates = scan::explain(text);
    let chosen = candidates.iter().filter(|candidate| candidate.is_chosen()).count();
    let summary = match (candidates.first(), chosen) {
        (None, _) => "no format".to_owned(),
        (Some(first), 1) => {
            format!("{} {}, by {}", first.room.spec.id, first.room.spec.name, first.recognition.reason)
        }
        (_, chosen) => size::counted(chosen as u64, "block"),
    };
    view! {
        {wish.map(|wish| by_wish(wish, text, &candidates, address))}
        <details class="recognition card">
            <summary class="recognition__summary">
                "How it was recognized" <span class="muted">{sentence(&summary)}</span>
            </summary>
            {table(&candidates, text, address)}
            {form(&candidates, text, wish, address)}
        </details>
    }
}

/// Says plainly that what stands below is not what was recognized.
fn by_wish(wish: Wish, text: &Text, candidates: &[Candidate], address: &Address) -> impl IntoView + use<> {
    let block = wish.at.and_then(|at| candidates.iter().find(|found| found.span().start == at));
    let what = match block {
        Some(block) => format!("The block at line {}", text.position(block.span().start).line),
        None => "This text".to_owned(),
    };
    let spec = wish.room.spec;
    let told = format!(
        "{what} is read as {} {} because you asked for it, not because it was recognized.",
        spec.id, spec.name
    );
    let back = address.without_wish().to_owned();
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">{told}</p>
            <a class="button button--small" href=back>
                "Read it as it was recognized"
            </a>
        </Banner>
    }
}

fn table(candidates: &[Candidate], text: &Text, address: &Address) -> impl IntoView + use<> {
    if candidates.is_empty() {
        return view! {
            <p class="recognition__none muted">"Nothing in the text opens as one of the formats that are read."</p>
        }
        .into_any();
    }
    let lines = address.lines();
    let row = |candidate: &Candidate| {
        let spec = candidate.room.spec;
        let line = text.position(candidate.recognition.span.start).line;
        let fenced = candidate.fenced.then_some(" An example in a code fence, not an event.");
        view! {
            <tr class:is-passed-over=!candidate.is_chosen()>
                <td class="table__number"><a href=lines.run(line)>{line}</a></td>
                <td><a href=format!("/formats/{}", spec.slug)>{format!("{} {}", spec.id, spec.name)}</a></td>
                <td>{sentence(candidate.recognition.reason)} <span class="faint">" "{candidate.recognition.revision.as_str()}</span></td>
                <td>{capitalized(&candidate.told(text))}"."{fenced}</td>
            </tr>
        }
    };
    let left_out = candidates.len().saturating_sub(MOST);
    let more = (left_out > 0).then(|| {
        let told = format!("{} more: `harmony parse --explain` lists all.", size::grouped(left_out as u64));
        view! { <p class="recognition__none muted">{sentence(&told)}</p> }
    });
    view! {
        <div class="scroll-x" tabindex="0">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"Line"</th>
                        <th scope="col">"Format"</th>
                        <th scope="col">"Recognized by"</th>
                        <th scope="col">"What became of it"</th>
                    </tr>
                </thead>
                <tbody>{candidates.iter().take(MOST).map(row).collect_view()}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

/// A plain form: the wish stands in the address, and works without scripts.
fn form(
    candidates: &[Candidate],
    text: &Text,
    wish: Option<Wish>,
    address: &Address,
) -> impl IntoView + use<> {
    let asked = wish.map(|wish| wish.room.spec.id);
    let asked_at = wish.and_then(|wish| wish.at);
    let mut specs: Vec<&'static Spec> = FRONT_DESK.iter().map(|room| room.spec).collect();
    specs.sort_by_key(|spec| spec.id);
    let format = |spec: &'static Spec| {
        let is_asked = asked == Some(spec.id);
        view! { <option value=spec.id selected=is_asked>{format!("{} {}", spec.id, spec.name)}</option> }
    };
    let block = |candidate: &Candidate| {
        let start = candidate.span().start;
        let line = text.position(start).line;
        let name = format!("the block at line {line} ({})", candidate.room.spec.id);
        view! { <option value=start selected=asked_at == Some(start)>{name}</option> }
    };
    let blocks = candidates.iter().filter(|candidate| candidate.is_chosen()).take(MOST).map(block);
    view! {
        <form class="recognition__form" method="GET" action=address.without_wish().to_owned()>
            <label class="field">
                <span class="field__label">"Read"</span>
                <select class="field__input" name="at">
                    <option value="">"the whole text"</option>
                    {blocks.collect_view()}
                </select>
            </label>
            <label class="field">
                <span class="field__label">"as"</span>
                <select class="field__input" name="as">{specs.into_iter().map(format).collect_view()}</select>
            </label>
            <button class="button" type="submit">
                "Read it so"
            </button>
        </form>
    }
}

fn capitalized(sentence: &str) -> String {
    let mut rest = sentence.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}
