//! The closed lists of a quarantine.

use crate::reading::Word;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Subcommand {
    Quarantine,
    Release,
    List,
}

impl Word for Subcommand {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Quarantine, "quarantine", &["add", "isolate"]),
        (Self::Release, "release", &["remove", "released"]),
        (Self::List, "list", &[]),
    ];
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TargetType {
    Chain,
    Session,
    Format,
}

impl Word for TargetType {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Chain, "chain", &["chains"]),
        (Self::Session, "session", &["sessions"]),
        (Self::Format, "format", &["formats"]),
    ];
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
}

impl Word for Answer {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] =
        &[(Self::Yes, "yes", &["true", "enabled"]), (Self::No, "no", &["false", "disabled"])];
}
