use leptos::prelude::*;

use crate::ui::tone::Tone;

/// Drawn on a 16 × 16 grid. Those of tones are solid shapes with a mark in them, so that they differ without color.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Icon {
    Add,
    Arrow,
    Bell,
    Book,
    Chain,
    Check,
    Copy,
    File,
    Inbox,
    Info,
    Key,
    Link,
    Live,
    Moon,
    More,
    Overview,
    Pencil,
    Projects,
    Pulse,
    Scales,
    Search,
    Shield,
    Sidebar,
    Sun,
    SunMoon,
    Wrench,
    Of(Tone),
}

impl Tone {
    pub const fn icon(self) -> Icon {
        Icon::Of(self)
    }
}

impl Icon {
    fn line(self) -> &'static str {
        match self {
            Self::Add => "M8 3v10M3 8h10",
            Self::Arrow => "M3 8h10M9 4l4 4-4 4",
            Self::Bell => "M4 11V7a4 4 0 0 1 8 0v4l1.2 1.5H2.8zM6.7 14.2h2.6",
            Self::Book => {
                "M3 2.5h4a1 1 0 0 1 1 1v10a1.5 1.5 0 0 0-1.5-1.5H3zM13 2.5H9a1 1 0 0 0-1 1v10a1.5 1.5 0 0 1 1.5-1.5H13z"
            }
            Self::Chain => "M2 2.5h5v3.5H2zM9 10h5v3.5H9zM4.5 6v5.8H9",
            Self::Check => "M3 8.5l3.2 3.2L13 5",
            Self::Copy => "M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1",
            Self::File => "M4 1.5h5l3.5 3.5v9.5H4zM9 1.5V5h3.5M6 8.5h4.5M6 11h4.5",
            Self::Inbox => "M2 9l2-6.5h8L14 9v4.5H2zM2 9h3.5l1 2h3l1-2H14",
            Self::Info => "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM8 7.4v4M8 4.7v.1",
            Self::Key => {
                "M10 2a4 4 0 1 1-1.6 7.7L7 11H5.5v1.5H4V14H1.5v-2.5l4.8-4.8A4 4 0 0 1 10 2zM10.8 5.2v.1"
            }
            Self::Link => {
                "M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l.8-.8"
            }
            Self::Live => {
                "M8 8v.1M5 11a4.2 4.2 0 0 1 0-6M11 5a4.2 4.2 0 0 1 0 6M2.8 13a7 7 0 0 1 0-10M13.2 3a7 7 0 0 1 0 10"
            }
            Self::Moon => "M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z",
            Self::More => "M3 8h.1M8 8h.1M13 8h.1",
            Self::Overview => "M2 2.5h5v5H2zM9 2.5h5v3H9zM9 7.5h5v6H9zM2 9.5h5v4H2z",
            Self::Pencil => "M2.5 13.5l.8-3.3L11 2.5l2.5 2.5-7.7 7.7zM9.3 4.2l2.5 2.5",
            Self::Projects => "M2 4.5h12v9H2zM4 2.5h8M4 7.5h3M4 10.5h3M9.5 7.5h2.5M9.5 10.5h2.5",
            Self::Pulse => "M1.5 8.5h3l2-5 3 9 2-4h3",
            Self::Scales => "M8 2v11.5M4.5 13.5h7M2.5 4h11M2.5 4L.8 9h3.4zM13.5 4l-1.7 5h3.4z",
            Self::Search => "M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9zM10.3 10.3L14 14",
            Self::Shield => {
                "M8 1.5l5.5 2v4.2c0 3.4-2.4 5.8-5.5 6.8-3.1-1-5.5-3.4-5.5-6.8V3.5zM8 5v3.6M8 10.9v.1"
            }
            Self::Sidebar => "M2 3h12v10H2zM6 3v10",
            Self::Sun => {
                "M8 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM8 1v1.4M8 13.6V15M1 8h1.4M13.6 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1"
            }
            Self::SunMoon => {
                "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM8 1.5v13M8 4.5h4.6M8 8h6.4M8 11.5h4.6"
            }
            Self::Wrench => {
                "M13.8 4.2l-2.3 2.3-2-2 2.3-2.3a3.6 3.6 0 0 0-4.6 4.6L2 12l2 2 5.2-5.2a3.6 3.6 0 0 0 4.6-4.6z"
            }
            Self::Of(_) => "",
        }
    }
}

/// An icon beside a word; screen readers ignore it. Those of tones are drawn by `Shapes`.
#[component]
pub fn Glyph(icon: Icon) -> impl IntoView {
    match icon {
        Icon::Of(tone) => {
            let shape = format!("#icon-{}", tone.as_str());
            view! { <svg class="icon" aria-hidden="true"><use href=shape></use></svg> }.into_any()
        }
        _ => view! {
            <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
                <path d=icon.line()></path>
            </svg>
        }
        .into_any(),
    }
}
