//! The closed lists of a quarantine.

use crate::reading::words;

words! {
    Subcommand:
    Quarantine "quarantine" ["add", "isolate"],
    Release "release" ["remove", "released"],
    List "list" [],
}

words! {
    TargetType:
    Chain "chain" ["chains"],
    Session "session" ["sessions"],
    Format "format" ["formats"],
}

words! {
    Answer:
    Yes "yes" ["true", "enabled"],
    No "no" ["false", "disabled"],
}
