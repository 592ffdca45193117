//! Which step of a chain is meant.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// `2`, or `2b` for a part of a step, which is a step of its own. Parts follow the step that they are of.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepNumber {
    pub number: u32,
    /// A lower-case letter.
    part: Option<char>,
}

impl StepNumber {
    /// Returns the step that it is a part of.
    pub const fn whole(self) -> Self {
        Self { number: self.number, part: None }
    }

    pub const fn is_part(self) -> bool {
        self.part.is_some()
    }

    #[must_use]
    pub const fn next(self) -> Self {
        Self { number: self.number.saturating_add(1), part: None }
    }
}

impl From<u32> for StepNumber {
    fn from(number: u32) -> Self {
        Self { number, part: None }
    }
}

impl PartialEq<u32> for StepNumber {
    fn eq(&self, other: &u32) -> bool {
        *self == Self::from(*other)
    }
}

impl FromStr for StepNumber {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let digits = written.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let mut letters = written.get(digits.len()..).unwrap_or_default().chars();
        let part = letters.next().map(|letter| letter.to_ascii_lowercase());
        match digits.parse() {
            Ok(number) if letters.next().is_none() => Ok(Self { number, part }),
            _ => Err(format!("`{written}` is no number of a step")),
        }
    }
}

impl fmt::Display for StepNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.number)?;
        self.part.map_or(Ok(()), |part| write!(formatter, "{part}"))
    }
}

/// Writes a number, or words for a part.
impl Serialize for StepNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.part {
            Some(_) => serializer.collect_str(self),
            None => serializer.serialize_u32(self.number),
        }
    }
}

#[cfg(feature = "ssr")]
impl schemars::JsonSchema for StepNumber {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "StepNumber".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": ["integer", "string"], "description": "A number, or words for a part: `2a`." })
    }
}

impl<'de> Deserialize<'de> for StepNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u32),
            Words(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(number) => Ok(number.into()),
            Written::Words(words) => words.parse().map_err(de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StepNumber;

    #[test]
    fn a_part_follows_its_step() {
        let mut steps: Vec<StepNumber> = ["3", "2B", "2a", "2"].map(|step| step.parse().unwrap()).to_vec();
        steps.sort_unstable();
        assert_eq!(steps.iter().map(StepNumber::to_string).collect::<Vec<_>>(), ["2", "2a", "2b", "3"]);
        assert_eq!(serde_json::to_string(&steps).unwrap(), r#"[2,"2a","2b",3]"#);
        assert_eq!(serde_json::from_str::<Vec<StepNumber>>(r#"[2,"2a","2b",3]"#).unwrap(), steps);
        assert!("2ab".parse::<StepNumber>().is_err() && "b".parse::<StepNumber>().is_err());
    }
}
