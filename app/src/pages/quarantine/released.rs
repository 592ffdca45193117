use super::panel::origin_link;
use crate::quarantine::Released;
use crate::ui::prelude::*;

/// The last releases, newest first.
#[component]
pub fn ReleasedList(released: Vec<Released>) -> impl IntoView {
    let count = released.len();
    if count == 0 {
        return ().into_any();
    }
    let row = |released: Released| {
        let Released { target_type, target_id, origin, document, at_ms, .. } = released;
        view! {
            <tr>
                <td>
                    <Badge tone=Tone::Pass label=target_type/>
                </td>
                <td class="path">{visible(&target_id)}</td>
                <td>
                    <Moment milliseconds=at_ms/>
                </td>
                <td class="muted">{origin_link(origin, document)}</td>
            </tr>
        }
    };
    let rows = released.into_iter().map(row).collect_view();
    view! {
        <section class="section" aria-labelledby="released">
            <h2 class="section__title" id="released">
                "Recently released "
                <span class="section__count">{count}</span>
            </h2>
            <div class="card scroll-x" tabindex="0" role="region" aria-label="Recently released">
                <Table columns=&["Type", "Target", "Released", "How"] rows/>
            </div>
        </section>
    }
    .into_any()
}
