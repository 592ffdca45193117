//! What is sent to the provider.

use axum::http::header;
use data_encoding::BASE64;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::claims::{Identified, Unbelieved, checked};
use super::sign_in::SignIn;
use super::{ASKED_AGAIN_AFTER, BELIEVED_FOR, Provider, read};

#[derive(Deserialize)]
struct Traded {
    id_token: String,
}

impl Provider {
    /// Returns where a browser is sent to. Blocks.
    pub(super) fn address(&self, sign_in: &SignIn) -> Result<String, String> {
        let endpoints = self.endpoints(BELIEVED_FOR)?;
        let challenge = sign_in.challenge();
        let back = self.back();
        let query = serde_urlencoded::to_string([
            ("response_type", "code"),
            ("client_id", &self.options.client_id),
            ("redirect_uri", &back),
            ("scope", "openid email profile"),
            ("state", &sign_in.state),
            ("nonce", &sign_in.nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ]);
        let query = query.map_err(|error| error.to_string())?;
        let mark = if endpoints.authorization.contains('?') { '&' } else { '?' };
        Ok(format!("{}{mark}{query}", endpoints.authorization))
    }

    /// Trades a code for who it is about. Blocks.
    pub(super) fn identify(&self, code: &str, sign_in: &SignIn) -> Result<Identified, String> {
        let endpoints = self.endpoints(BELIEVED_FOR)?;
        let back = self.back();
        let options = &self.options;
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &back),
            ("code_verifier", sign_in.verifier()),
        ];
        let mut request = self.agent.post(&endpoints.token).header(header::ACCEPT, "application/json");
        match &options.client_secret {
            Some(secret) if endpoints.takes_secret_in_body => {
                form.extend([("client_id", options.client_id.as_str()), ("client_secret", secret)]);
            }
            Some(secret) => {
                let plain = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
                let pair = format!("{}:{}", plain(&options.client_id), plain(secret));
                let basic = format!("Basic {}", BASE64.encode(pair.as_bytes()));
                request = request.header(header::AUTHORIZATION, basic);
            }
            None => form.push(("client_id", &options.client_id)),
        }
        let traded: Traded = read(request.send_form(form), "the provider's answer to the code")?;
        let expected = (options.issuer.as_str(), options.client_id.as_str(), sign_in.nonce.as_str());
        let mut found = checked(&traded.id_token, &endpoints, expected);
        if found == Err(Unbelieved::UnknownKey) {
            // Providers change their keys.
            let newer = self.endpoints(ASKED_AGAIN_AFTER)?;
            found = checked(&traded.id_token, &newer, expected);
        }
        found.map_err(|unbelieved| match unbelieved {
            Unbelieved::UnknownKey => {
                "the statement is signed by a key that the provider doesn't list".to_owned()
            }
            Unbelieved::Because(reason) => format!("the statement can't be believed: {reason}"),
        })
    }
}
