use serde::{Deserialize, Serialize};

/// Where a person acts on an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema), schemars(rename = "InboxPlace"))]
#[serde(rename_all = "kebab-case", tag = "at")]
pub enum Place {
    Text { document: String, line: u32 },
    Chain { session: String, chain: String },
    Quarantine,
    Pattern { format: String, rule: String },
}

impl Place {
    /// Returns its address on this server.
    pub fn href(&self) -> String {
        match self {
            Self::Text { document, line } => {
                format!("/documents/{}?view=source&from={line}#L{line}", encoded(document))
            }
            Self::Chain { session, chain } => {
                format!("/session?session={}&chain={}", encoded(session), encoded(chain))
            }
            Self::Quarantine => "/quarantine".to_owned(),
            Self::Pattern { format, rule } => {
                format!("/harmony?format={}&rule={}", encoded(format), encoded(rule))
            }
        }
    }
}

/// Percent-encodes a value of a query.
pub fn encoded(value: &str) -> String {
    let mut encoded = String::with_capacity(value.len());
    for byte in value.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(byte.into()),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn names_are_encoded() {
        let place = Place::Chain { session: "night & day".to_owned(), chain: "ü".to_owned() };
        assert_eq!(place.href(), "/session?session=night%20%26%20day&chain=%C3%BC");
    }
}
