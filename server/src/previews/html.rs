//! The HTML documents of previews.

use std::sync::Arc;

use app::document::DocumentHead;
use app::shell::{Lifetime, PreviewFrame, PreviewIndex, PreviewPlace, PreviewReport};
use app::text::Text;
use app::ui::Shapes;
use leptos::prelude::*;

use super::meta;
use crate::assets;

/// What a page may load where it has its styles inside.
const FILE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Where a page has its styles from.
#[derive(Clone, Copy, Debug)]
enum Styles {
    /// The server.
    Sheet,
    /// Itself: it loads nothing.
    Inside,
}

/// What a page says of itself to browsers and to programs that unfurl links.
pub struct Meta {
    pub title: String,
    pub description: String,
}

impl Meta {
    pub fn of_document(head: &DocumentHead) -> Self {
        Self { title: meta::title(&head.title), description: meta::description(head) }
    }

    pub fn of_all(title: &str, heads: &[DocumentHead]) -> Self {
        Self { title: meta::title(title), description: meta::description_of_all(heads) }
    }
}

/// Returns a file with all documents, and an index if there are several. They come in their order.
pub fn file(title: Option<&str>, documents: Vec<(DocumentHead, Text)>) -> String {
    let owner = Owner::new();
    owner.with(|| {
        let heads: Vec<DocumentHead> = documents.iter().map(|(head, _)| head.clone()).collect();
        let is_alone = documents.len() == 1;
        let lead = |number: usize| if is_alone { String::new() } else { format!("r{number}-") };
        let all = title.unwrap_or("Reports").to_owned();
        let meta = match heads.as_slice() {
            [only] if title.is_none() => Meta::of_document(only),
            heads => Meta::of_all(&all, heads),
        };
        let index = (!is_alone).then(|| {
            let href = |index: usize| format!("#{}report", lead(index + 1));
            let documents = heads.into_iter().enumerate().map(|(index, head)| (head, href(index))).collect();
            view! { <PreviewIndex title=all documents/> }
        });
        // What a report may show, and how its ids begin, is part of its owner, which must live until all is drawn.
        let mut owners = Vec::new();
        let mut reports = Vec::new();
        for (number, (head, text)) in (1..).zip(documents) {
            let of_report = owner.child();
            let report = || {
                let index_href = (!is_alone).then(|| "#reports".to_owned());
                let (text, place) = (Arc::new(text), PreviewPlace::File);
                view! { <PreviewReport head text place anchors=lead(number) index_href/> }.into_any()
            };
            reports.push(of_report.with(report));
            owners.push(of_report);
        }
        let body = view! { <PreviewFrame lifetime=None>{index}{reports}</PreviewFrame> }.into_any();
        page(meta, Styles::Inside, body)
    })
}

/// Draws a page of the server. Must be called where nothing else is waiting for the thread.
pub fn of_server(meta: Meta, lifetime: Lifetime, main: impl FnOnce() -> AnyView) -> String {
    let owner = Owner::new();
    owner.with(|| {
        let main = main();
        let body = view! { <PreviewFrame lifetime=Some(lifetime)>{main}</PreviewFrame> }.into_any();
        page(meta, Styles::Sheet, body)
    })
}

fn page(meta: Meta, styles: Styles, body: AnyView) -> String {
    let Meta { title, description } = meta;
    let (sheet, inside) = match styles {
        Styles::Sheet => (Some(assets::stylesheet()), None),
        Styles::Inside => (None, Some(assets::styles())),
    };
    let icon = sheet.is_some().then(|| view! { <link rel="icon" href="/favicon.svg" type="image/svg+xml"/> });
    let policy = inside.map(|_| view! { <meta http-equiv="Content-Security-Policy" content=FILE_POLICY/> });
    let page = view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                {policy}
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <meta name="robots" content="noindex, nofollow"/>
                <meta name="referrer" content="no-referrer"/>
                <meta name="description" content=description.clone()/>
                {open_graph("og:site_name", "Harmony".to_owned())}
                {open_graph("og:type", "article".to_owned())}
                {open_graph("og:title", title.clone())}
                {open_graph("og:description", description.clone())}
                <meta name="twitter:card" content="summary"/>
                <meta name="twitter:title" content=title.clone()/>
                <meta name="twitter:description" content=description/>
                // As it is: the marks of hydration would be part of the title.
                <title inner_html=format!("{} · Harmony", escaped(&title))></title>
                {sheet.map(|href| view! { <link rel="stylesheet" href=href/> })}
                // The sheet of this build, in which no text from outside is.
                {inside.map(|css| view! { <style inner_html=css></style> })}
                {icon}
            </head>
            <body><Shapes/>{body}</body>
        </html>
    };
    page.to_html()
}

/// Not known to the macro as an attribute.
fn open_graph(property: &'static str, content: String) -> impl IntoView {
    leptos::html::meta().attr("property", property).attr("content", content)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
