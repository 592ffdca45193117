//! Reviews beside the second opinions on them.

use app::api::OpinionPlace;
use app::document::DocumentHead;
use app::moves::StepNumber;
use app::second_opinion::Comparison;
use app::text::Text;
use app::track::{Attached, Chain};

use super::sessions::Sessions;
use crate::store::{SharedStore, StoreError};

/// The most comparisons on a page: those of the last steps.
const MOST_COMPARED: usize = 4;
/// The longest report that is compared. Longer ones are no reviews, and a page would wait for them.
const MOST_BYTES: usize = 1 << 20;
/// Sessions with more documents aren't folded for the page of one document.
const MOST_DOCUMENTS: u64 = 5_000;
/// What has findings.
const FORMATS: [&str; 2] = ["5.1", "delegate/standard"];

/// Returns the comparison of a step, or of the last steps of a chain.
pub(super) async fn of_chain(
    store: &SharedStore,
    chain: &Chain,
    step: Option<StepNumber>,
) -> Result<Vec<Comparison>, StoreError> {
    let mut opinions = chain.opinions();
    if opinions.iter().any(|two| Some(two.step) == step) {
        opinions.retain(|two| Some(two.step) == step);
    }
    let mut compared = Vec::new();
    for two in opinions.iter().rev().take(MOST_COMPARED) {
        let (review, critique) = (text_of(store, two.review).await?, text_of(store, two.critique).await?);
        if let (Some(review), Some(critique)) = (review, critique) {
            compared.push(Comparison::of(two, &review, &critique));
        }
    }
    Ok(compared)
}

async fn text_of(store: &SharedStore, attached: &Attached) -> Result<Option<Text>, StoreError> {
    let document = store.get(attached.place.document.clone()).await?;
    let document = document.filter(|document| document.raw.len() <= MOST_BYTES);
    Ok(document.map(|document| Text::from_bytes(&document.raw)))
}

/// Returns the step in which a report is compared with another.
pub(super) async fn of_document(
    sessions: &Sessions,
    head: &DocumentHead,
) -> Result<Option<OpinionPlace>, StoreError> {
    let has_findings = head.blocks.iter().any(|block| FORMATS.contains(&block.format.as_str()));
    let Some(name) = head.source.session.as_ref().filter(|_| has_findings) else { return Ok(None) };
    let Some(session) = sessions.open_short(name, MOST_DOCUMENTS).await? else { return Ok(None) };
    let place = |chain: &Chain| {
        let opinions = chain.opinions();
        let is_it = |attached: &Attached| attached.place.document == head.id;
        let two = opinions.iter().find(|two| is_it(two.review) || is_it(two.critique))?;
        let (session, chain, step) = (name.clone(), chain.id.clone(), two.step);
        Some(OpinionPlace { session, chain, step, is_critique: is_it(two.critique) })
    };
    Ok(session.state.chains.iter().rev().find_map(place))
}
