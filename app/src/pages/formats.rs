use super::quarantine::QuarantineBadge;
use crate::api::load_quarantines;
use crate::catalog::Catalog;
use crate::format::Spec;
use crate::quarantine::{Quarantined, Targeted};
use crate::ui::prelude::*;

/// Every format that is read, in order of precedence.
#[component]
pub fn FormatsPage() -> impl IntoView {
    let list = Resource::new_blocking(|| (), |()| load_quarantines());
    view! {
        <div class="page">
            <PageHead title="Formats" lead="What Harmony recognizes, each with its contract, its rules and an example."/>
            <Loaded resource=list let:loaded>
                <Listing quarantined=loaded.active/>
            </Loaded>
        </div>
    }
}

#[component]
fn Listing(quarantined: Vec<Quarantined>) -> impl IntoView {
    let row = |spec: &'static Spec| {
        let names = [spec.id, spec.slug, spec.name];
        let gate = match spec.gate_name {
            "" => spec.gate.to_string(),
            name => name.to_owned(),
        };
        let is_quarantined = quarantined.iter().any(|quarantined| quarantined.is_of_format(names));
        view! {
            <tr>
                <td class="mono">{spec.id}</td>
                <td>
                    <a href=format!("/formats/{}", spec.slug)>{spec.name}</a>
                    {is_quarantined.then(|| view! { " "<QuarantineBadge/> })}
                </td>
                <td class="mono">{spec.producer}</td>
                <td>{visible(&gate)}</td>
                <td>{spec.placed_fields().len()}</td>
                <td>{spec.all_rules().count()}</td>
            </tr>
        }
    };
    let rows = Catalog::current().specs().map(row).collect_view();
    view! {
        <div class="card scroll-x" tabindex="0">
            <Table columns=&["Id", "Format", "Written by", "Gate", "Fields", "Rules"] rows/>
        </div>
    }
}
