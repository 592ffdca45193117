//! What a format is, as data: everything that is known about it without running code.

mod opener;

pub use opener::{Evidence, HeadingForm, HeadingOpener, Opener};
