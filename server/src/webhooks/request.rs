use app::inbox::ItemKind;
use app::webhook::{Filter, Shape};
use schemars::JsonSchema;
use serde::Deserialize;
use thiserror::Error;

use super::hosts::{self, WebhookHost};
use crate::store::{MOST_WEBHOOKS, NewWebhook, Private, Target};

const LONGEST_NAME: usize = 100;
const LONGEST_URL: usize = 2_000;
const LONGEST_SESSION: usize = 500;
const SHORTEST_SECRET: usize = 16;
const LONGEST_SECRET: usize = 200;

/// A webhook as a request asks for it.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookRequest {
    pub name: String,
    pub url: String,
    #[serde(default)]
    pub shape: Shape,
    #[serde(default)]
    pub secret: Option<String>,
    #[serde(default)]
    pub kinds: Vec<ItemKind>,
    #[serde(default)]
    pub urgency: Option<app::health::Urgency>,
    #[serde(default)]
    pub session: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadWebhook {
    #[error("the address can't be used: write it as in https://hooks.slack.com/services/…")]
    Address,
    #[error("this server may not send to {host}: start it with --webhook-host {host}")]
    Host { host: String },
    #[error("`{name}` is empty")]
    Empty { name: &'static str },
    #[error("`{name}` has {found} bytes; the limit is {limit}")]
    TooLong { name: &'static str, found: usize, limit: usize },
    #[error(
        "the secret has {found} bytes and needs at least {SHORTEST_SECRET}: use a long random string, as from `openssl rand -hex 24`"
    )]
    ShortSecret { found: usize },
    #[error("there are {MOST_WEBHOOKS} webhooks already: remove one first")]
    TooMany,
}

impl WebhookRequest {
    pub(super) fn checked(self, allowed: &[WebhookHost]) -> Result<NewWebhook, BadWebhook> {
        let Self { name, url, shape, secret, mut kinds, urgency, session } = self;
        let name = checked("name", &name, LONGEST_NAME)?;
        let url = checked("url", &url, LONGEST_URL)?;
        hosts::check(&url, allowed)?;
        let filled_in = |value: Option<String>| value.filter(|value| !value.trim().is_empty());
        let secret = match filled_in(secret) {
            Some(secret) if secret.trim().len() < SHORTEST_SECRET => {
                return Err(BadWebhook::ShortSecret { found: secret.trim().len() });
            }
            Some(secret) => Some(Private(checked("secret", &secret, LONGEST_SECRET)?)),
            None => None,
        };
        let session =
            filled_in(session).map(|session| checked("session", &session, LONGEST_SESSION)).transpose()?;
        kinds.sort_unstable();
        kinds.dedup();
        let urgency = urgency.unwrap_or(Filter::default().urgency);
        let filter = Filter { kinds, urgency, session };
        Ok(NewWebhook { name, target: Target { url: Private(url), shape, secret }, filter })
    }
}

fn checked(name: &'static str, value: &str, limit: usize) -> Result<String, BadWebhook> {
    let value = value.trim();
    match value.len() {
        0 => Err(BadWebhook::Empty { name }),
        found if found > limit => Err(BadWebhook::TooLong { name, found, limit }),
        _ => Ok(value.to_owned()),
    }
}
