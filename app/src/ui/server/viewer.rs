use leptos::prelude::IntoView;

use super::view_context::ViewContext;
use crate::format::Format;

/// Shows the values of a format. One that can't be shown isn't listed in the table of formats.
pub trait Viewer: Format + Clone {
    fn view(self, context: ViewContext) -> impl IntoView + 'static;
}
