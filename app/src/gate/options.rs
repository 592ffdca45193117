//! What the reader of a verdict knows, and its answer may not say.

/// Takes precedence over what an answer says of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GateOptions {
    /// The files that the work may touch, as globs within the worktree. Without any, the answer's own scope counts.
    pub scope: Vec<String>,
    /// The directory that the work was assigned to.
    pub worktree: Option<String>,
    /// The least coverage, in percent.
    pub threshold: Option<f64>,
    /// Which attempt of the work is judged, from 1.
    pub attempt: Option<u32>,
}
