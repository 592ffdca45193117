use leptos::prelude::*;

use crate::ui::size::grouped;

/// Counts what is quarantined, and raises a toast on every open page when that changes.
#[island]
pub fn QuarantineNotification(
    /// How many quarantines were active when the page was rendered.
    count: u64,
) -> impl IntoView {
    let count = RwSignal::new(count);
    #[cfg(feature = "hydrate")]
    {
        let quarantines = crate::live::Live::of_page().quarantines;
        Effect::new(move |before: Option<()>| {
            quarantines.track();
            let mut changes = Vec::new();
            quarantines.update_untracked(|pending| std::mem::swap(pending, &mut changes));
            for (is_new, text) in sentences(&changes) {
                let toasts = super::toasts::Toast::of_page();
                if is_new { toasts.warning(text) } else { toasts.done(text) }
            }
            if before.is_some() {
                leptos::task::spawn_local(async move {
                    if let Ok(now) = crate::api::count_quarantined().await {
                        count.set(now);
                    }
                });
            }
        });
    }
    view! {
        <span class="sidebar__count" class:is-none=move || count.get() == 0>
            {move || grouped(count.get())}
            <span class="visually-hidden">" active"</span>
        </span>
    }
}

/// The most changes that are shown one by one.
#[cfg(any(feature = "hydrate", test))]
const SHOWN: usize = 3;
/// The most characters of an id and of a reason.
#[cfg(any(feature = "hydrate", test))]
const MOST: usize = 120;

/// Returns a sentence about each change, and whether it is about a new quarantine.
#[cfg(any(feature = "hydrate", test))]
fn sentences(changes: &[crate::event::Quarantine]) -> Vec<(bool, String)> {
    use crate::event::{Quarantine, QuarantineAction};

    let short = |words: &str| {
        let shown: String = words.chars().take(MOST).collect();
        if shown.len() < words.len() { format!("{shown}…") } else { shown }
    };
    let sentence = |change: &Quarantine| {
        let target = format!("{} {}", short(&change.target_type), short(&change.target_id));
        match (change.action, change.reason.as_deref()) {
            (QuarantineAction::Remove, _) => (false, format!("Released: {target}")),
            (QuarantineAction::Add, None) => (true, format!("Quarantined: {target}")),
            (QuarantineAction::Add, Some(reason)) => {
                (true, format!("Quarantined: {target}. {}", short(reason)))
            }
        }
    };
    let mut sentences: Vec<(bool, String)> = changes.iter().take(SHOWN).map(sentence).collect();
    if changes.len() > SHOWN {
        let others = changes.get(SHOWN..).unwrap_or_default();
        let is_new = others.iter().any(|change| change.action == QuarantineAction::Add);
        sentences.push((is_new, format!("{} more changes of quarantines", others.len())));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::sentences;
    use crate::event::{Quarantine, QuarantineAction};

    fn change(action: QuarantineAction, reason: Option<&str>) -> Quarantine {
        Quarantine {
            action,
            target_type: "chain".to_owned(),
            target_id: "7f31".to_owned(),
            reason: reason.map(str::to_owned),
            timestamp: String::new(),
        }
    }

    #[test]
    fn changes_are_sentences() {
        let changes = [
            change(QuarantineAction::Add, Some("It loops.")),
            change(QuarantineAction::Add, None),
            change(QuarantineAction::Remove, None),
        ];
        let expected = [
            (true, "Quarantined: chain 7f31. It loops.".to_owned()),
            (true, "Quarantined: chain 7f31".to_owned()),
            (false, "Released: chain 7f31".to_owned()),
        ];
        assert_eq!(sentences(&changes), expected);
        let many = vec![change(QuarantineAction::Remove, None); 40];
        assert_eq!(sentences(&many).last(), Some(&(false, "37 more changes of quarantines".to_owned())));
        let long = sentences(&[change(QuarantineAction::Add, Some(&"x".repeat(5000)))]);
        assert!(long[0].1.len() < 200 && long[0].1.ends_with('…'));
    }
}
