//! The README and the guide: their commands run, their examples are accepted, their links lead somewhere, and the options
//! and requests that they name exist.
//!
//! A page runs in a copy of `examples/`, from top to bottom, as a reader would type it. A comment above a fenced block says
//! what a reader of the page need not see:
//!
//! - `<!-- exits 1 -->`: the commands end with this status, not with 0;
//! - `<!-- file NAME -->`: the block is the content of a file that later commands use;
//! - `<!-- not run: REASON -->`: the block can't be run here.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that can not go on has failed")]

mod blocks;
mod mentions;
mod page;
mod project;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use page::Page;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns the pages in `docs`, and those at the root with these names.
fn pages(at_root: &[&str]) -> Vec<Page> {
    let of_guide = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        of_guide.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    paths.extend(at_root.iter().map(|name| root().join(name)));
    paths.sort();
    paths.iter().map(|path| Page::read(path)).collect()
}

#[track_caller]
fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn every_block_runs_or_is_accepted() {
    let pages = Mutex::new(pages(&["README.md"]));
    let problems = Mutex::new(Vec::new());
    let next = || pages.lock().unwrap().pop();
    let work = || {
        while let Some(page) = next() {
            let found = blocks::problems(&page);
            problems.lock().unwrap().extend(found);
        }
    };
    thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    assert_none(&problems.into_inner().unwrap());
}

/// Other tests run their scripts.
#[test]
fn files_for_others_are_yaml() {
    let recipes = fs::read_dir(root().join("docs/ci")).unwrap().map(|entry| entry.unwrap().path());
    let for_others = [".pre-commit-hooks.yaml", "action/action.yml"].map(|name| root().join(name));
    let problems: Vec<String> = recipes
        .chain(for_others)
        .filter_map(|path| {
            let problem = blocks::check_yaml(&fs::read_to_string(&path).unwrap()).err()?;
            Some(format!("{}: {problem}", path.display()))
        })
        .collect();
    assert_none(&problems);
}

#[test]
fn links_lead_somewhere() {
    let pages = pages(&["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md"]);
    let problems: Vec<String> = pages.iter().flat_map(Page::dead_links).collect();
    assert_none(&problems);
}

/// The requirements of levels 1 and 2 of ASVS 5.0.0.
const REQUIREMENTS: usize = 253;

#[test]
fn every_requirement_is_judged_and_what_holds_it_is_named() {
    let page = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let is_row = |line: &&str| line.strip_prefix("| ").is_some_and(|row| row.starts_with(char::is_numeric));
    let mut ids = BTreeSet::new();
    let mut problems = Vec::new();
    let mut counts = [("holds", 0), ("doesn't apply", 0), ("doesn't hold", 0)];
    for line in page.lines().filter(is_row) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [id, _, verdict, reason] = cells[..] else {
            problems.push(format!("{line}: not four cells"));
            continue;
        };
        match counts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, count)) => *count += 1,
            None => problems.push(format!("{id}: `{verdict}` is no verdict")),
        }
        let is_bare = reason.is_empty() || (verdict == "holds" && reason.len() < 10);
        if is_bare || !ids.insert(id) {
            problems.push(format!("{id}: without a reason, or twice"));
        }
    }
    assert_none(&problems);
    assert_eq!(ids.len(), REQUIREMENTS);
    let [holds, out_of_scope, open] = counts.map(|(_, count)| count);
    let sum = format!("{holds} hold, {out_of_scope} don't apply, and {open} don't hold.");
    assert!(page.contains(&sum), "{sum}");
}

#[test]
fn the_contents_lead_to_every_page() {
    let contents = Page::read(&root().join("docs/README.md"));
    let linked: BTreeSet<PathBuf> = contents.links.iter().map(|(_, link)| contents.target(link).0).collect();
    let pages = pages(&[]);
    assert!(pages.len() > 10);
    let missing: Vec<String> = pages
        .iter()
        .filter(|page| page.path != contents.path && !linked.contains(&page.path))
        .map(|page| format!("docs/README.md doesn't link to {}", page.name()))
        .collect();
    assert_none(&missing);
}

#[test]
fn options_and_requests_exist() {
    let mut known = mentions::Known::ask();
    let problems: Vec<String> = pages(&["README.md"]).iter().flat_map(|page| known.problems(page)).collect();
    assert_none(&problems);
}
