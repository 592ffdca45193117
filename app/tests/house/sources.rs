//! The sources of this crate, parsed: what each file names, wherever it names it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, mem};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// The segments of a path from the crate's root, or from another crate's name.
pub type Names = Vec<String>;

/// A file and what it names.
#[derive(Default)]
pub struct Source {
    /// `formats`, `review_report`, `parse`.
    pub module: Names,
    /// All paths, from the root of this crate or another.
    pub paths: BTreeSet<Names>,
    /// The re-exports of the module: from the name here to the path.
    reexports: BTreeMap<String, Names>,
    /// Single names anywhere, in macros too.
    pub idents: BTreeSet<String>,
    /// Classes of the HTML that macros write.
    pub classes: BTreeSet<String>,
}

impl Source {
    /// Returns the paths of the module's re-exports.
    pub fn passed_on(&self) -> impl Iterator<Item = &Names> {
        self.reexports.values()
    }
}

/// All files of `app/src`, apart from their tests.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    read_folder(&root, &[], &mut found);
    assert!(found.len() > 100, "nothing was looked at under {}", root.display());
    let modules: BTreeSet<Names> = found.iter().map(|(module, _)| module.clone()).collect();
    found.into_iter().map(|(module, file)| read_source(module, &file, &modules)).collect()
}

fn read_folder(folder: &Path, module: &[String], found: &mut Vec<(Names, syn::File)>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut inner = module.to_vec();
        if path.is_dir() {
            inner.push(name);
            read_folder(&path, &inner, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            if !matches!(name.as_str(), "mod" | "lib") {
                inner.push(name);
            }
            let source = fs::read_to_string(&path).expect("a source in UTF-8");
            let file = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            found.push((inner, file));
        }
    }
}

fn read_source(module: Names, file: &syn::File, modules: &BTreeSet<Names>) -> Source {
    let source = Source { module: module.clone(), ..Source::default() };
    let mut reader = Reader { source, here: module, modules };
    reader.visit_file(file);
    reader.source
}

struct Reader<'m> {
    source: Source,
    /// The module of the item that is being read: a file may hold modules of its own.
    here: Names,
    modules: &'m BTreeSet<Names>,
}

impl Reader<'_> {
    /// The path from a root: `super::names::FILE` is `formats::review_report::names::FILE`.
    fn add(&mut self, written: &[String]) -> Names {
        let mut path = match written.first().map(String::as_str) {
            Some("crate") => Names::new(),
            Some("self" | "super") => self.here.clone(),
            Some(first) => {
                let mut child = self.here.clone();
                child.push(first.to_owned());
                if self.modules.contains(&child) { self.here.clone() } else { Names::new() }
            }
            None => return Names::new(),
        };
        let is_own = matches!(written[0].as_str(), "crate" | "self" | "super") || !path.is_empty();
        for name in written {
            match name.as_str() {
                "crate" | "self" => {}
                "super" => {
                    path.pop();
                }
                name => path.push(name.to_owned()),
            }
        }
        if is_own {
            path.insert(0, "crate".to_owned());
        }
        self.source.paths.insert(path.clone());
        path
    }

    fn add_tree(&mut self, tree: &UseTree, before: &[String], is_passed_on: bool) {
        let with = |name: &syn::Ident| {
            let mut path = before.to_vec();
            path.push(name.to_string());
            path
        };
        match tree {
            UseTree::Path(inner) => self.add_tree(&inner.tree, &with(&inner.ident), is_passed_on),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_tree(tree, before, is_passed_on));
            }
            UseTree::Glob(_) => {
                self.add(before);
            }
            UseTree::Name(name) => self.add_use(&with(&name.ident), name.ident.to_string(), is_passed_on),
            UseTree::Rename(name) => self.add_use(&with(&name.ident), name.rename.to_string(), is_passed_on),
        }
    }

    fn add_use(&mut self, path: &[String], name: String, is_passed_on: bool) {
        let path = self.add(path);
        if is_passed_on && self.here == self.source.module {
            self.source.paths.remove(&path);
            self.source.reexports.insert(name, path);
        }
    }

    /// The paths in a macro, whose tokens are not parsed.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path = Names::new();
        let mut colons = 0;
        let mut is_class = false;
        for token in tokens {
            if let TokenTree::Literal(text) = &token
                && is_class
            {
                let text = text.to_string();
                self.source.classes.extend(text.trim_matches('"').split_whitespace().map(str::to_owned));
            }
            is_class = match &token {
                TokenTree::Ident(name) => name == "class",
                TokenTree::Punct(mark) => is_class && mark.as_char() == '=',
                _ => false,
            };
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end_path(&mut path);
                    }
                    self.source.idents.insert(name.to_string());
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                other => {
                    self.end_path(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.end_path(&mut path);
    }

    fn end_path(&mut self, path: &mut Names) {
        let path = mem::take(path);
        if path.len() > 1 {
            self.add(&path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if module.content.is_none() || is_test(&module.attrs) {
            return;
        }
        self.here.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.here.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_passed_on = !matches!(item.vis, Visibility::Inherited);
        self.add_tree(&item.tree, &[], is_passed_on);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.add(&names);
        }
        visit::visit_path(self, path);
    }

    /// Skipped: `pub(in crate::reading)` is not a use of the module.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_ident(&mut self, name: &'ast syn::Ident) {
        self.source.idents.insert(name.to_string());
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.add_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

/// Finds where items are defined, through all re-exports.
pub struct Places<'s> {
    sources: BTreeMap<&'s [String], &'s Source>,
}

impl<'s> Places<'s> {
    pub fn of(sources: &'s [Source]) -> Self {
        Self { sources: sources.iter().map(|source| (source.module.as_slice(), source)).collect() }
    }

    /// Returns the first file that a path leads to, if it is one of this crate.
    pub fn file_of(&self, path: &[String]) -> Option<&'s Source> {
        let path = path.strip_prefix(&["crate".to_owned()])?;
        (0..=path.len()).rev().find_map(|length| self.sources.get(&path[..length]).copied())
    }

    /// Returns the module that defines what a path names, if it is one of this crate.
    pub fn module_of(&self, path: &[String]) -> Option<&'s Source> {
        let mut path = path.to_vec();
        // Enough steps for any chain of re-exports, and a bound for circular ones.
        for _ in 0..8 {
            let source = self.file_of(&path)?;
            let behind = 1 + source.module.len();
            let Some(target) = path.get(behind).and_then(|name| source.reexports.get(name)) else {
                return Some(source);
            };
            if target.first().is_none_or(|root| root != "crate") {
                return Some(source);
            }
            path = target.iter().chain(path.get(behind + 1..).unwrap_or_default()).cloned().collect();
        }
        None
    }
}
