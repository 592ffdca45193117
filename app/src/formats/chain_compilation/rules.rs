//! What may be found in a chain compilation, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_DESCRIPTIONS "missing-descriptions" Error
        "1.1 Chain Compilation, numbered list: what each step does"
        "people who approve the chain don't know what it will do"
    DESCRIPTION_FORM "description-form" Warning
        "1.1 Chain Compilation, numbered list: `1. **action/** -- what it does`"
        "readers that follow the contract look for the action in bold and a dash"
    EXECUTION_FORM "execution-form" Warning
        "1.1 Chain Compilation, Execution (enum: Sequential | Parallel: [...] | Single step)"
        "readers that follow the contract know three forms only"
    DESCRIPTIONS_AGAINST_STEPS "descriptions-against-steps" Warning
        "gate 4, Compile Chain: validate step counts"
        "a step that is not described is approved unseen"
    EXECUTION_AGAINST_WAITS "execution-against-waits" Warning
        "1.1 Chain Compilation, Execution against Waits For"
        "two orders that differ leave the reader to guess"
    DESCRIPTION_MISMATCH "description-mismatch" Warning
        "1.1 Chain Compilation, numbered list against table"
        "a step that does two things is approved for one of them"
}
