//! Formats of a team whose patterns would keep a naive engine busy for ever, or make it large, and texts for them.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};

use super::super::request::{Request, exchange};
use super::super::servers;
use super::{MEMORY, MOST, memory};
use crate::Setup;

/// Each may be refused, or used.
const PATTERNS: [&str; 22] = [
    "(a*)*b",
    "(a+)+$",
    "(a|aa)+$",
    "(a|a?)+$",
    "(.*a){25}",
    "(.*)*x",
    "(x+x+)+y",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    r"(\w+\s?)*$",
    "a{1000}{1000}",
    "((a{100}){100}){100}",
    r"\w{1000}",
    r"[\p{L}--a]{500}",
    "(?i)k{2000}",
    ".{0,5000}.{0,5000}b",
    "(((((((((((((((((((((((((a)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*",
    r"\b\b\b\b\b\b\b\b(a*)*\B",
    "(?:a?){1000}a{1000}",
    r"(\d+)+,(\d+)+,(\d+)+x",
    "[^\\x00-\\x{10FFFF}]",
    "(a*)*(?-u:\\xff)",
    "(?P<n>a)(?P<n>b)",
];

pub async fn attack(setup: &Setup, folder: &Path) -> Result<bool> {
    let formats = folder.join("formats");
    fs::create_dir(&formats)?;
    for (number, pattern) in PATTERNS.iter().enumerate() {
        fs::write(formats.join(format!("evil-{number}.format.toml")), declaration(number, pattern))?;
    }
    let formats = formats.to_str().context("the folder's path is not text")?;
    let began = Instant::now();
    let server = servers::start(&setup.harmony, &folder.join("patterns.sqlite"), &["--formats", formats])?;
    let started = began.elapsed();
    let mut longest = started;
    let mut wrong = Vec::new();
    memory::forget_peak(server.process());
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let began = Instant::now();
        let request =
            Request::new(server.address, "POST", "/api/documents").sending("text/markdown", document(number));
        let answer = exchange(server.address, &request.bytes()).await?;
        let page = Request::new(server.address, "GET", answer.header("location").unwrap_or("/missing"));
        let shown = exchange(server.address, &page.bytes()).await?;
        if (answer.status, shown.status) != (201, 200) {
            wrong.push(format!("{pattern} was answered with {} and {}", answer.status, shown.status));
        }
        longest = longest.max(began.elapsed());
    }
    let peak = memory::peak(server.process()).unwrap_or(0);
    let own =
        exchange(server.address, &Request::new(server.address, "GET", "/api/formats/own").bytes()).await?;
    let used = memchr::memmem::find_iter(&own.body, br#""id":"evil-"#).count();
    println!(
        "{} formats with patterns, of which {used} are used: started after {:.1} s, each text within {:.2} s; memory at most {} MB",
        PATTERNS.len(),
        started.as_secs_f64(),
        longest.as_secs_f64(),
        peak >> 20
    );
    if longest > MOST || peak > MEMORY {
        wrong.push("it took too long, or too much memory".to_owned());
    }
    wrong.iter().for_each(|wrong| println!("  WRONG {wrong}"));
    Ok(wrong.is_empty())
}

fn declaration(number: usize, pattern: &str) -> String {
    format!(
        "name = \"Evil Memo {number}\"\nid = \"evil-{number}\"\nheading = \"Evil Memo {number}\"\n\n[fields]\n\
         words = {{ label = \"Words\", pattern = '{pattern}' }}\n\
         rows = {{ section = \"Rows\", pattern = '^(?<row>{pattern})$', columns = {{ row = {{}} }} }}\n"
    )
}

/// A document with many rows of what the patterns nearly match.
fn document(number: usize) -> String {
    let mut text = format!("# Evil Memo {number}\n\n**Words:** {}!\n\n## Rows\n\n", "a".repeat(16_000));
    for row in 0..200 {
        // Writing to a string never fails.
        let _ = writeln!(text, "- {}!", "axk 1,".repeat(row) + &"a".repeat(2_000));
    }
    text
}
