use std::hash::{DefaultHasher, Hash, Hasher};

use app::pages::playground::{Draft, MarkedLine};
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};

use crate::dom;

/// A longer text is not mirrored: the browser would lay out each of its lines twice.
const MOST_BYTES: usize = 256 * 1024;
const MOST_LINES: u32 = 6_000;

/// The lines behind the text area. Those that did not change stay as they are.
pub struct Mirror {
    place: HtmlElement,
    lines: Vec<u64>,
}

impl Mirror {
    pub fn at(place: HtmlElement) -> Self {
        Self { place, lines: Vec::new() }
    }

    /// Returns whether the text is short enough to be mirrored.
    pub fn show(&mut self, draft: &Draft) -> bool {
        let is_mirrored = draft.text.source().len() <= MOST_BYTES && draft.text.lines().count() <= MOST_LINES;
        let lines = if is_mirrored { draft.lines() } else { Vec::new() };
        let keys: Vec<u64> = lines.iter().map(key).collect();
        let same = |(one, other): &(&u64, &u64)| one == other;
        let above = self.lines.iter().zip(&keys).take_while(same).count();
        let rest = self.lines.len().min(keys.len()) - above;
        let below = self.lines.iter().rev().zip(keys.iter().rev()).take(rest).take_while(same).count();
        let shown = self.place.children();
        for index in (above..self.lines.len() - below).rev() {
            if let Some(line) = shown.item(index as u32) {
                line.remove();
            }
        }
        let next: Option<Node> = shown.item(above as u32).map(Into::into);
        let fresh = document().create_document_fragment();
        for line in lines.get(above..lines.len() - below).unwrap_or_default() {
            // Nothing here fails: the nodes are new.
            let _ = draw(line).map(|line| fresh.append_child(&line));
        }
        let _ = self.place.insert_before(&fresh, next.as_ref());
        self.lines = keys;
        is_mirrored
    }

    pub fn line(&self, line: u32) -> Option<HtmlElement> {
        self.place.children().item(line)?.dyn_into().ok()
    }
}

fn key(line: &MarkedLine) -> u64 {
    let mut hasher = DefaultHasher::new();
    line.hash(&mut hasher);
    hasher.finish()
}

fn draw(line: &MarkedLine) -> Option<Node> {
    let class = match line.worst {
        Some(severity) => format!("editor__line editor__line--{severity}"),
        None => "editor__line".to_owned(),
    };
    let element = dom::create("div", &class)?;
    for (words, severity) in &line.pieces {
        let words: Node = document().create_text_node(words).into();
        let piece = match severity {
            Some(severity) => {
                let mark: Node = dom::create("mark", &format!("mark mark--{severity}"))?.into();
                mark.append_child(&words).ok()?;
                mark
            }
            None => words,
        };
        element.append_child(&piece).ok()?;
    }
    Some(element.into())
}
