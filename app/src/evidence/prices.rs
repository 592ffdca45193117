//! What tokens cost.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::line::Tokens;

/// The prices of models. A model that is not listed has an unknown price.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Prices {
    /// The day of the prices, and where they are from.
    pub as_of: String,
    #[serde(default)]
    pub source: String,
    /// By the model's name, without the date at its end.
    pub models: BTreeMap<String, Price>,
}

/// In US dollars for a million tokens.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Price {
    pub input: f64,
    pub output: f64,
    pub cache_read: f64,
    pub cache_write: f64,
    #[serde(rename = "cacheWrite1h")]
    pub cache_write_1h: f64,
}

impl Prices {
    /// Returns the prices that Harmony comes with.
    pub fn shipped() -> Self {
        // A test reads the file.
        serde_json::from_str(include_str!("prices.json")).unwrap_or_default()
    }

    /// Returns what the tokens of a model cost in US dollars, if its price is known.
    pub fn cost(&self, model: &str, tokens: Tokens) -> Option<f64> {
        let price = self.models.get(model).or_else(|| self.models.get(without_date(model)?))?;
        let of = |tokens: u64, price: f64| tokens as f64 * price / 1_000_000.0;
        Some(
            of(tokens.input, price.input)
                + of(tokens.output, price.output)
                + of(tokens.cache_read, price.cache_read)
                + of(tokens.cache_write, price.cache_write)
                + of(tokens.cache_write_1h, price.cache_write_1h),
        )
    }
}

/// `claude-sonnet-4-5-20250929` is `claude-sonnet-4-5` of a day. Other ends name other models.
fn without_date(model: &str) -> Option<&str> {
    let (name, date) = model.rsplit_once('-')?;
    (date.len() == 8 && date.bytes().all(|digit| digit.is_ascii_digit())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_without_a_price_costs_an_unknown_amount() {
        let prices = Prices::shipped();
        assert!(prices.models.len() > 5, "the file is read");
        let tokens = Tokens { input: 1_000_000, output: 100_000, cache_read: 2_000_000, ..Tokens::default() };
        let cost = |model: &str| prices.cost(model, tokens).map(|dollars| format!("{dollars:.2}"));
        assert_eq!(cost("claude-sonnet-4-5-20250929").as_deref(), Some("5.10"));
        assert_eq!(cost("claude-opus-4-1").as_deref(), Some("25.50"));
        assert_eq!(cost("claude-sonnet-4-99"), None);
        assert_eq!(cost("qwen2.5-coder:7b"), None);
    }
}
