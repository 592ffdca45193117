use std::io;

use leptos::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::ui::allowance::Allowance;
use crate::ui::server::list::Section;
use crate::ui::size::grouped;
use crate::ui::visible::{affordable, cost, spelled_out};

/// Longer output is cut; the whole is one request away.
const MOST_LINES: usize = 2_000;
/// A longer line is cut here.
const LONGEST: usize = 2_000;

/// JSON as a person reads it, a line per value. The value is written as it is, and no more of it is kept than is shown.
#[component]
pub fn JsonView<T: Serialize>(value: T) -> impl IntoView {
    let mut lines = Lines { most: Allowance::rows(MOST_LINES), ..Lines::default() };
    // Writing into lines doesn't fail, and JSON can express every field.
    let _ = serde_json::to_writer_pretty(&mut lines, &value);
    let cut = lines.count.saturating_sub(lines.shown.len());
    view! {
        <div class="json" role="region" aria-label="JSON" tabindex="0">
            {lines.shown.iter().map(line).collect::<Vec<_>>()}
            {(cut > 0).then(|| view! { <span class="clip">{format!("… {} more lines", grouped(cut as u64))}</span> })}
        </div>
    }
}

/// The first lines of what is written, and how many there are in all.
#[derive(Default)]
struct Lines {
    most: usize,
    shown: Vec<Line>,
    count: usize,
    is_open: bool,
}

#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            if !self.is_open {
                self.count += 1;
                if self.shown.len() < self.most {
                    self.shown.push(Line::default());
                }
            }
            if self.count == self.shown.len()
                && let Some(line) = self.shown.last_mut()
            {
                let room = LONGEST - line.bytes.len().min(LONGEST);
                line.is_cut |= part.len() > room;
                line.bytes.extend(part.iter().take(room));
            }
            self.is_open = !part.ends_with(b"\n");
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn line(line: &Line) -> impl IntoView + use<> {
    // A character that the end of the line parts is left out.
    let whole = line.bytes.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    let written = affordable(whole, Allowance::for_value(LONGEST));
    Allowance::take(cost(written));
    let indent = written.len() - written.trim_start_matches(' ').len();
    let (indent, rest) = written.split_at(indent);
    let key = string_end(rest).filter(|end| rest.get(*end..).is_some_and(|rest| rest.starts_with(": ")));
    let (key, rest) = rest.split_at(key.unwrap_or_default());
    let (colon, value) = rest.split_at(if key.is_empty() { 0 } else { 2 });
    let bare = value.trim_end_matches(['\n', ',']);
    let (bare, end) = value.split_at(bare.len());
    let class = match bare.as_bytes().first() {
        Some(b'"') => Some("json__string"),
        Some(b'-' | b'0'..=b'9') => Some("json__number"),
        Some(b'n' | b't' | b'f') => Some("json__null"),
        _ => None,
    };
    let key = (!key.is_empty()).then(|| view! { <span class="json__key">{spelled_out(key)}</span> });
    let is_cut = line.is_cut || written.len() < whole.len();
    let end = if is_cut { "…\n" } else { end };
    let shown = match class {
        Some(class) => view! { <span class=class>{spelled_out(bare)}</span> }.into_any(),
        None => bare.to_owned().into_any(),
    };
    view! { {indent.to_owned()} {key} {colon.to_owned()} {shown} {end.to_owned()} }
}

/// Where the string ends that a line begins with.
fn string_end(line: &str) -> Option<usize> {
    let mut is_escaped = false;
    let inner = line.strip_prefix('"')?;
    let end = inner.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map(|end| end + 2)
}

/// The members that no field is read from, so that everything is shown.
#[component]
pub fn OtherFields(
    fields: Map<String, Value>,
    #[prop(optional)] lead: Option<&'static str>,
) -> impl IntoView {
    (!fields.is_empty()).then(|| {
        view! {
            <Section title="Besides" field="other_fields" count=fields.len()>
                {lead.map(|lead| view! { <p class="delegate__lead">{lead}</p> })}
                <div class="card">
                    <JsonView value=Value::Object(fields)/>
                </div>
            </Section>
        }
    })
}
