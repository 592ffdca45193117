//! The layers of a field as marks in a row.

use crate::contract::{FieldCoverage, Layer};
use crate::ui::prelude::*;

/// A cell for each layer.
pub(super) fn cells(field: &FieldCoverage) -> Vec<AnyView> {
    let cell = |layer: Layer| {
        let (class, mark, word) = match (field.has.contains(&layer), field.lacks.contains(&layer)) {
            (true, _) => ("layer layer--has", "●", "yes"),
            (_, true) => ("layer layer--lacks", "○", "missing"),
            _ => ("layer layer--none", "·", "not applicable"),
        };
        view! {
            <td class=class>
                <span aria-hidden="true">{mark}<span class="layer__name">{layer.as_str()}</span></span>
                <span class="visually-hidden">{word}</span>
            </td>
        }
        .into_any()
    };
    Layer::ALL.into_iter().map(cell).collect()
}
