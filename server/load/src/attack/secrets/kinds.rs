//! What secrets of known services look like. They are made while this runs, so that none is in the sources.

use crate::chance::Chance;

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const HEX: &str = "0123456789abcdef";

pub struct Kind {
    pub name: &'static str,
    /// How it is written, with `…` for the secret.
    place: &'static str,
    prefix: &'static str,
    alphabet: &'static str,
    length: usize,
    /// In parts of this length, between which there are dots; 0 for one part.
    part: usize,
}

impl Kind {
    /// Returns a new one.
    pub fn secret(&self, chance: &mut Chance) -> String {
        let mut secret = self.prefix.to_owned();
        for at in 0..self.length {
            if self.part > 0 && at > 0 && at % self.part == 0 {
                secret.push('.');
            }
            let letter = chance.below(self.alphabet.len() as u64) as usize;
            secret.push_str(self.alphabet.get(letter..=letter).unwrap_or_default());
        }
        secret
    }

    pub fn written(&self, secret: &str) -> String {
        self.place.replace('…', secret)
    }
}

const fn bare(name: &'static str, prefix: &'static str, alphabet: &'static str, length: usize) -> Kind {
    Kind { name, place: "…", prefix, alphabet, length, part: 0 }
}

/// One that only its place gives away.
const fn placed(name: &'static str, place: &'static str, alphabet: &'static str, length: usize) -> Kind {
    Kind { name, place, prefix: "", alphabet, length, part: 0 }
}

#[rustfmt::skip]
pub const KINDS: &[Kind] = &[
    bare("AWS access key", "AKIA", CAPITALS, 16),
    bare("AWS temporary key", "ASIA", CAPITALS, 16),
    placed("AWS secret key", "aws_secret_access_key = …", LETTERS, 40),
    placed("Azure storage key", "AccountName=a;AccountKey=…==", LETTERS, 86),
    bare("GitHub personal token", "ghp_", LETTERS, 36),
    bare("GitHub fine-grained token", "github_pat_", LETTERS, 82),
    bare("GitHub app token", "ghs_", LETTERS, 36),
    bare("GitLab personal token", "glpat-", LETTERS, 20),
    bare("GitLab runner token", "glrt-", LETTERS, 20),
    bare("Slack bot token", "xoxb-", LETTERS, 50),
    bare("Slack app token", "xapp-1-", LETTERS, 60),
    bare("Slack webhook", "https://hooks.slack.com/services/T0/B0/", LETTERS, 40),
    bare("Stripe live key", "sk_live_", LETTERS, 24),
    bare("Stripe webhook secret", "whsec_", LETTERS, 32),
    bare("OpenAI key", "sk-proj-", LETTERS, 48),
    bare("Anthropic key", "sk-ant-api03-", LETTERS, 93),
    bare("Google API key", "AIza", LETTERS, 35),
    bare("Google client secret", "GOCSPX-", LETTERS, 28),
    bare("Google access token", "ya29.", LETTERS, 100),
    bare("Hugging Face token", "hf_", LETTERS, 34),
    bare("npm token", "npm_", LETTERS, 36),
    bare("PyPI token", "pypi-AgEIcHlwaS5vcmc", LETTERS, 60),
    Kind { part: 33, ..bare("SendGrid key", "SG.", LETTERS, 66) },
    bare("Mailgun key", "key-", HEX, 32),
    Kind { place: "bot 12345678:…", ..bare("Telegram bot key", "", LETTERS, 35) },
    bare("Shopify token", "shpat_", HEX, 32),
    bare("DigitalOcean token", "dop_v1_", HEX, 64),
    bare("Docker Hub token", "dckr_pat_", LETTERS, 27),
    bare("Linear key", "lin_api_", LETTERS, 40),
    bare("Notion token", "ntn_", LETTERS, 46),
    bare("Databricks token", "dapi", HEX, 32),
    bare("New Relic key", "NRAK-", CAPITALS, 27),
    bare("Grafana token", "glsa_", LETTERS, 41),
    bare("Vault token", "hvs.", LETTERS, 90),
    bare("age secret key", "AGE-SECRET-KEY-1", CAPITALS, 58),
    bare("Groq key", "gsk_", LETTERS, 52),
    Kind { part: 60, ..bare("JSON Web Token", "eyJ", LETTERS, 180) },
    placed("bearer token", "Authorization: Bearer …", LETTERS, 32),
    placed("basic credentials", "Authorization: Basic …==", LETTERS, 30),
    placed("private key", "-----BEGIN OPENSSH PRIVATE KEY-----\n…\n-----END OPENSSH PRIVATE KEY-----", LETTERS, 70),
    placed("password in an address", "postgres://ada:…@db.internal:5432/ledger", LETTERS, 20),
    placed("password in a variable", "DB_PASSWORD=…", LETTERS, 16),
    placed("client secret in JSON", "{\"client_secret\": \"…\"}", LETTERS, 32),
];
