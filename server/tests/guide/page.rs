//! What the tests need of a page in Markdown.

use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

#[derive(Debug)]
pub struct Page {
    pub path: PathBuf,
    pub fences: Vec<Fence>,
    /// Code within sentences, with its line.
    pub code: Vec<(usize, String)>,
    pub links: Vec<(usize, String)>,
    /// The anchors of the headings, as GitHub makes them.
    anchors: Vec<String>,
}

#[derive(Debug)]
pub struct Fence {
    pub line: usize,
    pub language: String,
    pub text: String,
    pub note: Note,
}

/// What the comment above a fence says.
#[derive(Debug, PartialEq, Eq)]
pub enum Note {
    None,
    Exits(i32),
    File(String),
    NotRun,
    /// A comment that is none of these.
    Unknown(String),
}

impl Page {
    pub fn read(path: &Path) -> Self {
        let source = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut page =
            Self { path: path.to_owned(), fences: vec![], code: vec![], links: vec![], anchors: vec![] };
        let (mut note, mut language, mut text) = (Note::None, None, String::new());
        for (event, range) in Parser::new_ext(&source, Options::ENABLE_TABLES).into_offset_iter() {
            let line = source[..range.start].matches('\n').count() + 1;
            match event {
                Event::Html(html) => note = Note::of(&html),
                Event::End(TagEnd::HtmlBlock) => {}
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    (language, text) = (Some(info.into_string()), String::new());
                }
                Event::End(TagEnd::CodeBlock) => {
                    if let Some(language) = language.take() {
                        let (text, note) = (text.clone(), std::mem::replace(&mut note, Note::None));
                        page.fences.push(Fence { line, language, text, note });
                    }
                }
                Event::Start(Tag::Heading { .. }) => text.clear(),
                Event::End(TagEnd::Heading(_)) => page.anchors.push(anchor(&text)),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push((line, dest_url.into_string()));
                }
                Event::Text(part) => text.push_str(&part),
                Event::Code(code) => {
                    text.push_str(&code);
                    page.code.push((line, code.into_string()));
                }
                Event::Start(_) => note = Note::None,
                _ => {}
            }
        }
        page
    }

    /// Returns the path below the repository's root.
    pub fn name(&self) -> String {
        self.path.strip_prefix(crate::root()).unwrap().display().to_string()
    }

    /// Returns the file that a link leads to, and the anchor there.
    pub fn target<'l>(&self, link: &'l str) -> (PathBuf, Option<&'l str>) {
        let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
        let path = match file {
            "" => self.path.clone(),
            file => self.path.parent().unwrap().join(file),
        };
        (path.canonicalize().unwrap_or(path), anchor)
    }

    pub fn dead_links(&self) -> Vec<String> {
        let dead = self.links.iter().filter(|(_, link)| {
            let (path, anchor) = self.target(link);
            let is_there =
                || anchor.is_none_or(|anchor| Self::read(&path).anchors.iter().any(|known| known == anchor));
            !(link.contains("://") || path.exists() && is_there())
        });
        dead.map(|(line, link)| format!("{}:{line}: {link} leads nowhere", self.name())).collect()
    }
}

impl Note {
    fn of(html: &str) -> Self {
        let says = html.trim().strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->")).map(str::trim);
        let unknown = || Self::Unknown(html.trim().to_owned());
        let Some((word, rest)) = says.and_then(|says| says.split_once(' ')) else { return unknown() };
        match (word, rest.parse(), rest.strip_prefix("run: ")) {
            ("exits", Ok(status), _) => Self::Exits(status),
            ("file", ..) => Self::File(rest.to_owned()),
            ("not", _, Some(reason)) if !reason.is_empty() => Self::NotRun,
            _ => unknown(),
        }
    }
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|one| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}
