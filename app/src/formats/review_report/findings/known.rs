//! The findings that were read, by what tells them apart.

use std::collections::HashSet;

use crate::formats::review_report::{Finding, ReviewReport};

/// A report may tell a finding twice: as a row, and at length below.
pub(super) struct Known {
    numbers: HashSet<u32>,
    /// The file's own name, since folders are left out at will, and the first line.
    places: HashSet<(String, Option<u32>)>,
}

impl Known {
    pub fn of(report: &ReviewReport) -> Self {
        let findings = &report.findings;
        Self {
            numbers: findings.iter().filter_map(|finding| finding.number).collect(),
            places: findings.iter().filter_map(place).collect(),
        }
    }

    /// Numbers of lists begin anew in each group, so that they tell nothing apart.
    pub fn add(&mut self, finding: &Finding) {
        self.places.extend(place(finding));
    }

    pub fn holds(&self, finding: &Finding) -> bool {
        finding.number.is_some_and(|number| self.numbers.contains(&number))
            || place(finding).is_some_and(|place| self.places.contains(&place))
    }
}

fn place(finding: &Finding) -> Option<(String, Option<u32>)> {
    let name = finding.file.as_ref()?.rsplit(['/', '\\']).next()?.to_owned();
    Some((name, finding.line.map(|line| line.start)))
}
