//! What may be found in an error, each with its reason and its clause.

crate::diagnostic::rules! {
    ERROR_DENIED "error-denied" Error
        "Delegate output, Error Response, fields: `error` is true"
        "who looks at `error` takes the answer for a result"
    ERROR_SHAPE "error-shape" Warning
        "Delegate output, Error Response, fields: `error` is true, and the rest is beside it"
        "readers that follow the contract look for the type and the message beside `error`"
}
