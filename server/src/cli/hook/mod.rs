//! `harmony hook`: adds hooks to git and to Claude Code, and is what those hooks run.

mod change;
mod git;
mod guard;
mod input;
mod install;
mod last_message;
mod post;
mod pre_commit;
mod script;
mod settings;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub(super) struct Hook {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Add hooks to git and to Claude Code, or remove them
    Install(install::Install),
    /// Check what is staged, as git's pre-commit hook does
    PreCommit(pre_commit::PreCommit),
    /// Send the last message of an agent, as Claude Code's hooks Stop and SubagentStop do
    Post(post::Post),
    /// Refuse the tools of what is quarantined, as Claude Code's hook PreToolUse does
    Guard(guard::Guard),
}

pub(super) fn run(hook: Hook) -> anyhow::Result<u8> {
    match hook.command {
        Command::Install(install) => install::run(&install),
        Command::PreCommit(check) => pre_commit::run(&check),
        Command::Post(post) => post::run(post),
        Command::Guard(guard) => guard::run(guard),
    }
}
