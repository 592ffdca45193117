//! The same under headings: `- path:line - text (severity: high)`, `1. [edit] target - text`.

use crate::delegate::{Sections, action, finding};
use crate::json::Member;

pub(super) fn members<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let mut members = sections.head();
    members.extend(sections.list_member("findings", finding));
    members.extend(sections.list_member("suggested_actions", action));
    members
}
