//! What the machine needs: installed where that is possible, named with the one command where it is not.

pub mod browser;
pub mod debian;
pub mod node;
pub mod rust;
