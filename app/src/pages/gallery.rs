use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::document::Tally as Counts;
use crate::format::Parsed;
use crate::formats::{self, FORMATS};
use crate::islands::Command;
use crate::scan;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::{Skeleton, Tab, Tabs, Tally, ToastCard};

/// Every widget and every room's complete example, in both themes side by side: what a change of style touches.
#[component]
pub fn GalleryPage() -> impl IntoView {
    view! {
        <div class="page">
            <PageHead title="Gallery" lead="Every widget, and every format's complete example, in both themes."/>
            <div class="gallery">
                <section class="gallery__theme theme-light" aria-label="Light">
                    <Widgets/>
                </section>
                <section class="gallery__theme theme-dark" aria-label="Dark">
                    <Widgets/>
                </section>
            </div>
            {FORMATS.iter().map(|room| view! { <FormatExample example=room.spec.example name=room.spec.name/> }).collect_view()}
        </div>
    }
}

#[component]
fn Widgets() -> impl IntoView {
    let counts = Counts { critical: 1, high: 2, medium: 3, low: 5, other: 1 };
    let tabs = vec![
        Tab { label: "Viewer", href: "/dev/gallery".to_owned(), is_current: true },
        Tab { label: "Source", href: "/dev/gallery".to_owned(), is_current: false },
    ];
    view! {
        <h2>"Badges"</h2>
        <p class="gallery__row">{Tone::ALL.map(|tone| view! { <Badge tone label=tone.as_str()/> }).collect_view()}<Tag label="5.1"/></p>
        <h2>"Figures"</h2>
        <p class="gallery__row">
            <Tally counts/>
            <Score value=96/>
            <Score value=72/>
            <Score value=41/>
            <Moment milliseconds=1_795_153_560_000/>
        </p>
        <h2>"Banners"</h2>
        <Banner severity=Severity::Info>
            <p class="banner__text">"Some of these documents are samples."</p>
        </Banner>
        <Banner severity=Severity::Warning>
            <p class="banner__text">"This text was not UTF-8."</p>
        </Banner>
        <Banner severity=Severity::Error>
            <p class="banner__text">"The store is full."</p>
        </Banner>
        <h2>"Actions"</h2>
        <p class="gallery__row">
            <button class="button button--primary" type="button">
                "Primary"
            </button>
            <button class="button" type="button">
                "Plain"
            </button>
            <button class="button button--small" type="button">
                "Small"
            </button>
            <Command line="harmony check report.md"/>
        </p>
        <h2>"Tabs, waiting, empty"</h2>
        <Tabs label="Views (an example)" tabs/>
        <Skeleton lines=4/>
        <ToastCard tone=Tone::Pass text="The text was copied.".to_owned()/>
        <ToastCard tone=Tone::Warning text="Quarantined: session night. It loops.".to_owned()/>
        <ToastCard tone=Tone::Error text="The browser did not allow copying.".to_owned()/>
        <div class="card">
            <Empty icon=Icon::Inbox title="Nothing here" text="It says why, and what to do."/>
        </div>
    }
}

#[component]
fn FormatExample(example: &'static str, name: &'static str) -> impl IntoView {
    view! {
        <Section title=name>
            <div class="gallery">
                <div class="gallery__theme theme-light">
                    <Example example/>
                </div>
                <div class="gallery__theme theme-dark">
                    <Example example/>
                </div>
            </div>
        </Section>
    }
}

#[component]
fn Example(example: &'static str) -> impl IntoView {
    let text = Arc::new(Text::new(example));
    let nowhere = Callback::new(|_| "/dev/gallery".to_owned());
    let view = |parsed: Parsed| {
        view! {
            <div class="viewer">
                {formats::view(&parsed, &ViewContext::new(text.clone(), &parsed, nowhere, nowhere, 1))}
            </div>
        }
    };
    scan::read(&text).into_iter().map(view).collect_view()
}
