//! The contracts: each format's fields and rules, how far the code keeps them, and how well documents do.

mod examples;
mod fields;
mod format;
mod layer_marks;
mod listing;
mod manual;
mod overview;
mod refused;
mod rules;
mod standing;

use crate::catalog::Catalog;
use crate::contract::Coverage;
use crate::diagnostic::Severity;
use crate::ui::prelude::*;
use refused::Refused;
use standing::Standing;

pub use format::FormatPage;

/// Every format, how far it is covered, and how its documents do.
#[component]
pub fn ContractPage() -> impl IntoView {
    let standing = Resource::new_blocking(|| (), |()| Standing::load());
    view! {
        <div class="page">
            <PageHead title="Contract" lead="What each format promises, how far it is read, shown and tested, and how well documents keep it."/>
            <Troubles/>
            <Loaded resource=standing let:standing>
                <Whole standing/>
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
fn Whole(standing: Standing) -> impl IntoView {
    let coverage = Coverage::of(&Catalog::current());
    view! {
        {summary(&coverage, &standing)}
        {listing::sections(coverage, &standing)}
    }
}

fn summary(coverage: &Coverage, standing: &Standing) -> impl IntoView + use<> {
    let (fields, complete) = coverage.fields();
    let drifted = coverage.formats.iter().filter(|format| format.has_drifted()).count();
    let deprecated = coverage.formats.iter().filter(|format| format.deprecated).count();
    let rate = standing.overall.pass_rate();
    let pass_rate = match rate {
        Some(rate) => view! { <strong class="contract__figure">{format!("{rate:.0} %")}</strong> }.into_any(),
        None => view! { <span class="contract__figure contract__figure--none">"no data"</span> }.into_any(),
    };
    let tile = |label: &'static str, figure: AnyView, note: String| {
        view! {
            <div class="contract__tile">
                <dt>{label}</dt>
                <dd>{figure}<span class="contract__note">{note}</span></dd>
            </div>
        }
    };
    let number = |figure: String| view! { <strong class="contract__figure">{figure}</strong> }.into_any();
    let drift = match drifted {
        0 => "all layers agree".to_owned(),
        drifted => format!("{} drifted", counted(drifted as u64, "format")),
    };
    let deprecated = match deprecated {
        0 => "none deprecated".to_owned(),
        deprecated => format!("{deprecated} deprecated"),
    };
    view! {
        <dl class="card contract__tiles">
            {tile("Coverage", number(format!("{} %", coverage.percent)), drift)}
            {tile("Formats", number(coverage.formats.len().to_string()), deprecated)}
            {tile("Complete fields", number(grouped(complete as u64)), format!("of {}", grouped(fields as u64)))}
            {tile("Pass rate", pass_rate, format!("{} in 7 days", counted(standing.overall.traces, "record")))}
        </dl>
    }
}
