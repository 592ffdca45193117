//! How what is added is laid out: like the file around it.

use app::json::Json;
use serde_json::Value;

/// Line breaks and indents; without line breaks where the file has none between its members.
pub(super) struct Layout {
    line_break: &'static str,
    indent: String,
    is_inline: bool,
}

impl Layout {
    pub fn usual() -> Self {
        Self { line_break: "\n", indent: "  ".to_owned(), is_inline: false }
    }

    pub fn of(text: &str, root: &Json<'_>) -> Self {
        let Some(first) = root.members().first() else { return Self::usual() };
        let before =
            text.get(root.span.start as usize + 1..first.key_span.start as usize).unwrap_or_default();
        let Some((_, indent)) = before.rsplit_once('\n') else {
            return Self { line_break: "", indent: String::new(), is_inline: true };
        };
        let line_break = if before.contains("\r\n") { "\r\n" } else { "\n" };
        Self { line_break, indent: indent.to_owned(), is_inline: false }
    }

    /// Returns where to insert `entry` into an object or a list, and what to insert.
    pub fn insertion(&self, text: &str, container: &Json<'_>, entry: &str) -> (usize, String) {
        let ends = container.members().iter().map(|member| member.value.span.end);
        let ends = ends.chain(container.items().iter().map(|item| item.span.end));
        let starts = container.members().iter().map(|member| member.key_span.start);
        let starts = starts.chain(container.items().iter().map(|item| item.span.start));
        let Some(last_end) = ends.max() else {
            // Before the closing bracket.
            return ((container.span.end as usize).saturating_sub(1), entry.to_owned());
        };
        let first_start = starts.min().unwrap_or(last_end);
        let before = text.get(container.span.start as usize + 1..first_start as usize).unwrap_or_default();
        let space = if before.contains('\n') { before } else { " " };
        (last_end as usize, format!(",{space}{entry}"))
    }

    /// Returns a value as text, which begins at this depth. Brackets have white space within.
    pub fn render(&self, value: &Value, depth: usize) -> String {
        let (open, entries, close) = match value {
            Value::Array(items) => {
                ("[", items.iter().map(|item| self.render(item, depth + 1)).collect(), "]")
            }
            Value::Object(members) => {
                let member = |(name, value): (&String, &Value)| {
                    format!("{}: {}", Value::from(name.as_str()), self.render(value, depth + 1))
                };
                ("{", members.iter().map(member).collect::<Vec<String>>(), "}")
            }
            other => return other.to_string(),
        };
        let space = |depth: usize| match self.is_inline {
            true => " ".to_owned(),
            false => format!("{}{}", self.line_break, self.indent.repeat(depth)),
        };
        let (within, after) = (space(depth + 1), space(depth));
        format!("{open}{within}{}{after}{close}", entries.join(&format!(",{within}")))
    }
}
