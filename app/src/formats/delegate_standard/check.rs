//! What the summary claims against what is listed.

use super::DelegateStandard;
use crate::block::Block;
use crate::delegate::check_claim;
use crate::diagnostic::Sink;

pub(super) fn check(response: &DelegateStandard, block: &Block<'_>, sink: &mut Sink) {
    let issues = response.findings.iter().filter(|finding| finding.kind.as_deref() == Some("issue")).count();
    let listed = [response.findings.len(), issues];
    let nouns = ["findings", "finding", "issues", "issue", "problems", "problem"];
    check_claim("findings", &listed, &nouns, block, sink);
}
