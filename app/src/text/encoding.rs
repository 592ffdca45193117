use std::borrow::Cow;

use memchr::memchr;

/// Characters that cp1252 has where Latin-1 has controls, with the byte of each.
const CP1252: [(char, u8); 27] = [
    ('€', 0x80),
    ('‚', 0x82),
    ('ƒ', 0x83),
    ('„', 0x84),
    ('…', 0x85),
    ('†', 0x86),
    ('‡', 0x87),
    ('ˆ', 0x88),
    ('‰', 0x89),
    ('Š', 0x8a),
    ('‹', 0x8b),
    ('Œ', 0x8c),
    ('Ž', 0x8e),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
    ('˜', 0x98),
    ('™', 0x99),
    ('š', 0x9a),
    ('›', 0x9b),
    ('œ', 0x9c),
    ('ž', 0x9e),
    ('Ÿ', 0x9f),
];

fn cp1252_byte(character: char) -> Option<u8> {
    match character as u32 {
        code @ 0x80..=0xff => Some(code as u8),
        _ => CP1252.iter().find(|(known, _)| *known == character).map(|(_, byte)| *byte),
    }
}

/// True where the text holds a sequence that is valid UTF-8 once its characters are cp1252 bytes again.
pub(super) fn looks_like_mojibake(source: &str) -> bool {
    matches!(repair_mojibake(source), Cow::Owned(_))
}

/// Turns `â€”` back into `—`; leaves everything else alone.
pub fn repair_mojibake(fragment: &str) -> Cow<'_, str> {
    let mut repaired = String::new();
    let mut kept_from = 0;
    let mut from = 0;
    // Each sequence begins with one of `Â` to `ô`, whose UTF-8 begins with this byte and no other character's does.
    while let Some(found) = fragment.as_bytes().get(from..).and_then(|rest| memchr(0xc3, rest)) {
        let start = from + found;
        from = start + 'Ã'.len_utf8();
        let Some(lead) = fragment[start..].chars().next() else { break };
        let Some(length) = cp1252_byte(lead).and_then(sequence_length) else { continue };
        let mut bytes = [0u8; 4];
        bytes[0] = cp1252_byte(lead).unwrap_or_default();
        let mut filled = 1;
        let mut end = from;
        for (offset, character) in fragment[from..].char_indices().take(length - 1) {
            let Some(byte @ 0x80..=0xbf) = cp1252_byte(character) else { break };
            bytes[filled] = byte;
            filled += 1;
            if filled == length {
                end += offset + character.len_utf8();
            }
        }
        let Some(meant) = (filled == length).then(|| std::str::from_utf8(&bytes[..length]).ok()).flatten()
        else {
            continue;
        };
        repaired.push_str(&fragment[kept_from..start]);
        repaired.push_str(meant);
        kept_from = end;
        from = end;
    }
    if kept_from == 0 {
        return Cow::Borrowed(fragment);
    }
    repaired.push_str(&fragment[kept_from..]);
    Cow::Owned(repaired)
}

fn sequence_length(lead: u8) -> Option<usize> {
    match lead {
        0xc2..=0xdf => Some(2),
        0xe0..=0xef => Some(3),
        0xf0..=0xf4 => Some(4),
        _ => None,
    }
}
