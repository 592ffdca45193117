//! The fields of a format, each with its type, its place, and the layers that it is found in.

use super::layer_marks;
use crate::contract::{FieldContract, FormatContract, FormatCoverage, Layer};
use crate::format::Spec;
use crate::ui::prelude::*;

pub(super) fn part(spec: &'static Spec, coverage: &FormatCoverage) -> AnyView {
    let FormatContract { fields, .. } = FormatContract::of(spec);
    let row = |field: FieldContract| {
        let covered = coverage.fields.iter().find(|covered| covered.path == field.path);
        let layers = match covered {
            Some(covered) => layer_marks::cells(covered).into_any(),
            None => view! { <td class="faint" colspan=Layer::ALL.len().to_string()>"only in documents that deviate"</td> }.into_any(),
        };
        let class = match field.path.matches('.').count() {
            0 => "mono",
            1 => "mono contract-fields__path--1",
            2 => "mono contract-fields__path--2",
            _ => "mono contract-fields__path--3",
        };
        let nullable = field.nullable.then_some(" or null");
        view! {
            <tr>
                <td class=class>{path(&field.path)}</td>
                <td>{type_of(&field)}{nullable}</td>
                <td class="contract-fields__need">{field.need.clone()}</td>
                <td class="contract-fields__place">{place(&field)}</td>
                {layers}
            </tr>
        }
    };
    let rows: Vec<_> = fields.into_iter().map(row).collect();
    let layers = Layer::ALL.into_iter();
    let layers =
        layers.map(|layer| view! { <th scope="col" class="layer">{layer.as_str()}</th> }).collect_view();
    view! {
        <p class="muted contract__lead">
            "A field counts 0 % where the contract specifies it, 33 % where it is read, 66 % where the viewer shows it, and 100 % where a document that is a test states it."
        </p>
        <div class="card scroll-x" tabindex="0" role="region" aria-label="Fields">
            <table class="table contract-fields">
                <thead>
                    <tr>
                        <th scope="col">"Field"</th>
                        <th scope="col">"Type"</th>
                        <th scope="col">"Needed"</th>
                        <th scope="col">"Place"</th>
                        {layers}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The last name of a path stands out.
fn path(path: &str) -> AnyView {
    let (within, name) = path.rsplit_once('.').unwrap_or(("", path));
    let within = (!within.is_empty()).then(|| view! { <span class="faint">{visible(within)}"."</span> });
    view! { {within}{visible(name)} }.into_any()
}

/// The most words of a type that are listed.
const MOST_WORDS: usize = 12;

fn type_of(field: &FieldContract) -> AnyView {
    if field.words.is_empty() {
        return view! { {field.kind.clone()} }.into_any();
    }
    let more = field.words.len().saturating_sub(MOST_WORDS);
    let words = field
        .words
        .iter()
        .take(MOST_WORDS)
        .map(|word| view! { <code class="contract-fields__word">{visible(word)}</code> });
    view! {
        <span class="contract-fields__words">
            {words.collect_view()}
            {(more > 0).then(|| view! { <span class="faint">{format!("and {more} more")}</span> })}
        </span>
    }
    .into_any()
}

fn place(field: &FieldContract) -> AnyView {
    let Some(place) = field.place.clone() else {
        return view! { <span class="faint">"read by code"</span> }.into_any();
    };
    let name = field.names.first().map(|name| view! { " "<code>{visible(name)}</code> });
    let others = field.names.get(1..).unwrap_or_default();
    let also = (!others.is_empty()).then(|| {
        let names = others.iter().take(MOST_WORDS).map(String::as_str).collect::<Vec<_>>().join(", ");
        view! {
            <details class="contract-fields__also">
                <summary>{format!("{} other names", others.len())}</summary>
                <span class="faint">{visible(&names)}</span>
            </details>
        }
    });
    let pattern = field.pattern.as_ref().map(|pattern| view! { " "<code>{visible(pattern)}</code> });
    view! { {place}{name}{pattern}{also} }.into_any()
}
