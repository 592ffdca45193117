//! Tries on one text what holds of any.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use app::markdown::Outline;
use app::text::Text;
use app::{report, scan};
use probe::conservation::{check_rows, check_rows_of_tables, check_words};
use probe::invariants::{
    check_coverage, check_diagnostics, check_kept, data, diagnostics, fix_within, read, rows,
};

/// What was seen of a text of which everything held.
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

/// How much is asked of fixing a text.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Fixing {
    /// It comes to an end.
    Ends,
    /// It keeps every block, row and value too. Where a text was damaged at random, an edit may close what hid others.
    Keeps,
}

impl Fixing {
    /// A reader of JSON gives up after a hundred faults, and goes on from there in the next round; a heading that was
    /// fixed may let the next one be seen.
    const fn rounds(self) -> usize {
        match self {
            Self::Ends => 1_000,
            Self::Keeps => 8,
        }
    }
}

/// Reads the text and tries everything; the message of what does not hold.
pub fn try_text(bytes: &[u8], fixing: Fixing) -> Result<Seen, String> {
    let tried = panic::catch_unwind(AssertUnwindSafe(|| check(bytes, fixing)));
    tried.map_err(|payload| said(&*payload))
}

fn check(bytes: &[u8], fixing: Fixing) -> Seen {
    let text = Text::from_bytes(bytes);
    let source = text.source();
    let (blocks, outline) = (scan::read(&text), Outline::of(&text));
    let mut seen = Seen { bytes: bytes.len() as u64, blocks: blocks.len() as u64, ..Seen::default() };
    for parsed in &blocks {
        check_coverage(source, parsed);
        check_diagnostics(source, parsed);
        seen.rows += check_rows_of_tables(&text, &outline, parsed) as u64;
        // A damaged word may be taken for a name that it comes near to.
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

thread_local! {
    /// Where the last panic of this thread was.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps panics from being printed: each is a finding, and is reported once.
pub fn be_quiet() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
        PLACE.with(|kept| kept.replace(place.unwrap_or_default()));
    }));
}

fn said(payload: &(dyn Any + Send)) -> String {
    let words = payload.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    format!("{}: {words}", PLACE.with(|place| place.borrow().clone()))
}
