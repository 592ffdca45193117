//! What the program does, one file each.

pub mod conserve;
pub mod fields;
pub mod fuzz;
pub mod read;
pub mod seeds;
mod trial;
