use leptos::prelude::*;
use serde_json::Value;

use super::visible::{clip, visible};

/// Longer output is cut; the whole is one request away.
const MOST_LINES: usize = 2_000;

/// JSON as a person reads it, a line per value.
#[component]
pub fn JsonView(value: Value) -> impl IntoView {
    let mut lines = Lines::default();
    lines.value(&value, 0, "");
    let cut = lines.left_out;
    view! {
        <div class="json" role="region" aria-label="JSON" tabindex="0">
            {lines.parts.into_iter().collect_view()}
            {(cut > 0).then(|| view! { <span class="clip">{format!("… {cut} more lines")}</span> })}
        </div>
    }
}

#[derive(Default)]
struct Lines {
    parts: Vec<AnyView>,
    count: usize,
    left_out: usize,
}

impl Lines {
    fn value(&mut self, value: &Value, depth: usize, end: &str) {
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                self.plain("{\n");
                let last = fields.len() - 1;
                for (index, (key, field)) in fields.iter().enumerate() {
                    if self.indent(depth + 1) {
                        let name = format!("\"{key}\"");
                        self.parts.push(view! { <span class="json__key">{name}</span> }.into_any());
                        self.plain(": ");
                        self.value(field, depth + 1, if index == last { "\n" } else { ",\n" });
                    }
                }
                self.close(depth, "}", end);
            }
            Value::Array(items) if !items.is_empty() => {
                self.plain("[\n");
                let last = items.len() - 1;
                for (index, item) in items.iter().enumerate() {
                    if self.indent(depth + 1) {
                        self.value(item, depth + 1, if index == last { "\n" } else { ",\n" });
                    }
                }
                self.close(depth, "]", end);
            }
            leaf => {
                let written = leaf.to_string();
                let (shown, hidden) = clip(&written, 2_000);
                let class = match leaf {
                    Value::String(_) => "json__string",
                    Value::Number(_) => "json__number",
                    _ => "json__null",
                };
                let rest = (hidden > 0).then_some("…");
                self.parts.push(view! { <span class=class>{visible(shown)}{rest}</span> }.into_any());
                self.plain(end);
            }
        }
    }

    /// Begins a line, unless there are enough.
    fn indent(&mut self, depth: usize) -> bool {
        self.count += 1;
        let fits = self.count <= MOST_LINES;
        if fits {
            self.plain(&"  ".repeat(depth));
        } else {
            self.left_out += 1;
        }
        fits
    }

    fn close(&mut self, depth: usize, bracket: &str, end: &str) {
        self.plain(&"  ".repeat(depth));
        self.plain(bracket);
        self.plain(end);
    }

    fn plain(&mut self, text: &str) {
        self.parts.push(text.to_owned().into_any());
    }
}
