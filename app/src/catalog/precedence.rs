//! The order of formats: of two that open at the same place the first has it.

use crate::format::Spec;
use crate::formats::RegisteredFormat;

type Room = &'static RegisteredFormat;

/// Two formats that open at the same places, which are read as the first.
#[derive(Copy, Clone, Debug)]
pub struct Overlap {
    pub first: &'static Spec,
    pub second: &'static Spec,
}

impl PartialEq for Overlap {
    fn eq(&self, other: &Self) -> bool {
        (self.first.id, self.second.id) == (other.first.id, other.second.id)
    }
}

impl Overlap {
    /// Returns what the overlap means for a format, or `None` if it is about others.
    pub fn of(&self, id: &str) -> Option<String> {
        let Self { first, second } = self;
        let (other, outcome) = match (first.id == id, second.id == id) {
            (true, _) => (second, "gives way"),
            (_, true) => (first, "has precedence"),
            _ => return None,
        };
        Some(format!("{} opens at the same places, and {outcome}", other.labelled()))
    }
}

/// Formats that go before each other in a circle stay in some order.
const MOST_ROUNDS: usize = 8;

/// Returns the built-in formats and a team's, each of which goes before those that it names.
pub(super) fn ordered(built_in: Vec<Room>, own: impl Iterator<Item = Room>) -> Vec<Room> {
    let own: Vec<Room> = own.collect();
    let preceding: Vec<Room> = own.iter().copied().filter(|room| !room.spec.precedence.is_empty()).collect();
    let mut rooms = [built_in, own].concat();
    for _ in 0..MOST_ROUNDS {
        let moved = preceding.iter().filter(|room| moves_ahead(room, &mut rooms)).count();
        if moved == 0 {
            break;
        }
    }
    rooms
}

/// Moves a format in front of the first of those that it names, and returns whether it was behind.
fn moves_ahead(room: &RegisteredFormat, rooms: &mut Vec<Room>) -> bool {
    let is_named = |other: &Room| {
        room.spec.precedence.iter().any(|name| other.spec.id == *name || other.spec.slug == *name)
    };
    let (Some(first), Some(own)) =
        (rooms.iter().position(is_named), rooms.iter().position(|other| other.spec.id == room.spec.id))
    else {
        return false;
    };
    let is_behind = first < own;
    if is_behind {
        let moved = rooms.remove(own);
        rooms.insert(first, moved);
    }
    is_behind
}
