//! Translates a page that was rendered in English: the pieces of text between its tags, and the attributes that are read.

use std::borrow::Cow;

use app::language::{Catalogue, FROM_OUTSIDE};

/// Attributes that people read or hear.
const READ: [&str; 6] =
    [" aria-label=\"", " title=\"", " placeholder=\"", " data-label=\"", " alt=\"", " aria-description=\""];
/// Elements whose text is not for people, or from outside.
const KEPT: [&str; 8] = ["script", "style", "pre", "code", "textarea", "kbd", "samp", "svg"];

/// A translation under way.
pub struct Translation {
    catalogue: &'static Catalogue,
    /// The element whose text is kept as it is, and how many of its name are open within it.
    kept: Option<(String, usize)>,
}

impl Translation {
    pub fn by(catalogue: &'static Catalogue) -> Self {
        Self { catalogue, kept: None }
    }

    /// Takes the next tag. Returns it with its attributes translated.
    pub fn tag<'t>(&mut self, tag: &'t str) -> Cow<'t, str> {
        let (is_end, name) = match tag.strip_prefix("</") {
            Some(name) => (true, name),
            None => (false, tag.get(1..).unwrap_or_default()),
        };
        let name =
            name.split(|character: char| !character.is_ascii_alphanumeric() && character != '-').next();
        let name = name.unwrap_or_default();
        match &mut self.kept {
            Some((kept, open)) if kept == name => {
                *open = if is_end { *open - 1 } else { *open + 1 };
                if *open == 0 {
                    self.kept = None;
                }
            }
            Some(_) => {}
            None if !is_end && (KEPT.contains(&name) || tag.contains(" translate=\"no\"")) => {
                self.kept = Some((name.to_owned(), 1));
            }
            None => {}
        }
        self.attributes(tag)
    }

    fn attributes<'t>(&self, tag: &'t str) -> Cow<'t, str> {
        let mut translated = Cow::Borrowed(tag);
        for attribute in READ {
            let Some((before, rest)) = translated.split_once(attribute) else { continue };
            let Some((value, after)) = rest.split_once('"') else { continue };
            if let Some(found) = self.find(value) {
                translated = Cow::Owned(format!("{before}{attribute}{found}\"{after}"));
            }
        }
        translated
    }

    /// Translates a piece of text, unless it is from outside.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if let Some(text) = text.trim_start().strip_prefix(FROM_OUTSIDE) {
            return Cow::Borrowed(text);
        }
        if self.kept.is_some() {
            return Cow::Borrowed(text);
        }
        self.find(text).map_or(Cow::Borrowed(text), Cow::Owned)
    }

    fn find(&self, escaped: &str) -> Option<String> {
        let text = unescaped(escaped);
        if !text.contains(|letter: char| letter.is_ascii_alphabetic()) {
            return None;
        }
        let found = self.catalogue.translate(&text);
        if found.is_none() && !text.contains(FROM_OUTSIDE) {
            tracing::debug!(text = text.trim(), "no translation");
        }
        Some(escape(&found?))
    }
}

fn unescaped(html: &str) -> Cow<'_, str> {
    if !html.contains('&') {
        return Cow::Borrowed(html);
    }
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")];
    Cow::Owned(named.iter().fold(html.to_owned(), |html, (name, character)| html.replace(name, character)))
}

fn escape(text: &str) -> String {
    let named = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")];
    named.iter().fold(text.to_owned(), |text, (character, name)| text.replace(character, name))
}
