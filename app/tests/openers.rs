//! Headings open blocks by the names that a format declares, in any script.

use app::markdown::Outline;
use app::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, OpenerIndex, Scan};
use app::text::Text;

static OPENERS: [Opener; 1] = [Opener::Heading(HeadingOpener {
    names: &["리뷰", "5 whys", "q", "état", "incident report"],
    form: HeadingForm::Any,
    deepest: 2,
    contract: &["# "],
    evidence: Evidence::None { reasons: ["by the contract's heading", "by another"] },
})];

fn opened(source: &str) -> Vec<String> {
    let text = Text::new(source);
    let outline = Outline::of(&text);
    let index = OpenerIndex::of(&OPENERS);
    let found = Scan::new(&text, &outline, &index).recognize(&OPENERS);
    found.iter().map(|block| text.slice(block.span).lines().next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn names_of_every_script_open_a_block() {
    for heading in [
        "# 리뷰",
        "# 5 Whys: the outage",
        "## Q",
        "# état",
        "# ✅ Incident report: the outage",
        "# **리뷰**: a",
    ] {
        assert_eq!(opened(&format!("Words\n\n{heading}\n\nMore")), [heading]);
    }
}

#[test]
fn other_headings_open_nothing() {
    for heading in ["# 리뷰어", "# 6 Whys", "# Quality", "# An incident report", "### Q", "#"] {
        assert!(opened(&format!("Words\n\n{heading}\n\nMore")).is_empty(), "{heading}");
    }
}
