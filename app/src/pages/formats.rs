use super::quarantine::QuarantineBadge;
use super::refused_format::Refused;
use crate::api::load_quarantines;
use crate::catalog::Catalog;
use crate::diagnostic::Severity;
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
            <Troubles/>
            <Loaded resource=list let:loaded>
                <Listing quarantined=loaded.active/>
            </Loaded>
        </div>
    }
}

/// Files shown before the rest is left to the server's log.
const MOST_REFUSED: usize = 20;

/// What is wrong with files that declare formats, and how far documents are read by changed ones.
#[component]
fn Troubles() -> impl IntoView {
    let catalog = Catalog::current();
    let percent = catalog.percent_read();
    let refused = catalog.refused();
    let more = refused.len().saturating_sub(MOST_REFUSED);
    let refused =
        refused.iter().take(MOST_REFUSED).cloned().map(|file| view! { <Refused file/> }).collect_view();
    let rereading = (percent < 100).then(|| {
        view! {
            <Banner severity=Severity::Info>
                <p class="banner__text">
                    {format!("Documents are read again by changed formats: {percent} % are done. Lists may still show what earlier versions read.")}
                </p>
            </Banner>
        }
    });
    let more = (more > 0)
        .then(|| view! { <p class="muted">{format!("{more} more files declare no format; the server’s log has all.")}</p> });
    view! {
        {rereading}
        {refused}
        {more}
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
                    {spec.own_version.map(|version| view! { " "<span class="mono muted">{version}</span> })}
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
