//! Tries the fenced blocks of a page, in their order.

use saphyr_parser::Parser;
use toml::{Table, Value};

use crate::page::{Fence, Note, Page};
use crate::project::Project;

/// What a file that declares a format may have outside of its tables.
const KEYS: &[&str] = &[
    "deprecated", "fields", "gate", "heading", "hints", "id", "keys", "kind", "level", "line", "name",
    "precedence", "producer", "replaced_by", "version",
];

/// Returns what is wrong with the blocks of a page.
pub fn problems(page: &Page) -> Vec<String> {
    if page.fences.is_empty() {
        return Vec::new();
    }
    let project = Project::new();
    let mut said = String::new();
    let mut problems = Vec::new();
    for fence in &page.fences {
        if let Err(problem) = try_out(fence, &project, &mut said) {
            problems.push(format!("{}:{}: {problem}", page.name(), fence.line));
        }
    }
    problems
}

/// `said` is what the commands of the page printed so far.
fn try_out(fence: &Fence, project: &Project, said: &mut String) -> Result<(), String> {
    let Fence { language, text, note, .. } = fence;
    match note {
        Note::Unknown(comment) => return Err(format!("{comment} says nothing that this test knows")),
        Note::File(name) => project.write(name, text),
        _ => {}
    }
    match (language.as_str(), note) {
        ("sh", Note::NotRun) => run(&format!("bash -n <<'SCRIPT'\n{text}SCRIPT"), 0, project).map(drop),
        ("toml", _) => check_toml(text, project),
        ("json", _) => {
            serde_json::from_str::<serde_json::Value>(text).map(drop).map_err(|error| error.to_string())
        }
        ("yaml", note) => {
            check_yaml(text)?;
            if *note == Note::NotRun { Ok(()) } else { run(&commands_of_jobs(text), 0, project).map(drop) }
        }
        (_, Note::File(_) | Note::NotRun) => Ok(()),
        ("sh", note) => {
            let status = if let Note::Exits(status) = note { *status } else { 0 };
            *said += &run(text, status, project)?;
            Ok(())
        }
        ("python", _) => run(&format!("python3 - <<'SCRIPT'\n{text}SCRIPT"), 0, project).map(drop),
        ("text", _) if said.contains(text.trim_end()) => Ok(()),
        ("text", _) => Err(format!("no command of this page printed this; they printed\n{said}")),
        (language, _) => Err(format!("nothing runs `{language}`: write `<!-- not run: REASON -->` above it")),
    }
}

fn run(script: &str, expected: i32, project: &Project) -> Result<String, String> {
    let (status, said) = project.run(script);
    if status == Some(expected) {
        return Ok(said);
    }
    let status =
        status.map_or_else(|| "did not end".to_owned(), |status| format!("exits {status}, not {expected}"));
    Err(format!("{status}\n{}\n{said}", script.trim_end()))
}

pub fn check_yaml(text: &str) -> Result<(), String> {
    Parser::new_from_str(text).try_for_each(|event| event.map(drop)).map_err(|error| error.to_string())
}

/// Returns the commands of CI jobs that run Harmony.
fn commands_of_jobs(yaml: &str) -> String {
    let commands = yaml.lines().filter_map(|line| {
        let line = line.trim().trim_start_matches("- ");
        let command = line.strip_prefix("run: ").unwrap_or(line);
        command.starts_with("harmony ").then(|| format!("{command}\n"))
    });
    commands.collect()
}

/// Takes a block for a configuration if it has such a table, otherwise for a format or a part of one.
fn check_toml(text: &str, project: &Project) -> Result<(), String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let is_configuration = |name: &str| table.get(name).is_some_and(Value::is_table);
    if ["check", "formats", "gate"].into_iter().any(is_configuration) {
        project.write("tried.toml", text);
        return run("harmony check --config tried.toml review.md", 0, project).map(drop);
    }
    let has = |key: &str| table.contains_key(key);
    let mut whole = String::new();
    if !has("name") {
        whole += "name = \"Tried\"\n";
    }
    if !["heading", "keys", "line"].into_iter().any(has) {
        whole += "heading = \"Tried\"\n";
    }
    let is_of_fields = !table.keys().all(|key| KEYS.contains(&key.as_str()));
    if is_of_fields {
        whole += "[fields]\n";
    }
    whole += text;
    if !has("fields") && !is_of_fields {
        whole += "[fields]\ntitle = { title = true }\n";
    }
    project.write("tried/tried.format.toml", &whole);
    run("harmony format check tried/tried.format.toml", 0, project).map(drop)
}
