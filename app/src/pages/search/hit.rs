use serde::{Deserialize, Serialize};

use crate::document::{DocumentHead, Excerpt, ExcerptPart, State};
use crate::ui::prelude::*;

/// Something that was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Hit {
    pub state: State,
    pub title: String,
    /// What distinguishes it from others of the same title.
    pub detail: String,
    pub href: String,
    /// Where the words are, if not in the title.
    pub excerpt: Option<Excerpt>,
}

impl Hit {
    pub fn of_document(head: DocumentHead, excerpt: Option<Excerpt>) -> Self {
        let lead = head.lead();
        let name = lead.map(|lead| lead.name.clone());
        let parts = name.into_iter().chain(head.source.session.clone());
        Self {
            state: lead.map_or(State::None, |lead| lead.summary.state),
            detail: parts.collect::<Vec<_>>().join(" · "),
            href: format!("/documents/{}", head.id),
            title: head.title,
            excerpt,
        }
    }

    pub fn view(self, icon: Icon) -> AnyView {
        let icon = match self.state {
            State::None => view! { <Glyph icon/> }.into_any(),
            state => {
                let tone = Tone::from(state);
                view! {
                    <span class=format!("hit__state badge--{}", tone.as_str()) title=state.as_str()>
                        <Glyph icon=tone.icon()/>
                        <span class="visually-hidden">{state.as_str()}": "</span>
                    </span>
                }
                .into_any()
            }
        };
        view! {
            <a class="hit" href=self.href>
                {icon}
                <span class="hit__title">{visible(&self.title)}</span>
                <span class="hit__detail">{visible(&self.detail)}</span>
                {self.excerpt.map(excerpt)}
            </a>
        }
        .into_any()
    }
}

fn excerpt(excerpt: Excerpt) -> impl IntoView {
    let part = |part: ExcerptPart| match part.is_hit {
        true => view! { <mark>{visible(&part.text)}</mark> }.into_any(),
        false => visible(&part.text),
    };
    view! { <span class="hit__excerpt">{excerpt.parts.into_iter().map(part).collect_view()}</span> }
}
