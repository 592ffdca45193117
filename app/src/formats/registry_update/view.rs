//! The viewer: which file, and the line that came or went.

use super::RegistryUpdate;
use crate::ui::prelude::*;

impl Viewer for RegistryUpdate {
    fn view(self, context: ViewContext) -> impl IntoView {
        let place = context.place("line", None);
        let tone = match self.operation.as_deref() {
            Some("added") => Tone::Pass,
            Some("removed") => Tone::Fail,
            Some("updated") => Tone::Info,
            _ => Tone::Unknown,
        };
        let operation = self.operation.unwrap_or_else(|| "unknown operation".to_owned());
        let line = match self.line {
            Some(line) => {
                view! { <pre tabindex="0"><code data-field="line">{visible(&line)}</code></pre> }.into_any()
            }
            None => view! { <p class="faint">"The line is not stated."</p> }.into_any(),
        };
        view! {
            <article>
                <Masthead kind="Registry update" title=self.title field="title">
                    <Badge tone label=operation field="operation"/>
                </Masthead>
                <section class="card card--padded" aria-label="The line" data-span=place.map(data_span) data-stop>
                    <p class="path" data-field="file">{self.file.as_deref().map(visible)}</p>
                    {line}
                </section>
            </article>
        }
    }
}
