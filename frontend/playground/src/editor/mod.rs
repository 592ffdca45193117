//! The text area, above a mirror that has the numbers of the lines and what is marked in them.

mod mirror;

use app::pages::playground::Draft;
use app::text::Span;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlElement, HtmlTextAreaElement};

use self::mirror::Mirror;
use crate::dom;

/// Browsers take long to insert more as an edit.
const LARGEST_COMMAND: usize = 256 * 1024;

pub struct Editor {
    pub area: HtmlTextAreaElement,
    /// Scrolls the area and its mirror.
    sheet: HtmlElement,
    mirror: Mirror,
}

impl Editor {
    pub fn of_page() -> Option<Self> {
        Some(Self {
            area: dom::first("[data-area]")?,
            sheet: dom::first("[data-editor]")?,
            mirror: Mirror::at(dom::first("[data-mirror]")?),
        })
    }

    /// Shows what was found in the text.
    pub fn mark(&mut self, draft: &Draft) {
        let is_mirrored = self.mirror.show(draft);
        // Without its mirror, the area scrolls by itself. Fails only for a class name with a space.
        let _ = self.sheet.class_list().toggle_with_force("is-long", !is_mirrored);
    }

    /// Replaces the text, as an edit that can be undone.
    pub fn write(&self, text: &str) {
        let before = self.area.value();
        let (from, to, insert) = difference(&before, text);
        let start = units(&before, from);
        let end = start + units(before.get(from..).unwrap_or_default(), to - from);
        if insert.len() > LARGEST_COMMAND {
            return self.area.set_value(text);
        }
        // A failure to focus or select shows in the text, which is replaced as a whole then.
        let _ = self.area.focus();
        let _ = self.area.set_selection_range(start, end);
        let page: HtmlDocument = leptos::prelude::document().unchecked_into();
        let command = if insert.is_empty() { "delete" } else { "insertText" };
        let _ = page.exec_command_with_show_ui_and_value(command, false, insert);
        if self.area.value() != text {
            self.area.set_value(text);
        }
    }

    /// Selects the bytes of a span, and scrolls to them.
    pub fn select(&self, draft: &Draft, span: Span) {
        let source = draft.text.source();
        let start = units(source, span.start as usize);
        let end = start + units(source.get(span.start as usize..).unwrap_or_default(), span.len() as usize);
        // A failure shows where the cursor is.
        let _ = self.area.focus();
        let _ = self.area.set_selection_range(start, end);
        self.show_line(draft.text.lines().line_of(span.start));
    }

    /// Scrolls to a line, which is counted from 0, unless it is in sight.
    fn show_line(&self, line: u32) {
        let Some(line) = self.mirror.line(line) else { return };
        let (top, height) = (line.offset_top(), self.sheet.client_height());
        let is_in_sight =
            (self.sheet.scroll_top()..self.sheet.scroll_top() + height - line.offset_height()).contains(&top);
        if !is_in_sight {
            self.sheet.set_scroll_top(top - height / 3);
        }
    }

    /// Returns where the cursor is, in bytes.
    pub fn cursor(&self) -> Option<u32> {
        let units = self.area.selection_start().ok()??;
        let mut before = 0;
        let mut bytes = 0;
        for character in self.area.value().chars() {
            if before >= units {
                break;
            }
            before += character.len_utf16() as u32;
            bytes += character.len_utf8() as u32;
        }
        Some(bytes)
    }
}

/// Returns how many units of UTF-16, in which browsers count, the first bytes of a text have.
fn units(text: &str, bytes: usize) -> u32 {
    text.get(..bytes).map_or(0, |text| text.encode_utf16().count() as u32)
}

/// Returns which bytes of a text are replaced by what in another.
fn difference<'n>(before: &str, after: &'n str) -> (usize, usize, &'n str) {
    let same = |pair: &(char, char)| pair.0 == pair.1;
    let above: usize =
        before.chars().zip(after.chars()).take_while(same).map(|(one, _)| one.len_utf8()).sum();
    let (rest_before, rest_after) =
        (before.get(above..).unwrap_or_default(), after.get(above..).unwrap_or_default());
    let below: usize = rest_before
        .chars()
        .rev()
        .zip(rest_after.chars().rev())
        .take_while(same)
        .map(|(one, _)| one.len_utf8())
        .sum();
    let insert = rest_after.get(..rest_after.len() - below).unwrap_or_default();
    (above, before.len() - below, insert)
}
