use crate::access::{Role, Token};
use crate::ui::prelude::*;
use crate::ui::{RequestTime, Table};

const COLUMNS: &[&str] = &["Name", "Role", "State", "Last used", "Created"];

/// How long a token is offered to be valid.
const LENGTHS: [(&str, &str); 5] = [
    ("90d", "90 days"),
    ("30d", "30 days"),
    ("7d", "7 days"),
    ("365d", "a year"),
    ("", "until it is revoked"),
];

#[component]
pub(super) fn Tokens(tokens: Vec<Token>) -> impl IntoView {
    if tokens.is_empty() {
        return ().into_any();
    }
    list("Tokens", tokens).into_any()
}

/// The browsers in which somebody is logged in.
#[component]
pub(super) fn Logins(logins: Vec<Token>) -> impl IntoView {
    let now_ms = now_ms();
    let active: Vec<Token> = logins.into_iter().filter(|login| login.is_active(now_ms)).collect();
    (!active.is_empty()).then(|| list("Logged in", active))
}

fn list(title: &'static str, tokens: Vec<Token>) -> impl IntoView {
    view! {
        <section class="section" aria-label=title>
            <h2 class="section__title">{title}</h2>
            <div class="card scroll-x">
                <Table
                    class="table table--stacked"
                    columns=COLUMNS
                    unseen="Actions"
                    rows=tokens.into_iter().map(row).collect_view()
                />
            </div>
        </section>
    }
}

fn row(token: Token) -> impl IntoView {
    let is_active = token.is_active(now_ms());
    let Token { id, name, role, created_ms, created_by, expires_ms, revoked_ms, used_ms, is_login } = token;
    let state = match (revoked_ms, expires_ms) {
        (Some(at), _) => view! { <span class="muted">"revoked "<Moment milliseconds=at/></span> }.into_any(),
        (None, Some(at)) if is_active => {
            view! { <span>"expires "<Moment milliseconds=at/></span> }.into_any()
        }
        (None, Some(at)) => {
            view! { <span class="muted">"expired "<Moment milliseconds=at/></span> }.into_any()
        }
        (None, None) => view! { <span>"until it is revoked"</span> }.into_any(),
    };
    let used = match used_ms {
        Some(at) => view! { <Moment milliseconds=at/> }.into_any(),
        None => view! { <span class="faint">"never"</span> }.into_any(),
    };
    let (act, again, means) = match is_login {
        false => (
            "Revoke",
            "Revoke it",
            "It stops working at once, and everybody who logged in with it is logged out.",
        ),
        true => ("Log out", "Log out", "This browser has to log in again."),
    };
    let revoke = is_active.then(|| {
        view! {
            <details class="webhooks__remove">
                <summary class="button button--small" aria-label=format!("{act}: {name}")>{act}</summary>
                <form method="POST" action=format!("/tokens/{id}/revoke")>
                    <p>{means}</p>
                    <button class="button button--small button--danger" type="submit">{again}</button>
                </form>
            </details>
        }
    });
    view! {
        <tr class:access__ended=!is_active>
            <td><strong>{visible(&name)}</strong></td>
            <td data-label="Role"><span title=role.meaning()>{role.as_str()}</span></td>
            <td data-label="State">{state}</td>
            <td data-label="Last used">{used}</td>
            <td data-label="Created"><Moment milliseconds=created_ms/>" · "<span class="muted">{visible(&created_by)}</span></td>
            <td>{revoke}</td>
        </tr>
    }
}

/// A form to create a token.
#[component]
pub(super) fn NewToken(is_first: bool) -> impl IntoView {
    let role = |role: Role| {
        // The first one has to be able to create the others.
        let is_offered = !is_first || role == Role::Operate;
        is_offered.then(|| {
            view! { <option value=role.as_str()>{role.as_str()}": "{role.meaning()}</option> }
        })
    };
    let length =
        |(value, words): (&'static str, &'static str)| view! { <option value=value>{words}</option> };
    view! {
        <details class="section card card--padded" id="new" open=is_first>
            <summary class="quarantines__summary">"Create a token"</summary>
            <form class="quarantines__form" method="POST" action="/tokens">
                <label class="field">
                    <span class="field__label">"Name"</span>
                    <input class="field__input" name="name" required maxlength=Token::MOST_LETTERS.to_string() autocomplete="off" placeholder="CI of billing"/>
                </label>
                <label class="field">
                    <span class="field__label">"Role"</span>
                    <select class="field__input" name="role">{Role::ALL.map(role)}</select>
                </label>
                <label class="field">
                    <span class="field__label">"Valid"</span>
                    <select class="field__input" name="expires">{LENGTHS.map(length)}</select>
                </label>
                {is_first.then(|| view! {
                    <p class="quarantines__wide muted">
                        "The first token is an operator's: from then on this server asks everybody for one."
                    </p>
                })}
                <div class="quarantines__wide">
                    <button class="button button--primary" type="submit">"Create"</button>
                </div>
            </form>
        </details>
    }
}

fn now_ms() -> i64 {
    use_context::<RequestTime>().map_or(0, |RequestTime(now_ms)| now_ms)
}
