use crate::islands::AddForm;
use crate::ui::prelude::*;

#[component]
pub fn AddPage() -> impl IntoView {
    view! {
        <div class="page add">
            <PageHead title="Add a document" lead="Paste text or drop a file, up to 16 MB."/>
            <AddForm/>
        </div>
    }
}
