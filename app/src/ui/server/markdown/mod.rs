//! Free Markdown as views: events become typed nodes, nodes become elements. No HTML string is ever made.

mod link;
mod nodes;

use leptos::prelude::*;

use self::link::safe_href;
use self::nodes::{Element, Node};
use crate::ui::allowance::Allowance;
use crate::ui::visible::{CLIP, CLIP_TEXT, affordable, clip, cost, spelled_out};

/// What the elements cost that a mark of Markdown may open.
const MARK: usize = 12;

/// A field that holds Markdown, as blocks: paragraphs, lists, code.
#[component]
pub fn Markdown(
    #[prop(into)] text: String,
    /// The field it shows, where a viewer shows one.
    #[prop(optional, into)]
    field: Option<String>,
) -> impl IntoView {
    let (shown, hidden) = within(&text, CLIP_TEXT);
    view! {
        <div class="markdown" data-field=field>
            {blocks(nodes::of(shown))}
            {clipped(hidden)}
        </div>
    }
}

/// A field of one paragraph, as a table's cell or a line holds it.
#[component]
pub fn Inline(#[prop(into)] text: String, #[prop(optional, into)] field: Option<String>) -> impl IntoView {
    let (shown, hidden) = within(&text, CLIP);
    let mut nodes = nodes::of(shown);
    let is_one_paragraph = matches!(nodes.as_slice(), [Node::Element(Element::Paragraph, _)]);
    let content = if is_one_paragraph && let Some(Node::Element(_, children)) = nodes.pop() {
        blocks(children)
    } else {
        spelled_out(shown)
    };
    view! { <span class="markdown" data-field=field>{content}{clipped(hidden)}</span> }
}

/// What the page's allowance has for the text, and how many bytes are left out. Marks cost as much as words: each
/// becomes an element.
fn within(text: &str, limit: usize) -> (&str, usize) {
    let marks = |text: &str| text.bytes().filter(|byte| b"|*`_~[]-+>#\n\\".contains(byte)).count() * MARK;
    let allowed = Allowance::for_value(limit);
    let mut shown = affordable(text, allowed);
    let cost = cost(shown) + marks(shown);
    if cost > allowed {
        shown = clip(shown, shown.len() * allowed / cost).0;
    }
    Allowance::take(cost.min(allowed));
    (shown, text.len() - shown.len())
}

fn clipped(hidden: usize) -> Option<impl IntoView> {
    (hidden > 0).then(|| {
        let size = crate::ui::size::bytes(hidden as u32);
        view! { <span class="clip">{format!(" … {size} more in the source")}</span> }
    })
}

fn blocks(nodes: Vec<Node>) -> AnyView {
    nodes.into_iter().map(node).collect::<Vec<_>>().into_any()
}

fn node(node: Node) -> AnyView {
    match node {
        Node::Text(text) => spelled_out(&text),
        Node::Code(code) => view! { <code>{spelled_out(&code)}</code> }.into_any(),
        Node::Html(html) => view! { <span class="markdown__html">{spelled_out(&html)}</span> }.into_any(),
        Node::Break => view! { <br/> }.into_any(),
        Node::Rule => view! { <hr/> }.into_any(),
        Node::Element(element, children) => self::element(element, children),
    }
}

fn element(element: Element, children: Vec<Node>) -> AnyView {
    let inner = blocks(children);
    match element {
        Element::Paragraph => view! { <p>{inner}</p> }.into_any(),
        // The page's title is the only heading that is surely above.
        Element::Heading => view! { <h2>{inner}</h2> }.into_any(),
        Element::Quote => view! { <blockquote>{inner}</blockquote> }.into_any(),
        Element::CodeBlock => view! { <pre tabindex="0"><code>{inner}</code></pre> }.into_any(),
        Element::List(None) => view! { <ul>{inner}</ul> }.into_any(),
        Element::List(Some(start)) => view! { <ol start=start.to_string()>{inner}</ol> }.into_any(),
        Element::Item => view! { <li>{inner}</li> }.into_any(),
        Element::Emphasis => view! { <em>{inner}</em> }.into_any(),
        Element::Strong => view! { <strong>{inner}</strong> }.into_any(),
        Element::Deleted => view! { <del>{inner}</del> }.into_any(),
        Element::Table => view! { <table tabindex="0">{inner}</table> }.into_any(),
        Element::TableHead => view! { <thead><tr>{inner}</tr></thead> }.into_any(),
        Element::TableBody => view! { <tbody>{inner}</tbody> }.into_any(),
        Element::TableRow => view! { <tr>{inner}</tr> }.into_any(),
        Element::HeaderCell => view! { <th scope="col">{inner}</th> }.into_any(),
        Element::Cell => view! { <td>{inner}</td> }.into_any(),
        Element::Link(target) => match safe_href(&target) {
            Some(href) => {
                view! { <a href=href title=target rel="noopener noreferrer nofollow external">{inner}</a> }
                    .into_any()
            }
            None => view! { <span title=target>{inner}</span> }.into_any(),
        },
        // Never loaded: a remote image would reveal the reader to its host.
        Element::Image(target) => {
            view! { <span class="markdown__image" title=target>"[image: "{inner}"]"</span> }.into_any()
        }
    }
}
