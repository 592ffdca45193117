use crate::islands::AddForm;
use crate::ui::prelude::*;

#[component]
pub fn AddPage() -> impl IntoView {
    view! {
        <Title text="Add"/>
        <div class="page add">
            <div class="page__head">
                <h1>"Add a document"</h1>
                <p class="page__lead">"It is kept, read and shown. Up to 16 MB."</p>
            </div>
            <AddForm/>
        </div>
    }
}
