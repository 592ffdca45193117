use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;

use super::change::Change;
use super::git::Repository;
use super::settings::{Hook, with_hooks, without_hooks};
use super::{script, settings};
use crate::cli::{CONFORMS, output};

#[derive(Debug, Args)]
#[command(
    after_help = "Without --git or --claude, both are meant. What other programs added stays as it is.\n\n\
                        Exit status: 0 done, or there was nothing to do; 2 nothing was changed"
)]
pub(super) struct Install {
    /// Check staged documents before each commit, by git's pre-commit hook
    #[arg(long)]
    git: bool,
    /// Send what agents report to Harmony, and stop those that are quarantined, by hooks of Claude Code
    #[arg(long)]
    claude: bool,
    /// Remove what was added before
    #[arg(long)]
    uninstall: bool,
    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Settings of Claude Code [default: .claude/settings.json of the repository, or of this folder]
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Address of the Harmony that Claude Code's hooks ask [default: http://127.0.0.1:4180]
    #[arg(long, visible_alias = "server", value_name = "ADDRESS")]
    to: Option<String>,
    /// Store that Claude Code's hooks use instead of a server
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    store: Option<PathBuf>,
}

/// How long Claude Code waits for a hook. Those of Harmony are done sooner.
const TIMEOUT_S: u32 = 10;

pub(super) fn run(install: &Install) -> anyhow::Result<u8> {
    let is_both = !install.git && !install.claude;
    let repository = Repository::find();
    let program = program()?;
    // Everything that could be refused comes before the first change.
    let mut changes = Vec::new();
    if install.git || is_both {
        let repository = repository.as_ref().context(
            "this folder is in no git repository: with --claude, the hooks of Claude Code alone are added",
        )?;
        changes.push(git_hook(install, repository, &program)?);
    }
    if install.claude || is_both {
        changes.push(claude_hooks(install, repository.as_ref(), &program)?);
    }
    changes.retain(|change| !change.is_none());
    if changes.is_empty() {
        output::print_line(if install.uninstall { "nothing to remove" } else { "nothing to add" })?;
    }
    for change in &changes {
        if install.dry_run {
            change.print(["would create", "would change", "would delete"], true)?;
        } else {
            change.apply()?;
            change.print(["created", "changed", "deleted"], false)?;
        }
    }
    Ok(CONFORMS)
}

fn git_hook(install: &Install, repository: &Repository, program: &str) -> anyhow::Result<Change> {
    let path = repository.hooks()?.join("pre-commit");
    let command = format!("{program} hook pre-commit");
    let shown = path.display();
    if !repository.contains(&path)? {
        bail!(
            "{shown} is outside of this repository (core.hooksPath, or a link), so other repositories may use it: \
             add the line `{command} || exit $?` to it yourself"
        );
    }
    let before = Change::before(&path)?;
    let changed = match (&before, install.uninstall) {
        (Some(script), true) => script::without_command(script),
        (None, true) => Ok(None),
        (script, false) => script::with_command(script.as_deref(), &command).map(Some),
    };
    let after = changed.map_err(|why| {
        let what_to_do = match why {
            script::Unchangeable::NotShell => format!("let it run `{command}` first, and fail if that fails"),
            script::Unchangeable::Replaced => {
                "add the hook `harmony` to .pre-commit-config.yaml, as docs/hooks.md shows".to_owned()
            }
            script::Unchangeable::Damaged => "remove the rest by hand".to_owned(),
        };
        anyhow!("{shown} is not changed: {why}; {what_to_do}")
    })?;
    if before.is_some() && before != after && !is_executable(&path) {
        bail!(
            "{shown} is not changed: git ignores it, since it is not executable; run chmod +x, or delete it"
        );
    }
    Ok(Change { path, before, after, is_program: true })
}

fn claude_hooks(install: &Install, repository: Option<&Repository>, program: &str) -> anyhow::Result<Change> {
    let path = match (&install.settings, repository) {
        (Some(file), _) => file.clone(),
        (None, Some(repository)) => repository.root.join(SETTINGS),
        (None, None) => PathBuf::from(SETTINGS),
    };
    let before = Change::before(&path)?;
    let changed = match (&before, install.uninstall) {
        (Some(settings), true) => without_hooks(settings),
        (None, true) => Ok(None),
        (settings, false) => with_hooks(settings.as_deref(), &hooks(install, program)?).map(Some),
    };
    let after = changed.map_err(|why: settings::Unchangeable| {
        anyhow!("{} is not changed: {why}; correct it, and try again", path.display())
    })?;
    Ok(Change { path, before, after, is_program: false })
}

const SETTINGS: &str = ".claude/settings.json";

fn hooks(install: &Install, program: &str) -> anyhow::Result<Vec<Hook>> {
    let place = match (&install.to, &install.store) {
        (Some(address), _) => format!(" --to {}", quoted(address)),
        // The folder of an agent changes.
        (_, Some(store)) => {
            let store = std::path::absolute(store).context("the folder of the store can't be found")?;
            format!(" --store {}", quoted(&store.display().to_string()))
        }
        _ => String::new(),
    };
    let hook = |event, matcher, name: &str| Hook {
        event,
        matcher,
        command: format!("{program} hook {name}{place}"),
        timeout_s: TIMEOUT_S,
    };
    Ok(vec![
        hook("Stop", None, "post"),
        hook("SubagentStop", None, "post"),
        hook("PreToolUse", Some("*"), "guard"),
    ])
}

/// Returns this program as hooks run it: by its name if the shell finds it, since settings may be shared.
fn program() -> anyhow::Result<String> {
    let here = env::current_exe().context("this program can't be found")?;
    let name = Path::new(if cfg!(windows) { "harmony.exe" } else { "harmony" });
    let folders: Vec<PathBuf> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
    let found = folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
    let is_here = found.and_then(|found| found.canonicalize().ok()) == here.canonicalize().ok();
    Ok(if is_here { "harmony".to_owned() } else { quoted(&here.display().to_string()) })
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    path.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    true
}
