//! The frames of a WebSocket, as a server sends them.

pub const TEXT: u8 = 1;
pub const CLOSE: u8 = 8;
pub const PING: u8 = 9;
/// An empty pong, masked with zeros, since frames of clients must be masked.
pub const PONG: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];

pub struct Frame {
    pub kind: u8,
    /// The start and end of the payload.
    pub from: usize,
    pub to: usize,
}

/// Returns the first frame if it is complete. Servers don't mask frames, and these don't fragment messages.
pub fn frame(heard: &[u8]) -> Option<Frame> {
    let kind = heard.first()? & 0x0f;
    let (from, length) = match heard.get(1)? {
        126 => (4, u64::from(u16::from_be_bytes(heard.get(2..4)?.try_into().ok()?))),
        127 => (10, u64::from_be_bytes(heard.get(2..10)?.try_into().ok()?)),
        short => (2, u64::from(*short)),
    };
    let to = from + usize::try_from(length).ok()?;
    (heard.len() >= to).then_some(Frame { kind, from, to })
}

#[cfg(test)]
mod tests {
    use super::frame;

    #[test]
    fn a_frame_is_one_once_all_of_it_is_there() {
        let check = |heard: &[u8], expected: Option<(u8, usize, usize)>| {
            let found = frame(heard).map(|frame| (frame.kind, frame.from, frame.to));
            assert_eq!(found, expected);
        };
        check(b"\x81\x02hi\x89", Some((1, 2, 4)));
        check(b"\x81\x02h", None);
        check(b"\x89\x00", Some((9, 2, 2)));
        check(&[&[0x81, 126, 1, 0][..], &[b'x'; 256]].concat(), Some((1, 4, 260)));
        check(&[0x81, 126, 1], None);
    }
}
