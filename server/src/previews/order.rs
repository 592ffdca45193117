use std::cmp::Reverse;

use app::document::{DocumentHead, State};

/// Sorts documents by how much they matter: by what did not pass, by their errors, by their scores.
pub fn worst_first<T>(documents: &mut [T], head: impl Fn(&T) -> &DocumentHead) {
    documents.sort_by_cached_key(|document| weight(head(document)));
}

fn weight(head: &DocumentHead) -> impl Ord + use<> {
    let lead = head.lead();
    let state = lead.map(|lead| lead.summary.state).filter(|state| *state > State::Running);
    let score = lead.and_then(|lead| lead.summary.score).unwrap_or(100);
    (Reverse(state), Reverse(head.errors()), score, Reverse(head.warnings()))
}

#[cfg(test)]
mod tests {
    use app::document::{BlockHead, DocumentHead, State, Summary};

    use super::worst_first;

    fn head(title: &str, state: State, errors: u32, score: Option<u8>) -> DocumentHead {
        let summary = Summary { state, score, ..Summary::default() };
        let block = BlockHead { summary, errors, ..BlockHead::default() };
        DocumentHead { title: title.to_owned(), blocks: vec![block], ..DocumentHead::default() }
    }

    #[test]
    fn what_did_not_pass_comes_first_then_what_breaks_its_contract() {
        let mut heads = vec![
            head("passed", State::Passed, 0, Some(95)),
            head("passed, lower", State::Passed, 0, Some(70)),
            head("without a state, with errors", State::None, 2, None),
            head("failed", State::Failed, 0, Some(20)),
            head("contradicted", State::Contradicted, 0, Some(99)),
        ];
        worst_first(&mut heads, |head| head);
        let order: Vec<&str> = heads.iter().map(|head| head.title.as_str()).collect();
        let expected = ["contradicted", "failed", "without a state, with errors", "passed, lower", "passed"];
        assert_eq!(order, expected);
    }
}
