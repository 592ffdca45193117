//! The table of operations, in the order of the page.
//!
//! An example is a command for a shell in which `HARMONY` is the address of the server; other variables are ids, and
//! `ITEM` is the key of an item as its JSON has it.

use app::access::AuditLog;
use app::api::{HealthPage, HealthQuery, InboxQuery, ListQuery, SavedView, SessionList, SessionsQuery};
use app::audit::{DecisionQuery, Decisions};
use app::document::Source;
use app::evidence::Evidence;
use app::trace::{TraceList, TraceQuery};
use app::webhook::{Delivery, Webhook};
use app::work_item::WorkItemQuery;

use super::operation::Operation;
use crate::api::badge::BadgeQuery;
use crate::api::chains::{ChainQuery, ChainsQuery};
use crate::api::contract::{ContractList, Query as ContractQuery};
use crate::api::documents::DocumentJson;
use crate::api::evidence::EvidenceQuery;
use crate::api::fixed::FixQuery;
use crate::api::harmony::HealingDecision;
use crate::api::health::Health;
use crate::api::inbox::{Decision, Waiting};
use crate::api::previews::{PreviewList, PublishParameters, Published};
use crate::api::projects::ProjectSummaries;
use crate::api::samples::{Added, Removed};
use crate::api::search::SearchResults;
use crate::api::sessions::SessionTraceQuery;
use crate::api::tokens::{AuditQuery, CreatedToken, NewToken, TokenList};
use crate::api::verdicts::Verdicts;
use crate::api::views::{NewView, ViewList};
use crate::api::webhooks::{DeliveryList, WebhookList};
use crate::ingest::http::{JsonBody, Receipts, Taken};
use crate::library::{ChainList, ChainMoment};
use crate::previews::Publication;
use crate::quarantine::{ActiveQuarantine, NewQuarantine, QuarantineList};
use crate::store::StoredFormat;
use crate::webhooks::WebhookRequest;

const FORM: &[&str] = &["application/x-www-form-urlencoded"];
const TEXT: &[&str] = &["text/plain"];
const PAGE: &[&str] = &["text/html"];
const SVG: &[&str] = &["image/svg+xml"];
const LINES: &[&str] = &["application/x-ndjson"];
const OTLP: &[&str] = &["application/json", "application/x-protobuf"];
const TEXTS: &[&str] = &["application/json", "application/x-ndjson", "text/markdown", "text/plain"];

/// Returns all operations.
pub fn operations() -> Vec<Operation> {
    let sections = [
        ("Documents", documents()),
        ("Sessions and chains", sessions()),
        ("Health and gates", health()),
        ("Contract", contract()),
        ("Previews", previews()),
        ("Inbox and webhooks", inbox()),
        ("Quarantine", quarantine()),
        ("Operating", operating()),
        ("Access", access()),
        ("Forms of the pages", forms()),
    ];
    sections
        .into_iter()
        .flat_map(|(section, rows)| rows.into_iter().map(move |row| Operation { section, ..row }))
        .collect()
}

fn documents() -> Vec<Operation> {
    vec![
        get("/api/documents", "Lists documents, newest first. If `next` is a number, the list goes on with `before=NEXT`.")
            .query::<ListQuery>()
            .answers::<app::api::DocumentList>()
            .example(r#"curl -s "$HARMONY/api/documents?repository=acme/billing&limit=5""#),
        post("/api/documents", "Stores texts, and answers once they are on disk (200 if all were stored before).")
            .query::<Source>()
            .takes_any::<JsonBody>(TEXTS)
            .answers::<Receipts>()
            .status(201)
            .example(
                r###"printf '# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%%\n' | curl -s --data-binary @- -H 'Content-Type: text/markdown' "$HARMONY/api/documents?path=reports/a.md&repository=acme/billing&ci_run=17""###,
            ),
        post("/v1/logs", "Stores the texts of OpenTelemetry log records, which OTLP/HTTP exporters send.")
            .takes_any::<serde_json::Map<String, serde_json::Value>>(OTLP)
            .answers::<serde_json::Map<String, serde_json::Value>>()
            .example(
                r#"curl -s -H 'Content-Type: application/json' -d '{"resourceLogs": [{"scopeLogs": [{"logRecords": [{"body": {"stringValue": "All tests pass."}}]}]}]}' "$HARMONY/v1/logs""#,
            ),
        post("/v1/traces", "Stores the texts in OpenTelemetry spans, which OTLP/HTTP exporters send.")
            .takes_any::<serde_json::Map<String, serde_json::Value>>(OTLP)
            .answers::<serde_json::Map<String, serde_json::Value>>()
            .example(
                r#"curl -s -H 'Content-Type: application/json' -d '{"resourceSpans": [{"scopeSpans": [{"spans": [{"attributes": [{"key": "output.value", "value": {"stringValue": "All tests pass."}}]}]}]}]}' "$HARMONY/v1/traces""#,
            ),
        get("/api/documents/{id}", "Returns a document with its blocks, its issues and its text.")
            .answers::<DocumentJson<'static>>()
            .example(r#"curl -s "$HARMONY/api/documents/$DOCUMENT""#),
        get("/api/documents/{id}/raw", "Returns the stored bytes of a document.")
            .answers_text(TEXT)
            .example(r#"curl -s "$HARMONY/api/documents/$DOCUMENT/raw""#),
        get("/api/documents/{id}/fixed", "Returns the text of a document with fixes applied.")
            .query::<FixQuery>()
            .answers_text(TEXT)
            .example(r#"curl -s "$HARMONY/api/documents/$DOCUMENT/fixed?fix=all""#),
        get("/api/documents/{id}/prompt", "Returns a prompt that asks an agent to fix the issues of a document; it is empty if there are none.")
            .query::<FixQuery>()
            .answers_text(TEXT)
            .example(r#"curl -s "$HARMONY/api/documents/$DOCUMENT/prompt?fix=all""#),
        get("/api/views", "Lists the saved views of the list of documents.")
            .answers::<ViewList>()
            .example(r#"curl -s "$HARMONY/api/views""#),
        post("/api/views", "Saves a view: a name, and the query of the list's address. One of the same name is replaced.")
            .takes::<NewView>()
            .answers::<SavedView>()
            .status(201)
            .example(
                r#"curl -s -d '{"name": "Failed at night", "query": "state=failed&session=night"}' -H 'Content-Type: application/json' "$HARMONY/api/views""#,
            ),
        delete("/api/views/{id}", "Removes a saved view.")
            .example(r#"curl -s -X DELETE "$HARMONY/api/views/1""#),
        get("/api/search", "Finds documents that have all of the words in `text` (or `q`), newest first.")
            .query::<ListQuery>()
            .answers::<SearchResults>()
            .example(r#"curl -s "$HARMONY/api/search?q=review&limit=5""#),
        put("/api/documents/{id}/pin", "Pins a document, which no retention deletes then.")
            .status(204)
            .example(r#"curl -s -X PUT "$HARMONY/api/documents/$DOCUMENT/pin""#),
        delete("/api/documents/{id}/pin", "Unpins a document.")
            .example(r#"curl -s -X DELETE "$HARMONY/api/documents/$DOCUMENT/pin""#),
        delete("/api/documents/{id}", "Deletes a document with everything derived from it.")
            .example(r#"curl -s -X DELETE "$HARMONY/api/documents/$DOCUMENT""#),
    ]
}

fn sessions() -> Vec<Operation> {
    vec![
        get("/api/sessions", "Lists sessions, the last changed first.")
            .query::<SessionsQuery>()
            .answers::<SessionList>()
            .example(r#"curl -s "$HARMONY/api/sessions""#),
        get(
            "/api/sessions/trace",
            "Returns the chains of a session, or one of them, as OpenTelemetry spans in OTLP/JSON.",
        )
        .query::<SessionTraceQuery>()
        .answers::<serde_json::Map<String, serde_json::Value>>()
        .example(r#"curl -s --get --data-urlencode "session=$SESSION" "$HARMONY/api/sessions/trace""#),
        get("/api/chains", "Lists the chains of a session, now or after a place in the server's order.")
            .query::<ChainsQuery>()
            .answers::<ChainList>()
            .example(r#"curl -s --get --data-urlencode "session=$SESSION" "$HARMONY/api/chains""#),
        get("/api/chains/{id}", "Returns the state of a chain, now or after a place in the server's order.")
            .query::<ChainQuery>()
            .answers::<ChainMoment>()
            .example(r#"curl -s "$HARMONY/api/chains/$CHAIN?at=$SEQ""#),
        get(
            "/api/evidence",
            "Returns what agents claim beside what their tools answered, and the facts of a session.",
        )
        .query::<EvidenceQuery>()
        .answers::<Evidence>()
        .example(r#"curl -s --get --data-urlencode "session=$SESSION" "$HARMONY/api/evidence""#),
        post("/api/evidence", "Stores what `harmony ingest` has read of transcripts.")
            .takes_text(LINES)
            .answers::<Taken>(),
    ]
}

fn health() -> Vec<Operation> {
    vec![
        get("/api/health", "Returns the health of gates, formats and agents, with the records that took points.")
            .query::<HealthQuery>()
            .answers::<HealthPage>()
            .example(r#"curl -s "$HARMONY/api/health?gate=9""#),
        post("/api/healing", "Accepts or ignores a recommendation.")
            .takes::<HealingDecision>()
            .status(204)
            .example(
                r#"curl -s -H 'Content-Type: application/json' -d '{"rule": "score-form", "format": "5.1", "decision": "accepted"}' "$HARMONY/api/healing""#,
            ),
        get("/api/traces", "Lists what documents left at gates, those of the newest documents first.")
            .query::<TraceQuery>()
            .answers::<TraceList>()
            .example(r#"curl -s "$HARMONY/api/traces?gate=9""#),
        get("/api/verdicts", "Lists the work items that gates judged, or answers all about the one in `task`.")
            .query::<WorkItemQuery>()
            .answers::<Verdicts>()
            .example(r#"curl -s "$HARMONY/api/verdicts""#),
        get("/api/decisions", "Lists decision records, with the trail of the task in `task`.")
            .query::<DecisionQuery>()
            .answers::<Decisions>()
            .example(r#"curl -s "$HARMONY/api/decisions""#),
    ]
}

fn contract() -> Vec<Operation> {
    vec![
        get("/api/contract", "Lists formats with how far the code keeps their contracts.")
            .answers::<ContractList>()
            .example(r#"curl -s "$HARMONY/api/contract""#),
        get(
            "/api/contract/{*id}",
            "Returns the contract of a format, its coverage and its schemas, or one part.",
        )
        .query::<ContractQuery>()
        .answers::<serde_json::Map<String, serde_json::Value>>()
        .example(r#"curl -s "$HARMONY/api/contract/review-report""#),
        get("/api/formats/own", "Lists the files of a team's formats.")
            .answers::<Vec<StoredFormat>>()
            .example(r#"curl -s "$HARMONY/api/formats/own""#),
        get("/formats", "Redirects to the page Contract.").status(308),
        get("/formats/{slug}", "Redirects to the page of a format.").status(308),
    ]
}

fn previews() -> Vec<Operation> {
    vec![
        get("/api/previews", "Lists the links that are not over.")
            .answers::<PreviewList>()
            .example(r#"curl -s "$HARMONY/api/previews""#),
        post("/api/previews", "Publishes texts under a link that ends. The CI token is enough.")
            .query::<PublishParameters>()
            .takes_any::<Publication>(&["application/json", "text/markdown", "text/plain"])
            .answers::<Published>()
            .status(201)
            .example(
                r###"printf '# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%%\n' | curl -s --data-binary @- -H 'Content-Type: text/markdown' "$HARMONY/api/previews?title=Billing&keep=7d""###,
            ),
        delete("/api/previews/{id}", "Revokes a link.")
            .example(r#"curl -s -X DELETE "$HARMONY/api/previews/$PREVIEW""#),
        get("/p/{token}", "Returns the page of a link. Needs no token.").answers_text(PAGE),
        get("/p/{token}/{number}", "Returns the page of one of several texts.").answers_text(PAGE),
        get("/preview", "Returns the page that shows the text in its own link. Needs no token.")
            .answers_text(PAGE),
        get("/badge.svg", "Draws the state of a session, or a pass rate, as a badge.")
            .query::<BadgeQuery>()
            .answers_text(SVG)
            .example(r#"curl -s "$HARMONY/badge.svg?format=5.1""#),
    ]
}

fn inbox() -> Vec<Operation> {
    vec![
        get("/api/inbox", "Lists what waits for a person, the most urgent first.")
            .query::<InboxQuery>()
            .answers::<Waiting>()
            .example(r#"curl -s "$HARMONY/api/inbox""#),
        post("/api/inbox", "Marks an item as done, does not show it for a time, or puts it back.")
            .takes::<Decision>()
            .status(204)
            .example(
                r#"printf '{"key": %s, "action": "done"}' "$ITEM" | curl -s -H 'Content-Type: application/json' -d @- "$HARMONY/api/inbox""#,
            ),
        get("/api/projects", "Says how the projects of this server do.")
            .answers::<ProjectSummaries>()
            .example(r#"curl -s "$HARMONY/api/projects""#),
        get("/api/webhooks", "Lists webhooks.")
            .answers::<WebhookList>()
            .example(r#"curl -s "$HARMONY/api/webhooks""#),
        post("/api/webhooks", "Adds a webhook to a host that `--webhook-host` allows.")
            .takes::<WebhookRequest>()
            .answers::<Webhook>()
            .status(201)
            .example(
                r#"curl -s -H 'Content-Type: application/json' -d '{"name": "CI", "url": "https://ci.example/harmony", "kinds": ["human-gate"]}' "$HARMONY/api/webhooks""#,
            ),
        get("/api/webhooks/{id}/deliveries", "Lists the deliveries of a webhook, newest first.")
            .answers::<DeliveryList>()
            .example(r#"curl -s "$HARMONY/api/webhooks/$WEBHOOK/deliveries""#),
        post("/api/webhooks/{id}/test", "Sends a test, and answers what became of it.").answers::<Delivery>(),
        delete("/api/webhooks/{id}", "Removes a webhook.")
            .example(r#"curl -s -X DELETE "$HARMONY/api/webhooks/$WEBHOOK""#),
    ]
}

fn quarantine() -> Vec<Operation> {
    let add = r#"curl -s -H 'Content-Type: application/json' -d '{"targetType": "chain", "targetId": "Checkout refunds", "reason": "Gate 4 failed three times"}' "$HARMONY/api/quarantine""#;
    vec![
        get("/api/quarantine", "Lists everything that is quarantined, and the last releases.")
            .answers::<QuarantineList>()
            .example(r#"curl -s "$HARMONY/api/quarantine""#),
        post("/api/quarantine", "Quarantines a chain, a session or a format.")
            .takes::<NewQuarantine>()
            .answers::<ActiveQuarantine>()
            .status(201)
            .example(add),
        get(
            "/api/quarantine/{type}/{*id}",
            "Returns the quarantine of a target; 404 if it is not quarantined, 422 if no format has that name.",
        )
        .answers::<ActiveQuarantine>()
        .example(r#"curl -s "$HARMONY/api/quarantine/chain/Checkout%20refunds""#),
        delete("/api/quarantine/{type}/{*id}", "Releases a target.")
            .example(r#"curl -s -X DELETE "$HARMONY/api/quarantine/chain/Checkout%20refunds""#),
    ]
}

fn operating() -> Vec<Operation> {
    vec![
        get("/events", "Sends events as they happen, as server-sent events; `Last-Event-ID` resumes.")
            .answers_text(&["text/event-stream"]),
        get("/ws", "Sends the same events on a WebSocket; `?since=CURSOR` resumes.").status(101),
        get("/healthz", "Answers 200 while the store is open, undamaged and not full. Needs no token.")
            .answers::<Health>()
            .example(r#"curl -s "$HARMONY/healthz""#),
        get("/metrics", "Returns figures for Prometheus.")
            .answers_text(TEXT)
            .example(r#"curl -s "$HARMONY/metrics""#),
        get("/openapi.json", "Returns this description for programs, in OpenAPI 3.1.")
            .answers::<serde_json::Map<String, serde_json::Value>>()
            .example(r#"curl -s "$HARMONY/openapi.json""#),
        get("/api", "Returns this page.").answers_text(PAGE),
        post("/api/samples", "Stores Harmony's samples.")
            .answers::<Added>()
            .example(r#"curl -s -X POST "$HARMONY/api/samples""#),
        delete("/api/samples", "Deletes the samples.")
            .status(200)
            .answers::<Removed>()
            .example(r#"curl -s -X DELETE "$HARMONY/api/samples""#),
    ]
}

fn access() -> Vec<Operation> {
    vec![
        get("/api/tokens", "Lists tokens and logins, without their secrets.")
            .answers::<TokenList>()
            .example(r#"curl -s "$HARMONY/api/tokens""#),
        get("/api/audit", "Lists who changed what, the newest first.")
            .query::<AuditQuery>()
            .answers::<AuditLog>()
            .example(r#"curl -s "$HARMONY/api/audit""#),
        delete("/api/tokens/{id}", "Revokes a token, and the logins by it."),
        post("/api/tokens", "Creates a token, whose secret is answered this once.")
            .takes::<NewToken>()
            .answers::<CreatedToken>()
            .status(201)
            .example(
                r#"curl -s -H 'Content-Type: application/json' -d '{"name": "CI of billing", "role": "operate", "expires": "90d"}' "$HARMONY/api/tokens""#,
            ),
    ]
}

/// What only pages send. Programs have an operation above for each.
fn forms() -> Vec<Operation> {
    let form = |path, summary| post(path, summary).takes_text(FORM).status(303);
    vec![
        get("/login", "Returns the page that asks for the token.").answers_text(PAGE),
        get("/login/provider", "Leads to the provider at which people log in.").status(303),
        get("/login/provider/back", "Logs in whoever comes back from the provider.").status(303),
        form("/login", "Logs in."),
        form("/logout", "Logs out."),
        form("/documents", "Stores the text of a form."),
        form(
            "/documents/selected",
            "Pins documents, or leads to their comparison or to the question before they are deleted.",
        ),
        form("/delete", "Deletes documents."),
        form("/views", "Saves a view."),
        form("/views/{id}/remove", "Removes a saved view."),
        form("/documents/{id}/delete", "Deletes a document."),
        form("/documents/{id}/pin", "Pins a document."),
        form("/documents/{id}/unpin", "Unpins a document."),
        form(
            "/documents/{id}/fixed",
            "Stores the text of a document with fixes applied as its next version.",
        ),
        form("/documents/{id}/format", "Keeps the draft of a format."),
        form("/documents/{id}/format/download", "Returns the draft of a format as a file.")
            .answers_text(TEXT)
            .status(200),
        form("/healing", "Accepts or ignores a recommendation."),
        form("/inbox", "Marks an item, does not show it for a time, or puts it back."),
        form("/language", "Chooses the language of the pages."),
        form("/zone", "Chooses the zone of the times on pages."),
        form("/webhooks", "Adds a webhook."),
        form("/webhooks/{id}/test", "Sends a test to a webhook."),
        form("/webhooks/{id}/remove", "Removes a webhook."),
        form("/tokens", "Creates a token, and answers a page with its secret.")
            .answers_text(PAGE)
            .status(200),
        form("/tokens/{id}/revoke", "Revokes a token."),
        form("/quarantine", "Quarantines a target."),
        form("/quarantine/release", "Releases a target."),
        form("/previews/{id}/revoke", "Revokes a link."),
    ]
}

fn get(path: &'static str, summary: &'static str) -> Operation {
    Operation::new("GET", path, summary)
}

fn post(path: &'static str, summary: &'static str) -> Operation {
    Operation::new("POST", path, summary)
}

fn put(path: &'static str, summary: &'static str) -> Operation {
    Operation::new("PUT", path, summary)
}

fn delete(path: &'static str, summary: &'static str) -> Operation {
    Operation::new("DELETE", path, summary).status(204)
}
