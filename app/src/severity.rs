//! How grave a diagnostic is.

use std::fmt;

use serde::{Deserialize, Serialize};

crate::named::named! {
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Severity {
        /// The contract is broken; the document does not pass.
        Error = "error",
        /// A deviation that was understood.
        Warning = "warning",
        /// Worth knowing, nothing to do.
        Info = "info",
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
