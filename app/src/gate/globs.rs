//! Globs that a path may match, as ignore files have them.

use globset::{Glob, GlobBuilder};
#[cfg(not(target_arch = "wasm32"))]
use globset::{GlobSet, GlobSetBuilder};
#[cfg(target_arch = "wasm32")]
use regex_lite::{Regex, RegexBuilder};

#[cfg(not(target_arch = "wasm32"))]
pub(super) struct Globs(GlobSet);

#[cfg(not(target_arch = "wasm32"))]
impl Globs {
    /// Compiles the globs, unless they are too many.
    pub(super) fn of(patterns: &[String]) -> Option<Self> {
        let mut globs = GlobSetBuilder::new();
        for glob in patterns.iter().filter_map(|pattern| glob(pattern)) {
            globs.add(glob);
        }
        globs.build().ok().map(Self)
    }

    pub(super) fn is_match(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}

/// The same for the playground, with an engine that is small. Expressions of globs are about bytes and the engine is about
/// characters, so each byte of a path becomes the character of its number.
#[cfg(target_arch = "wasm32")]
pub(super) struct Globs(Vec<Regex>);

#[cfg(target_arch = "wasm32")]
impl Globs {
    pub(super) fn of(patterns: &[String]) -> Option<Self> {
        let compiled = patterns.iter().filter_map(|pattern| glob(pattern)).map(|glob| {
            let expression = glob.regex();
            let expression = expression.strip_prefix("(?-u)").unwrap_or(expression);
            RegexBuilder::new(expression).dot_matches_new_line(true).nest_limit(250).build()
        });
        compiled.collect::<Result<_, _>>().ok().map(Self)
    }

    pub(super) fn is_match(&self, path: &str) -> bool {
        let path: String = path.bytes().map(char::from).collect();
        self.0.iter().any(|glob| glob.is_match(&path))
    }
}

/// Reads a glob; what is none is taken word for word.
fn glob(pattern: &str) -> Option<Glob> {
    let of = |pattern: &str| GlobBuilder::new(pattern).literal_separator(true).build();
    of(pattern).or_else(|_| of(&globset::escape(pattern))).ok()
}
