use leptos::html::Dialog;
use leptos::prelude::*;

/// The list of keys, shown with `?`.
const KEYS: [(&str, &str); 14] = [
    ("/  Ctrl+K  ⌘K", "Search"),
    ("g i  g o  g s  g d  g h", "Go to Inbox, Overview, Sessions, Documents, Harmony"),
    ("j  k", "Next and previous finding of a document, step of a chain, or row of a list"),
    ("n  p", "Next and previous issue of a document"),
    ("Enter", "Open the row of a list"),
    ("x", "Select the row of the list of documents"),
    ("e  s", "Mark the inbox item as done, or snooze it until tomorrow"),
    ("a", "Go to what can be done with the selected rows"),
    ("1 2 3", "Viewer, source and JSON of a document; table, graph and timeline of a chain"),
    ("h  l", "Previous and next event of a session"),
    ("[", "Collapse or expand the sidebar"),
    ("t", "Change the theme"),
    ("?", "This list"),
    ("Esc", "Close a step of a chain, or this list"),
];

/// Handles the keys of all pages, and shows the list of keys.
#[island]
pub fn Keys() -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    // The list is part of no page before it is wanted.
    let is_wanted = RwSignal::new(false);
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        let is_after_g = StoredValue::new(false);
        super::page::listen_to_keys(move |event| match event.key().as_str() {
            key if is_after_g.get_value() => {
                is_after_g.set_value(false);
                go_to(key);
            }
            "g" => is_after_g.set_value(true),
            "/" => focus_search(&event),
            "?" => {
                is_wanted.set(true);
                // Fails only if it is open already.
                let _ = dialog.get_untracked().map(|dialog| dialog.show_modal());
            }
            "[" => super::sidebar_switch::turn(),
            "t" => super::theme_switch::turn(),
            _ => {}
        });
    });
    let row = |(keys, meaning): (&'static str, &'static str)| {
        let keys = keys.split_whitespace().map(|key| view! { <kbd>{key}</kbd>" " }).collect_view();
        view! {
            <dt>{keys}</dt>
            <dd>{meaning}</dd>
        }
    };
    view! {
        <dialog class="keys" node_ref=dialog aria-labelledby="keys-title">
            <h2 id="keys-title">"Keyboard"</h2>
            <dl>{move || is_wanted.get().then(|| KEYS.into_iter().map(row).collect_view())}</dl>
            <form method="dialog">
                <button class="button">"Close"</button>
            </form>
        </dialog>
    }
}

/// Follows the link of the navigation that a key after `g` means.
#[cfg(feature = "hydrate")]
fn go_to(key: &str) {
    let href = match key {
        "i" => "/inbox",
        "o" => "/",
        "s" => "/sessions",
        "d" => "/documents",
        "h" => "/harmony",
        _ => return,
    };
    if let Some(link) = super::page::first::<web_sys::HtmlElement>(&format!("nav a[href='{href}']")) {
        link.click();
    }
}

#[cfg(feature = "hydrate")]
fn focus_search(event: &web_sys::KeyboardEvent) {
    if let Some(field) = super::page::first::<web_sys::HtmlInputElement>("#search") {
        event.prevent_default();
        // A failure to focus doesn't matter.
        let _ = field.focus();
        field.select();
    }
}
