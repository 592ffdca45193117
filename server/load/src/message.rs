//! The start of a message to viewers, which is all that is read of most: a million of them come in a second.

const START: &[u8] = br#"{"cursor":""#;
const EVENT: &[u8] = br#"","event":{"type":""#;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Message<'m> {
    pub epoch: u64,
    /// The place in the order.
    pub place: u64,
    /// The message from the type of its event on; nothing if it has none.
    rest: &'m [u8],
}

impl<'m> Message<'m> {
    /// Reads a message, which begins with its cursor.
    pub fn of(message: &'m [u8]) -> Option<Self> {
        let (epoch, rest) = number(message.strip_prefix(START)?)?;
        let (place, rest) = number(rest.strip_prefix(b".")?)?;
        Some(Self { epoch, place, rest: rest.strip_prefix(EVENT).unwrap_or_default() })
    }

    pub fn has_event(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Returns whether its event has this type.
    pub fn is(&self, kind: &str) -> bool {
        self.rest.strip_prefix(kind.as_bytes()).is_some_and(|rest| rest.starts_with(b"\""))
    }
}

/// Returns the number at the start of a text, and the rest of it.
fn number(text: &[u8]) -> Option<(u64, &[u8])> {
    let (mut number, mut rest) = (0_u64, text);
    while let Some((digit @ b'0'..=b'9', after)) = rest.split_first() {
        number = number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        rest = after;
    }
    (rest.len() < text.len()).then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn a_message_begins_with_its_place_and_its_type() {
        let message =
            Message::of(br#"{"cursor":"7.42","event":{"type":"DocumentEvent","document":{}}}"#).unwrap();
        assert_eq!((message.epoch, message.place), (7, 42));
        assert!(message.is("DocumentEvent") && !message.is("Document"));
        assert!(!Message::of(br#"{"cursor":"7.42"}"#).unwrap().has_event());
        for other in
            ["", "hello", r#"{"cursor":"7"}"#, r#"{"cursor":".1"}"#, r#"{"cursor":"1.99999999999999999999"}"#]
        {
            assert_eq!(Message::of(other.as_bytes()), None, "{other}");
        }
    }
}
