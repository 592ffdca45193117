//! What a few letters find.

use leptos::prelude::ServerFnError;
use serde::{Deserialize, Serialize};

use super::hit::Hit;
use super::places::PLACES;
use crate::api::{ListQuery, SessionsQuery, load_documents, load_sessions};
use crate::catalog::Catalog;
use crate::diagnostic::Rule;
use crate::document::{DocumentHead, Excerpt};
use crate::format::Spec;
use crate::pages::chain::ChainAddress;

/// The most results of a group.
const MOST: usize = 6;
/// The newest documents of which those with the best title come first.
const RANKED: u32 = 50;
/// The most pages, while nothing is typed.
const MOST_PLACES: usize = 11;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Found {
    pub sessions: Vec<Hit>,
    pub steps: Vec<Hit>,
    pub documents: Vec<Hit>,
    pub formats: Vec<Hit>,
    pub rules: Vec<Hit>,
    pub places: Vec<Hit>,
}

impl Found {
    /// While nothing is typed: the newest sessions, and pages.
    pub async fn load(query: ListQuery) -> Result<Self, ServerFnError> {
        let letters = query.text.clone().unwrap_or_default().to_lowercase();
        let is_of_fields = ListQuery { text: None, ..query.clone() } != ListQuery::default();
        let mut found = Self::default();
        if !is_of_fields {
            found.sessions = sessions(&letters).await?;
            found.places = places(&letters);
        }
        if !letters.is_empty() && !is_of_fields {
            found.formats = formats(&letters);
            found.rules = rules(&letters);
        }
        if !letters.is_empty() || is_of_fields {
            for (head, excerpt) in documents(query).await? {
                match step_href(&head) {
                    Some(href) => found.steps.push(Hit { href, ..Hit::of_document(head, excerpt) }),
                    None => found.documents.push(Hit::of_document(head, excerpt)),
                }
            }
        }
        Ok(found)
    }
}

async fn sessions(letters: &str) -> Result<Vec<Hit>, ServerFnError> {
    let query = SessionsQuery { name: Some(letters.to_owned()), ..SessionsQuery::default() };
    let page = load_sessions(query).await?;
    let hit = |(session, chains): (crate::api::SessionHead, Vec<crate::track::ChainHead>)| Hit {
        state: session.state,
        detail: chains.into_iter().rev().find_map(|chain| chain.title).unwrap_or_default(),
        href: ChainAddress::session(&session.name).href(),
        title: session.name,
        excerpt: None,
    };
    Ok(page.sessions.into_iter().take(MOST).map(hit).collect())
}

/// Those with the words in their title come first, then those with the words in their path, session or verdict.
async fn documents(query: ListQuery) -> Result<Vec<(DocumentHead, Option<Excerpt>)>, ServerFnError> {
    let words = query.text.clone().unwrap_or_default().to_lowercase();
    let is_not_titled = |head: &DocumentHead| {
        let title = head.title.to_lowercase();
        !words.split_whitespace().all(|word| title.contains(word))
    };
    let titled = ListQuery { within: Some("title".to_owned()), limit: Some(RANKED), ..query.clone() };
    let mut found: Vec<(DocumentHead, Option<Excerpt>)> = Vec::new();
    for query in [titled, ListQuery { limit: u32::try_from(MOST).ok(), ..query }] {
        let mut list = load_documents(query).await?;
        list.documents.sort_by_key(is_not_titled);
        for head in list.documents {
            if found.len() < MOST && found.iter().all(|(known, _)| known.id != head.id) {
                let excerpt = list.excerpts.remove(&head.id);
                found.push((head, excerpt));
            }
        }
        if found.len() == MOST {
            break;
        }
    }
    Ok(found)
}

/// Returns the address of the step that a document begins or ends.
fn step_href(head: &DocumentHead) -> Option<String> {
    let lead = head.lead().filter(|lead| matches!(lead.format.as_str(), "2.1" | "2.2"))?;
    let address = ChainAddress::session(&head.session());
    let address = match &lead.chain {
        Some(chain) => address.of_chain(chain),
        None => address,
    };
    Some(address.of_step(lead.step?.into()).href())
}

fn formats(letters: &str) -> Vec<Hit> {
    let catalog = Catalog::current();
    let fits = |spec: &&&Spec| spec.id.starts_with(letters) || spec.name.to_lowercase().contains(letters);
    let hit = |spec: &&Spec| Hit {
        title: spec.name.to_owned(),
        detail: spec.id.to_owned(),
        href: format!("/contract/{}", spec.slug),
        ..Hit::default()
    };
    let specs: Vec<&Spec> = catalog.specs().collect();
    specs.iter().filter(fits).take(MOST).map(hit).collect()
}

fn rules(letters: &str) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    let catalog = Catalog::current();
    for spec in catalog.specs() {
        let fits = |rule: &&Rule| rule.id.contains(letters);
        for rule in spec.all_rules().filter(fits) {
            if hits.len() == MOST {
                return hits;
            }
            // A rule that formats share leads to the first of them.
            if hits.iter().all(|hit| hit.title != rule.id) {
                hits.push(Hit {
                    title: rule.id.to_owned(),
                    detail: spec.name.to_owned(),
                    href: format!("/contract/{}?tab=rules#{}", spec.slug, rule.id),
                    ..Hit::default()
                });
            }
        }
    }
    hits
}

fn places(letters: &str) -> Vec<Hit> {
    let most = if letters.is_empty() { MOST_PLACES } else { MOST };
    let fits = |text: &str| text.to_lowercase().split(' ').any(|word| word.starts_with(letters));
    let found = PLACES.iter().filter(|place| {
        place.label.to_lowercase().starts_with(letters) || fits(place.label) || fits(place.words)
    });
    let hit = |place: &super::places::Place| Hit {
        title: place.label.to_owned(),
        href: place.href.to_owned(),
        ..Hit::default()
    };
    found.take(most).map(hit).collect()
}
