//! The viewer of formats that are read by their declaration: what the hints name comes first, then every field in order.

use serde_json::Value as Json;

use super::nested::nested;
use super::{Declared, OTHER_FIELDS, level_of, words_of};
use crate::declaration::{FieldSpec, FieldType, Source};
use crate::reading::SeverityLevel;
use crate::ui::prelude::*;

/// Shows every field.
pub fn view(value: &Declared, context: &ViewContext) -> AnyView {
    let spec = value.spec;
    let hints = &spec.hints;
    let is_in_head = |name: &str| {
        [hints.verdict, hints.score, hints.severity].contains(&Some(name))
            || hints.title.first() == Some(&name)
    };
    let is_shown = |field: &&FieldSpec| !is_in_head(field.name) && !matches!(field.kind, FieldType::Others);
    let others = value.stated.get(OTHER_FIELDS).and_then(Json::as_object).cloned().unwrap_or_default();
    let head = masthead(value, context);
    let (short, long): (Vec<_>, Vec<_>) =
        spec.fields.iter().filter(is_shown).partition(|field| is_fact(field));
    let has_facts = !short.is_empty();
    let facts = short.iter().map(|field| {
        let stated = value.stated.get(field.name).and_then(words_of);
        // Several fields may be parts of what one label says.
        let is_shared = short.iter().any(|other| other.name != field.name && other.label() == field.label());
        let label = if is_shared { field.name.replace('_', " ") } else { field.label().to_owned() };
        context.fact(label, field.name, stated)
    });
    let facts = facts.collect_view();
    let sections =
        long.into_iter().map(|field| section(field, value.stated.get(field.name), context, hints.severity));
    view! {
        <article>
            {head}
            {has_facts.then(|| view! { <Facts>{facts}</Facts> })}
            {sections.collect_view()}
            <OtherFields fields=others lead="The declaration has no field for these."/>
        </article>
    }
    .into_any()
}

/// Whether a field is a line among others, and no section.
fn is_fact(field: &FieldSpec) -> bool {
    !matches!(field.kind, FieldType::Table(_) | FieldType::Record(_))
        && !matches!(field.source, Source::Section(_))
}

fn masthead(value: &Declared, context: &ViewContext) -> AnyView {
    let spec = value.spec;
    let summary = crate::format::Value::summary(value);
    let field = spec.hints.title.first().copied().unwrap_or_default();
    let verdict = spec.hints.verdict.zip(summary.verdict).map(|(field, verdict)| {
        let tone = context.tone();
        view! { <Badge tone label=verdict field/> }
    });
    let severity = spec.hints.severity.filter(|path| !path.contains("[]."));
    let severity = severity.and_then(|field| Some(grade(field.to_owned(), value.text_at(field)?)));
    let score = spec.hints.score.zip(summary.score);
    let score = score.map(|(field, value)| view! { <span data-field=field><Score value/></span> });
    view! { <Masthead kind=spec.name title=summary.title field>{score} {severity} {verdict}</Masthead> }
        .into_any()
}

/// How grave something is, in the document's word.
fn grade(path: String, word: String) -> AnyView {
    let tone = Tone::of_severity(level_of(&word).map(SeverityLevel::as_str));
    view! { <Badge tone label=word field=path/> }.into_any()
}

fn section(
    field: &'static FieldSpec,
    value: Option<&Json>,
    context: &ViewContext,
    severity: Option<&'static str>,
) -> AnyView {
    let title = field.label();
    match (field.kind, value) {
        (FieldType::Record(_), Some(value @ Json::Object(_))) => {
            let place = context.place(field.name, None);
            let parts = nested(field.kind, field.name.to_owned(), Some(value));
            view! {
                <Section title>
                    <div class="card card--padded" data-span=place.map(data_span) data-stop=place.is_some()>
                        {parts}
                    </div>
                </Section>
            }
            .into_any()
        }
        (FieldType::Table(columns), value) => rows(field.name, title, columns, value, context, severity),
        (FieldType::List(_), value) => {
            let items: Vec<String> =
                value.and_then(Json::as_array).into_iter().flatten().filter_map(words_of).collect();
            list_section(
                title,
                field.name,
                items,
                "None stated.",
                context,
                |item| view! { <Inline text=item/> },
            )
        }
        (_, value) => {
            let text = value.and_then(words_of).map(|text| view! { <Markdown text field=field.name/> });
            let place = context.place(field.name, None);
            view! {
                <Section title>
                    <div class="card card--padded" data-span=place.map(data_span) data-stop=place.is_some()>
                        {stated(text, "Not stated.")}
                    </div>
                </Section>
            }
            .into_any()
        }
    }
}

fn rows(
    field: &'static str,
    title: &'static str,
    columns: &'static [FieldSpec],
    value: Option<&Json>,
    context: &ViewContext,
    severity: Option<&'static str>,
) -> AnyView {
    let rows: Vec<Json> = value.and_then(Json::as_array).cloned().unwrap_or_default();
    let count = rows.len();
    let row = |(index, row): (usize, Json)| {
        let place = context.place(field, Some(index as u32));
        let cell = |column: &FieldSpec| {
            let path = format!("{field}[].{}", column.name);
            let value = row.get(column.name);
            let word = value.and_then(words_of).filter(|_| severity == Some(path.as_str()));
            let value = match word {
                Some(word) => grade(path, word),
                None => nested(column.kind, path, value),
            };
            view! { <td>{value}</td> }
        };
        view! {
            <tr class="stop-row" data-span=place.map(data_span) data-stop>
                {columns.iter().map(cell).collect_view()}
                <td class="table__number"><InSource place context=context.clone()/></td>
            </tr>
        }
    };
    let (pages, rows) = paged(rows, "Pages of a table", context, row);
    let header = columns.iter().map(|column| view! { <th scope="col">{column.label()}</th> });
    view! {
        <Section title count>
            {pages}
            <div class="card scroll-x" tabindex="0" data-field=field>
                <table class="table">
                    <caption class="visually-hidden">{title}</caption>
                    <thead>
                        <tr>
                            {header.collect_view()}
                            <th scope="col"><span class="visually-hidden">"Source"</span></th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </Section>
    }
    .into_any()
}
