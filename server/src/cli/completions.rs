//! `harmony completions`: a script that completes the command line in a shell.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::{CONFORMS, Cli};

#[derive(Debug, Args)]
#[command(
    after_help = "As in: harmony completions bash > ~/.local/share/bash-completion/completions/harmony\n\
                        zsh: harmony completions zsh > a folder of $fpath, as _harmony\n\
                        fish: harmony completions fish > ~/.config/fish/completions/harmony.fish"
)]
pub(super) struct Completions {
    /// Shell that reads the script
    shell: Shell,
}

pub(super) fn run(Completions { shell }: &Completions) -> anyhow::Result<u8> {
    // In memory first, since the generator panics where it can't write.
    let mut script = Vec::new();
    generate(*shell, &mut Cli::command(), "harmony", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(CONFORMS)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_has_a_script() {
        for shell in Shell::value_variants() {
            let mut script = Vec::new();
            generate(*shell, &mut Cli::command(), "harmony", &mut script);
            let script = String::from_utf8(script).unwrap();
            assert!(script.contains("quarantine") && script.contains("pre-commit"), "{shell}");
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
