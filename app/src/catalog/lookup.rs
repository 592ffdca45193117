//! Which formats of a team may open in a text: found by what is in the text, so that most of them cost nothing.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ptr;

use crate::format::Recognizer;
use crate::formats::RegisteredFormat;
use crate::recognition::{IDENTIFIER, LinePattern, Opener, Scan, identifier};

/// Formats by how they open, each as its place in the catalog.
#[derive(Default)]
pub struct Lookup {
    /// By the names of headings in lower case.
    names: HashMap<String, Vec<usize>>,
    /// Names of headings with an identifier.
    identified: Vec<(usize, &'static str)>,
    /// By one of the keys that each needs.
    keys: HashMap<&'static str, Vec<usize>>,
    lines: Vec<(usize, &'static LinePattern)>,
    /// Those that only their code recognizes.
    always: Vec<usize>,
}

impl Lookup {
    pub fn of(rooms: &[&'static RegisteredFormat]) -> Self {
        let mut lookup = Self::default();
        let mut uses: HashMap<&'static str, usize> = HashMap::new();
        for key in rooms.iter().flat_map(|room| keys_of(room)) {
            *uses.entry(*key).or_default() += 1;
        }
        for (place, room) in rooms.iter().enumerate() {
            // The key that the fewest formats need tells most.
            if let Some(key) = keys_of(room).iter().min_by_key(|key| uses.get(**key)) {
                lookup.keys.entry(key).or_default().push(place);
                continue;
            }
            if !room.is_declared() {
                lookup.always.push(place);
                continue;
            }
            for opener in room.spec.openers {
                match opener {
                    Opener::Heading(heading) => heading.names.iter().for_each(|name| {
                        if name.contains(IDENTIFIER) {
                            lookup.identified.push((place, name));
                        }
                        lookup.names.entry(name.to_ascii_lowercase()).or_default().push(place);
                    }),
                    Opener::Matched(line) => lookup.lines.push((place, line)),
                    _ => lookup.always.push(place),
                }
            }
        }
        lookup
    }

    /// Returns the places of the formats that may open in a text, in order.
    pub fn in_text(&self, scan: &Scan<'_>) -> BTreeSet<usize> {
        let mut places: BTreeSet<usize> = self.always.iter().copied().collect();
        if !self.names.is_empty() {
            let named = scan.names().filter_map(|name| self.names.get(&name.to_ascii_lowercase()));
            places.extend(named.flatten());
        }
        for name in scan.names().filter(|_| !self.identified.is_empty()) {
            let opening = self.identified.iter().filter(|(_, form)| identifier(form, name).is_some());
            places.extend(opening.map(|(place, _)| place));
        }
        if !self.lines.is_empty() {
            let matched: HashSet<*const LinePattern> =
                scan.matched().iter().map(|matched| ptr::from_ref(matched.pattern)).collect();
            let is_there = |line: &LinePattern| matched.contains(&ptr::from_ref(line));
            places.extend(self.lines.iter().filter(|(_, line)| is_there(line)).map(|(place, _)| place));
        }
        if !self.keys.is_empty() {
            let keys = scan.objects().iter().flat_map(|object| object.keys(scan.text));
            keys.for_each(|key| places.extend(self.keys.get(key.as_ref()).into_iter().flatten()));
        }
        places
    }
}

fn keys_of(room: &RegisteredFormat) -> &'static [&'static str] {
    match room.spec.recognizer {
        Recognizer::Keys(keys) => keys,
        _ => &[],
    }
}
