//! Formats whose opening line the pattern of another matches, too.

use crate::catalog::Catalog;
use crate::declaration::Pattern;
use crate::format::Spec;
use crate::scan::Blocks;
use crate::text::Text;

/// The contract's pattern of a format matches the first line of another's example. Which of them a text is read as is up to
/// the order of formats, and to what they demand besides.
#[derive(Copy, Clone, Debug)]
pub struct PatternOverlap {
    pub pattern_of: &'static Spec,
    pub matches: &'static Spec,
}

/// Returns the overlaps among formats for which a contract prints a pattern.
pub fn pattern_overlaps(catalog: &Catalog) -> Vec<PatternOverlap> {
    let first_line = |spec: &'static Spec| Some((spec, lines(catalog, spec).into_iter().next()?));
    let first_lines: Vec<(&'static Spec, String)> = catalog.specs().filter_map(first_line).collect();
    let mut found = Vec::new();
    for spec in catalog.specs() {
        let Some(pattern) = spec.pattern.and_then(|pattern| Pattern::new(pattern).ok()) else { continue };
        let is_other = |other: &&(&'static Spec, String)| other.0.id != spec.id && pattern.is_match(&other.1);
        found.extend(
            first_lines
                .iter()
                .filter(is_other)
                .map(|(other, _)| PatternOverlap { pattern_of: spec, matches: other }),
        );
    }
    found
}

/// Returns the lines of a format's block in its example.
pub(super) fn lines(catalog: &Catalog, spec: &Spec) -> Vec<String> {
    let text = Text::new(spec.example);
    let blocks = Blocks::by(catalog, &text, None).read_all();
    let block = blocks.iter().find(|block| block.spec.id == spec.id);
    block.map(|block| text.slice(block.span).lines().map(str::to_owned).collect()).unwrap_or_default()
}
