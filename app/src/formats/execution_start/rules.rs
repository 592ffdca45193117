//! What may be found in an execution start, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_ACTION "missing-action" Error
        "1.2 Execution Start, action path"
        "nobody can tell what begins"
    ACTION_PATH "action-path" Warning
        "gate 7, Execute Step: validate action paths, as `code/backend/auth`"
        "an action is looked up by its path"
    MISSING_MODEL "missing-model" Error
        "1.2 Execution Start, model, in parentheses"
        "nobody can tell who does it"
    MODEL_FORM "model-form" Warning
        "1.2 Execution Start, model, in parentheses"
        "readers that follow the contract take all that is in the parentheses for the model"
    TRAILING_WORDS "trailing-words" Info
        "1.2 Execution Start, end: the model in parentheses"
        "readers that follow the contract look for the parentheses at the end of the line"
    UNREADABLE_TIMESTAMP "unreadable-timestamp" Warning
        "1.2 Execution Start, timestamp: a number"
        "a time that is no number can't be compared"
}
