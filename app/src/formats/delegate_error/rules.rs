//! What may be found in an error, each with its reason and its clause.

use crate::delegate::delegate_rules;

delegate_rules! {
    "Delegate output, Error Response"
    ERROR_DENIED "error-denied" Error
        "fields: `error` is true"
        "who looks at `error` takes the answer for a result"
    ERROR_SHAPE "error-shape" Warning
        "fields: `error` is true, and the rest stands beside it"
        "readers that follow the contract look for the type and the message beside `error`"
}
