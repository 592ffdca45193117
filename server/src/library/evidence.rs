//! What a session's agents claim, beside what their tools answered.

use app::evidence::{Evidence, Prices, Said};
use tokio::task;

use crate::store::{SessionLines, SharedStore, StoreError};

/// Returns the claims and facts of a session; empty ones if no transcript names it.
pub async fn of_session(store: &SharedStore, name: &str, prices: &Prices) -> Result<Evidence, StoreError> {
    let SessionLines { lines, documents, is_cut } = store.lines(name.to_owned()).await?;
    if lines.is_empty() {
        return Ok(Evidence::default());
    }
    let prices = prices.clone();
    let folded = task::spawn_blocking(move || Evidence::of(lines, &prices)).await;
    let mut evidence = folded.map_err(|_| StoreError::Stopped)?;
    let link = |said: &mut Said| {
        let message = said.place.message.as_ref();
        said.document = message.and_then(|message| documents.get(message)).cloned();
    };
    for claim in &mut evidence.claims {
        link(&mut claim.said);
        claim.answered.iter_mut().for_each(link);
    }
    evidence.facts.failed.iter_mut().for_each(|failed| link(&mut failed.answered));
    Ok(Evidence { is_cut, ..evidence })
}
