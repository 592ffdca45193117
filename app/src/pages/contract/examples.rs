//! Documents of a format, and what is derived from its declaration for programs.

use crate::catalog::{Catalog, Example};
use crate::contract::{example, template};
use crate::format::Spec;
use crate::formats::RegisteredFormat;
use crate::ui::prelude::*;

pub(super) fn part(catalog: &Catalog, format: &'static RegisteredFormat) -> AnyView {
    let spec = format.spec;
    let documents = if format.is_declared() {
        let beside = catalog.examples(spec.id);
        if beside.is_empty() {
            let note = "No document lies beside the file of this format. Put one there that must pass, such as one whose name ends with .pass.md, and one that must fail.";
            view! { <p class="muted contract__lead">{note}</p> }.into_any()
        } else {
            let of = |passes: bool| beside.iter().filter(move |example| example.passes == passes);
            of(true).chain(of(false)).map(own).collect_view().into_any()
        }
    } else {
        let others =
            spec.other_examples.iter().map(|text| document("Another shape", None, (*text).to_owned()));
        let complete = document("Complete", None, example(catalog, format));
        view! { {complete}{others.collect_view()} }.into_any()
    };
    view! {
        {links(spec)}
        <div class="contract-examples">
            {documents}
            {document("Template", None, template(format))}
        </div>
    }
    .into_any()
}

fn own(example: &Example) -> impl IntoView + use<> {
    document(&example.name, Some(example.passes), example.text.clone())
}

fn document(title: &str, passes: Option<bool>, text: String) -> impl IntoView + use<> {
    let badge = passes.map(|passes| match passes {
        true => view! { <Badge tone=Tone::Pass label="must pass"/> },
        false => view! { <Badge tone=Tone::Fail label="must fail"/> },
    });
    let shown = visible(&text);
    view! {
        <section class="contract-examples__one" aria-label=title.to_owned()>
            <h2 class="section__title">{visible(title)}" "{badge}</h2>
            <pre class="card card--padded contract-examples__text" tabindex="0">{shown}</pre>
        </section>
    }
}

/// Where programs get the same.
fn links(spec: &'static Spec) -> impl IntoView {
    let link = |what: &'static str, label: &'static str| {
        view! { <a class="button button--small" href=format!("/api/contract/{}?as={what}", spec.slug) rel="external">{label}</a> }
    };
    view! {
        <p class="contract-examples__links">
            {link("json-schema", "JSON Schema")}
            {link("typescript", "TypeScript")}
            {link("template", "Template")}
            {link("example", "Example")}
        </p>
    }
}
