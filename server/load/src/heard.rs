//! What one viewer heard: each message has to be the one after the message before.

use anyhow::{Context, Result, bail, ensure};

use crate::message::Message;

#[derive(Copy, Clone, Debug, Default)]
pub struct Heard {
    events: u32,
    last: Option<u64>,
}

impl Heard {
    /// Returns how many documents it heard of.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// Takes a message in.
    pub fn take(&mut self, message: &[u8]) -> Result<()> {
        let message = Message::of(message)
            .filter(Message::has_event)
            .with_context(|| format!("`{}` is no message", String::from_utf8_lossy(message)))?;
        let place = message.place;
        if message.is("Heartbeat") {
            ensure!(
                self.last.is_none_or(|last| last == place),
                "a heartbeat at {place}, after {:?}",
                self.last
            );
            self.last = Some(place);
            return Ok(());
        }
        if message.is("Resync") {
            bail!("it has to start over at {place}, after {:?}", self.last);
        }
        ensure!(self.last.is_none_or(|last| last + 1 == place), "an event at {place}, after {:?}", self.last);
        self.last = Some(place);
        self.events += u32::from(message.is("DocumentEvent"));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Heard;

    fn message(seq: u64, kind: &str) -> Vec<u8> {
        format!(r#"{{"cursor":"7.{seq}","event":{{"type":"{kind}"}}}}"#).into_bytes()
    }

    #[test]
    fn each_message_is_the_next_one() {
        let mut heard = Heard::default();
        for (seq, kind) in [
            (9, "Heartbeat"),
            (10, "DocumentEvent"),
            (10, "Heartbeat"),
            (11, "SessionEvent"),
            (12, "DocumentEvent"),
        ] {
            heard.take(&message(seq, kind)).unwrap();
        }
        assert_eq!(heard.events(), 2);
    }

    #[test]
    fn what_is_missing_twice_or_out_of_order_is_noticed() {
        for (seq, kind) in [
            (10, "DocumentEvent"),
            (12, "DocumentEvent"),
            (9, "DocumentEvent"),
            (11, "Heartbeat"),
            (11, "Resync"),
        ] {
            let mut heard = Heard::default();
            heard.take(&message(10, "DocumentEvent")).unwrap();
            assert!(heard.take(&message(seq, kind)).is_err(), "{kind} {seq}");
        }
        assert!(Heard::default().take(b"hello").is_err());
    }
}
