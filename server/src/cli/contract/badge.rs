//! A badge for a README.

use app::contract::Coverage;

/// Pixels of a letter of 11 pixels, and around words.
const LETTER: usize = 7;
const PADDING: usize = 12;

/// Returns an SVG that says how far the formats are covered, or that they have drifted.
pub(super) fn badge(coverage: &Coverage) -> String {
    let label = "contract";
    let (words, color) = match coverage.percent {
        _ if coverage.has_drifted() => ("drifted".to_owned(), "#b3372b"),
        100 => ("100 %".to_owned(), "#2c7a51"),
        percent => (format!("{percent} %"), "#8f6200"),
    };
    let (left, right) = (width(label), width(&words));
    let whole = left + right;
    let (label_at, words_at) = (left / 2, left + right / 2);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img" aria-label="{label}: {words}">
<title>{label}: {words}</title>
<clipPath id="r"><rect width="{whole}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#3b3d42"/><rect x="{left}" width="{right}" height="20" fill="{color}"/></g>
<g fill="#ffffff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{label_at}" y="14">{label}</text>
<text x="{words_at}" y="14">{words}</text>
</g>
</svg>"##
    )
}

fn width(words: &str) -> usize {
    words.len() * LETTER + PADDING
}
