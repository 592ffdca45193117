//! Texts that are taken, and that cost much to read or to show.

use super::super::request::Request;
use super::Bomb;
use crate::loopback::Loopback;

const PAGES: &[&str] = &["{document}", "{document}?view=source", "{document}?view=json"];

/// A text is repeated up to so many bytes.
pub fn bombs(address: Loopback, is_short: bool) -> Vec<Bomb> {
    let longest = if is_short { 20_000 } else { 1_000_000 };
    let of = |name, text: String| {
        let request = Request::new(address, "POST", "/api/documents").sending("text/markdown", text);
        Bomb { name, bytes: request.bytes(), statuses: &[200, 201], pages: PAGES }
    };
    let repeated =
        |name, head: &str, part: &str| of(name, format!("{head}{}", part.repeat(longest / part.len())));
    let report = "# Review Report: a\n\n## Verdict: APPROVED\n\n## Summary\n\n";
    vec![
        repeated("quotations in each other", report, ">"),
        repeated("lists in each other", report, "- "),
        repeated("emphasis in each other", report, "*a **a "),
        repeated("links in each other", report, "[a]("),
        repeated("brackets", report, "["),
        repeated("images in each other", report, "![a]("),
        repeated("backticks", report, "`a``"),
        repeated("references that are used", &format!("{report}[a]: /b\n\n"), "[a][a]"),
        repeated("entities", report, "&#0;&amp;&x;"),
        repeated("comments that do not end", report, "<!--<![CDATA[<?"),
        repeated("headings", report, "# Review Report: a\n"),
        repeated("cells", &format!("{report}|{}\n|{}\n", "a|".repeat(1_000), "-|".repeat(1_000)), "|"),
        repeated("combining marks", report, "e\u{301}\u{302}\u{202e}\u{200d}"),
        of("numbers too large", format!("# Review Report: a\n\n## Score: {}%\n", "9".repeat(longest))),
        of("JSON, nested", format!("{{\"verdict\":{}", "[".repeat(longest))),
        of("a line", "a".repeat(longest)),
    ]
}
