//! All invariants of reading, checked on one text.

use app::markdown::Outline;
use app::text::Text;
use app::{report, scan};

use crate::conservation::{check_rows, check_rows_of_tables, check_words};
use crate::invariants::{
    check_coverage, check_diagnostics, check_kept, data, diagnostics, fix_within, read, rows,
};
use crate::json::check_objects;
use crate::outline::check_outline;

/// What was counted in a text that passed all checks.
#[derive(Copy, Clone, Debug, Default)]
pub struct Seen {
    pub bytes: u64,
    pub blocks: u64,
    /// Bytes in blocks, each of which is in one piece.
    pub covered: u64,
    /// Rows of tables, none of which is lost.
    pub rows: u64,
    pub diagnostics: u64,
    /// Diagnostics with an edit that fixes them.
    pub fixes: u64,
}

impl Seen {
    pub fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.blocks += other.blocks;
        self.covered += other.covered;
        self.rows += other.rows;
        self.diagnostics += other.diagnostics;
        self.fixes += other.fixes;
    }
}

/// What fixing a text must guarantee.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Fixing {
    /// Fixing ends.
    Ends,
    /// It also keeps every block, row and value. In a text with random damage, an edit may close what hid other blocks.
    Keeps,
}

impl Fixing {
    /// The most rounds. The JSON parser stops after a hundred faults and continues in the next round, and fixing a
    /// heading may reveal the next one.
    const fn rounds(self) -> usize {
        match self {
            Self::Ends => 1_000,
            Self::Keeps => 8,
        }
    }
}

/// Parses a text and checks everything. Panics like an assertion.
pub fn check(bytes: &[u8], fixing: Fixing) -> Seen {
    let text = Text::from_bytes(bytes);
    let source = text.source();
    let (blocks, outline) = (scan::read(&text), Outline::of(&text));
    check_outline(&text, &outline);
    check_objects(&text, &outline);
    let mut seen = Seen { bytes: bytes.len() as u64, blocks: blocks.len() as u64, ..Seen::default() };
    for parsed in &blocks {
        check_coverage(source, parsed);
        check_diagnostics(source, parsed);
        seen.rows += check_rows_of_tables(&text, &outline, parsed) as u64;
        // A damaged word may be mistaken for a similar name.
        if fixing == Fixing::Keeps {
            check_words(&text, parsed);
            check_rows(&text, &outline, parsed);
        }
        seen.covered += u64::from(parsed.span.len());
        let json = report::json(parsed);
        let again: serde_json::Value =
            serde_json::from_str(&json.to_string()).expect("what is printed is JSON");
        assert_eq!(again, json, "JSON is read as it was printed");
    }
    seen.diagnostics = diagnostics(&blocks).count() as u64;
    seen.fixes = diagnostics(&blocks).filter(|found| found.fix.is_some()).count() as u64;
    let Some((fixed, rounds)) = fix_within(source, fixing.rounds()) else { panic!("fixes do not end") };
    if rounds > 0 && fixing == Fixing::Keeps {
        let (before, after) = (data(&blocks), data(&read(&fixed)));
        assert_eq!(before.len(), after.len(), "a block came or went");
        for (before, after) in before.iter().zip(&after) {
            assert!(rows(after) >= rows(before), "a row was fixed away");
            check_kept(before, after, "", "");
        }
    }
    seen
}
