//! Colors: on a terminal only, unless a person says otherwise.

use anstream::AutoStream;
use anstream::stream::RawStream;
use clap::{Args, ColorChoice};

use super::human::Style;

/// When output is colored.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct Color {
    /// When to use colors; `auto` does on a terminal, and respects NO_COLOR and CLICOLOR_FORCE
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
}

impl Color {
    /// Applies the choice to everything that this process prints.
    pub fn apply(&self) {
        let choice = match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Returns how to draw on a stream: `--color` decides, then `NO_COLOR`, `CLICOLOR_FORCE` and `CLICOLOR`, then whether it
/// is a terminal with colors.
pub(super) fn style_of<S: RawStream>(stream: &S) -> Style {
    match AutoStream::choice(stream) {
        anstream::ColorChoice::Never => Style::Plain,
        _ => Style::Colored,
    }
}
