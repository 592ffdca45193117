//! The page `/api`: the document for people. It needs no scripts.

use axum::http::HeaderMap;
use axum::response::Html;
use leptos::prelude::*;
use serde_json::Value;

use super::{Operation, document, operations};
use crate::plain_page;

pub async fn show(headers: HeaderMap) -> Html<String> {
    Html(plain_page::wide_html(&headers, "API", page()))
}

fn page() -> impl IntoView {
    let document = document();
    let operations = operations();
    let mut sections: Vec<(&'static str, Vec<AnyView>)> = Vec::new();
    for operation in operations {
        let section = operation.section;
        let described = described(&document, operation).into_any();
        match sections.last_mut() {
            Some((name, rows)) if *name == section => rows.push(described),
            _ => sections.push((section, vec![described])),
        }
    }
    let contents = sections.iter().map(|(name, _)| {
        view! { <li><a href=format!("#{}", anchor(name))>{*name}</a></li> }
    });
    let contents = contents.collect_view();
    let sections = sections.into_iter().map(|(name, rows)| {
        view! {
            <section class="api__section" aria-labelledby=anchor(name)>
                <h2 id=anchor(name)>{name}</h2>
                {rows}
            </section>
        }
    });
    view! {
        <p>
            "What the server answers to programs. Every error is a problem (RFC 9457) that says what is wrong and what to do. "
            "Unknown parameters and values are errors. Programs find the same in " <a href="/openapi.json">"/openapi.json"</a>
            ", in OpenAPI 3.1, with the schema of each answer."
        </p>
        <p>
            "In the examples, " <code>"HARMONY"</code> " is the address of this server, as in "
            <code>"export HARMONY=http://127.0.0.1:4180"</code> "; other variables are ids, and " <code>"ITEM"</code> " is a key with its quotes, as the inbox lists it. A server with a token also wants "
            <code>"-H \"Authorization: Bearer $HARMONY_TOKEN\""</code> "."
        </p>
        <nav aria-label="Sections"><ul class="api__contents">{contents}</ul></nav>
        {sections.collect_view()}
    }
}

fn described(document: &Value, operation: Operation) -> impl IntoView + use<> {
    let method = operation.method.to_ascii_lowercase();
    let described = &document["paths"][operation.path_template()][&method];
    let parameters = described["parameters"].as_array().cloned().unwrap_or_default();
    let rows = parameters.iter().map(parameter).collect_view();
    let parameters = (!parameters.is_empty()).then(|| {
        view! {
            <div class="api__wide">
                <table class="table table--stacked">
                    <thead>
                        <tr>
                            <th scope="col">"Parameter"</th>
                            <th scope="col">"Value"</th>
                            <th scope="col">"Meaning"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    });
    let body = operation.body.map(|body| {
        let name = name_in(&described["requestBody"]["content"]);
        view! { <p class="muted">"Takes " {code_list(body.media_types)} {name.map(|name| view! { " as " <code>{name}</code> })} "."</p> }
    });
    let content = &described["responses"][operation.answer.status.to_string()]["content"];
    let types = operation.answer.content.map(|content| code_list(content.media_types));
    let name = name_in(content).map(|name| view! { " as " <code>{name}</code> });
    let example =
        operation.example.map(|example| view! { <pre class="api__example"><code>{example}</code></pre> });
    view! {
        <article class="card card--padded api__operation">
            <h3>
                <span class="badge badge--plain">{operation.method}</span>
                " "
                <code>{operation.path_template()}</code>
            </h3>
            <p>{marked(operation.summary)}</p>
            {parameters}
            {body}
            <p class="muted">
                "Answers " {operation.answer.status} {types.map(|types| view! { " with " {types} })} {name} "."
            </p>
            {example}
        </article>
    }
}

fn parameter(described: &Value) -> impl IntoView + use<> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let is_required = described["required"].as_bool().unwrap_or_default();
    let place = if described["in"] == "path" { "in the path" } else { "in the query" };
    let need = if is_required { ", required" } else { "" };
    view! {
        <tr>
            <td><code>{word(&described["name"])}</code></td>
            <td>{type_of(&described["schema"])} ", " {place} {need}</td>
            <td>{marked(&word(&described["description"]))}</td>
        </tr>
    }
}

/// Shows what is between backticks as code.
fn marked(text: &str) -> impl IntoView + use<> {
    let parts = text.split('`').enumerate().map(|(number, part)| {
        let part = part.to_owned();
        if number % 2 == 1 { view! { <code>{part}</code> }.into_any() } else { part.into_any() }
    });
    parts.collect_view()
}

/// Returns the type of a value in words.
fn type_of(schema: &Value) -> String {
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect()
        }
        _ => vec![],
    };
    let named = schema["$ref"].as_str().or_else(|| schema["anyOf"][0]["$ref"].as_str());
    let named = named.and_then(|path| path.rsplit('/').next());
    match (names.as_slice(), named) {
        ([], Some(name)) => name.to_owned(),
        ([], None) => "any".to_owned(),
        (names, _) => names.join(" or "),
    }
}

/// Returns the name of the schema of a content.
fn name_in(content: &Value) -> Option<String> {
    let first = content.as_object()?.values().next()?;
    first["schema"]["$ref"].as_str()?.rsplit('/').next().map(str::to_owned)
}

fn code_list(words: &'static [&'static str]) -> impl IntoView {
    let each = words.iter().enumerate().map(|(number, word)| {
        let separator = if number == 0 { "" } else { ", " };
        view! { {separator} <code>{*word}</code> }
    });
    each.collect_view()
}

fn anchor(section: &str) -> String {
    section.to_ascii_lowercase().replace(' ', "-")
}
