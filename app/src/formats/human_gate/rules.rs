//! What may be found in a human gate, each with its reason and its clause.

crate::diagnostic::rules! {
    HEADING_LEVEL "heading-level" Warning
        "3.1 Human Gate Presentation, pattern: `/### Step (\\d+): HUMAN GATE/m`"
        "readers that follow the contract look for headings of the third level"
    MISSING_STEP "missing-step" Error
        "3.1 Human Gate Presentation, Step number (integer)"
        "nobody can tell where the chain waits"
    MISSING_CONTENT "missing-content" Error
        "3.1 Human Gate Presentation, Free-form content"
        "nobody can decide about nothing"
}
