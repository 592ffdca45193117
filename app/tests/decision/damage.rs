//! Records with every kind of error.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::node::Node;

/// Values of every type, at every bound, in every form that the schema requires, and tokens that only
/// look like JSON.
pub const TOKENS: &[&str] = &[
    "null",
    "true",
    "false",
    "True",
    "NaN",
    "PASS|FAIL",
    "",
    "[]",
    "{}",
    "[1]",
    "[\"a\"]",
    "[\"a\", null, {}]",
    "[[]]",
    "{\"a\": {\"a\": [null]}}",
    "{\"a\": 1, \"a\": 2}",
    "0",
    "-0",
    "-0.0",
    "3",
    "3.0",
    "3.5",
    "-1",
    "1e2",
    "1E+2",
    "100e-2",
    "1e-2",
    "900",
    "9007199254740993",
    "18446744073709551616",
    "-9223372036854775809",
    "123456789012345678901234567890",
    "1.7976931348623157e308",
    "007",
    "+1",
    ".5",
    "5.",
    "1e",
    "0x10",
    "1_000",
    "\"\"",
    "\"3\"",
    "\"true\"",
    "\"null\"",
    "\"PASS\"",
    "\"pass\"",
    "\"NOPE\"",
    "\"DONE\"",
    "\"ALLOW\"",
    "\" ALLOW\"",
    "\"\\u0041LLOW\"",
    "\"v36.runtime_harness.decision.v1\"",
    "\"v36.runtime_harness.decision.v2\"",
    "\"작업 폴더\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\x\"",
    "\"a\tb\"",
    "\"\u{0}\"",
    "\"\\u0000\"",
    "\"a\u{2028}b\"",
    "'a'",
    "“a”",
    "\"task-1\"",
    "\"task-1+a.b_c\"",
    "\"task-1+A\"",
    "\"task-1.x1\"",
    "\"task-1.\"",
    "\"task-1+\"",
    "\"task-\"",
    "\"task-1\\n\"",
    "\"task-１\"",
    "\"task-1.b+2\"",
    "\"xtask-1\"",
    "\"2026-05-28T13:30:00+09:00\"",
    "\"2026-05-28t13:30:00.5z\"",
    "\"2026-05-28 13:30:00Z\"",
    "\"2026-02-29T13:30:00Z\"",
    "\"2024-02-29T13:30:00-23:59\"",
    "\"2100-02-29T00:00:00Z\"",
    "\"2016-12-31T23:59:60Z\"",
    "\"2016-12-31T22:59:60Z\"",
    "\"2017-01-01T08:59:60+09:00\"",
    "\"2026-05-28T24:00:00Z\"",
    "\"2026-05-28T13:60:00Z\"",
    "\"2026-05-28T13:30:00+24:00\"",
    "\"2026-05-28T13:30:00+09:60\"",
    "\"2026-05-28T13:30:00+0900\"",
    "\"2026-05-28T13:30:00\"",
    "\"2026-05-28T13:30:00.Z\"",
    "\"2026-05-28T13:30:00.123456789012345Z\"",
    "\"0000-01-01T00:00:00Z\"",
    "\"2026-13-01T00:00:00Z\"",
    "\"2026-00-10T00:00:00Z\"",
    "\"2026-05-00T00:00:00Z\"",
    "\"2026-05-28T13:30:00Z \"",
    "\"２026-05-28T13:30:00Z\"",
    "\"2026-05-28T13:30:00−09:00\"",
];
/// Names of fields that exist, nearly exist, or don't.
const NAMES: &[&str] = &[
    "task_id", "Task_id", "taskId", "evidence", "spawn_state", "dry_run", "extra", "", "a/b", "a~b", "a.b",
    "a[0]", "결정", "\"", "\\", "\u{1}", "schema_version", "next_state", "linked_decision_ids",
];
const STRAY: &[&str] = &[
    "\"", "'", "{", "}", "[", "]", ",", ":", "\\", "/", "//", "#", "\n", "\r\n", "\t", " ", "\u{a0}",
    "\u{feff}", "\u{b}", "0", "-", ".", "e", "x", "null", "한", "“", "```", "`", "\u{0}", "{}", "{\"a\": 1}",
];

#[derive(Clone, Debug)]
enum Change {
    Remove,
    Replace(&'static str),
    Double(&'static str),
    Add(&'static str, &'static str),
    Nest(usize),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        Just(Change::Remove),
        select(TOKENS).prop_map(Change::Replace),
        select(TOKENS).prop_map(Change::Double),
        (select(NAMES), select(TOKENS)).prop_map(|(name, token)| Change::Add(name, token)),
        (1..30usize).prop_map(Change::Nest),
    ]
}

pub fn damaged_record() -> impl Strategy<Value = Node> {
    prop::collection::vec((any::<Index>(), change()), 0..5).prop_map(|changes| {
        let mut record = Node::example();
        for (place, change) in changes {
            let paths = record.paths();
            let Some(path) = paths.get(place.index(paths.len().max(1))) else { continue };
            record = match change {
                Change::Remove => record.without(path),
                Change::Replace(token) => record.with(path, token),
                Change::Double(token) => record.doubled(path, token),
                Change::Add(name, token) => {
                    let beside = path.iter().rev().skip(1).rev().cloned();
                    let path: Vec<String> = beside.chain([name.to_owned()]).collect();
                    record.doubled(&path, token)
                }
                Change::Nest(depth) => {
                    record.with(path, &format!("{}1{}", "{\"a\": [".repeat(depth), "]}".repeat(depth)))
                }
            };
        }
        record
    })
}

/// A record with some characters put in, taken out or cut off.
pub fn damaged_line() -> impl Strategy<Value = String> {
    let slips = prop::collection::vec((any::<Index>(), 0..12usize, select(STRAY)), 1..4);
    (damaged_record(), slips, 0..4u8).prop_map(|(record, slips, cut)| {
        let mut line = record.to_string();
        for (place, length, stray) in slips {
            let start = line.floor_char_boundary(place.index(line.len() + 1));
            // A slip in the middle takes a few bytes out; at the end there are none.
            let end = line.floor_char_boundary(start + length.saturating_sub(8));
            line.replace_range(start..end.max(start), stray);
            if cut == 0 {
                line.truncate(start);
            }
        }
        line
    })
}
