//! Pages, and what can be done there.

pub(super) struct Place {
    pub label: &'static str,
    /// Other words to find it by.
    pub words: &'static str,
    pub href: &'static str,
}

const fn place(label: &'static str, words: &'static str, href: &'static str) -> Place {
    Place { label, words, href }
}

pub(super) const PLACES: &[Place] = &[
    place("Inbox", "waiting attention", "/inbox"),
    place("Overview", "home", "/"),
    place("Sessions", "runs chains", "/sessions"),
    place("Documents", "reports", "/documents"),
    place("Verdicts", "gates", "/verdicts"),
    place("Decisions", "audit", "/decisions"),
    place("Harmony", "health gates patterns", "/harmony"),
    place("Quarantine", "block release", "/quarantine"),
    place("Contract", "formats rules fields", "/contract"),
    place("Playground", "try parse", "/playground"),
    place("Add a document", "paste upload drop new", "/add"),
    place("Contradicted documents", "state", "/documents?state=contradicted"),
    place("Failed documents", "state", "/documents?state=failed"),
    place("Critical findings", "severity", "/documents?severity=critical"),
    place("Pinned documents", "kept", "/documents?pinned=true"),
    place("Snoozed items", "inbox later", "/inbox?view=snoozed"),
    place("Preview links", "share publish", "/previews"),
    place("Webhooks", "notify slack", "/webhooks"),
];
