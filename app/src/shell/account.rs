//! Who looks at the page, and how they log out.

use crate::access::Viewer;
use crate::ui::prelude::*;

/// Nothing where nobody is asked who they are.
#[component]
pub(super) fn Account() -> impl IntoView {
    let viewer = use_context::<Viewer>().filter(|viewer| !viewer.is_anybody)?;
    let Viewer { name, role, has_login, .. } = viewer;
    Some(view! {
        <form class="sidebar__viewer" method="POST" action="/logout">
            <span title=role.meaning()>{visible(&name)}</span>
            {has_login.then(|| view! { <button class="sidebar__language" type="submit">"Log out"</button> })}
        </form>
    })
}
