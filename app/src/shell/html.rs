use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_meta::MetaTags;

use super::App;
use super::chosen::{role_of_viewer, side_of_request, sidebar_of_request, theme_of_request};
use super::words::Words;
use crate::islands::Theme;
use crate::language::Language;
use crate::ui::Shapes;

/// A page is loaded while the pointer rests on its link, so that it is there at the click.
const AHEAD: &str = r#"{"prefetch":[{"where":{"and":[{"href_matches":"/*"},{"not":{"href_matches":"/api/*"}},{"not":{"selector_matches":"[rel~=external]"}}]},"eagerness":"moderate"}]}"#;

/// The HTML document. The options name the browser files: `pkg/<hash>/harmony`.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let language = use_context::<Language>().unwrap_or_default();
    let stylesheet = format!("/{}/{}.css", options.site_pkg_dir, options.output_name);
    view! {
        <!DOCTYPE html>
        <html lang=language.tag() data-theme=theme_of_request().map(Theme::as_str) data-sidebar=sidebar_of_request() data-side=side_of_request() data-role=role_of_viewer()>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <meta name="description" content="Harmony reads what agents write: verdicts, findings, and contract issues."/>
                <link rel="stylesheet" href=stylesheet/>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
                <script type="speculationrules" nonce=use_nonce()>{AHEAD}</script>
                <HydrationScripts options islands=true/>
                <MetaTags/>
            </head>
            <body>
                <Shapes/>
                <Words/>
                <App/>
            </body>
        </html>
    }
}
