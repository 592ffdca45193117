use leptos::prelude::*;

use super::ReviewReport;
use crate::ui::ViewContext;

pub(super) fn view(report: &ReviewReport, _context: &ViewContext) -> AnyView {
    view! { <p data-field="title">{report.title.clone()}</p> }.into_any()
}
