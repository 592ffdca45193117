use leptos::prelude::*;
use leptos_meta::Title;

use crate::formats::FORMATS;

/// Every format that is read, in order of precedence.
#[component]
pub fn FormatsPage() -> impl IntoView {
    let row = |room: &'static crate::formats::RegisteredFormat| {
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
    view! {
        <Title text="Formats"/>
        <div class="page">
            <div class="page__head">
                <h1>"Formats"</h1>
                <p class="page__lead">"What Harmony recognizes, each with its contract, its rules and an example."</p>
            </div>
            <div class="card scroll-x" tabindex="0">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Id"</th>
                            <th scope="col">"Format"</th>
                            <th scope="col">"Written by"</th>
                            <th scope="col">"Gate"</th>
                            <th scope="col">"Fields"</th>
                            <th scope="col">"Rules"</th>
                        </tr>
                    </thead>
                    <tbody>{FORMATS.iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </div>
    }
}
