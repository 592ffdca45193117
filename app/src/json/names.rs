//! Finds names in any spelling: `gate_status`, `gateStatus`, `GATE-STATUS`.

/// Returns whether a byte may separate the words of a name.
pub(super) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'_' | b'-')
}

/// Returns whether two names differ at most in case and in the separators between their words.
pub fn is_same_name(one: &str, other: &str) -> bool {
    one == other || letters(one).eq(letters(other))
}

fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| !is_separator(*byte)).map(|byte| byte.to_ascii_lowercase())
}

/// More places than names, so that most names are found at the first.
const PLACES: usize = 512;

/// Some names, fewer than there are places; no two of them are the same.
#[derive(Debug)]
pub struct Names {
    names: &'static [&'static str],
    /// By the hash of a name: its index plus one, or 0. A name whose place is taken is at the next free place.
    places: [u8; PLACES],
    taken: Places,
}

impl Names {
    pub const fn of(names: &'static [&'static str]) -> Self {
        assert!(names.len() < u8::MAX as usize);
        let mut places = [0; PLACES];
        let mut taken = Places::NONE;
        let mut rest = names;
        while let [name, after @ ..] = rest {
            let mut place = place_of(name);
            taken = taken.with(Place(place as u16));
            while places[place] != 0 {
                place = (place + 1) % PLACES;
            }
            places[place] = (names.len() - after.len()) as u8;
            rest = after;
        }
        Self { names, places, taken }
    }

    /// Returns the name that `key` is a spelling of.
    pub fn find(&self, key: &str) -> Option<&'static str> {
        self.name(self.index_of(Place::of(key), key)?)
    }

    /// Like [`Self::find`], for a key whose place is known. Returns the index of the name.
    pub(super) fn index_of(&self, Place(first): Place, key: &str) -> Option<usize> {
        let places = self.places.get(usize::from(first)..)?.iter().chain(&self.places);
        let mut indexes = places.map_while(|index| usize::from(*index).checked_sub(1));
        indexes.find(|index| self.names.get(*index).is_some_and(|name| is_same_name(name, key)))
    }

    /// Returns `true` if some name has this place. For most keys none does.
    #[inline]
    pub(super) fn may_have(&self, Place(place): Place) -> bool {
        self.places.get(usize::from(place)).is_some_and(|index| *index != 0)
    }

    /// Returns `true` if some name has one of these places.
    #[inline]
    pub(super) fn may_have_any(&self, places: Places) -> bool {
        self.taken.meets(places)
    }

    /// The name as it is listed.
    pub(super) fn name(&self, index: usize) -> Option<&'static str> {
        self.names.get(index).copied()
    }

    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Whether a key is a name of any of these.
    pub fn any_has(all: &[&Self], key: &str) -> bool {
        Self::first_of(all, key).is_some()
    }

    /// As [`Self::find`], of the first of these that has the name.
    pub fn first_of(all: &[&Self], key: &str) -> Option<&'static str> {
        let place = Place::of(key);
        let mut present = all.iter().filter(|names| names.may_have(place));
        present.find_map(|names| names.name(names.index_of(place, key)?))
    }
}

/// Where a key is looked for first.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Place(u16);

impl Place {
    pub const fn of(key: &str) -> Self {
        Self(place_of(key) as u16)
    }
}

/// Some places, each a bit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Places([u64; PLACES / 64]);

impl Places {
    pub const NONE: Self = Self([0; PLACES / 64]);

    pub const fn with(mut self, Place(place): Place) -> Self {
        self.0[place as usize / 64] |= 1 << (place % 64);
        self
    }

    fn meets(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(own, other)| own & other != 0)
    }
}

/// Returns the same place for all spellings of a name.
const fn place_of(name: &str) -> usize {
    let mut mixed: u32 = 0;
    let mut rest = name.as_bytes();
    while let [byte, after @ ..] = rest {
        // Two cases of a letter differ in this bit alone.
        let with_byte = mixed.rotate_left(5) ^ (*byte | 0x20) as u32;
        mixed = if is_separator(*byte) { mixed } else { with_byte };
        rest = after;
    }
    // The upper bits of the product depend on all letters.
    (mixed.wrapping_mul(0x9e37_79b1) >> 16) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::Names;

    const KNOWN: Names = Names::of(&["gate_status", "tests", "dynamicSecurityTests", "a"]);

    #[test]
    fn names_are_known_however_they_are_written() {
        for (key, name) in [
            ("gate_status", "gate_status"),
            ("GateStatus", "gate_status"),
            ("gate-status", "gate_status"),
            ("dynamic_security_tests", "dynamicSecurityTests"),
            ("A", "a"),
        ] {
            assert_eq!(KNOWN.find(key), Some(name), "{key}");
        }
        for key in ["", "_", "gate", "gate status", "gate_statuses", "b", "test"] {
            assert_eq!(KNOWN.find(key), None, "{key}");
        }
    }

    #[test]
    fn names_that_want_the_same_place_are_all_found() {
        // More than one in ten places is taken, so that some of them meet.
        const MANY: [&str; 30] = [
            "aa", "ab", "ac", "ad", "ae", "af", "ag", "ah", "ai", "aj", "ba", "bb", "bc", "bd", "be", "bf",
            "bg", "bh", "bi", "bj", "ca", "cb", "cc", "cd", "ce", "cf", "cg", "ch", "ci", "cj",
        ];
        const NAMES: Names = Names::of(&MANY);
        for name in MANY {
            assert_eq!(NAMES.find(name), Some(name));
        }
    }
}
