//! Adds hooks to the settings of Claude Code, and removes them, by edits of the text: every other byte of the file stays.
//!
//! What is added can be removed so that the text is again what it was, without a note of that anywhere. A list or object
//! that is added has white space before its closing bracket. One that was there and was empty gets none: its new content
//! is followed by the bracket at once.

mod render;
#[cfg(test)]
mod tests;

use app::json::{Json, Kind, read};
use app::text::Span;
use serde_json::{Value, json};
use thiserror::Error;

use render::Layout;

/// A hook to add: the event, the tools that it is for, and the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hook {
    pub event: &'static str,
    pub matcher: Option<&'static str>,
    pub command: String,
    pub timeout_s: u32,
}

/// Why settings aren't changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Unchangeable {
    #[error("it is not JSON: {reason}")]
    NotJson { reason: String },
    #[error("it is nested too deep")]
    TooDeep,
    #[error("`{place}` is not {expected}")]
    Unexpected { place: String, expected: &'static str },
    #[error("it has `{place}` twice")]
    Twice { place: String },
}

const BYTE_ORDER_MARK: char = '\u{feff}';
const HOOKS: &str = "hooks";

impl Hook {
    fn group(&self) -> Value {
        let mut group = serde_json::Map::new();
        if let Some(matcher) = self.matcher {
            group.insert("matcher".to_owned(), matcher.into());
        }
        let hook = json!({ "type": "command", "command": self.command, "timeout": self.timeout_s });
        group.insert(HOOKS.to_owned(), json!([hook]));
        Value::Object(group)
    }
}

/// Returns the settings with these hooks, and without others of Harmony. `None` is a file that doesn't exist.
pub(super) fn with_hooks(settings: Option<&str>, hooks: &[Hook]) -> Result<String, Unchangeable> {
    let Some(settings) = settings else { return Ok(new_file(hooks)) };
    if has_exactly(&parsed(without_mark(settings))?, hooks) {
        return Ok(settings.to_owned());
    }
    let Some(mut text) = without_hooks(settings)? else { return Ok(new_file(hooks)) };
    let mark = text.len() - without_mark(&text).len();
    let head: String = text.drain(..mark).collect();
    for hook in hooks {
        let (at, insertion) = addition(&text, hook)?;
        text.insert_str(at, &insertion);
    }
    Ok(head + &text)
}

/// Returns the settings without the hooks of Harmony; `None` if nothing else was ever in the file.
pub(super) fn without_hooks(settings: &str) -> Result<Option<String>, Unchangeable> {
    let mut text = settings.to_owned();
    let mark = text.len() - without_mark(&text).len();
    let head: String = text.drain(..mark).collect();
    loop {
        let removed = {
            let root = parsed(&text)?;
            match removal(&root) {
                None => break,
                Some(Removal::Everything) => return Ok(None),
                Some(Removal::Part(span)) => span,
            }
        };
        text.replace_range(removed.range(), "");
    }
    Ok(Some(head + &text))
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

fn new_file(hooks: &[Hook]) -> String {
    let events = hooks.iter().map(|hook| (hook.event.to_owned(), json!([hook.group()])));
    let root = json!({ HOOKS: Value::Object(events.collect()) });
    Layout::usual().render(&root, 0) + "\n"
}

/// Reads the settings, which must be what a strict reader accepts.
fn parsed(text: &str) -> Result<Json<'_>, Unchangeable> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| Unchangeable::NotJson { reason: error.to_string() })?;
    let root = read(text, Span::of(0, text.len())).json;
    // Our reader accepts more than JSON, and reads less deep.
    if root.plain() == value { Ok(root) } else { Err(Unchangeable::TooDeep) }
}

/// Returns where to insert what adds a hook.
fn addition(text: &str, hook: &Hook) -> Result<(usize, String), Unchangeable> {
    let root = parsed(text)?;
    let layout = Layout::of(text, &root);
    let Kind::Object(_) = root.kind else {
        return Err(Unchangeable::Unexpected { place: "settings".to_owned(), expected: "an object" });
    };
    let member = |name: &str, value: &Value, depth: usize| {
        format!("{}: {}", Value::from(name), layout.render(value, depth))
    };
    let groups = json!([hook.group()]);
    let Some(hooks) = only(&root, HOOKS, HOOKS)? else {
        return Ok(layout.insertion(text, &root, &member(HOOKS, &json!({ hook.event: groups }), 1)));
    };
    let Kind::Object(_) = hooks.kind else {
        return Err(Unchangeable::Unexpected { place: HOOKS.to_owned(), expected: "an object" });
    };
    let place = format!("{HOOKS}.{}", hook.event);
    let Some(list) = only(hooks, hook.event, &place)? else {
        return Ok(layout.insertion(text, hooks, &member(hook.event, &groups, 2)));
    };
    let Kind::List(_) = list.kind else {
        return Err(Unchangeable::Unexpected { place, expected: "a list" });
    };
    Ok(layout.insertion(text, list, &layout.render(&hook.group(), 3)))
}

/// Returns the member with this name.
fn only<'j, 't>(object: &'j Json<'t>, name: &str, place: &str) -> Result<Option<&'j Json<'t>>, Unchangeable> {
    let mut found = object.members().iter().filter(|member| member.key == name);
    let first = found.next().map(|member| &member.value);
    match found.next() {
        Some(_) => Err(Unchangeable::Twice { place: place.to_owned() }),
        None => Ok(first),
    }
}

/// What to remove next.
enum Removal {
    Everything,
    Part(Span),
}

/// Returns what removes the first hook of Harmony.
fn removal(root: &Json<'_>) -> Option<Removal> {
    let root_members: Vec<Span> = root.members().iter().map(|member| member.span()).collect();
    for (hooks_place, hooks) in root.members().iter().enumerate().filter(|(_, member)| member.key == HOOKS) {
        let events: Vec<Span> = hooks.value.members().iter().map(|event| event.span()).collect();
        for (event_place, event) in hooks.value.members().iter().enumerate() {
            let groups: Vec<Span> = event.value.items().iter().map(|group| group.span).collect();
            let Some(group_place) = event.value.items().iter().position(is_ours) else { continue };
            let levels = [
                (&event.value, &groups, group_place),
                (&hooks.value, &events, event_place),
                (root, &root_members, hooks_place),
            ];
            let part = levels
                .into_iter()
                .find_map(|(container, children, place)| without_child(container, children, place));
            return Some(part.map_or(Removal::Everything, Removal::Part));
        }
    }
    None
}

/// Returns what removes a child with its comma; `None` if the container was added for it.
fn without_child(container: &Json<'_>, children: &[Span], place: usize) -> Option<Span> {
    let child = *children.get(place)?;
    let previous = place.checked_sub(1).and_then(|previous| children.get(previous));
    match (previous, children.get(place + 1)) {
        (Some(previous), _) => Some(Span { start: previous.end, ..child }),
        (None, Some(next)) => Some(Span { end: next.start, ..child }),
        (None, None) => {
            let is_followed_by_bracket = child.end + 1 == container.span.end;
            is_followed_by_bracket.then_some(child)
        }
    }
}

fn has_exactly(root: &Json<'_>, hooks: &[Hook]) -> bool {
    let events = root.get(HOOKS).map(Json::members).unwrap_or_default();
    let ours = events.iter().flat_map(|event| event.value.items()).filter(|group| is_ours(group)).count();
    let has = |hook: &Hook| {
        let groups =
            events.iter().filter(|event| event.key == hook.event).flat_map(|event| event.value.items());
        groups.filter(|group| group.plain() == hook.group()).count() == 1
    };
    ours == hooks.len() && hooks.iter().all(has)
}

/// Returns whether a group was added by Harmony: its only hook is a command of Harmony for hooks.
fn is_ours(group: &Json<'_>) -> bool {
    let [hook] = group.get(HOOKS).map(Json::items).unwrap_or_default() else { return false };
    hook.get("command").and_then(Json::text).is_some_and(is_our_command)
}

fn is_our_command(command: &str) -> bool {
    let Some((program, arguments)) = command.split_once(" hook ") else { return false };
    let program = program.trim_matches(['\'', '"']);
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_harmony = matches!(name, "harmony" | "harmony.exe");
    is_harmony && matches!(arguments.split(' ').next(), Some("post" | "guard"))
}
