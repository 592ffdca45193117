//! The page of a session: its state after an event, and what documents say about one step.

use std::collections::BTreeMap;

use app::api::{SessionPage, SessionQuery, StepWords};
use app::document::State;
use app::evidence::Prices;
use app::moves::StepNumber;
use app::quarantine::{Period, Quarantined, Targeted};
use app::text::Text;
use app::track::{Chain, ChainHead, Mention, Session, SourceRef};
use schemars::JsonSchema;
use serde::Serialize;

use super::sessions::{Sessions, session_of};
use super::{evidence_of, opinions};
use crate::clock;
use crate::store::{SharedStore, StoreError};

/// Sources of a step that are quoted, and how much of each.
const MOST_SOURCES: usize = 8;
const MOST_LINES: usize = 14;
const MOST_BYTES: usize = 2_000;
/// Lines that are searched for the row of a step.
const MOST_ROWS: usize = 20_000;

pub(super) async fn load(
    store: &SharedStore,
    sessions: &Sessions,
    prices: &Prices,
    query: SessionQuery,
) -> Result<Option<SessionPage>, StoreError> {
    let evidence = evidence_of(store, &query.name, prices).await?;
    let Some(whole) = sessions.open(&query.name).await? else {
        let head = store.session(query.name.clone()).await?;
        let is_known = head.is_some() || !evidence.is_empty();
        let newest_ms = head.map_or(0, |head| head.newest_ms);
        let session = Session { newest_ms, ..Session::new(query.name) };
        let quarantined = Held::of(store, &session).await?.active;
        let state = if quarantined.is_empty() { State::None } else { State::Quarantined };
        return Ok(is_known.then(|| SessionPage {
            session,
            state,
            evidence,
            quarantined,
            ..SessionPage::default()
        }));
    };
    let mut moments: Vec<(u64, i64)> =
        whole.mentions.iter().map(|mention| (mention.place.seq, mention.at_ms)).collect();
    moments.dedup_by_key(|(seq, _)| *seq);
    let session = match query.at {
        Some(moment) => at(&query.name, &whole.mentions, moment),
        None => whole.state.clone(),
    };
    let mut words = Vec::new();
    let chain = match &query.chain {
        Some(id) => session.chains.iter().find(|chain| chain.id == *id),
        None => session.foremost(),
    };
    let opinions = match chain {
        Some(chain) => opinions::of_chain(store, chain, query.step).await?,
        None => Vec::new(),
    };
    let usual = match chain {
        Some(chain) => sessions.usual(chain).await?,
        None => BTreeMap::new(),
    };
    if let Some(number) = query.step {
        let step = chain.and_then(|chain| chain.step(number));
        for place in step.map(|step| step.places.as_slice()).unwrap_or_default().iter().take(MOST_SOURCES) {
            words.extend(words_at(store, place, number).await?);
        }
    }
    let mut session = session;
    let held = Held::of(store, &session).await?;
    session.block(&held.periods);
    let is_quarantined = held.active.iter().any(|quarantined| quarantined.is_of_session(&session.name));
    let state = if is_quarantined { State::Quarantined } else { session.state() };
    let with = query.with.map(|moment| at(&query.name, &whole.mentions, moment));
    let health = store.session_health(query.name).await?;
    let quarantined = held.active;
    Ok(Some(SessionPage {
        session,
        state,
        health,
        with,
        moments,
        words,
        opinions,
        usual,
        evidence,
        quarantined,
    }))
}

/// A chain at a moment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChainMoment {
    /// The session that it belongs to.
    session: String,
    /// The last place in the server's order that is included.
    at: u64,
    head: ChainHead,
    chain: Chain,
    /// Whether the chain or its session is quarantined now.
    is_quarantined: bool,
}

/// The chains of a session at a moment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChainList {
    session: String,
    /// The last place in the server's order that is included.
    at: u64,
    chains: Vec<ChainHead>,
}

/// Returns the state of a chain after a place in the server's order, or the newest one; `None` if there is no such chain,
/// or was none yet.
pub async fn chain_at(
    store: &SharedStore,
    id: &str,
    at: Option<u64>,
) -> Result<Option<ChainMoment>, StoreError> {
    let Some(name) = session_of(store, id).await? else { return Ok(None) };
    let Some((session, held)) = session_at(store, &name, at).await? else { return Ok(None) };
    let Some(chain) = session.chains.into_iter().find(|chain| chain.id == id) else { return Ok(None) };
    let is_quarantined = held.active.iter().any(|quarantined| {
        quarantined.is_of_session(&name) || quarantined.is_of_chain(&chain.id, chain.title.as_deref())
    });
    let head = chain.head();
    Ok(Some(ChainMoment { session: name, at: session.seq, head, chain, is_quarantined }))
}

/// Returns the chains of a session after a place in the server's order, or the newest ones; `None` if nothing mentions one.
pub async fn chains_at(
    store: &SharedStore,
    name: &str,
    at: Option<u64>,
) -> Result<Option<ChainList>, StoreError> {
    let Some((session, _)) = session_at(store, name, at).await? else { return Ok(None) };
    let chains = session.chains.iter().map(Chain::head).collect();
    Ok(Some(ChainList { session: session.name, at: session.seq, chains }))
}

async fn session_at(
    store: &SharedStore,
    name: &str,
    at: Option<u64>,
) -> Result<Option<(Session, Held)>, StoreError> {
    let mentions = store.mentions(name.to_owned(), at).await?;
    if mentions.is_empty() {
        return Ok(None);
    }
    let mut session = Session::of(name, &mentions);
    let held = Held::of(store, &session).await?;
    session.block(&held.periods);
    Ok(Some((session, held)))
}

/// When the session and its chains were quarantined, and what of it is active.
struct Held {
    periods: Vec<Period>,
    active: Vec<Quarantined>,
}

impl Held {
    async fn of(store: &SharedStore, session: &Session) -> Result<Self, StoreError> {
        let mut periods = store.quarantine_periods("session", vec![session.name.clone()]).await?;
        let names = |chain: &Chain| [Some(chain.id.clone()), chain.title.clone()].into_iter().flatten();
        let chains = session.chains.iter().flat_map(names).collect();
        periods.extend(store.quarantine_periods("chain", chains).await?);
        let now_ms = clock::now_ms();
        let mut active = Vec::new();
        for Period { target_type, target_id, .. } in periods.iter().filter(|period| period.includes(now_ms)) {
            active.extend(store.quarantined(target_type.clone(), target_id.clone(), now_ms).await?);
        }
        Ok(Self { periods, active })
    }
}

/// Returns the state after an event; after the first one where `moment` is earlier.
fn at(name: &str, mentions: &[Mention], moment: u64) -> Session {
    let moment = mentions.first().map_or(moment, |first| moment.max(first.place.seq));
    Session::of(name, mentions.iter().take_while(|mention| mention.place.seq <= moment))
}

/// Quotes the lines from a mention on, or the row of the step where a table lists several. A removed document has none.
async fn words_at(
    store: &SharedStore,
    place: &SourceRef,
    step: StepNumber,
) -> Result<Option<StepWords>, StoreError> {
    let Some(document) = store.get(place.document.clone()).await? else { return Ok(None) };
    let text = Text::from_bytes(&document.raw);
    let from = place.line.saturating_sub(1);
    let last = text.lines().count().min(from + MOST_LINES as u32);
    let is_row = |line: &u32| is_row_of(&text.read(text.lines().line(*line)), step);
    if let Some(row) = (from..text.lines().count()).take(MOST_ROWS).find(is_row).filter(|row| *row >= last) {
        let heading = text.read(text.lines().line(from)).trim_end().to_owned();
        let row_words = text.read(text.lines().line(row)).trim_end().to_owned();
        let place = SourceRef { line: row + 1, ..place.clone() };
        return Ok(Some(StepWords { place, text: format!("{heading}\n…\n{row_words}"), is_cut: true }));
    }
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

/// Returns whether the line is a table row whose first cell is the number of the step.
fn is_row_of(line: &str, step: StepNumber) -> bool {
    let cell = line.trim_start().strip_prefix('|').and_then(|rest| rest.split('|').next());
    cell.is_some_and(|cell| cell.trim().trim_start_matches('#').parse() == Ok(step))
}

#[cfg(test)]
mod tests {
    use super::is_row_of;

    #[test]
    fn a_row_starts_with_the_number_of_its_step() {
        for row in ["| 12 | code/ |", "  |#12|x|", "| 12"] {
            assert!(is_row_of(row, 12.into()), "{row}");
        }
        for other in ["| 1 | 12 |", "12 | code/", "| 120 |", "", "|"] {
            assert!(!is_row_of(other, 12.into()), "{other}");
        }
    }
}
