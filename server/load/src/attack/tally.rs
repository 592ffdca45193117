//! What was sent, and what was answered wrongly.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use futures_util::{StreamExt, stream};

use super::request::{Answer, Request, exchange, over};
use crate::loopback::Loopback;

/// So many requests are under way at once.
const AT_ONCE: usize = 16;
/// So many wrong answers are shown.
const SHOWN: usize = 12;

/// Returns what is wrong with an answer.
pub type Judge = fn(&Answer) -> Option<String>;

/// A request, and what its answer has to be.
pub struct Attempt {
    pub request: Request,
    pub judge: Judge,
    /// Comes from an address of its own, which has a quota of its own.
    pub from: Option<u32>,
}

impl Attempt {
    pub fn new(request: Request, judge: Judge) -> Self {
        Self { request, judge, from: None }
    }
}

/// Counts of one kind of attack.
#[derive(Default)]
pub struct Tally {
    pub requests: usize,
    pub server_errors: usize,
    pub wrong: Vec<String>,
    statuses: BTreeMap<u16, usize>,
}

impl Tally {
    /// Sends all of it.
    pub async fn of(address: Loopback, attempts: impl IntoIterator<Item = Attempt>) -> Self {
        let answers = stream::iter(attempts).map(|attempt| async move {
            let bytes = attempt.request.bytes();
            let answer = match attempt.from {
                Some(number) => match address.connect_from(number).await {
                    Ok(stream) => over(stream, &bytes).await,
                    Err(error) => Err(error),
                },
                None => exchange(address, &bytes).await,
            };
            (attempt, answer)
        });
        let mut tally = Self::default();
        let mut answers = answers.buffer_unordered(AT_ONCE);
        while let Some((attempt, answer)) = answers.next().await {
            match answer {
                Ok(answer) => tally.add(&attempt.request.shown(), &answer, attempt.judge),
                Err(error) => tally.fail(format!("{}: {error:#}", attempt.request.shown())),
            }
        }
        tally
    }

    pub fn add(&mut self, shown: &str, answer: &Answer, judge: Judge) {
        self.requests += 1;
        *self.statuses.entry(answer.status).or_default() += 1;
        if answer.status >= 500 {
            self.server_errors += 1;
            self.wrong.push(format!("{shown}: answered with {}", answer.status));
        } else if let Some(wrong) = judge(answer) {
            self.wrong.push(format!("{shown}: {wrong}"));
        }
    }

    /// Adds what was not answered.
    pub fn fail(&mut self, wrong: String) {
        self.requests += 1;
        self.wrong.push(wrong);
    }

    /// Prints the counts, and returns whether all was answered as it should be.
    pub fn print(&self, what: &str) -> bool {
        let statuses: Vec<_> =
            self.statuses.iter().map(|(status, count)| format!("{status} × {count}")).collect();
        println!(
            "{what}: {} requests, answered wrongly {}, with 5xx {} ({})",
            self.requests,
            self.wrong.len(),
            self.server_errors,
            statuses.join(", ")
        );
        self.wrong.iter().take(SHOWN).for_each(|wrong| println!("  WRONG {wrong}"));
        self.wrong.is_empty() && self.requests > 0
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.server_errors += other.server_errors;
        self.wrong.extend(other.wrong);
        for (status, count) in other.statuses {
            *self.statuses.entry(status).or_default() += count;
        }
    }
}

/// Returns whether an answer is one of a server in good health, whatever it is.
pub fn answered(answer: &Answer) -> Option<String> {
    (answer.status == 0).then(|| "the connection was closed without an answer".to_owned())
}
