//! Explains which formats were recognized in a text, and why.

use std::fmt::Write;

use app::claim::Claim;
use app::nearest::Nearest;
use app::text::Text;

use super::visible::visible;

/// Returns the name of the file, and below it each claim with its reason and its outcome.
pub fn explanation(file: &str, text: &Text, claims: &[Claim]) -> String {
    let mut lines = format!("{}\n", visible(file));
    if claims.is_empty() {
        lines.push_str("  no format was recognized\n");
        if let Some(nearest) = Nearest::of(text) {
            // Writing to a string can't fail.
            let _ = writeln!(lines, "    {}", visible(&nearest.message()));
        }
    }
    for claim in claims {
        let spec = claim.room.spec;
        let line = text.position(claim.recognition.span.start).line;
        let fence = if claim.fenced { ", in a code fence: an example, not an event" } else { "" };
        let revision = claim.recognition.revision.as_str();
        let reason = claim.recognition.reason;
        let outcome = claim.describe(text);
        // Writing to a string can't fail.
        let _ = writeln!(lines, "  line {line}: {} {} ({revision}), by {reason}{fence}", spec.id, spec.name);
        let _ = writeln!(lines, "    {outcome}");
    }
    lines
}
