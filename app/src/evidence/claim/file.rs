//! Statements that a file was written.

use std::sync::LazyLock;

use regex::Regex;

use super::{IN_TICKS, Subject};
use crate::evidence::answer::pattern;
use crate::evidence::quote::quoted;

static WROTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|\b)(?:wrote|written|created|updated|saved|generated|edited|modified)\s*:?\s+(?:(?:the|a|an|new|files?|reports?|documents?|config|configuration|script|module|to|at|in|into|as|under|following|it)\s+){0,5}`(?P<path>[^`\s]{2,200})`(?P<more>(?:\s*(?:,|and|&|,\s*and)\s*`[^`\s]{2,200}`)*)",
    )
});
static IS_WRITTEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)`(?P<path>[^`\s]{2,200})`\s+(?:(?:is|was|has been|have been|now|successfully)\s+)+(?:written|created|updated|saved|generated|edited)\b",
    )
});

pub(super) fn files(sentence: &str) -> impl Iterator<Item = Subject> {
    let mut paths: Vec<String> = Vec::new();
    for found in WROTE.captures_iter(sentence).chain(IS_WRITTEN.captures_iter(sentence)) {
        paths.extend(found.name("path").map(|path| path.as_str().to_owned()));
        let more = found.name("more").map(|more| more.as_str()).unwrap_or_default();
        paths.extend(IN_TICKS.captures_iter(more).map(|path| path.extract::<1>().1[0].to_owned()));
    }
    paths.dedup();
    paths.into_iter().filter(|path| is_file(path)).map(|path| Subject::File { path: quoted(&path, 300) })
}

/// Returns whether a name is the path of a file: its last part has an extension, and it is no pattern, call or address.
fn is_file(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
    let is_plain =
        !path.contains(['*', '(', '{', '<', '=', '$', ':', ';', '#', '?']) || path.get(1..3) == Some(":\\");
    let is_extension =
        (1..=8).contains(&extension.len()) && extension.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_plain
        && is_extension
        && !extension.chars().all(|letter| letter.is_ascii_digit())
        && (path.contains(['/', '\\']) || KNOWN_EXTENSIONS.contains(&extension))
}

/// Without a folder, `Session.open` is a method and `store.rs` a file.
const KNOWN_EXTENSIONS: [&str; 40] = [
    "c", "cc", "cfg", "cpp", "cs", "css", "csv", "go", "h", "hpp", "html", "ini", "java", "js", "json",
    "jsonl", "jsx", "kt", "lock", "md", "mjs", "php", "proto", "py", "rb", "rs", "scss", "sh", "sql",
    "svelte", "svg", "swift", "tf", "toml", "ts", "tsx", "txt", "vue", "yaml", "yml",
];
