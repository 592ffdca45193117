//! Streams of lines, each of which is acknowledged as soon as it is on disk.

use app::document::Source;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use memchr::{memchr, memrchr};
use serde::Serialize;

use super::body::Pieces;
use super::envelopes;
use super::receipts::DocumentReceipt;
use crate::error::{ApiError, Problem};
use crate::ingest::{Incoming, LIMIT, arrive};
use crate::store::SharedStore;

const LINES: HeaderValue = HeaderValue::from_static("application/x-ndjson");

/// Returns whether the client asks for a response in lines, which it must read while it sends.
pub fn is_asked_for(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("application/x-ndjson"))
}

/// Responds with a line for each line, and a summary at the end.
pub fn acknowledge(store: SharedStore, source: Source, pieces: Pieces) -> Response {
    let delivery = Delivery {
        store,
        source,
        pieces,
        rest: Vec::new(),
        skips: false,
        sum: Sum::default(),
        has_ended: false,
    };
    let answers = stream::unfold(delivery, |mut delivery| async {
        let answer = delivery.next().await?;
        Some((Ok::<_, std::convert::Infallible>(answer), delivery))
    });
    // Whoever compresses the response asks once more after the end.
    ([(header::CONTENT_TYPE, LINES)], Body::from_stream(answers.fuse())).into_response()
}

struct Delivery {
    store: SharedStore,
    source: Source,
    pieces: Pieces,
    /// The incomplete last line.
    rest: Vec<u8>,
    /// The rest of a refused line is being skipped.
    skips: bool,
    sum: Sum,
    has_ended: bool,
}

/// The last line of the response. If it is missing, the connection was cut, or the last line is the problem that ended the
/// delivery.
#[derive(Debug, Default, Serialize)]
struct Sum {
    lines: u64,
    stored: u64,
    known: u64,
    refused: u64,
}

#[derive(Debug, Serialize)]
struct LineOutcome {
    line: u64,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Document(DocumentReceipt),
    Problem(Problem),
}

impl Delivery {
    async fn next(&mut self) -> Option<Bytes> {
        while !self.has_ended {
            let whole = match self.pieces.next().await {
                Ok(Some(piece)) => self.whole_lines(&piece),
                Ok(None) => {
                    self.has_ended = true;
                    let last = std::mem::take(&mut self.rest);
                    let mut answers = self.take(&last).await;
                    answers.extend(line_of(&self.sum));
                    return Some(answers.into());
                }
                Err(error) => return Some(self.end(&error)),
            };
            let mut answers = self.take(&whole).await;
            if self.rest.len() > LIMIT && !self.has_ended {
                answers.extend(self.refuse_rest());
            }
            if !answers.is_empty() {
                return Some(answers.into());
            }
        }
        None
    }

    /// Returns the lines that this piece completes, and keeps what follows them.
    fn whole_lines(&mut self, piece: &[u8]) -> Vec<u8> {
        let piece = if self.skips { self.after_skipped(piece) } else { piece };
        let (end, rest) = match memrchr(b'\n', piece) {
            Some(end) => piece.split_at_checked(end + 1).unwrap_or_default(),
            None => (&[][..], piece),
        };
        let mut whole = Vec::new();
        if !end.is_empty() {
            whole = std::mem::take(&mut self.rest);
            whole.extend_from_slice(end);
        }
        self.rest.extend_from_slice(rest);
        whole
    }

    /// Refuses a line as soon as it is too long, and drops it.
    fn refuse_rest(&mut self) -> Vec<u8> {
        self.rest = Vec::new();
        self.skips = true;
        self.sum.lines += 1;
        self.sum.refused += 1;
        let error = ApiError::TooLarge { limit: LIMIT, sent: None };
        line_of(&LineOutcome { line: self.sum.lines, outcome: Outcome::Problem(error.problem()) })
    }

    fn after_skipped<'p>(&mut self, piece: &'p [u8]) -> &'p [u8] {
        let Some(end) = memchr(b'\n', piece) else { return &[] };
        self.skips = false;
        piece.get(end + 1..).unwrap_or_default()
    }

    /// Stores the valid lines, all at once, and returns the outcome of each line.
    async fn take(&mut self, mut lines: &[u8]) -> Vec<u8> {
        let mut opened: Vec<(u64, Result<Incoming, ApiError>)> = Vec::new();
        while !lines.is_empty() {
            let end = memchr(b'\n', lines).map_or(lines.len(), |end| end + 1);
            let (line, rest) = lines.split_at_checked(end).unwrap_or_default();
            lines = rest;
            self.sum.lines += 1;
            if !line.trim_ascii().is_empty() {
                opened.push((self.sum.lines, envelopes::from_line(line, &self.source)));
            }
        }
        let texts: Vec<Incoming> =
            opened.iter().filter_map(|(_, opened)| opened.as_ref().ok().cloned()).collect();
        let stored = if texts.is_empty() { Ok(Vec::new()) } else { arrive(&self.store, texts).await };
        let mut receipts = match stored {
            Ok(receipts) => receipts.into_iter(),
            Err(error) => {
                let first = opened.first().map_or(0, |(line, _)| *line);
                return self.end_at(first, &error.into()).into();
            }
        };
        let mut answers = Vec::new();
        for (line, opened) in opened {
            let entry = opened.and_then(|_| {
                // There is one receipt per text.
                receipts.next().ok_or(ApiError::Empty).and_then(DocumentReceipt::of)
            });
            let counted = match &entry {
                Ok(entry) if entry.duplicate => &mut self.sum.known,
                Ok(_) => &mut self.sum.stored,
                Err(_) => &mut self.sum.refused,
            };
            *counted += 1;
            let outcome = entry.map_or_else(|error| Outcome::Problem(error.problem()), Outcome::Document);
            answers.extend(line_of(&LineOutcome { line, outcome }));
        }
        answers
    }

    fn end(&mut self, error: &ApiError) -> Bytes {
        self.end_at(self.sum.lines + 1, error)
    }

    /// Ends the delivery with a problem. Nothing from this line on is stored.
    fn end_at(&mut self, line: u64, error: &ApiError) -> Bytes {
        self.has_ended = true;
        line_of(&LineOutcome { line, outcome: Outcome::Problem(error.problem()) }).into()
    }
}

fn line_of(value: &impl Serialize) -> Vec<u8> {
    // Strings and numbers always serialize.
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}
