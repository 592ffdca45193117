use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Deeper nesting is read flat; nobody writes it on purpose.
const DEEPEST: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Text(String),
    Code(String),
    /// Raw HTML, shown as the text it is.
    Html(String),
    Break,
    Rule,
    Element(Element, Vec<Node>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Paragraph,
    Heading,
    Quote,
    CodeBlock,
    /// Ordered where it has a first number.
    List(Option<u64>),
    Item,
    Emphasis,
    Strong,
    Deleted,
    Table,
    TableHead,
    TableBody,
    TableRow,
    HeaderCell,
    Cell,
    Link(String),
    Image(String),
}

pub(super) fn of(text: &str) -> Vec<Node> {
    let mut tree = Tree::default();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        tree.push(event);
        if tree.count > MOST {
            break;
        }
    }
    tree.finish()
}

/// Elements and texts of one value; a table of one line may have as many cells as columns times rows.
const MOST: usize = 20_000;

/// Elements that are open, innermost last; `None` for one that is read flat.
#[derive(Default)]
struct Tree {
    top: Vec<Node>,
    open: Vec<Option<(Element, Vec<Node>)>>,
    in_table_head: bool,
    count: usize,
}

impl Tree {
    fn push(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(code) => self.add(Node::Code(code.into_string())),
            Event::Html(html) | Event::InlineHtml(html) => self.add(Node::Html(html.into_string())),
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.add(Node::Break),
            Event::Rule => self.add(Node::Rule),
            // Their options are off; should they come, their text is kept.
            Event::FootnoteReference(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text(&text)
            }
            Event::TaskListMarker(done) => self.text(if done { "[x] " } else { "[ ] " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let element = match tag {
            Tag::Paragraph => Element::Paragraph,
            Tag::Heading { .. } => Element::Heading,
            Tag::BlockQuote(_) => Element::Quote,
            Tag::CodeBlock(_) => Element::CodeBlock,
            Tag::List(start) => Element::List(start),
            Tag::Item => Element::Item,
            Tag::Emphasis => Element::Emphasis,
            Tag::Strong => Element::Strong,
            Tag::Strikethrough => Element::Deleted,
            Tag::Table(_) => Element::Table,
            Tag::TableHead => {
                self.in_table_head = true;
                Element::TableHead
            }
            Tag::TableRow => Element::TableRow,
            Tag::TableCell if self.in_table_head => Element::HeaderCell,
            Tag::TableCell => Element::Cell,
            Tag::Link { dest_url, .. } => Element::Link(dest_url.into_string()),
            Tag::Image { dest_url, .. } => Element::Image(dest_url.into_string()),
            _ => {
                self.open.push(None);
                return;
            }
        };
        let is_too_deep = self.open.len() >= DEEPEST;
        self.open.push((!is_too_deep).then(|| (element, Vec::new())));
    }

    fn end(&mut self, tag: TagEnd) {
        if tag == TagEnd::TableHead {
            self.in_table_head = false;
        }
        if let Some(Some((element, children))) = self.open.pop() {
            let children = if element == Element::Table { with_body(children) } else { children };
            self.add(Node::Element(element, children));
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(Node::Text(before)) = self.siblings().last_mut() {
            before.push_str(text);
        } else {
            self.add(Node::Text(text.to_owned()));
        }
    }

    fn add(&mut self, node: Node) {
        self.count += 1;
        self.siblings().push(node);
    }

    fn siblings(&mut self) -> &mut Vec<Node> {
        let innermost = self.open.iter_mut().rev().flatten().next();
        innermost.map_or(&mut self.top, |(_, children)| children)
    }

    fn finish(mut self) -> Vec<Node> {
        while let Some(open) = self.open.pop() {
            if let Some((element, children)) = open {
                self.add(Node::Element(element, children));
            }
        }
        self.top
    }
}

/// Adds the table body that browsers would insert, so that server and browser agree.
fn with_body(rows: Vec<Node>) -> Vec<Node> {
    let (head, body): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| matches!(row, Node::Element(Element::TableHead, _)));
    head.into_iter().chain([Node::Element(Element::TableBody, body)]).collect()
}

#[cfg(test)]
mod tests {
    use super::{Element, Node, of};

    #[test]
    fn raw_html_is_text() {
        let nodes = of("<script>alert(1)</script>");
        assert_eq!(nodes, [Node::Html("<script>alert(1)</script>".to_owned())]);
    }

    #[test]
    fn nesting_is_bounded() {
        let mut depth = 0;
        let mut nodes = of(&format!("{}deep", "> ".repeat(5_000)));
        while let Some(Node::Element(_, children)) = nodes.pop() {
            depth += 1;
            nodes = children;
        }
        assert!(depth <= 32, "{depth}");
        assert!(matches!(of("**a**").as_slice(), [Node::Element(Element::Paragraph, _)]));
    }
}
