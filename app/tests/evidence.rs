//! Transcripts, and what is claimed in each beside what the tools answered. A new case is a new file.

use std::path::Path;

use app::evidence::{Evidence, LineFacts, Prices};
use app::transcript::Line;
use serde_json::{Value, json};

fn snapshot(path: &Path, source: String) -> datatest_stable::Result<()> {
    let lines = source.lines().zip(1..).filter_map(|(line, number)| {
        let line: Line<'_> = serde_json::from_str(line).expect("a line of a transcript");
        LineFacts::of(&line, "s.jsonl", number)
    });
    let lines: Vec<LineFacts> = lines.collect();
    let stored = serde_json::to_string(&lines).expect("JSON");
    let lines: Vec<LineFacts> = serde_json::from_str(&stored).expect("the same lines");
    let evidence = Evidence::of(lines, &Prices::shipped());
    let name = path.file_stem().expect("a name").to_string_lossy();
    let shown: Value = match name.starts_with("facts") {
        true => json!(evidence.facts),
        false => evidence.claims.iter().map(|claim| {
            let answered = claim.answered.as_ref().map(|answered| json!([answered.place.line, answered.of, answered.quote]));
            json!({
                "said": [claim.said.place.line, claim.said.quote], "verdict": claim.verdict, "reason": claim.reason,
                "answered": answered,
            })
        }).collect(),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/evidence/fixtures/snapshots");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_json_snapshot!(name.as_ref(), shown));
    Ok(())
}

datatest_stable::harness! {
    { test = snapshot, root = "src/evidence/fixtures", pattern = r"\.jsonl$" },
}
