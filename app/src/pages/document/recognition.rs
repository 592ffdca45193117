use super::address::{Address, View};
use super::reading::Unit;
use crate::catalog::Catalog;
use crate::claim::Claim;
use crate::diagnostic::Severity;
use crate::format::Spec;
use crate::read_as::ReadAs;
use crate::reading::capitalized;
use crate::scan;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::{Anchors, size};

/// Claims listed, and blocks to choose from, before the rest is left to the command line.
const MOST: usize = 50;

/// Why the text is read as it is, and a way to have it read otherwise.
#[component]
pub(super) fn Recognition<'a>(
    text: &'a Text,
    read_as: Option<ReadAs>,
    address: &'a Address,
    units: &'a [Unit<'a>],
) -> impl IntoView + use<> {
    let claims = scan::explain(text);
    let chosen = claims.iter().filter(|claim| claim.is_chosen()).count();
    let summary = match (claims.first(), chosen) {
        (None, _) => "no format".to_owned(),
        (Some(first), 1) => {
            format!("{}, by {}", first.room.spec.labelled(), first.recognition.reason)
        }
        (_, chosen) => size::counted(chosen as u64, "block"),
    };
    view! {
        <details class="recognition card" id=Anchors::id("detection")>
            <summary class="recognition__summary">
                "Detection" <span class="muted">{sentence(&summary)}</span>
            </summary>
            {table(&claims, text, address, units)}
            {form(&claims, text, read_as, address)}
        </details>
    }
}

/// A plain notice that what is below isn't what was recognized.
pub(super) fn by_choice(read_as: ReadAs, text: &Text, address: &Address) -> impl IntoView + use<> {
    let what = match read_as.at {
        Some(at) => format!("The block at line {}", text.position(at).line),
        None => "This text".to_owned(),
    };
    let spec = read_as.room.spec;
    let notice =
        format!("{what} is parsed as {} because you chose it, not because it was detected.", spec.labelled());
    let back = address.without_read_as().to_owned();
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">{notice}</p>
            <a class="button button--small" href=back>
                "Parse as detected"
            </a>
        </Banner>
    }
}

fn table(claims: &[Claim], text: &Text, address: &Address, units: &[Unit<'_>]) -> impl IntoView + use<> {
    if claims.is_empty() {
        return view! {
            <p class="recognition__none muted">"No known format matches."</p>
        }
        .into_any();
    }
    let lines = address.lines();
    let mut chosen = 0..;
    let row = |claim: &Claim| {
        let block = claim.is_chosen().then(|| chosen.next()).flatten();
        let on_page = block.and_then(|block| block_link(block, units, address));
        let spec = claim.room.spec;
        let line = text.position(claim.recognition.span.start).line;
        let fenced = claim.fenced.then_some(" An example in a code fence, not an event.");
        view! {
            <tr class:is-passed-over=!claim.is_chosen()>
                <td class="table__number"><a href=lines.run(line)>{line}</a></td>
                <td><a href=format!("/contract/{}", spec.slug)>{spec.labelled()}</a></td>
                <td>{sentence(claim.recognition.reason)} <span class="faint">" "{claim.recognition.revision.as_str()}</span></td>
                <td>{capitalized(&claim.describe(text))}"."{fenced} {on_page}</td>
            </tr>
        }
    };
    let left_out = claims.len().saturating_sub(MOST);
    let more = (left_out > 0).then(|| {
        let told = format!("{} more: `harmony parse --explain` lists all.", size::grouped(left_out as u64));
        view! { <p class="recognition__none muted">{sentence(&told)}</p> }
    });
    let rows = claims.iter().take(MOST).map(row).collect_view();
    view! {
        <div class="scroll-x" tabindex="0">
            <Table columns=&["Line", "Format", "Detected by", "Result"] rows/>
        </div>
        {more}
    }
    .into_any()
}

/// A plain form: the forced format is part of the address, so it works without scripts.
fn form(claims: &[Claim], text: &Text, read_as: Option<ReadAs>, address: &Address) -> impl IntoView + use<> {
    let recognized = claims.iter().find(|claim| claim.is_chosen()).map(|claim| claim.room.spec.id);
    let asked = read_as.map(|read_as| read_as.room.spec.id).or(recognized);
    let asked_at = read_as.and_then(|read_as| read_as.at);
    let mut specs: Vec<&'static Spec> = Catalog::current().specs().collect();
    specs.sort_by_key(|spec| spec.id);
    let format = |spec: &'static Spec| {
        let is_asked = asked == Some(spec.id);
        view! { <option value=spec.id selected=is_asked>{spec.labelled()}</option> }
    };
    let block = |claim: &Claim| {
        let start = claim.span().start;
        let line = text.position(start).line;
        let name = format!("the block at line {line} ({})", claim.room.spec.id);
        view! { <option value=start selected=asked_at == Some(start)>{name}</option> }
    };
    let blocks = claims.iter().filter(|claim| claim.is_chosen()).take(MOST).map(block);
    view! {
        <form class="recognition__form" method="GET" action=address.without_read_as().to_owned()>
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
                "Parse as this format"
            </button>
        </form>
    }
}

/// A link to the page that begins with a block, where the text has several.
fn block_link(block: usize, units: &[Unit<'_>], address: &Address) -> Option<impl IntoView + use<>> {
    let place = units.iter().position(|unit| unit.first_block() == block).filter(|_| units.len() > 1)?;
    let number = place as u32 + 1;
    let href = address.blocks(View::Viewer, number);
    Some(view! { " "<a href=href>{format!("Block {}", size::grouped(number.into()))}</a> })
}
