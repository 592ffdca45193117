//! Links from the places that findings name to where a team reads its files.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use leptos::prelude::*;

use crate::document::Source;
use crate::ui::document_table::escaped;
use crate::ui::visible::visible;

/// An address of files with places for what they are, as in
/// `https://github.com/{repository}/blob/{commit}/{path}#L{line}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileUrl(Arc<str>);

const PLACES: [&str; 4] = ["repository", "commit", "path", "line"];

impl FromStr for FileUrl {
    type Err = String;

    fn from_str(template: &str) -> Result<Self, String> {
        let is_web = template.starts_with("https://") || template.starts_with("http://");
        let mut rest =
            PLACES.iter().fold(template.to_owned(), |rest, place| rest.replace(&format!("{{{place}}}"), ""));
        rest.retain(|character| {
            !character.is_ascii_graphic() || matches!(character, '{' | '}' | '"' | '<' | '>')
        });
        if is_web && template.contains("{path}") && rest.is_empty() {
            return Ok(Self(template.into()));
        }
        let example = "https://github.com/{repository}/blob/{commit}/{path}#L{line}";
        Err(format!("`{template}` is not an address of files: write it as in {example}"))
    }
}

impl fmt::Display for FileUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The files that a document is about.
#[derive(Clone)]
pub struct FileLinks {
    url: FileUrl,
    repository: Option<String>,
    commit: Option<String>,
}

impl FileLinks {
    /// Makes the files of a document links, if the server knows where they are.
    pub fn provide(source: &Source) {
        let Some(url) = use_context::<FileUrl>() else { return };
        let commit = source.commit.clone().or_else(|| source.branch.clone());
        provide_context(Self { url, repository: source.repository.clone(), commit });
    }

    /// Returns the address of a line of a file; `None` if the document doesn't say of what repository.
    fn href(&self, file: &str, line: Option<u32>) -> Option<String> {
        let file = file.trim_start_matches("./").replace('\\', "/");
        let is_below =
            !file.starts_with('/') && !file.contains(':') && file.split('/').all(|part| part != "..");
        if !is_below || (self.repository.is_none() && self.url.0.contains("{repository}")) {
            return None;
        }
        let line = line.map(|line| line.to_string()).unwrap_or_default();
        let values = [
            escaped_path(self.repository.as_deref().unwrap_or_default()),
            escaped_path(self.commit.as_deref().unwrap_or("HEAD")),
            escaped_path(&file),
            line,
        ];
        let mut url = self.url.0.to_string();
        // No value has a brace, so none of them is taken for a place.
        for (place, value) in PLACES.iter().zip(values) {
            url = url.replace(&format!("{{{place}}}"), &value);
        }
        Some(url)
    }
}

/// Returns a path for an address; slashes stay.
fn escaped_path(path: &str) -> String {
    path.split('/').map(escaped).collect::<Vec<_>>().join("/")
}

/// Shows the path of a file, as a link where the server knows where the file is.
pub fn file_path(file: &str, line: Option<u32>) -> AnyView {
    match use_context::<FileLinks>().and_then(|links| links.href(file, line)) {
        Some(href) => {
            view! { <a href=href rel="external noopener noreferrer">{visible(file)}</a> }.into_any()
        }
        None => visible(file),
    }
}

#[cfg(test)]
mod tests {
    use super::{FileLinks, FileUrl};

    const GITHUB: &str = "https://github.com/{repository}/blob/{commit}/{path}#L{line}";

    fn links(url: &str, repository: Option<&str>, commit: Option<&str>) -> FileLinks {
        let [repository, commit] = [repository, commit].map(|part| part.map(str::to_owned));
        FileLinks { url: url.parse().unwrap(), repository, commit }
    }

    #[test]
    fn a_place_leads_to_its_line() {
        let links = links(GITHUB, Some("acme/billing"), Some("a1b2c3"));
        let href = |file, line| links.href(file, line);
        let expected = "https://github.com/acme/billing/blob/a1b2c3/src/a%20b.rs#L42";
        assert_eq!(href("./src/a b.rs", Some(42)).as_deref(), Some(expected));
        assert_eq!(href("src/{path}\"><script>.rs", None).unwrap().matches(['"', '<', '{']).count(), 0);
        for outside in ["/etc/passwd", "../a.rs", "src/../../a.rs", "C:\\a.rs"] {
            assert_eq!(href(outside, None), None, "{outside}");
        }
    }

    #[test]
    fn what_the_document_does_not_say_is_not_guessed() {
        assert_eq!(links(GITHUB, None, None).href("src/a.rs", None), None);
        let local = links("http://code.local/{path}?at={commit}", None, None);
        assert_eq!(local.href("src/a.rs", Some(1)).as_deref(), Some("http://code.local/src/a.rs?at=HEAD"));
    }

    #[test]
    fn a_template_is_an_address_with_a_path() {
        for wrong in [
            "javascript:{path}",
            "https://a.example/",
            "https://a.example/{path}/{file}",
            "https://a b/{path}",
        ] {
            assert!(wrong.parse::<FileUrl>().is_err(), "{wrong}");
        }
    }
}
