//! Formats that somebody tries on a page before their file exists.
//!
//! A compiled format takes memory for good, and a page would compile one after each pause of its author. So all drafts of a
//! process share a budget: once it is spent, those that were tried before are shown, and no others.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use super::compile::{compile, is_compiled};
use super::problem::Problem;
use crate::formats::RegisteredFormat;

/// No file that declares a format is longer.
pub const LONGEST: usize = 64 * 1024;
/// Drafts that a page may ask for again.
const MOST: usize = 64;
/// All texts that are compiled as drafts, in bytes without comments. A compiled one takes 14 times its length as a rule, and
/// 40 times where its fields are as short as can be.
const BUDGET: usize = 4 * 1024 * 1024;
/// A shorter text counts as one of so many bytes: room for four thousand drafts.
const LEAST: usize = 1024;

static KEPT: LazyLock<Mutex<VecDeque<(String, String)>>> = LazyLock::new(Mutex::default);
static SPENT: Mutex<usize> = Mutex::new(0);

/// As [`compile`], within the budget of drafts.
pub fn try_compile(source: &str) -> Result<&'static RegisteredFormat, Vec<Problem>> {
    let all = 0..source.len().min(1);
    if source.len() > LONGEST {
        return Err(vec![Problem::new(all, format!("a file has at most {LONGEST} bytes"))]);
    }
    if !is_compiled(source) && !spend(cost(source)) {
        let problem = Problem::new(all, "this server has tried as many drafts as it can keep");
        return Err(vec![
            problem.help("`harmony format check FILE` tries any number; a restart makes room here"),
        ]);
    }
    compile(source)
}

/// What a draft takes of the budget.
fn cost(source: &str) -> usize {
    let lines = source.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.len() + 1).sum::<usize>().max(LEAST)
}

fn spend(bytes: usize) -> bool {
    let mut spent = SPENT.lock().unwrap_or_else(PoisonError::into_inner);
    let is_within = *spent + bytes <= BUDGET;
    *spent += if is_within { bytes } else { 0 };
    is_within
}

/// Keeps a draft for a page, and returns the name by which [`find`] finds it.
pub fn keep(source: &str) -> String {
    let mut hasher = DefaultHasher::new();
    source.hash(&mut hasher);
    let name = format!("{:016x}", hasher.finish());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.retain(|(known, _)| *known != name);
    if kept.len() == MOST {
        kept.pop_front();
    }
    kept.push_back((name.clone(), source.to_owned()));
    name
}

/// Returns a draft, unless many others were kept since.
pub fn find(name: &str) -> Option<String> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.iter().find(|(known, _)| known == name).map(|(_, source)| source.clone())
}

#[cfg(test)]
mod tests {
    use super::{BUDGET, LONGEST, MOST, find, keep, try_compile};

    #[test]
    fn the_newest_drafts_are_found() {
        let names: Vec<String> = (0..=MOST).map(|number| keep(&format!("draft {number}"))).collect();
        assert_eq!(find(&names[0]), None);
        assert_eq!(find(&names[1]).as_deref(), Some("draft 1"));
    }

    #[test]
    fn drafts_have_a_budget() {
        let draft = |number: usize| {
            let filling = " ".repeat(LONGEST - 100);
            format!("name = \"D{number}\"\nheading = \"D\"\n[fields]\na = \"A\"\n{filling}\n")
        };
        let tried = (0..).map(draft).take_while(|draft| try_compile(draft).is_ok()).count();
        assert!(tried <= BUDGET / (LONGEST - 200), "{tried}");
        assert!(try_compile(&draft(0)).is_ok(), "it was tried before");
        assert!(try_compile(&draft(tried + 1)).is_err());
    }
}
