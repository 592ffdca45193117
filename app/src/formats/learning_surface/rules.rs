//! What may be found in a learning that is put before a person, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_MODEL "missing-model" Error
        "3.2 Learning Surface, From (action/ and model)"
        "what one model has to learn another may know"
}
