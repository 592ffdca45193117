//! Chains that wait for a person.

use super::{Item, ItemKind, Place, key, short};
use crate::track::{Chain, Waiting};

/// Returns the item of a chain that waits for a person.
pub fn of_chain(session: &str, chain: &Chain) -> Option<Item> {
    if !chain.head().waits_for_a_person() {
        return None;
    }
    // The question is another when it is asked at another place, or when a step fails again.
    let (kind, step, at, question) = match chain.waits_for()? {
        Waiting::Person { step, prompt } => {
            let asked = chain.asked.as_ref().map_or(&chain.opened, |asked| &asked.place);
            let prompt = prompt.unwrap_or_else(|| "Approve the chain?".to_owned());
            (ItemKind::HumanGate, step, format!("{}:{}", asked.seq, asked.line), prompt)
        }
        Waiting::Decision { step, options } => {
            let failed = chain.step(step);
            let error = failed.and_then(|step| step.error.clone()).unwrap_or_default();
            let starts = failed.map_or(0, |step| step.starts);
            let question = format!("Step {step} failed. {error} {}", choices(&options));
            (ItemKind::Decision, Some(step), starts.to_string(), question)
        }
        _ => return None,
    };
    let step = step.map(|step| step.to_string()).unwrap_or_default();
    Some(Item {
        key: key(&[kind.as_str(), session, &chain.id, &step, &at]),
        kind,
        urgency: kind.urgency(),
        at_ms: chain.newest_ms,
        session: Some(session.to_owned()),
        title: short(chain.title.as_deref().unwrap_or("Untitled chain")),
        question: short(&question),
        place: Place::Chain { session: session.to_owned(), chain: chain.id.clone() },
        done_ms: None,
        until_ms: None,
    })
}

fn choices(options: &[String]) -> String {
    if options.is_empty() { String::new() } else { format!("Choose: {}", options.join(" · ")) }
}
