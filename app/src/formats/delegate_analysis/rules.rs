//! What may be found in an analysis, each with its reason and its clause.

use crate::delegate::delegate_rules;

delegate_rules! {
    "Delegate output, Analysis Response"
}
