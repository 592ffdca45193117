//! Secrets of known kinds in texts that are stored, and texts without any: how many are masked that have to be, and how many
//! that don't.

mod kinds;
mod texts;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use self::kinds::KINDS;
use super::request::{Request, exchange};
use super::servers;
use crate::Setup;
use crate::chance::Chance;
use crate::loopback::Loopback;

/// Secrets of each kind, each in a text of its own.
const OF_EACH: usize = 25;
const TEXTS_WITHOUT: usize = 1_000;
/// The shares that have to be found, and may be found wrongly.
const RECALL: f64 = 0.98;
const FALSE: f64 = 0.01;
/// Texts that are sent at once.
const BATCH: usize = 100;

pub async fn attack(setup: &Setup, seed: u64) -> Result<bool> {
    let folder = tempfile::tempdir_in(&setup.folder)?;
    let server = servers::start(&setup.harmony, &folder.path().join("secrets.sqlite"), &[])?;
    let mut chance = Chance(seed);
    let (mut found, mut all) = (0, 0);
    for kind in KINDS {
        let secrets: Vec<String> = (0..OF_EACH).map(|_| kind.secret(&mut chance)).collect();
        let texts: Vec<String> =
            secrets.iter().map(|secret| texts::with(&kind.written(secret), &mut chance)).collect();
        let stored = stored(server.address, &texts).await?;
        let masked =
            secrets.iter().zip(&stored).filter(|(secret, stored)| !stored.contains(secret.as_str())).count();
        if masked < OF_EACH {
            println!("  {}: {masked} of {OF_EACH} found", kind.name);
        }
        (found, all) = (found + masked, all + OF_EACH);
    }
    let texts: Vec<String> = (0..TEXTS_WITHOUT).map(|number| texts::without(number, &mut chance)).collect();
    let mut wrongly = 0;
    for (sent, stored) in texts.iter().zip(stored(server.address, &texts).await?) {
        if *sent != stored {
            let changed = sent.lines().zip(stored.lines()).find(|(sent, stored)| sent != stored);
            println!("  no secret is in: {}", changed.map_or("a text", |(sent, _)| sent));
            wrongly += 1;
        }
    }
    let (recall, share) = (found as f64 / all as f64, f64::from(wrongly) / TEXTS_WITHOUT as f64);
    println!(
        "secrets of {} kinds: {found} of {all} masked, recall {recall:.3}; of {TEXTS_WITHOUT} texts without any, {wrongly} \
         changed, {:.1} % (seed {seed})",
        KINDS.len(),
        share * 100.0
    );
    Ok(recall >= RECALL && share <= FALSE)
}

/// Stores texts, and returns them as they are stored.
async fn stored(address: Loopback, texts: &[String]) -> Result<Vec<String>> {
    let mut stored = Vec::new();
    for texts in texts.chunks(BATCH) {
        let documents: Vec<Value> = texts.iter().map(|text| json!({ "text": text })).collect();
        let body = json!({ "documents": documents }).to_string();
        let request = Request::new(address, "POST", "/api/documents").sending("application/json", body);
        let answer = exchange(address, &request.bytes()).await?;
        let receipts: Value = serde_json::from_slice(&answer.body).context("the receipts can't be read")?;
        for receipt in receipts["documents"].as_array().context("there are no receipts")? {
            let id = receipt["id"].as_str().context("a receipt has no id")?;
            let raw = Request::new(address, "GET", &format!("/api/documents/{id}/raw"));
            stored.push(String::from_utf8(exchange(address, &raw.bytes()).await?.body)?);
        }
    }
    Ok(stored)
}
