//! Generates review reports, all different, which compress like real ones.

use std::fmt::Write;

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "account", "after", "again", "answer", "archive", "before", "branch", "buffer", "cache", "carry",
    "client", "closes", "column", "commit", "counts", "cursor", "database", "deadline", "drops", "empty",
    "error", "event", "fails", "field", "file", "first", "folder", "format", "handle", "header", "index",
    "input", "invoice", "keeps", "ledger", "limit", "line", "list", "loses", "margin", "message", "misses",
    "module", "never", "order", "page", "parser", "partial", "payment", "queue", "reader", "record", "reply",
    "retry", "returns", "rounding", "row", "schema", "sends", "session", "shadow", "silent", "stale", "store",
    "stream", "table", "takes", "test", "timeout", "token", "total", "twice", "update", "value", "version",
    "waits", "when", "while", "without", "writer",
];
const SEVERITIES: &[&str] = &["critical", "high", "medium", "low"];

/// An iterator over reports from a seed.
pub struct Reports {
    seed: u64,
    bytes: usize,
}

impl Reports {
    /// Reports of about 7 kB: half findings, half prose.
    pub const fn long(seed: u64) -> Self {
        Self { seed, bytes: 7_000 }
    }

    /// Reports of about 2.5 kB, with some findings, of which a store can hold a million.
    pub const fn medium(seed: u64) -> Self {
        Self { seed, bytes: 2_500 }
    }

    /// Short reports, whose events are as long as those of long ones.
    pub const fn short(seed: u64) -> Self {
        Self { seed, bytes: 1_000 }
    }

    /// SplitMix64.
    fn next_number(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.seed;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn pick(&mut self, of: &[&'static str]) -> &'static str {
        let number = self.next_number() as usize % of.len().max(1);
        of.get(number).copied().unwrap_or_default()
    }

    fn sentence(&mut self, words: usize) -> String {
        let mut sentence = String::new();
        for _ in 0..words {
            sentence.push_str(self.pick(WORDS));
            sentence.push(' ');
        }
        sentence.trim_end().to_owned()
    }

    fn paragraph(&mut self) -> String {
        let sentences: Vec<String> = (0..4).map(|_| self.sentence(14) + ".").collect();
        sentences.join(" ")
    }

    fn write(&mut self) -> Result<String, std::fmt::Error> {
        let mut text = String::with_capacity(self.bytes + 256);
        let (scope, score) = (self.sentence(4), self.next_number() % 101);
        writeln!(text, "# Review Report: {scope} {:08x}\n", self.next_number() as u32)?;
        writeln!(
            text,
            "## Verdict: NEEDS_CHANGES\n## Score: {score}%\n\n## Summary\n{}\n",
            self.paragraph()
        )?;
        writeln!(text, "## Findings\n| # | File | Line | Severity | Description | Suggestion |")?;
        writeln!(text, "|---|------|------|----------|-------------|------------|")?;
        for number in 1.. {
            if text.len() >= self.bytes / 2 {
                break;
            }
            let (folder, file, line) = (self.pick(WORDS), self.pick(WORDS), self.next_number() % 900 + 1);
            let severity = self.pick(SEVERITIES);
            let (description, suggestion) = (self.sentence(12), self.sentence(8));
            writeln!(
                text,
                "| {number} | src/{folder}/{file}.rs | {line} | {severity} | {description} | {suggestion} |"
            )?;
        }
        writeln!(text, "\n## Notes")?;
        while text.len() < self.bytes {
            writeln!(text, "{}\n", self.paragraph())?;
        }
        Ok(text)
    }
}

impl Iterator for Reports {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.write().ok()
    }
}
