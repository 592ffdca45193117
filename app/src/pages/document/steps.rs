use leptos::prelude::*;

use super::address::Address;
use crate::format::Parsed;
use crate::ui::Linking;

/// `j` and `k` go from finding to finding and deviation to deviation; `1`, `2`, `3` change the view.
pub(super) fn on_keys(linking: Linking, blocks: StoredValue<Vec<Parsed>>, address: Address) {
    #[cfg(feature = "hydrate")]
    {
        let stops = blocks.with_value(|blocks| stops(blocks));
        let navigate = leptos_router::hooks::use_navigate();
        Effect::new(move || {
            let (stops, navigate) = (stops.clone(), navigate.clone());
            let handle = window_event_listener(leptos::ev::keydown, move |event| {
                if !crate::ui::is_shortcut(&event) {
                    return;
                }
                match event.key().as_str() {
                    "j" => step(linking, &stops, true),
                    "k" => step(linking, &stops, false),
                    "1" => navigate(&address.view(super::View::Viewer), Default::default()),
                    "2" => navigate(&address.view(super::View::Source), Default::default()),
                    "3" => navigate(&address.view(super::View::Json), Default::default()),
                    _ => {}
                }
            });
            on_cleanup(move || handle.remove());
        });
    }
    #[cfg(not(feature = "hydrate"))]
    let _ = (linking, blocks, address);
}

#[cfg(feature = "hydrate")]
type Stops = Vec<crate::text::Span>;

/// Where the reader may stop: each row of a list, and each deviation, in the order of the text.
#[cfg(feature = "hydrate")]
fn stops(blocks: &[Parsed]) -> Stops {
    use crate::diagnostic::Role;

    let mut stops = Stops::new();
    for block in blocks {
        let mut rows = std::collections::BTreeMap::new();
        for piece in &block.coverage.pieces {
            if let Role::Field(path) = piece.role
                && let Some(row) = path.row
            {
                let span = rows.entry((path.name, row)).or_insert(piece.span);
                *span = span.to(piece.span);
            }
        }
        stops.extend(rows.into_values());
        stops.extend(block.diagnostics.iter().map(|diagnostic| diagnostic.span));
    }
    stops.sort();
    stops.dedup_by_key(|span| span.start);
    stops
}

#[cfg(feature = "hydrate")]
fn step(linking: Linking, stops: &Stops, forward: bool) {
    let at = linking.chosen.get_untracked();
    let next = match (at, forward) {
        (None, true) => stops.first(),
        (None, false) => stops.last(),
        (Some(at), true) => stops.iter().find(|stop| stop.start > at.start),
        (Some(at), false) => stops.iter().rev().find(|stop| stop.start < at.start),
    };
    if let Some(next) = next {
        linking.chosen.set(Some(*next));
    }
}
