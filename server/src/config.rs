//! The checked options of `harmony serve`.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::security::Token;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorePlace {
    File(PathBuf),
    /// The address of a PostgreSQL database.
    Database(String),
    /// Deleted when Harmony stops.
    Temporary,
}

impl StorePlace {
    /// Returns the place that a `--store` names: a file, or the address of a database.
    pub fn named(store: &Path) -> Self {
        match store
            .to_str()
            .filter(|name| ["postgres://", "postgresql://"].iter().any(|scheme| name.starts_with(scheme)))
        {
            Some(address) => Self::Database(address.to_owned()),
            None => Self::File(store.to_owned()),
        }
    }

    /// Returns the place without the password of a database.
    pub fn shown(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Temporary => "temporary, with samples; deleted when Harmony stops".to_owned(),
            Self::Database(address) => without_password(address),
        }
    }
}

/// Returns an address without the password, which is before the `@` or among the parameters.
fn without_password(address: &str) -> String {
    let bare = address.split_once('?').map_or(address, |(bare, _)| bare);
    let Some((scheme, rest)) = bare.split_once("://") else { return "a database".to_owned() };
    let Some((user, host)) = rest.rsplit_once('@') else { return bare.to_owned() };
    let name = user.split_once(':').map_or(user, |(name, _)| name);
    format!("{scheme}://{name}@{host}")
}

/// A listening address that is safe to open: loopback, or with a token.
#[derive(Clone)]
pub struct Access {
    pub listen: SocketAddr,
    pub token: Option<Token>,
    /// Only publishes previews.
    pub ci_token: Option<Token>,
}

#[derive(Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    #[error(
        "{listen} can be reached from other machines, so Harmony needs a token: create one with `harmony token create \
         NAME --role operate --store STORE`, start it with --token TOKEN or HARMONY_TOKEN (a long random string, as from \
         `openssl rand -hex 24`), or listen on 127.0.0.1"
    )]
    OpenWithoutToken { listen: SocketAddr },
    #[error(
        "the token has {found} characters and needs at least {least}: use a long random string, as from \
         `openssl rand -hex 24`"
    )]
    ShortToken { found: usize, least: usize },
    #[error(
        "the CI token has {found} characters and needs at least {least}: use a long random string, as from \
         `openssl rand -hex 24`"
    )]
    ShortCiToken { found: usize, least: usize },
    #[error("the CI token is the token: choose another one, which can only publish previews")]
    SameTokens,
    #[error("there is no home folder for the store: name a file with --store, or try --demo")]
    NoHome,
}

impl Access {
    pub fn new(listen: SocketAddr, token: Option<&str>) -> Result<Self, ConfigError> {
        let token = token.map(str::trim).filter(|token| !token.is_empty());
        match token {
            None => Ok(Self { listen, token: None, ci_token: None }),
            Some(token) if token.len() < Token::SHORTEST => {
                Err(ConfigError::ShortToken { found: token.len(), least: Token::SHORTEST })
            }
            Some(token) => Ok(Self { listen, token: Some(Token::new(token)), ci_token: None }),
        }
    }

    /// Refuses an address that others can reach, if nobody is asked who they are. `is_restricted` says whether there are tokens
    /// in the store, or a provider of logins.
    pub fn check(&self, is_restricted: bool) -> Result<(), ConfigError> {
        let is_safe = self.listen.ip().is_loopback() || self.token.is_some() || is_restricted;
        if is_safe { Ok(()) } else { Err(ConfigError::OpenWithoutToken { listen: self.listen }) }
    }

    /// Adds the token of CI jobs.
    pub fn with_ci_token(self, ci_token: Option<&str>) -> Result<Self, ConfigError> {
        let Some(ci_token) = ci_token.map(str::trim).filter(|token| !token.is_empty()) else {
            return Ok(self);
        };
        if ci_token.len() < Token::SHORTEST {
            return Err(ConfigError::ShortCiToken { found: ci_token.len(), least: Token::SHORTEST });
        }
        if self.token.as_ref().is_some_and(|token| token.is(ci_token)) {
            return Err(ConfigError::SameTokens);
        }
        Ok(Self { ci_token: Some(Token::new(ci_token)), ..self })
    }
}

/// Parses a length of time, as in `90d`, `12h` or `2w`, into milliseconds.
pub fn kept_for(text: &str) -> Result<i64, String> {
    const HOUR_MS: i64 = 60 * 60 * 1000;
    let unclear =
        || format!("`{text}` is not a length of time: write hours, days or weeks, as in 12h, 90d or 2w");
    let text = text.trim();
    let unit_ms = match text.chars().last() {
        Some('h') => HOUR_MS,
        Some('d') => 24 * HOUR_MS,
        Some('w') => 7 * 24 * HOUR_MS,
        _ => return Err(unclear()),
    };
    let count = text.get(..text.len() - 1).and_then(|count| count.parse::<u32>().ok()).ok_or_else(unclear)?;
    if count == 0 { Err(unclear()) } else { Ok(i64::from(count) * unit_ms) }
}

/// Returns the default place of the store on this system. `variable` reads the environment.
pub fn default_store(variable: impl Fn(&str) -> Option<PathBuf>) -> Result<PathBuf, ConfigError> {
    let set = |name: &str| variable(name).filter(|path| path.is_absolute());
    let data = match set("XDG_DATA_HOME") {
        Some(data) => data,
        None if cfg!(windows) => set("LOCALAPPDATA").ok_or(ConfigError::NoHome)?,
        None if cfg!(target_os = "macos") => {
            set("HOME").ok_or(ConfigError::NoHome)?.join("Library/Application Support")
        }
        None => set("HOME").ok_or(ConfigError::NoHome)?.join(".local/share"),
    };
    Ok(data.join("harmony").join("harmony.sqlite"))
}

/// Returns the file that was named, or the default one.
pub fn store_file(named: Option<&Path>) -> Result<PathBuf, ConfigError> {
    named.map_or_else(
        || default_store(|name| std::env::var_os(name).map(PathBuf::from)),
        |file| Ok(file.to_owned()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(listen: &str, token: Option<&str>) -> Result<bool, ConfigError> {
        let access = Access::new(listen.parse().unwrap(), token)?;
        access.check(false).map(|()| access.token.is_some())
    }

    #[test]
    fn a_store_is_a_file_or_a_database_whose_password_is_not_shown() {
        let shown = |store: &str| StorePlace::named(Path::new(store)).shown();
        assert_eq!(StorePlace::named(Path::new("a.sqlite")), StorePlace::File("a.sqlite".into()));
        assert_eq!(
            shown("postgres://ada:s3@cret@db:5432/harmony?sslmode=require"),
            "postgres://ada@db:5432/harmony"
        );
        assert_eq!(shown("postgresql://db/harmony?password=s3cret"), "postgresql://db/harmony");
    }

    #[test]
    fn only_loopback_needs_no_token() {
        assert_eq!(access("127.0.0.1:4180", None), Ok(false));
        assert_eq!(access("[::1]:4180", None), Ok(false));
        for listen in ["0.0.0.0:4180", "[::]:4180", "192.0.2.7:4180"] {
            let refused = ConfigError::OpenWithoutToken { listen: listen.parse().unwrap() };
            assert_eq!(access(listen, None), Err(refused));
            assert_eq!(access(listen, Some("a-long-random-word-0123456789")), Ok(true));
            assert_eq!(Access::new(listen.parse().unwrap(), None).unwrap().check(true), Ok(()));
        }
    }

    #[test]
    fn a_short_token_is_refused() {
        assert_eq!(
            access("127.0.0.1:4180", Some("short")),
            Err(ConfigError::ShortToken { found: 5, least: 16 })
        );
    }

    #[test]
    fn the_ci_token_is_long_and_another_one() {
        let check = |ci_token: &str| {
            let access =
                Access::new("127.0.0.1:4180".parse().unwrap(), Some("a-long-random-word-0123456789"));
            access.unwrap().with_ci_token(Some(ci_token)).map(|access| access.ci_token.is_some())
        };
        assert_eq!(check("another-long-word-0123456789"), Ok(true));
        assert_eq!(check(" "), Ok(false));
        assert_eq!(check("short"), Err(ConfigError::ShortCiToken { found: 5, least: 16 }));
        assert_eq!(check("a-long-random-word-0123456789"), Err(ConfigError::SameTokens));
    }

    #[test]
    fn a_length_of_time_has_a_unit() {
        let hour = 60 * 60 * 1000;
        for (text, hours) in [("12h", 12), ("90d", 90 * 24), (" 2w ", 14 * 24)] {
            assert_eq!(kept_for(text), Ok(hours * hour), "{text}");
        }
        for text in ["", "d", "90", "0d", "-1d", "1.5d", "90 days", "5000000000d"] {
            assert!(kept_for(text).is_err(), "{text}");
        }
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn the_default_store_is_in_the_data_folder() {
        let home = |name: &str| (name == "HOME").then(|| PathBuf::from("/home/ada"));
        let expected = PathBuf::from("/home/ada/.local/share/harmony/harmony.sqlite");
        assert_eq!(default_store(home), Ok(expected));
        assert_eq!(default_store(|_| None), Err(ConfigError::NoHome));
    }
}
