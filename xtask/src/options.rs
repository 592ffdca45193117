//! The options of tasks.

use anyhow::{Context, Result, bail};

use crate::layout::Profile;

/// Refuses any option, for a task without options.
pub fn none(task: &str, options: &[String]) -> Result<()> {
    match options.first() {
        Some(unknown) => bail!("`cargo xtask {task}` knows no `{unknown}`"),
        None => Ok(()),
    }
}

/// Parses `--release`.
pub fn profile(task: &str, options: &[String]) -> Result<Profile> {
    match options.split_first() {
        Some((first, rest)) if first == "--release" => none(task, rest).map(|()| Profile::Release),
        _ => none(task, options).map(|()| Profile::Dev),
    }
}

/// Parses `--only PART,…`; all parts without it.
pub fn only(task: &str, parts: &[&'static str], options: &[String]) -> Result<Vec<&'static str>> {
    let known = parts.join(",");
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let list = match options[..] {
        [] => return Ok(parts.to_vec()),
        ["--only", list] => list,
        _ => bail!("`cargo xtask {task}` takes `--only {known}` or nothing"),
    };
    let part = |name: &str| {
        let part = parts.iter().find(|part| **part == name).copied();
        part.with_context(|| format!("`cargo xtask {task}` has no part `{name}`: known are {known}"))
    };
    list.split(',').map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::only;

    #[test]
    fn parts_are_chosen_by_name() {
        let of = |options: &[&str]| {
            let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
            only("bench", &["page", "ingest"], &options).map_err(|error| error.to_string())
        };
        assert_eq!(of(&[]), Ok(vec!["page", "ingest"]));
        assert_eq!(of(&["--only", "ingest"]), Ok(vec!["ingest"]));
        assert!(of(&["--only", "ingst"]).unwrap_err().contains("`ingst`"));
        assert!(of(&["ingest"]).is_err());
    }
}
