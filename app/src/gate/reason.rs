//! What decides, as a sentence: "fails because tests.failed = 2 (gate_status = FAIL)".

use super::evidence::{EXIT_CODES, Evidence};
use super::verdict::{GateAnswer, GateOutcome};
use crate::json::{Json, Kind, entries, flag_of, number_of};
use crate::reading::counted;

/// Counts that fail a gate unless they are 0.
const COUNTS: [&str; 3] = ["tests.failed", "tests.errored", "lint.errors"];
/// Lists that fail a gate unless they are empty.
const LISTS: [&str; 2] = ["blocking_issues", "scope_violations"];
/// The longest value that is quoted.
const LONGEST_VALUE: usize = 40;

pub(super) fn reason(evidence: &Evidence<'_, '_>) -> String {
    let verdict = stated_verdict(evidence);
    match evidence.answer.outcome {
        GateOutcome::Redeploy => redeployed(evidence.answer),
        GateOutcome::Fail => {
            let causes = causes(evidence);
            match (causes.is_empty(), verdict) {
                (true, verdict) => format!("fails because {}", verdict.unwrap_or_default()),
                (false, None) => format!("fails because {}", causes.join(", ")),
                (false, Some(verdict)) => format!("fails because {} ({verdict})", causes.join(", ")),
            }
        }
        GateOutcome::Pass => match verdict {
            Some(verdict) => format!("passes because {verdict}"),
            None => "passes because blocking_issues and scope_violations are empty".to_owned(),
        },
        GateOutcome::Undecidable => match verdict {
            Some(verdict) => format!("undecidable, since {verdict} is neither pass nor fail"),
            None => "undecidable, since no field says pass or fail".to_owned(),
        },
    }
}

fn redeployed(answer: &GateAnswer) -> String {
    let mut flags = answer.flags();
    let first = flags.next().map(|flag| format!("{} ({})", flag.message, flag.flag)).unwrap_or_default();
    match flags.count() {
        0 => format!("redeployed because of a red flag: {first}"),
        more => format!("redeployed because of {}: {first}, and {more} more", counted(more + 1, "red flag")),
    }
}

/// The field that states the verdict, with its value; nothing if the verdict is computed.
fn stated_verdict(evidence: &Evidence<'_, '_>) -> Option<String> {
    let field = evidence.verdict_place();
    let value = evidence.json.at(field).filter(|_| !LISTS.contains(&field))?;
    Some(format!("{field} = {}", shortened(value)))
}

fn shortened(value: &Json<'_>) -> String {
    let written = match &value.kind {
        Kind::Number(number) => (*number).to_owned(),
        _ => value.text().map_or_else(|| value.plain().to_string(), str::to_owned),
    };
    let head: String = written.chars().take(LONGEST_VALUE).collect();
    if head.len() < written.len() { head + "…" } else { head }
}

/// What makes a gate fail, by the fields that say so.
fn causes(evidence: &Evidence<'_, '_>) -> Vec<String> {
    let json = evidence.json;
    let number =
        |place: &&'static str| json.at(place).and_then(number_of).is_some_and(|number| number != 0.0);
    let counts = COUNTS.into_iter().map(|path| evidence.place(path)).chain(EXIT_CODES).filter(number);
    let met = Some(evidence.place("coverage.threshold_met"));
    let missed = met.filter(|place| json.at(place).and_then(flag_of) == Some(false));
    let values =
        counts.chain(missed).filter_map(|place| Some(format!("{place} = {}", shortened(json.at(place)?))));
    let lists = LISTS.into_iter().filter_map(|path| {
        let place = evidence.place(path);
        let count = entries(json.at(place)?)?.len();
        (count > 0).then(|| format!("{place} has {}", counted(count, "entry")))
    });
    values.chain(lists).collect()
}
