//! `harmony parse --follow`: parses a text while it is being written.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use app::format::Parsed;
use app::report;
use app::scanner::Scanner;
use app::text::mask_secrets;
use serde_json::{Value, json};

/// The pause in the input after which it is parsed.
const PAUSE: Duration = Duration::from_millis(100);
/// The longest time without parsing while input keeps coming.
const PATIENCE: Duration = Duration::from_secs(1);

/// Prints a line for each block as soon as it can be parsed, and again whenever it changes. A block that may still grow
/// has `"open": true`. The last line about a place is the valid one.
pub(super) fn run(mut out: impl Write) -> anyhow::Result<()> {
    let chunks = standard_input();
    let mut scanner = Scanner::default();
    let mut printed = Printed::default();
    while !take(&chunks, &mut scanner)? {
        let so_far = scanner.so_far();
        let blocks = so_far.blocks.iter().map(|block| (block, so_far.is_open(block)));
        printed.print(blocks, &mut out)?;
    }
    let (_, blocks) = scanner.finish();
    printed.print(blocks.iter().map(|block| (block, false)), &mut out)
}

/// Reads in its own thread, since reading blocks and can't time out.
fn standard_input() -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, chunks) = sync_channel(16);
    thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let chunk = match input.read(&mut buffer) {
                Ok(0) => return,
                Ok(length) => Ok(buffer.iter().take(length).copied().collect()),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let failed = chunk.is_err();
            if sender.send(chunk).is_err() || failed {
                return;
            }
        }
    });
    chunks
}

/// Waits for input and reads it until there is a pause. Returns whether the input has ended.
fn take(chunks: &Receiver<std::io::Result<Vec<u8>>>, scanner: &mut Scanner) -> anyhow::Result<bool> {
    let Ok(first) = chunks.recv() else { return Ok(true) };
    let unreadable = "standard input can't be read";
    scanner.push(&first.context(unreadable)?);
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        match chunks.recv_timeout(PAUSE) {
            Ok(chunk) => scanner.push(&chunk.context(unreadable)?),
            Err(RecvTimeoutError::Timeout) => return Ok(false),
            Err(RecvTimeoutError::Disconnected) => return Ok(true),
        }
    }
    Ok(false)
}

/// The last line printed about each place.
#[derive(Default)]
struct Printed(BTreeMap<u32, Value>);

impl Printed {
    fn print<'b>(
        &mut self,
        blocks: impl Iterator<Item = (&'b Parsed, bool)>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let mut before = std::mem::take(&mut self.0);
        for (block, is_open) in blocks {
            let mut line = report::json(block);
            line["file"] = "-".into();
            mask(&mut line);
            if is_open {
                line["open"] = Value::Bool(true);
            }
            if before.remove(&block.span.start).as_ref() != Some(&line) {
                write(&line, out)?;
            }
            self.0.insert(block.span.start, line);
        }
        // Later input has shown that these aren't blocks.
        for line in before.into_values() {
            write(
                &json!({ "file": "-", "format": line["format"], "span": line["span"], "withdrawn": true }),
                out,
            )?;
        }
        out.flush()?;
        Ok(())
    }
}

/// Masks what looks like a key in the output, since an unfinished text can't be masked as a whole.
fn mask(value: &mut Value) {
    match value {
        Value::String(text) => *text = masked("", text),
        Value::Array(items) => items.iter_mut().for_each(mask),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    // Some secrets are recognized by their name.
                    Value::String(text) => *text = masked(name, text),
                    other => mask(other),
                }
            }
        }
        _ => {}
    }
}

fn masked(name: &str, text: &str) -> String {
    let named = format!("{name}={text}");
    let mut bytes = named.clone().into_bytes();
    mask_secrets(&mut bytes);
    let shown = String::from_utf8(bytes).unwrap_or(named);
    shown.get(name.len() + 1..).unwrap_or_default().to_owned()
}

fn write(line: &Value, out: &mut impl Write) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")?;
    Ok(())
}
