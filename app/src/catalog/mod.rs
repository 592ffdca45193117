//! The formats that texts are read as: the built-in ones, and those that a team declares in files of its own.

mod compile;
mod entries;
mod file;
mod manual;
mod problem;

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::format::Spec;
use crate::formats::{FORMATS, RegisteredFormat};
use crate::recognition::OpenerIndex;

/// Returns the format of the current catalog with that id or slug.
pub fn by_id(id: &str) -> Option<&'static Spec> {
    Catalog::current().room(id).map(|room| room.spec)
}

pub use compile::compile;
pub use problem::Problem;

/// Formats in order of precedence, and how they open.
pub struct Catalog {
    rooms: Vec<&'static RegisteredFormat>,
    openers: OpenerIndex,
}

/// What this process reads by, unless a caller has a catalog of its own.
static CURRENT: LazyLock<RwLock<Arc<Catalog>>> =
    LazyLock::new(|| RwLock::new(Arc::new(Catalog::with(Vec::new()))));

impl Catalog {
    /// The most formats of a team.
    pub const MOST: usize = 500;

    /// Returns the built-in formats, and then these; those beyond [`Self::MOST`] are left out.
    pub fn with(own: Vec<&'static RegisteredFormat>) -> Self {
        let rooms: Vec<_> = FORMATS.iter().chain(own.into_iter().take(Self::MOST)).collect();
        let openers = OpenerIndex::of(rooms.iter().flat_map(|room| room.spec.openers));
        Self { rooms, openers }
    }

    pub fn current() -> Arc<Self> {
        Arc::clone(&CURRENT.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// From now on this process reads by this catalog.
    pub fn make_current(self) {
        *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(self);
    }

    /// Returns all formats in order of precedence.
    pub fn rooms(&self) -> &[&'static RegisteredFormat] {
        &self.rooms
    }

    pub fn openers(&self) -> &OpenerIndex {
        &self.openers
    }

    pub fn specs(&self) -> impl Iterator<Item = &'static Spec> {
        self.rooms.iter().map(|room| room.spec)
    }

    /// Returns the format with that id or slug.
    pub fn room(&self, id: &str) -> Option<&'static RegisteredFormat> {
        self.rooms.iter().copied().find(|room| room.spec.id == id || room.spec.slug == id)
    }
}
