//! What may be found where a session is said to have started, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_VALUE "missing-value" Error
        "3.3 Session Start, loaded configuration: project, contexts, flows, actions, past executions"
        "nobody can tell what the orchestrator knew when it began"
    UNREADABLE_COUNT "unreadable-count" Error
        "3.3 Session Start, loaded configuration: flows, actions, past executions"
        "what is not counted can't be compared with what is there"
}
