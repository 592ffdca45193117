//! Commands, options and requests that a page mentions.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use crate::page::{Note, Page};
use crate::project::Project;

/// What the command and the server have.
pub struct Known {
    /// By command, its help.
    help: BTreeMap<String, String>,
    api: Value,
}

impl Known {
    pub fn ask() -> Self {
        let (_, described) = Project::new().run("curl -s http://127.0.0.1:4180/openapi.json");
        Self { help: BTreeMap::new(), api: serde_json::from_str(&described).unwrap() }
    }

    pub fn problems(&mut self, page: &Page) -> Vec<String> {
        let code = page.code.iter().map(|(line, code)| (*line, code.clone()));
        // Commands in other blocks are run.
        let is_run = |language: &str, note: &Note| language == "sh" && *note != Note::NotRun;
        let blocks = page.fences.iter().filter(|fence| !is_run(&fence.language, &fence.note));
        let lines = blocks.flat_map(|fence| {
            let text = fence.text.replace("\\\n", " ");
            let commands = text.lines().filter_map(|line| Some(line[line.find("harmony ")?..].to_owned()));
            commands.map(|command| (fence.line, command)).collect::<Vec<_>>()
        });
        let mut problems = Vec::new();
        for (line, code) in code.chain(lines) {
            let wrong = self.wrong_command(&code).or_else(|| self.wrong_request(&code));
            problems.extend(wrong.map(|wrong| format!("{}:{line}: `{code}`: {wrong}", page.name())));
        }
        problems
    }

    /// Returns what is wrong with a command: Harmony has none of its name, or it lacks an option.
    fn wrong_command(&mut self, code: &str) -> Option<String> {
        let command = code.strip_prefix("harmony ")?.split(['|', '>', '<', '#', '`']).next()?;
        let words: Vec<&str> = command.split_whitespace().collect();
        let mut name = String::new();
        let mut help = self.help_of("");
        for word in &words {
            if word.starts_with('-') || !help.contains("\nCommands:") {
                break;
            }
            if !help.lines().any(|line| line.trim_start().starts_with(&format!("{word} "))) {
                return Some(format!("there is no command {word}"));
            }
            name = format!("{name} {word}");
            help = self.help_of(&name);
        }
        let options = words.iter().filter(|word| word.starts_with("--") && word.len() > 2);
        let names = options.map(|option| option.split(['=', ',', '.', ')', ']']).next().unwrap_or_default());
        let has = |option: &str| {
            help.split(|one: char| !one.is_alphanumeric() && one != '-').any(|word| word == option)
        };
        let unknown: Vec<&str> = names.filter(|option| !has(option)).collect();
        (!unknown.is_empty()).then(|| format!("it has no {}", unknown.join(" ")))
    }

    fn help_of(&mut self, command: &str) -> String {
        let ask = || {
            let mut harmony = Command::new(env!("CARGO_BIN_EXE_harmony"));
            let output = harmony.args(command.split_whitespace()).arg("--help").output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        self.help.entry(command.to_owned()).or_insert_with(ask).clone()
    }

    /// Returns what is wrong with a request, as in `GET /api/documents?state=failed`.
    fn wrong_request(&self, code: &str) -> Option<String> {
        let (method, address) = code.split_once(' ')?;
        let method = ["GET", "POST", "PUT", "DELETE"].into_iter().find(|known| *known == method)?;
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let parts = |path: &str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
        let fits = |template: &str| {
            let (asked, known) = (parts(path), parts(template));
            asked.len() == known.len()
                && asked.iter().zip(&known).all(|(asked, known)| asked == known || known.starts_with('{'))
        };
        let paths = self.api["paths"].as_object()?;
        let operation = paths
            .iter()
            .find_map(|(template, all)| fits(template).then(|| all.get(method.to_lowercase())).flatten());
        let Some(operation) = operation else { return Some("there is no such request".to_owned()) };
        let known: Vec<&str> = operation["parameters"]
            .as_array()?
            .iter()
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        let asked =
            query.split('&').filter_map(|pair| pair.split('=').next()).filter(|name| !name.is_empty());
        let unknown: Vec<&str> = asked.filter(|name| !known.contains(name)).collect();
        (!unknown.is_empty()).then(|| format!("it has no {}", unknown.join(", ")))
    }
}
