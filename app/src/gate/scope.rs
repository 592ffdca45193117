//! Whether the files that an agent touched lie in the worktree and in the scope that it was assigned.

use std::fmt;

use super::evidence::Evidence;
use super::globs::Globs;
use super::rules::SCOPE_VIOLATION;
use crate::json::Json;
use crate::reading::counted;

/// Fields in which an answer states the scope of its task.
const SCOPES: [&str; 3] = ["task_scope", "scope", "files_in_scope"];
/// An answer that states more is not held against them.
const MOST_STATED: usize = 1_000;

/// Reports files outside of the worktree, or of the scope. What is not known decides nothing.
pub(super) fn scope(evidence: &mut Evidence<'_, '_>) {
    let json = evidence.json;
    let options = evidence.options;
    let stated = evidence.used(&SCOPES);
    let of_answer = json.at(stated).filter(|_| options.scope.is_empty());
    let parts: Vec<&str> = match of_answer {
        Some(list) if list.items().len() <= MOST_STATED => {
            list.items().iter().filter_map(Json::text).collect()
        }
        Some(_) => Vec::new(),
        None => options.scope.iter().map(String::as_str).collect(),
    };
    let directory = options.worktree.as_deref().or(evidence.answer.working_dir.as_deref());
    let bounds = Bounds::of(directory, &parts);
    let list = json.at("files_modified");
    // One file alone may be written without its list.
    let alone = list.filter(|file| file.text().is_some());
    let files = list.into_iter().flat_map(Json::items).chain(alone);
    let files = files.filter_map(|item| Some((item.text()?, item.span)));
    let mut found = files.filter_map(|(file, span)| Some((file, span, bounds.left_by(file)?)));
    let Some((file, span, of)) = found.next() else { return };
    let more = found.count();
    let others = if more > 0 { format!(" and {}", counted(more, "other file")) } else { String::new() };
    let verb = if more > 0 { "lie" } else { "lies" };
    let place_of = |field: &'static str| Some((field, json.at(field).map(|value| value.span)));
    let (within, against) = match of {
        Bound::Worktree => match (&options.worktree, directory) {
            (Some(given), _) => (format!("the worktree `{given}`"), None),
            (None, Some(written)) => {
                (format!("the worktree `{written}`"), place_of(evidence.place("working_dir")))
            }
            (None, None) => ("the worktree".to_owned(), None),
        },
        Bound::Scope if of_answer.is_some() => ("the task's scope".to_owned(), place_of(stated)),
        Bound::Scope => (format!("the assigned scope `{}`", options.scope.join("`, `")), None),
    };
    let message = format!("`{file}`{others} {verb} outside of {within}");
    let places: Vec<_> = [("files_modified", Some(span))].into_iter().chain(against).collect();
    evidence.red_flag_at(&SCOPE_VIOLATION, places, message);
}

/// What a file may be outside of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Bound {
    Worktree,
    Scope,
}

/// The worktree and the scope of a task, as far as they are known.
struct Bounds<'p> {
    tree: Option<Place<'p>>,
    scope: Option<Globs>,
    has_relative: bool,
    has_absolute: bool,
}

impl<'p> Bounds<'p> {
    fn of(directory: Option<&'p str>, scope: &[&'p str]) -> Self {
        let tree = directory.map(Place::of);
        let mut bounds = Self { tree, scope: None, has_relative: false, has_absolute: false };
        let mut globs = Vec::new();
        for part in scope {
            let place = Place::of(part);
            let place = bounds.within(&place).unwrap_or(place);
            bounds.has_absolute |= place.is_absolute;
            bounds.has_relative |= !place.is_absolute;
            let path = place.to_string();
            // An entry covers itself, and what is below it.
            let below = if path.is_empty() { "**".to_owned() } else { format!("{path}/**") };
            globs.extend([path, below]);
        }
        bounds.scope = Globs::of(&globs).filter(|_| !scope.is_empty());
        bounds
    }

    /// Returns what a file certainly lies outside of.
    fn left_by(&self, file: &'p str) -> Option<Bound> {
        let Some(file) = self.within(&Place::of(file)) else { return Some(Bound::Worktree) };
        // Nobody knows where a relative path begins, as seen from an absolute one.
        let is_comparable = if file.is_absolute { !self.has_relative } else { !self.has_absolute };
        let scope = self.scope.as_ref().filter(|_| is_comparable)?;
        (!scope.is_match(&file.to_string())).then_some(Bound::Scope)
    }

    /// Returns a path as seen from the worktree, or as it is where nothing says how the two relate; `None` if it is
    /// outside.
    fn within(&self, path: &Place<'p>) -> Option<Place<'p>> {
        let tree = self.tree.as_ref();
        let within = match tree.and_then(|tree| tree.end_in(path)) {
            Some(end) => Place { parts: path.parts.iter().skip(end).copied().collect(), is_absolute: false },
            None => path.clone(),
        };
        let is_elsewhere =
            within.is_absolute && tree.is_some_and(|tree| tree.is_absolute || !tree.names().is_empty());
        (!is_elsewhere && !within.leaves()).then_some(within)
    }
}

/// A path by its components, with `.` and `..` resolved as far as they can be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place<'p> {
    parts: Vec<&'p str>,
    is_absolute: bool,
}

impl<'p> Place<'p> {
    fn of(path: &'p str) -> Self {
        let is_absolute = path.starts_with('/');
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
            match (part, parts.last().copied()) {
                ("..", Some(last)) if last != ".." => {
                    parts.pop();
                }
                // The root is above itself.
                ("..", _) if is_absolute => {}
                _ => parts.push(part),
            }
        }
        Self { parts, is_absolute }
    }

    /// It leads out of where it begins.
    fn leaves(&self) -> bool {
        self.parts.first() == Some(&"..")
    }

    /// The components that are names.
    fn names(&self) -> &[&'p str] {
        let above = self.parts.iter().take_while(|part| **part == "..").count();
        self.parts.get(above..).unwrap_or_default()
    }

    /// Returns how many components of a path lead to this directory, if the path is in it.
    fn end_in(&self, path: &Self) -> Option<usize> {
        if self.is_absolute == path.is_absolute {
            return path.parts.starts_with(&self.parts).then_some(self.parts.len());
        }
        // Nobody says where the directory is, but its own names are in the path of each of its files.
        let names = self.names();
        let is_named = path.is_absolute && !names.is_empty();
        let start = is_named.then(|| path.parts.windows(names.len()).position(|parts| parts == names))??;
        Some(start + names.len())
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = if self.is_absolute { "/" } else { "" };
        write!(formatter, "{root}{}", self.parts.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::Bound::{Scope, Worktree};
    use super::{Bound, Bounds};

    #[track_caller]
    fn check(directory: Option<&str>, scope: &[&str], file: &str, left: Option<Bound>) {
        assert_eq!(Bounds::of(directory, scope).left_by(file), left, "{file}");
    }

    #[test]
    fn worktrees_are_compared_by_component() {
        let tree = Some("/trees/task-1/");
        check(tree, &[], "/trees/task-1/src/a.rs", None);
        check(tree, &[], "/trees/task-10/src/a.rs", Some(Worktree));
        check(tree, &[], "/etc/trees/task-1/x", Some(Worktree));
        check(tree, &[], "/trees/task-1/../task-2/a.rs", Some(Worktree));
        check(tree, &[], "/trees/task-1/src/../a.rs", None);
        check(tree, &[], "src/a.rs", None);
        check(tree, &[], "../a.rs", Some(Worktree));
    }

    #[test]
    fn a_worktree_may_be_given_from_anywhere() {
        let tree = Some("./trees/task-1");
        check(tree, &[], "/home/trees/task-1/src/a.rs", None);
        check(tree, &[], "/home/trees/task-10/src/a.rs", Some(Worktree));
        check(tree, &["src"], "trees/task-1/src/a.rs", None);
        check(tree, &["src"], "trees/task-1/docs/a.md", Some(Scope));
        check(Some("../task-1"), &[], "../task-1/a.rs", None);
        check(Some("../task-1"), &[], "../task-2/a.rs", Some(Worktree));
        check(Some("."), &[], "/anywhere/a.rs", None);
    }

    #[test]
    fn what_is_not_known_is_not_left() {
        check(None, &[], "/anywhere/a.rs", None);
        check(None, &["src/**"], "/anywhere/a.rs", None);
        check(None, &["/home/src/**"], "/home/src/a.rs", None);
        check(None, &["/home/src/**"], "/home/docs/a.md", Some(Scope));
        check(None, &["/home/src/**"], "docs/a.md", None);
        check(None, &[], "../a.rs", Some(Worktree));
        check(None, &[], "src/../../a.rs", Some(Worktree));
        check(None, &[], "src/../a.rs", None);
    }

    #[test]
    fn scopes_are_globs_and_folders() {
        let check = |scope: &str, file: &str, left| check(None, &[scope], file, left);
        check("src/**/*.rs", "src/a.rs", None);
        check("src/**/*.rs", "src/store/writer.rs", None);
        check("src/**/*.rs", "src/store/notes.md", Some(Scope));
        check("src/*.rs", "src/store/writer.rs", Some(Scope));
        check("src/{a,b}.rs", "src/b.rs", None);
        check("src/", "src/store/writer.rs", None);
        check("src", "srcs/a.rs", Some(Scope));
        check("./src/a.rs", "src/a.rs", None);
        check("src/[", "src/[", None);
        check(".", "anything/at/all", None);
    }

    #[test]
    fn a_scope_may_name_the_worktree() {
        let tree = Some("/trees/task-1");
        check(tree, &["/trees/task-1/src/**"], "src/a.rs", None);
        check(tree, &["/trees/task-1/src/**"], "/trees/task-1/docs/a.md", Some(Scope));
        check(tree, &["src/**"], "/trees/task-1/src/a.rs", None);
    }
}
