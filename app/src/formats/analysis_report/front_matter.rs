//! What stands above the sections: aspect, scope, date and agent.

use std::ops::Range;

use crate::markdown::{Kind, Section};
use crate::reading::{Body, LabelName, Labelled, date, find_labelled, label_key};

pub(super) static ASPECT: LabelName =
    LabelName { name: "Aspect", synonyms: &["analysis aspect", "analysis type"], field: "aspect" };
pub(super) static SCOPE: LabelName =
    LabelName { name: "Scope", synonyms: &["analysis scope", "audit scope"], field: "scope" };
pub(super) static DATE: LabelName = LabelName {
    name: "Date",
    synonyms: &[
        "analysis date",
        "audit date",
        "report date",
        "generated",
        "generated on",
        "timestamp",
        "created",
    ],
    field: "date",
};
pub(super) static AGENT: LabelName = LabelName {
    name: "Agent",
    synonyms: &["analyst", "analyzed by", "prepared by", "author"],
    field: "agent",
};

/// How far from the title or the end a label may stand, in nodes.
const NEAR: usize = 16;

/// The labels of a report: those below its title, and those that close it.
pub(super) struct FrontMatter {
    pub head: Vec<Labelled>,
    pub foot: Vec<Labelled>,
}

impl FrontMatter {
    pub fn read(body: &Body<'_>, title: &Section) -> Self {
        let all = title.node + 1..title.extent.end;
        let head = body.labels(Self::head_range(body, &all));
        let foot = body.labels(all.end.saturating_sub(NEAR).max(title.body.end)..all.end);
        Self { head, foot }
    }

    /// From the title to the first rule, or to the first heading that labels stand above; a subtitle is none.
    fn head_range(body: &Body<'_>, all: &Range<usize>) -> Range<usize> {
        let mut has_labels = false;
        let mut headings = 0;
        let mut end = all.end.min(all.start + NEAR);
        for (index, node) in body.nodes(all.start..end) {
            match node.kind {
                Kind::Rule => {
                    end = index;
                    break;
                }
                Kind::Heading { .. } if has_labels || headings > 0 => {
                    end = index;
                    break;
                }
                Kind::Heading { .. } => headings += 1,
                Kind::KeyValue(_) => has_labels = true,
                _ => {}
            }
        }
        all.start..end
    }

    /// The label of that name, and whether it stands where the contract has it.
    pub fn find(&self, body: &Body<'_>, name: &LabelName) -> Option<(&Labelled, bool)> {
        let head = find_labelled(body, &self.head, name).map(|label| (label, true));
        head.or_else(|| find_labelled(body, &self.foot, name).map(|label| (label, false)))
    }

    pub fn has_aspect(&self, body: &Body<'_>) -> bool {
        find_labelled(body, &self.head, &ASPECT).is_some()
    }

    /// A date below the title; one at the end counts where it is signed as an analysis (`Analysis Date`, `Analyst`),
    /// since any text may end with a date.
    pub fn is_dated(&self, body: &Body<'_>) -> bool {
        let is_date = |label: &Labelled| date(&body.read(label.value)).is_some();
        let is_signed = self.foot.iter().any(|label| label_key(&body.read(label.key)).starts_with("analy"));
        find_labelled(body, &self.head, &DATE).is_some_and(is_date)
            || (is_signed && find_labelled(body, &self.foot, &DATE).is_some_and(is_date))
    }

    pub fn has_origin(&self, body: &Body<'_>) -> bool {
        [&SCOPE, &AGENT].iter().any(|name| find_labelled(body, &self.head, name).is_some())
    }
}
