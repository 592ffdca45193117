//! The findings that were read, by what tells them apart.

use std::collections::HashSet;

use crate::formats::review_report::{Finding, FindingSeverity, ReviewReport};

/// A report may tell a finding twice: as a row, and at length below.
pub(super) struct Known {
    /// With what stands beside each number; a list that begins anew has neither its ranks nor its files.
    numbers: HashSet<(u32, Beside)>,
    /// The file's own name, since folders are left out at will, and the first line.
    places: HashSet<(String, Option<u32>)>,
}

impl Known {
    pub fn of(report: &ReviewReport) -> Self {
        let findings = &report.findings;
        Self {
            numbers: findings.iter().flat_map(numbered).collect(),
            places: findings.iter().filter_map(place).collect(),
        }
    }

    /// Numbers of lists begin anew in each group, so that they tell nothing apart.
    pub fn add(&mut self, finding: &Finding) {
        self.places.extend(place(finding));
    }

    pub fn holds(&self, finding: &Finding) -> bool {
        // A row without its rank or its file is known by its number alone.
        let alone = finding.number.into_iter();
        let alone = alone.flat_map(|number| [(number, Beside::Rank(None)), (number, Beside::File(None))]);
        numbered(finding).chain(alone).any(|numbered| self.numbers.contains(&numbered))
            || place(finding).is_some_and(|place| self.places.contains(&place))
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Beside {
    Rank(Option<FindingSeverity>),
    File(Option<String>),
}

/// A number with the rank, and with the file.
fn numbered(finding: &Finding) -> impl Iterator<Item = (u32, Beside)> {
    let rank = finding.severity.as_ref().and_then(FindingSeverity::level);
    finding.number.into_iter().flat_map(move |number| {
        [(number, Beside::Rank(rank.clone())), (number, Beside::File(file_name(finding)))]
    })
}

fn file_name(finding: &Finding) -> Option<String> {
    Some(finding.file.as_ref()?.rsplit(['/', '\\']).next()?.to_owned())
}

fn place(finding: &Finding) -> Option<(String, Option<u32>)> {
    Some((file_name(finding)?, finding.line.map(|line| line.start)))
}
