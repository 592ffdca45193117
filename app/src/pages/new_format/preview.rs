use std::sync::Arc;

use super::problems::Problems;
use crate::catalog::drafts::try_compile;
use crate::catalog::{Catalog, doubts};
use crate::diagnostic::{Diagnostic, Severity};
use crate::format::{Parsed, Recognizer, Spec};
use crate::formats::{self, RegisteredFormat};
use crate::pages::document::{Address, DiagnosticCard};
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::prelude::*;

/// Issues that are shown; a draft with more is not ready.
const MOST: usize = 20;

/// What a draft makes of the document. No part of it is an island, so that it can be replaced.
#[component]
pub(super) fn Preview(source: String, text: Arc<Text>, id: String) -> impl IntoView {
    match try_compile(&source) {
        Ok(format) => view! {
            <Doubts source/>
            {read(format, &text, &id)}
        }
        .into_any(),
        Err(problems) => view! {
            <Banner severity=Severity::Error>
                <p class="banner__text">"This declares no format yet."</p>
            </Banner>
            <Problems problems=&problems source=&source/>
        }
        .into_any(),
    }
}

/// What the draft reads here and would read in no other document.
#[component]
fn Doubts(source: String) -> impl IntoView {
    let doubts = doubts(&source);
    (!doubts.is_empty()).then(|| {
        view! {
            <Banner severity=Severity::Warning>
                <p class="banner__text">"Other documents may not be recognized."</p>
            </Banner>
            <Problems problems=&doubts source=&source/>
        }
    })
}

fn read(format: &'static RegisteredFormat, text: &Arc<Text>, id: &str) -> AnyView {
    let catalog = Catalog::with(vec![format]);
    let blocks = Blocks::by(&catalog, text, None);
    let is_own =
        |index: &usize| blocks.claims().get(*index).is_some_and(|claim| claim.room.spec.id == format.spec.id);
    let own: Vec<usize> = (0..blocks.len()).filter(is_own).collect();
    let first = own.first().and_then(|first| blocks.read([*first].into_iter()).into_iter().next());
    match first {
        Some(parsed) => block(&parsed, own.len(), text, id),
        None => unrecognized(format.spec, &blocks),
    }
}

fn unrecognized(spec: &Spec, blocks: &Blocks<'_>) -> AnyView {
    let why = match blocks.claims().first() {
        Some(other) => format!("it is read as {}, which has precedence", other.room.spec.labelled()),
        None => match spec.recognizer {
            Recognizer::Keys(_) => "no object in it has all of the keys".to_owned(),
            _ if spec.is_announcement => "no line in it matches the pattern".to_owned(),
            _ => "no heading in it is one of those that the draft names".to_owned(),
        },
    };
    let words = format!("The document is not recognized as {}: {why}.", spec.name);
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">{sentence(&words)}</p>
        </Banner>
    }
    .into_any()
}

fn block(parsed: &Parsed, count: usize, text: &Arc<Text>, id: &str) -> AnyView {
    let address = Address::new(id, None);
    let context = ViewContext::new(text.clone(), parsed, address.lines(), address.rows(), 1);
    let card = |diagnostic: &Diagnostic| {
        let line_href = address.lines().run(text.position(diagnostic.span.start).line);
        view! { <DiagnosticCard diagnostic text line_href actions=().into_any()/> }
    };
    let found = parsed.diagnostics.len();
    let cards = parsed.diagnostics.iter().take(MOST).map(card).collect_view();
    let more = found.saturating_sub(MOST);
    view! {
        <p class="new-format__said" role="status">{said(parsed, count)}</p>
        <div class="viewer">{formats::view(parsed, &context)}</div>
        {(found > 0).then(|| view! { <div class="diagnostics card">{cards}</div> })}
        {(more > 0).then(|| view! { <p class="muted">{format!("{} more issues.", grouped(more as u64))}</p> })}
    }
    .into_any()
}

/// `Fields stated: 11 of 12; no issues.`
fn said(parsed: &Parsed, count: usize) -> String {
    let value = parsed.value.json();
    let says_something = |value: &serde_json::Value| match value {
        serde_json::Value::Null => false,
        serde_json::Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    let fields = parsed.spec.fields;
    let stated = fields.iter().filter(|field| value.get(field.name).is_some_and(says_something)).count();
    let issues = match parsed.diagnostics.len() {
        0 => "no issues".to_owned(),
        count => counted(count as u64, "issue"),
    };
    let others = match count {
        0 | 1 => String::new(),
        count => format!(" The first of {} blocks is shown.", grouped(count as u64)),
    };
    format!("Fields stated: {stated} of {}; {issues}.{others}", fields.len())
}
