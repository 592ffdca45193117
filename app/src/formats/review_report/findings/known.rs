//! The findings that were read, by what tells them apart.

use std::collections::HashSet;

use crate::formats::review_report::{Finding, FindingSeverity};

/// A report may tell a finding twice: as a row, and at length below.
pub(super) struct Known {
    /// How many of the findings are known by their numbers as well: those of lists begin anew in each group, so that
    /// they tell nothing apart.
    numbered: usize,
    /// Made when first asked for, since most reports tell nothing twice.
    marks: Option<Marks>,
}

struct Marks {
    /// With what stands beside each number; a list that begins anew has neither its ranks nor its files.
    numbers: HashSet<(u32, Beside)>,
    /// The file's own name, since folders are left out at will, and the first line.
    places: HashSet<(String, Option<u32>)>,
}

impl Known {
    pub fn of(findings: &[Finding]) -> Self {
        Self { numbered: findings.len(), marks: None }
    }

    /// Knows a finding behind the others by its place.
    pub fn add(&mut self, finding: &Finding) {
        if let Some(marks) = &mut self.marks {
            marks.places.extend(place(finding));
        }
    }

    /// Whether a finding is one of those `before` it.
    pub fn holds(&mut self, finding: &Finding, before: &[Finding]) -> bool {
        let numbered = self.numbered;
        let marks = self.marks.get_or_insert_with(|| Marks {
            numbers: before.iter().take(numbered).flat_map(self::numbered).collect(),
            places: before.iter().filter_map(place).collect(),
        });
        marks.hold(finding)
    }
}

impl Marks {
    /// Known by its number with the rank or the file, or by the number where nothing beside it speaks against that.
    fn hold(&self, finding: &Finding) -> bool {
        let (rank, file) = beside(finding);
        let is_open = [
            (true, Beside::Nothing),
            (file.is_none(), Beside::FileAlone),
            (rank.is_none(), Beside::RankAlone),
            (rank.is_none() && file.is_none(), Beside::Both),
        ];
        let open = is_open.into_iter().filter(|(may_be, _)| *may_be).map(|(_, beside)| beside);
        let equal = [rank.map(Beside::Rank), file.map(Beside::File)].into_iter().flatten();
        let holds = |number| open.chain(equal).any(|beside| self.numbers.contains(&(number, beside)));
        finding.number.is_some_and(holds) || place(finding).is_some_and(|place| self.places.contains(&place))
    }
}

/// What stands beside a number: each part, and which parts there are.
#[derive(PartialEq, Eq, Hash)]
enum Beside {
    Rank(FindingSeverity),
    File(String),
    Nothing,
    FileAlone,
    RankAlone,
    Both,
}

fn numbered(finding: &Finding) -> impl Iterator<Item = (u32, Beside)> {
    let (rank, file) = beside(finding);
    let parts = match (&rank, &file) {
        (None, None) => Beside::Nothing,
        (None, Some(_)) => Beside::FileAlone,
        (Some(_), None) => Beside::RankAlone,
        (Some(_), Some(_)) => Beside::Both,
    };
    let all = [Some(parts), rank.map(Beside::Rank), file.map(Beside::File)];
    finding
        .number
        .into_iter()
        .zip(std::iter::once(all))
        .flat_map(|(number, all)| all.into_iter().flatten().map(move |beside| (number, beside)))
}

fn beside(finding: &Finding) -> (Option<FindingSeverity>, Option<String>) {
    (finding.severity.as_ref().and_then(FindingSeverity::level), file_name(finding))
}

fn file_name(finding: &Finding) -> Option<String> {
    Some(finding.file.as_ref()?.rsplit(['/', '\\']).next()?.to_owned())
}

fn place(finding: &Finding) -> Option<(String, Option<u32>)> {
    Some((file_name(finding)?, finding.line.map(|line| line.start)))
}
