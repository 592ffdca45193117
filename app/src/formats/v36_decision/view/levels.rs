use crate::ui::prelude::*;

/// How far an actor is shown to be who it claims to be, weakest first, as the contract ranks it.
const LEVELS: [(&str, &str); 3] = [
    ("L1_SELF_ATTESTATION", "its own word"),
    ("L2_AUDIT_LOG_OR_COMMIT_TRAILER", "an audit log or the trailer of a commit"),
    ("L3_RUNTIME_HOOK_EVIDENCE", "a hook that watched it at work"),
];

/// What the levels of evidence mean.
pub(super) fn levels() -> impl IntoView {
    let level = |(level, meaning): (&'static str, &'static str)| {
        view! { <div><dt>{level}</dt><dd>{meaning}</dd></div> }
    };
    let levels: Vec<_> = LEVELS.into_iter().map(level).collect();
    view! {
        <details>
            <summary>"Levels of evidence for an actor"</summary>
            <dl class="facts">{levels}</dl>
        </details>
    }
}
