//! Versions of a source repeat earlier ones: a message that continues, a file that is appended to. Each mention counts
//! once, where and when it first occurred, so that later versions don't change earlier states.

use std::collections::HashMap;
use std::ops::Range;

use super::mention::Mention;
use crate::moves::{Move, Planned};
use crate::reading::normal;

/// Removes repeated mentions. Each mention comes with a number that the versions of its source share, in the order of the
/// documents.
pub fn dedupe_versions(mentions: Vec<(u64, Mention)>) -> Vec<Mention> {
    let mut newest_version: HashMap<u64, Range<usize>> = HashMap::new();
    let mut kept: Vec<Option<Move>> = vec![None; mentions.len()];
    let mut is_repeated = vec![false; mentions.len()];
    let mut from = 0;
    for version in mentions.chunk_by(|(_, left), (_, right)| left.place.seq == right.place.seq) {
        let here = from..from + version.len();
        from = here.end;
        let source = version.first().map_or(0, |(source, _)| *source);
        let Some(before) = newest_version.insert(source, here.clone()) else { continue };
        let before = mentions.get(before).unwrap_or_default();
        let mut known: HashMap<&Move, u32> = HashMap::new();
        for (_, mention) in before {
            *known.entry(&mention.what).or_default() += 1;
        }
        for (at, (_, mention)) in here.zip(version) {
            match known.get_mut(&mention.what) {
                Some(count @ 1..) => {
                    *count -= 1;
                    is_repeated[at] = true;
                }
                _ => kept[at] = fixed_plan(&mention.what, before),
            }
        }
    }
    let kept = mentions.into_iter().zip(kept).zip(is_repeated).filter(|(_, is_repeated)| !is_repeated);
    kept.map(|(((_, mention), fixed), _)| match fixed {
        Some(what) => Mention { what, ..mention },
        None => mention,
    })
    .collect()
}

/// Returns an update of the chain for a plan that differs from the one in the earlier version.
fn fixed_plan(what: &Move, before: &[(u64, Mention)]) -> Option<Move> {
    let Move::Compiled { title: Some(title), steps, .. } = what else { return None };
    let name = normal(title);
    let is_planned =
        |what: &Move| matches!(what, Move::Compiled { title: Some(title), .. } if normal(title) == name);
    before.iter().any(|(_, mention)| is_planned(&mention.what)).then(|| Move::Updated {
        title: Some(title.clone()),
        changes: None,
        steps: Planned::without_pending(steps),
    })
}
