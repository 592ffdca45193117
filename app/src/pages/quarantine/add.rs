use crate::quarantine::TARGET_TYPES;
use crate::ui::prelude::*;

/// A form to quarantine a target; works without scripts.
#[component]
pub fn AddForm(
    /// What the form is filled in with.
    target_type: Option<String>,
    target_id: Option<String>,
) -> impl IntoView {
    let is_filled_in = target_id.is_some();
    let option = move |name: &'static str| {
        let is_chosen = target_type.as_deref() == Some(name);
        view! { <option value=name selected=is_chosen>{name}</option> }
    };
    view! {
        <details class="section card card--padded" id="add" open=is_filled_in>
            <summary class="quarantines__summary">"Add a quarantine"</summary>
            <form class="quarantines__form" method="POST" action="/quarantine">
                <label class="field">
                    <span class="field__label">"Type"</span>
                    <select class="field__input" name="type">{TARGET_TYPES.map(option)}</select>
                </label>
                <label class="field">
                    <span class="field__label">"Target"</span>
                    <input class="field__input" name="id" required maxlength="500" autocomplete="off" value=target_id placeholder="the name of a session, or the id of a chain or format"/>
                </label>
                <label class="field quarantines__wide">
                    <span class="field__label">"Reason"</span>
                    <input class="field__input" name="reason" required maxlength="1000" autocomplete="off"/>
                </label>
                <label class="field quarantines__wide">
                    <span class="field__label">"Suggested flow "<span class="faint">"(optional)"</span></span>
                    <input class="field__input" name="flow" maxlength="500" autocomplete="off" placeholder="audit-and-fix/"/>
                </label>
                <label class="quarantines__wide">
                    <input type="checkbox" name="auto_release" value="yes"/>
                    " Release it automatically after 24 hours"
                </label>
                <div>
                    <button class="button button--primary" type="submit">
                        "Quarantine"
                    </button>
                </div>
            </form>
        </details>
    }
}
