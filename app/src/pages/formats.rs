use crate::formats::{FORMATS, RegisteredFormat};
use crate::ui::prelude::*;

/// Every format that is read, in order of precedence.
#[component]
pub fn FormatsPage() -> impl IntoView {
    let row = |room: &'static RegisteredFormat| {
        let spec = room.spec;
        view! {
            <tr>
                <td class="mono">{spec.id}</td>
                <td>
                    <a href=format!("/formats/{}", spec.slug)>{spec.name}</a>
                </td>
                <td class="mono">{spec.producer}</td>
                <td>{spec.gate}</td>
                <td>{spec.placed_fields().len()}</td>
                <td>{spec.all_rules().count()}</td>
            </tr>
        }
    };
    let rows = FORMATS.iter().map(row).collect_view();
    view! {
        <div class="page">
            <PageHead title="Formats" lead="What Harmony recognizes, each with its contract, its rules and an example."/>
            <div class="card scroll-x" tabindex="0">
                <Table columns=&["Id", "Format", "Written by", "Gate", "Fields", "Rules"] rows/>
            </div>
        </div>
    }
}
