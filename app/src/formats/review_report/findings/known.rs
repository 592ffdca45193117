//! The findings that were read, by what identifies them.

use std::collections::HashSet;

use crate::formats::review_report::Finding;
use crate::reading::SeverityLevel;

/// A report may describe a finding twice: as a row, and at length below.
pub(super) struct Known {
    /// How many of the findings are known by their numbers as well: lists restart in each group, so that
    /// their numbers identify nothing.
    numbered: usize,
    /// Made when first asked for, since most reports describe nothing twice.
    marks: Option<HashSet<Mark>>,
}

/// What identifies a finding.
#[derive(PartialEq, Eq, Hash)]
enum Mark {
    /// The file's own name, since folders are left out at will, and the first line.
    Place(String, Option<u32>),
    /// The number with the rank or the file; a list that restarts has neither.
    Ranked(u32, SeverityLevel),
    InFile(u32, String),
    /// The number, and whether a rank and a file are stated with it.
    Parts(u32, bool, bool),
}

impl Known {
    pub fn of(findings: &[Finding]) -> Self {
        Self { numbered: findings.len(), marks: None }
    }

    /// Adds the place of a finding that was read after the others.
    pub fn add(&mut self, finding: &Finding) {
        if let Some(marks) = &mut self.marks {
            marks.extend(place(finding));
        }
    }

    /// Whether a finding is among those `before` it.
    pub fn holds(&mut self, finding: &Finding, before: &[Finding]) -> bool {
        let marks = self.marks.get_or_insert_with(|| {
            let numbered = before.iter().take(self.numbered).flat_map(|known| {
                let parts = |number| Mark::Parts(number, known.level().is_some(), known.file.is_some());
                numbered(known).chain(known.number.map(parts))
            });
            numbered.chain(before.iter().filter_map(place)).collect()
        });
        // A number identifies a finding unless its rank or its file differs.
        let (is_ranked, is_placed) = (finding.level().is_some(), finding.file.is_some());
        let parts = [(false, false), (false, true), (true, false), (true, true)].into_iter();
        let open = parts.filter(|(ranked, placed)| !(*ranked && is_ranked || *placed && is_placed));
        let open = open.filter_map(|(ranked, placed)| Some(Mark::Parts(finding.number?, ranked, placed)));
        open.chain(numbered(finding)).chain(place(finding)).any(|mark| marks.contains(&mark))
    }
}

fn numbered(finding: &Finding) -> impl Iterator<Item = Mark> + use<> {
    let ranked = finding.number.zip(finding.level()).map(|(number, level)| Mark::Ranked(number, level));
    let in_file = finding.number.zip(file_name(finding)).map(|(number, file)| Mark::InFile(number, file));
    ranked.into_iter().chain(in_file)
}

fn file_name(finding: &Finding) -> Option<String> {
    Some(finding.file.as_ref()?.rsplit(['/', '\\']).next()?.to_owned())
}

fn place(finding: &Finding) -> Option<Mark> {
    Some(Mark::Place(file_name(finding)?, finding.line.map(|line| line.start)))
}
