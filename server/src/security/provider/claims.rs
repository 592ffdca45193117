use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;
use serde_json::Value;

use super::endpoints::Endpoints;

/// Signatures that only the provider can make. Those by a shared secret are not among them.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];
/// By how many seconds clocks may differ.
const LEEWAY_S: u64 = 60;

/// Who somebody is, by the provider's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identified {
    /// For people: an address, or the name that the provider uses.
    pub name: String,
    /// Only one that the provider has checked.
    pub email: Option<String>,
    pub groups: Vec<String>,
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
    nonce: Option<String>,
    email: Option<String>,
    /// A text with some providers.
    email_verified: Option<Value>,
    preferred_username: Option<String>,
    /// One group may be a text.
    groups: Option<Value>,
}

/// Why a statement isn't believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unbelieved {
    /// It is signed by a key that the provider didn't list.
    UnknownKey,
    Because(String),
}

/// Checks a statement of the provider: who signed it, for whom it is, whether it is still valid, and that it answers this
/// sign-in. Returns who it is about.
pub(super) fn checked(
    statement: &str,
    endpoints: &Endpoints,
    (issuer, client_id, nonce): (&str, &str, &str),
) -> Result<Identified, Unbelieved> {
    let because = |error: jsonwebtoken::errors::Error| Unbelieved::Because(error.to_string());
    let header = decode_header(statement).map_err(because)?;
    if !ALGORITHMS.contains(&header.alg) {
        return Err(Unbelieved::Because(format!("it is signed by {:?}", header.alg)));
    }
    let key = key_of(&endpoints.keys.keys, header.kid.as_deref()).ok_or(Unbelieved::UnknownKey)?;
    let mut validation = Validation::new(header.alg);
    validation.leeway = LEEWAY_S;
    validation.set_issuer(&[issuer]);
    validation.set_audience(&[client_id]);
    validation.validate_nbf = true;
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    let key = DecodingKey::from_jwk(key).map_err(because)?;
    let claims = decode::<Claims>(statement, &key, &validation).map_err(because)?.claims;
    if claims.nonce.as_deref() != Some(nonce) {
        return Err(Unbelieved::Because("it answers another sign-in".to_owned()));
    }
    Ok(claims.identified())
}

/// Returns the key of that name. Without a name it is the only one.
fn key_of<'k>(keys: &'k [Jwk], named: Option<&str>) -> Option<&'k Jwk> {
    match (named, keys) {
        (Some(_), _) => keys.iter().find(|key| key.common.key_id.as_deref() == named),
        (None, [only]) => Some(only),
        (None, _) => None,
    }
}

impl Claims {
    fn identified(self) -> Identified {
        let is_checked = match &self.email_verified {
            Some(Value::Bool(checked)) => *checked,
            Some(Value::String(checked)) => checked == "true",
            _ => false,
        };
        let groups = match self.groups {
            Some(Value::String(group)) => vec![group],
            Some(Value::Array(groups)) => {
                groups.into_iter().filter_map(|group| group.as_str().map(str::to_owned)).collect()
            }
            _ => Vec::new(),
        };
        let email = self.email.filter(|_| is_checked);
        let name = email.clone().or(self.preferred_username).unwrap_or(self.sub);
        let name = name.chars().filter(|letter| !letter.is_control()).take(100).collect();
        Identified { name, email, groups }
    }
}
