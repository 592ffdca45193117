//! A session at a moment: what was said in it up to then, folded.

use app::api::{SessionPage, SessionQuery, StepWords};
use app::text::Text;
use app::track::{Mention, Place, Session};

use crate::store::{SharedStore, StoreError};

/// Places of a step whose words are shown, and how much of each.
const MOST_PLACES: usize = 8;
const MOST_LINES: usize = 14;
const MOST_BYTES: usize = 2_000;

pub(super) async fn load(
    store: &SharedStore,
    query: SessionQuery,
) -> Result<Option<SessionPage>, StoreError> {
    let said = store.said(query.name.clone(), None).await?;
    if said.is_empty() {
        return Ok(None);
    }
    let mut moments: Vec<(u64, i64)> =
        said.iter().map(|mention| (mention.place.seq, mention.at_ms)).collect();
    moments.dedup_by_key(|(seq, _)| *seq);
    let session = at(&query.name, &said, query.at);
    let mut words = Vec::new();
    if let Some(number) = query.step {
        let chain = match &query.chain {
            Some(id) => session.chains.iter().find(|chain| chain.id == *id),
            None => session.chains.last(),
        };
        let step = chain.and_then(|chain| chain.step(number));
        for place in step.map(|step| step.places.as_slice()).unwrap_or_default().iter().take(MOST_PLACES) {
            words.extend(words_at(store, place).await?);
        }
    }
    let with = query.with.map(|moment| at(&query.name, &said, Some(moment)));
    Ok(Some(SessionPage { session, with, moments, words }))
}

fn at(name: &str, said: &[Mention], moment: Option<u64>) -> Session {
    let until = |mention: &&Mention| moment.is_none_or(|moment| mention.place.seq <= moment);
    Session::of(name, said.iter().take_while(until))
}

/// The lines from a place on; a document that was removed has none.
async fn words_at(store: &SharedStore, place: &Place) -> Result<Option<StepWords>, StoreError> {
    let Some(document) = store.get(place.document.clone()).await? else { return Ok(None) };
    let text = Text::from_bytes(&document.raw);
    let from = place.line.saturating_sub(1);
    let last = text.lines().count().min(from + MOST_LINES as u32);
    let mut shown = String::new();
    for line in from..last {
        let line = text.read(text.lines().line(line));
        if shown.len() + line.len() > MOST_BYTES {
            break;
        }
        shown.push_str(line.trim_end_matches(['\r', '\n']));
        shown.push('\n');
    }
    let is_cut = last < text.lines().count();
    Ok(Some(StepWords { place: place.clone(), text: shown.trim_end().to_owned(), is_cut }))
}
