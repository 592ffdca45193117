//! Issues that are known, in a file: a check fails only on what is new.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use app::diagnostic::Diagnostic;
use app::text::Text;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::Checked;
use crate::cli::fix;
use crate::cli::inputs::Input;

const VERSION: u32 = 1;
/// In place of a format, for what the check itself finds.
const NO_FORMAT: &str = "-";

/// The known issues of a file, and those that were found.
pub(super) struct Baseline {
    path: PathBuf,
    /// Paths are kept as seen from here.
    folder: PathBuf,
    written: String,
    known: BTreeMap<Issue, u32>,
    found: BTreeMap<Issue, u32>,
    /// The files that were checked.
    checked: BTreeSet<String>,
    is_updated: bool,
}

/// What is the same issue after lines have moved. The order of the fields is that of the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Issue {
    path: String,
    format: String,
    rule: String,
    /// A digest of the field and the text that the issue is about.
    about: String,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    issue: Issue,
    count: u32,
}

#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
}

/// What became of a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::cli) struct BaselineUse {
    pub path: String,
    /// Issues that it has and that are no longer found.
    pub gone: u32,
    /// Issues that were added, if it was updated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<u32>,
}

impl Baseline {
    /// Reads a file, which may be missing if it is to be updated.
    pub fn read(path: &Path, is_updated: bool) -> anyhow::Result<Self> {
        let name = path.display();
        let written = match fs::read_to_string(path) {
            Ok(written) => written,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && is_updated => String::new(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                bail!("there is no baseline {name}: --update-baseline writes it")
            }
            Err(error) => return Err(anyhow!(error).context(format!("{name} can't be read"))),
        };
        let known = if written.is_empty() {
            BTreeMap::new()
        } else {
            parse(&written).with_context(|| format!("{name} is no baseline"))?
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().with_context(|| format!("the folder of {name} can't be found"))?;
        let (found, checked) = (BTreeMap::new(), BTreeSet::new());
        Ok(Self { path: path.to_owned(), folder, written, known, found, checked, is_updated })
    }

    /// Returns whether a file is the baseline, which is no document.
    pub fn is(&self, file: &Path) -> bool {
        let name = self.path.file_name();
        file.file_name() == name && file.canonicalize().is_ok_and(|file| file.parent() == Some(&self.folder))
    }

    /// Takes the known issues out of a text, and returns their number. All are known to a baseline that is updated.
    pub fn take_known(&mut self, checked: &mut Checked) -> u32 {
        let path = self.path_of(&checked.input);
        let Checked { input, blocks, notes, .. } = checked;
        let mut taken = 0;
        let mut is_new = |format: &str, found: &Diagnostic| {
            let issue = Issue {
                path: path.clone(),
                format: format.to_owned(),
                rule: found.rule.id.to_owned(),
                about: about(&input.text, found),
            };
            let limit = if self.is_updated { u32::MAX } else { self.known.get(&issue).copied().unwrap_or(0) };
            let count = self.found.entry(issue).or_default();
            *count += 1;
            let is_known = *count <= limit;
            taken += u32::from(is_known);
            !is_known
        };
        for block in blocks {
            block.diagnostics.retain(|found| is_new(block.spec.id, found));
        }
        notes.retain(|found| is_new(NO_FORMAT, found));
        if taken > 0 {
            checked.fixable = checked.diagnostics().filter(|found| found.fix.is_some()).count() as u32;
        }
        self.checked.insert(path);
        taken
    }

    /// Writes the issues that were found, if the baseline is updated. Those of files that were not checked stay as long as
    /// the files exist.
    pub fn finish(self) -> anyhow::Result<BaselineUse> {
        let Self { path, folder, written, known, found, checked, is_updated } = self;
        let more = |these: &BTreeMap<Issue, u32>, than: &BTreeMap<Issue, u32>| {
            let surplus =
                |(issue, count): (&Issue, &u32)| count.saturating_sub(than.get(issue).copied().unwrap_or(0));
            these.iter().map(surplus).sum::<u32>()
        };
        let is_elsewhere =
            |issue: &Issue| !checked.contains(&issue.path) && folder.join(&issue.path).exists();
        let mut current = found;
        current.extend(
            known
                .iter()
                .filter(|(issue, _)| is_elsewhere(issue))
                .map(|(issue, count)| (issue.clone(), *count)),
        );
        let gone = more(&known, &current);
        let added = is_updated.then(|| more(&current, &known));
        let name = path.display().to_string();
        if is_updated {
            let next = render(current)?;
            if next != written {
                fix::write(&path, &next).with_context(|| format!("{name} can't be written"))?;
            }
        }
        Ok(BaselineUse { path: name, gone, added })
    }

    /// Returns the path of a file as seen from the baseline, with slashes on every system.
    fn path_of(&self, input: &Input) -> String {
        let Some(path) = &input.path else { return input.name.clone() };
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let path = path.strip_prefix(&self.folder).unwrap_or(&path);
        path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    }
}

impl BaselineUse {
    /// Describes it for a person, in at most two lines.
    pub fn describe(&self, known: u32) -> impl Iterator<Item = String> {
        let Self { path, gone, added } = self;
        let lines = match added {
            Some(added) => [Some(format!("{path}: {added} added, {gone} removed, {known} found")), None],
            None => [
                (known > 0).then(|| format!("{known} known in {path}")),
                (*gone > 0).then(|| format!("{gone} of {path} are gone: --update-baseline removes them")),
            ],
        };
        lines.into_iter().flatten()
    }
}

/// Returns a digest of what an issue is about: its field without the numbers of rows, and its text without line breaks. What
/// is about a single place is about the line of it.
fn about(text: &Text, found: &Diagnostic) -> String {
    let field = found.field.as_deref().unwrap_or_default();
    let field: String = field.chars().filter(|character| !character.is_ascii_digit()).collect();
    let lines = text.lines();
    let span = if found.span.is_empty() { lines.line(lines.line_of(found.span.start)) } else { found.span };
    let mut hash = Sha256::new().chain_update(field);
    for word in text.slice(span).split_whitespace() {
        hash = hash.chain_update(" ").chain_update(word);
    }
    let digest = hash.finalize();
    data_encoding::HEXLOWER.encode(digest.get(..8).unwrap_or_default())
}

fn parse(written: &str) -> anyhow::Result<BTreeMap<Issue, u32>> {
    let items: Vec<serde_json::Value> = serde_json::from_str(written)?;
    let mut items = items.into_iter();
    let head: Head = serde_json::from_value(items.next().context("it is empty")?)?;
    if head.version != VERSION {
        bail!("it has version {}, and this Harmony reads version {VERSION}", head.version);
    }
    let mut known = BTreeMap::new();
    for item in items {
        let Entry { issue, count } = serde_json::from_value(item)?;
        // A merge may leave an issue twice.
        let most: &mut u32 = known.entry(issue).or_default();
        *most = count.max(*most);
    }
    Ok(known)
}

/// Writes a line for each issue. A comma begins a line, so that a change of one issue changes no other line.
fn render(issues: BTreeMap<Issue, u32>) -> anyhow::Result<String> {
    let mut written = format!("[{}\n", serde_json::to_string(&Head { version: VERSION })?);
    for (issue, count) in issues {
        written.push(',');
        written.push_str(&serde_json::to_string(&Entry { issue, count })?);
        written.push('\n');
    }
    written.push_str("]\n");
    Ok(written)
}
