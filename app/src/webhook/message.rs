//! What is sent.

use serde_json::{Value, json};

use super::Shape;
use crate::inbox::{Item, ItemKind, Place};

/// What a delivery says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub delivery: i64,
    /// `None` for a test.
    pub item: Option<Item>,
}

impl Message {
    /// Returns the name of the event.
    pub const fn event(&self) -> &'static str {
        if self.item.is_some() { "item" } else { "test" }
    }

    /// Returns the body. Links are absolute if the server's own address is known.
    pub fn body(&self, shape: Shape, public_url: Option<&str>) -> String {
        match shape {
            Shape::Json => self.json(public_url).to_string(),
            Shape::Slack => json!({ "text": self.text(public_url) }).to_string(),
        }
    }

    fn json(&self, public_url: Option<&str>) -> Value {
        let mut body = json!({ "event": self.event(), "delivery": self.delivery });
        if let Some(item) = &self.item {
            body["item"] = json!(item);
            body["item"]["link"] = address(&item.place, public_url).into();
        }
        body
    }

    fn text(&self, public_url: Option<&str>) -> String {
        let Some(item) = &self.item else {
            return "*Harmony*: this is a test. Items of the inbox will come here.".to_owned();
        };
        let Item { kind, urgency, session, title, question, place, .. } = item;
        let title = match public_url {
            Some(_) => format!("<{}|{}>", escaped(&address(place, public_url)), escaped(title)),
            None => escaped(title),
        };
        let of_session = session.as_deref().filter(|session| !session.is_empty());
        let of_session = of_session.map(|name| format!(" in {}", escaped(name))).unwrap_or_default();
        let urgency = match kind {
            ItemKind::Recommendation => format!(" ({})", urgency.as_str()),
            _ => String::new(),
        };
        format!("*{}*{urgency}{of_session}: {title}\n{}", kind.label(), escaped(question))
    }
}

fn address(place: &Place, public_url: Option<&str>) -> String {
    format!("{}{}", public_url.unwrap_or_default(), place.href())
}

/// Escapes the three characters that Slack reads as markup of its own, such as a call to everybody in a channel.
fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> Message {
        let kind = ItemKind::FailedGate;
        let item = Item {
            key: "[\"failed-gate\"]".to_owned(),
            kind,
            urgency: kind.urgency(),
            at_ms: 5,
            session: Some("night & day".to_owned()),
            title: "task-10".to_owned(),
            question: "<!channel> says FAIL".to_owned(),
            place: Place::Text { document: "d".to_owned(), line: 3 },
            done_ms: None,
            until_ms: None,
        };
        Message { delivery: 7, item: Some(item) }
    }

    #[test]
    fn slack_calls_nobody() {
        let body = message().body(Shape::Slack, Some("https://harmony.example"));
        let text = "*failed gate* in night &amp; day: \
                    <https://harmony.example/documents/d?view=source&amp;from=3#L3|task-10>\n\
                    &lt;!channel&gt; says FAIL";
        assert_eq!(body, json!({ "text": text }).to_string());
        assert!(
            !message().body(Shape::Slack, None).contains("/documents"),
            "a link without a host leads nowhere"
        );
    }

    #[test]
    fn json_has_the_item_as_the_inbox_lists_it() {
        let body: Value = serde_json::from_str(&message().body(Shape::Json, None)).unwrap();
        assert_eq!(
            body,
            json!({
                "event": "item",
                "delivery": 7,
                "item": {
                    "key": "[\"failed-gate\"]",
                    "kind": "failed-gate",
                    "urgency": "high",
                    "at_ms": 5,
                    "session": "night & day",
                    "title": "task-10",
                    "question": "<!channel> says FAIL",
                    "place": {"at": "text", "document": "d", "line": 3},
                    "link": "/documents/d?view=source&from=3#L3",
                },
            })
        );
        let test = Message { delivery: 8, item: None };
        assert_eq!(test.body(Shape::Json, None), r#"{"event":"test","delivery":8}"#);
    }
}
