/// The most lists that can be saved.
pub const MOST_VIEWS: u32 = 50;

/// Changes the saved lists of documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewChange {
    /// Replaces the one of that name. The answer is its id, or `None` if there are [`MOST_VIEWS`] others.
    Save { name: String, query: String },
    /// The answer is its id, or `None` if there is none.
    Remove(i64),
}
