use leptos::prelude::*;

use crate::reading::OtherCell;
use crate::ui::server::markdown::Inline;
use crate::ui::server::row_pages::few;
use crate::ui::visible::visible;

/// The content of a row in columns that its contract doesn't have.
#[component]
pub fn OtherCells(
    cells: Vec<OtherCell>,
    /// The field that the cells are.
    field: &'static str,
) -> impl IntoView {
    let cell = |cell: OtherCell| {
        view! {
            <div class="other-cells__cell">
                <dt>{visible(&cell.column)}</dt>
                <dd>
                    <Inline text=cell.value/>
                </dd>
            </div>
        }
    };
    (!cells.is_empty()).then(|| {
        let (cells, more) = few(cells, cell);
        view! { <dl class="other-cells" data-field=field>{cells}</dl> {more} }
    })
}
