//! A preview: the text that the link carries, or whose address it names, as a page of its own.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use app::diagnostic::Severity;
use app::pages::playground::{Carried, Draft, LinkError, read_as};
use app::text::Text;
use leptos::ev;
use leptos::prelude::*;
use leptos_router::params::ParamsMap;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlAnchorElement, HtmlElement, HtmlFormElement};

use crate::fetch::Source;
use crate::messages::Messages;
use crate::shown::Shown;
use crate::{carry, dom, later};

struct Preview {
    views: Shown,
    messages: Messages,
    name: HtmlElement,
    said: HtmlElement,
    edit: HtmlElement,
    carried: Carried,
    query: ParamsMap,
}

type Shared = Rc<RefCell<Preview>>;

/// Opens the preview, if this is its page.
pub fn open() -> Option<()> {
    let preview = Rc::new(RefCell::new(Preview {
        views: Shown::at(dom::first("[data-views]")?),
        messages: Messages::of_page()?,
        name: dom::first("[data-name]")?,
        said: dom::first("[data-said]")?,
        edit: dom::first("[data-edit]")?,
        carried: Carried::default(),
        query: ParamsMap::new(),
    }));
    begin(&preview);
    let page = Rc::clone(&preview);
    dom::listen(ev::popstate, move |_| begin(&page));
    let page = Rc::clone(&preview);
    dom::listen(ev::click, move |event| click(&page, &event));
    dom::listen(ev::submit, move |event| {
        if let Some(form) = dom::around::<HtmlFormElement>(&event, "[data-views] form")
            && let Ok(query) = dom::fields(&form)
        {
            event.prevent_default();
            preview.borrow_mut().ask(query);
        }
    });
    Some(())
}

/// Shows what the address carries, or asks before it loads what the address names.
fn begin(preview: &Shared) {
    let mut page = preview.borrow_mut();
    match (carry::of_page(), source_of_page()) {
        (Some(Ok(carried)), _) => page.open(carried),
        (Some(Err(error)), _) => page.fail(error.to_string()),
        (None, Some(Some(source))) => page.ask_to_load(&source),
        (None, Some(None)) => {
            page.fail(
                "`src` must be an address of the web, such as `https://example.org/review.md`.".to_owned(),
            );
        }
        (None, None) => page.fail(LinkError::Empty.to_string()),
    }
}

/// Returns the address of a text that the address of the page names; the inner `None` is for one of another kind.
fn source_of_page() -> Option<Option<Source>> {
    let search = window().location().search().ok()?;
    dom::query(&search).get_str("src").filter(|src| !src.is_empty()).map(Source::of)
}

impl Preview {
    fn open(&mut self, carried: Carried) {
        self.query = carry::query_of(&carried);
        self.carried = carried;
        self.messages.clear();
        self.show();
    }

    fn fail(&mut self, words: String) {
        self.said.set_text_content(Some(""));
        self.edit.set_hidden(true);
        self.views.show(|| ().into_any());
        self.messages.say(Severity::Error, words);
    }

    fn ask_to_load(&mut self, source: &Source) {
        let (host, url) = (source.host.clone(), source.url.clone());
        self.said.set_text_content(Some("Not loaded yet"));
        self.name.set_text_content(Some(&source.name));
        self.messages.show(move || {
            let label = format!("Load it from {host}");
            view! {
                <div class="card question">
                    <p class="question__title">"This text is at another site."</p>
                    <p class="path">{url}</p>
                    <p class="muted">
                        "Your browser would fetch it from "<strong>{host}</strong>
                        ", which then knows your IP address. This server has no part in that."
                    </p>
                    <div class="question__answers">
                        <button class="button button--primary" type="button" data-load>
                            {label}
                        </button>
                    </div>
                </div>
            }
            .into_any()
        });
    }

    fn show(&mut self) {
        let Carried { text, name, .. } = &self.carried;
        let draft = Draft::read(text, read_as(&self.query));
        let name = if name.is_empty() { "text.md".to_owned() } else { name.clone() };
        self.name.set_text_content(Some(&name));
        self.said.set_text_content(Some(&draft.said()));
        // What is too long for a link can't be handed over.
        let carried = carry::carried(text, &name, &self.query);
        let address = carry::address("/playground", &carried).ok();
        self.edit.set_hidden(address.is_none());
        // Fails only for a name that no attribute has.
        let _ = self.edit.set_attribute("href", &address.unwrap_or_default());
        let (text, query) = (Arc::new(Text::new(text.clone())), self.query.clone());
        self.views.show_later(|place| later::draw_views(place, text, query, name, false));
    }

    fn ask(&mut self, query: ParamsMap) {
        self.query = query;
        self.show();
    }

    /// Follows a link of the views: to another view, or to a text with fixes made.
    fn follow(&mut self, href: &str) {
        let query = dom::query(href.split('#').next().unwrap_or_default());
        let Some(fix) = query.get_str("fix") else { return self.ask(query) };
        let draft = Draft::read(&self.carried.text, read_as(&self.query));
        let Some(fixed) = draft.fixed(fix) else { return };
        let carried = carry::carried(&fixed, &self.carried.name, &self.query);
        match carry::go(&carried) {
            Ok(()) => {
                self.open(carried);
                let words = "The fix is made, and the address carries the new text. Back undoes it.";
                self.messages.say(Severity::Info, words.to_owned());
            }
            Err(error) => self.messages.say(Severity::Error, error.to_string()),
        }
    }
}

fn click(preview: &Shared, event: &ev::MouseEvent) {
    if dom::around::<HtmlElement>(event, "[data-load]").is_some() {
        if let Some(Some(source)) = source_of_page() {
            spawn_local(load(Rc::clone(preview), source));
        }
        return;
    }
    let Some(link) = dom::around::<HtmlAnchorElement>(event, "[data-views] a") else { return };
    let href = link.get_attribute("href").unwrap_or_default();
    if !(href.is_empty() || href.starts_with(['?', '#'])) {
        return;
    }
    event.prevent_default();
    let place = href.split_once('#').map(|(_, place)| place.to_owned());
    if place.as_deref().and_then(line_in_sight).is_none() {
        preview.borrow_mut().follow(&href);
    }
    // After the view is drawn, which is a task of its own.
    spawn_local(async move {
        if let Some(line) = place.as_deref().and_then(line_in_sight) {
            line.scroll_into_view();
        }
    });
}

/// Returns a line of the source, if the page shows it.
fn line_in_sight(id: &str) -> Option<HtmlElement> {
    let line: HtmlElement = document().get_element_by_id(id)?.dyn_into().ok()?;
    (line.offset_height() > 0).then_some(line)
}

async fn load(preview: Shared, source: Source) {
    preview.borrow().said.set_text_content(Some("Loading…"));
    let fetched = source.fetch().await;
    let mut page = preview.borrow_mut();
    match fetched {
        Ok(bytes) => {
            let text = Text::from_bytes(&bytes).source().to_owned();
            page.open(Carried { text, name: source.name, read_as: String::new() });
        }
        Err(words) => page.fail(words),
    }
}
