use crate::health::Urgency;
use crate::inbox::ItemKind;
use crate::ui::prelude::*;

/// A form to add a webhook.
#[component]
pub(super) fn AddForm(allowed: Vec<String>, has_links: bool, is_first: bool) -> impl IntoView {
    let kind = |kind: ItemKind| {
        view! {
            <label>
                <input type="checkbox" name="kind" value=kind.as_str()/>
                " "
                {kind.label()}
            </label>
        }
    };
    let urgency = |urgency: Urgency| {
        let label = match urgency {
            Urgency::Medium => "medium: everything",
            Urgency::High => "high and critical",
            Urgency::Critical => "critical",
        };
        view! { <option value=urgency.as_str()>{label}</option> }
    };
    let hosts = allowed.join(", ");
    view! {
        <details class="section card card--padded" id="add" open=is_first>
            <summary class="quarantines__summary">"Add a webhook"</summary>
            <form class="quarantines__form" method="POST" action="/webhooks">
                <label class="field">
                    <span class="field__label">"Name"</span>
                    <input class="field__input" name="name" required maxlength="100" autocomplete="off" placeholder="team channel"/>
                </label>
                <label class="field">
                    <span class="field__label">"Address "<span class="faint">{format!("(at {hosts})")}</span></span>
                    <input class="field__input" name="url" type="url" required maxlength="2000" autocomplete="off" placeholder="https://…"/>
                </label>
                <label class="field">
                    <span class="field__label">"Shape"</span>
                    <select class="field__input" name="shape">
                        <option value="json">"JSON"</option>
                        <option value="slack">"Slack"</option>
                    </select>
                </label>
                <label class="field">
                    <span class="field__label">"Secret for signatures "<span class="faint">"(optional; it is not shown again)"</span></span>
                    <input class="field__input" name="secret" type="password" minlength="16" maxlength="200" autocomplete="new-password"/>
                </label>
                <label class="field">
                    <span class="field__label">"Urgency"</span>
                    <select class="field__input" name="urgency">{Urgency::ALL.map(urgency)}</select>
                </label>
                <label class="field">
                    <span class="field__label">"Session "<span class="faint">"(all if it is empty)"</span></span>
                    <input class="field__input" name="session" maxlength="500" autocomplete="off"/>
                </label>
                <fieldset class="quarantines__wide webhooks__kinds">
                    <legend class="field__label">"Kinds "<span class="faint">"(all if none is chosen)"</span></legend>
                    {ItemKind::ALL.map(kind)}
                </fieldset>
                {(!has_links).then(|| view! {
                    <p class="quarantines__wide muted">
                        "Messages will have no links: the server knows its own address only with "
                        <code>"--public-url"</code>"."
                    </p>
                })}
                <div>
                    <button class="button button--primary" type="submit">
                        "Add"
                    </button>
                </div>
            </form>
        </details>
    }
}
