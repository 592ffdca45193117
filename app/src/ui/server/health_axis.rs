use leptos::prelude::*;

/// The axis of a chart of health scores: its bands and its marks, within a drawing.
#[derive(Copy, Clone, Debug)]
pub struct HealthAxis {
    pub left: f64,
    pub right: f64,
    /// Where the scores of 100 and of 0 are.
    pub top: f64,
    pub bottom: f64,
}

impl HealthAxis {
    /// Returns the height at which a score is drawn.
    pub fn y(self, score: f64) -> f64 {
        self.bottom - score.clamp(0.0, 100.0) / 100.0 * (self.bottom - self.top)
    }

    /// Draws the bands, and a line and a number at each of their bounds.
    pub fn view(self) -> impl IntoView {
        let Self { left, right, .. } = self;
        let band = |name: &'static str, from: f64, to: f64| {
            let (y, height) = (self.y(to), self.y(from) - self.y(to));
            view! { <rect class=format!("health-chart__band tone-{name}") x=left y=y width=right - left height=height></rect> }
        };
        let mark = |score: f64| {
            let y = self.y(score);
            view! {
                <line class="health-chart__grid" x1=left x2=right y1=y y2=y></line>
                <text class="health-chart__tick" x=left - 6.0 y=y + 3.5 text-anchor="end">{score as u32}</text>
            }
        };
        view! {
            {band("fail", 0.0, 60.0)}
            {band("medium", 60.0, 90.0)}
            {band("pass", 90.0, 100.0)}
            {[0.0, 60.0, 90.0, 100.0].map(mark)}
        }
    }
}
