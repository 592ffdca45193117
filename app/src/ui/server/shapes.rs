use leptos::prelude::*;

use crate::ui::tone::Tone;

const CIRCLE: &str = "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13z";
const OCTAGON: &str = "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z";
const TRIANGLE: &str = "M8 1.8l6.8 12.2H1.2z";
const DIAMOND: &str = "M8 1l7 7-7 7-7-7z";
const SQUARE: &str = "M3 2.5h10a.5.5 0 0 1 .5.5v10a.5.5 0 0 1-.5.5H3a.5.5 0 0 1-.5-.5V3a.5.5 0 0 1 .5-.5z";
const SHIELD: &str = "M8 1.2l6 2.2v4.4c0 3.6-2.6 6-6 7-3.4-1-6-3.4-6-7V3.4z";

const EXCLAMATION: &str = "M8 4.6v4.2M8 11.3v.1";
const LOW_EXCLAMATION: &str = "M8 6.4v3.4M8 12v.1";
const CROSS: &str = "M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8";
const TICK: &str = "M5 8.2l2.2 2.2L11.2 6";
const DOWN: &str = "M8 4.8v6M5.6 8.6L8 11l2.4-2.4";
const DASH: &str = "M5 8h6";
const LETTER_I: &str = "M8 7.4v4M8 4.7v.1";
const PLAY: &str = "M6.6 5.4L10.4 8l-3.8 2.6z";
const HANDS: &str = "M8 4.4V8l2.4 1.6";
const PAUSE: &str = "M6.4 5.4v5.2M9.6 5.4v5.2";
const NOT_EQUAL: &str = "M5.4 6.8h5.2M5.4 9.4h5.2M9.4 4.8L6.6 11.2";
const QUESTION: &str = "M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.2M8 11.5v.1";

impl Tone {
    /// The outline of a solid shape, and the mark inside it.
    const fn shape(self) -> (&'static str, &'static str) {
        match self {
            Self::Pass => (CIRCLE, TICK),
            Self::Fail => (SHIELD, CROSS),
            Self::Unknown => (CIRCLE, QUESTION),
            Self::Running => (CIRCLE, PLAY),
            Self::Waiting => (CIRCLE, HANDS),
            Self::Quarantined => (OCTAGON, PAUSE),
            Self::Contradicted => (DIAMOND, NOT_EQUAL),
            Self::Critical => (OCTAGON, EXCLAMATION),
            Self::High => (TRIANGLE, LOW_EXCLAMATION),
            Self::Medium => (DIAMOND, EXCLAMATION),
            Self::Low => (CIRCLE, DOWN),
            Self::Other => (SQUARE, DASH),
            Self::Error => (CIRCLE, CROSS),
            Self::Warning => (TRIANGLE, LOW_EXCLAMATION),
            Self::Info => (CIRCLE, LETTER_I),
        }
    }
}

/// The shapes of the tones, once for all icons of a page: a list of documents has hundreds.
#[component]
pub fn Shapes() -> impl IntoView {
    let symbol = |tone: Tone| {
        let (outline, mark) = tone.shape();
        view! {
            <symbol id=format!("icon-{}", tone.as_str()) viewBox="0 0 16 16">
                <path class="icon__shape" d=outline></path>
                <path class="icon__mark" d=mark></path>
            </symbol>
        }
    };
    view! { <svg class="shapes" aria-hidden="true">{Tone::ALL.map(symbol).into_iter().collect::<Vec<_>>()}</svg> }
}
