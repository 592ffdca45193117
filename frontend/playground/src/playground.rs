//! The playground: a text is read as it is written, and shown beside it after each pause.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use app::diagnostic::Severity;
use app::pages::playground::{Draft, LinkError, Notes, read_as, templates};
use app::text::Span;
use leptos::ev;
use leptos::prelude::*;
use leptos_router::params::ParamsMap;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Event, FileList, HtmlAnchorElement, HtmlElement, HtmlFormElement, HtmlInputElement, HtmlOptionElement,
    HtmlSelectElement,
};

use crate::editor::Editor;
use crate::files::{self, ReadFile};
use crate::formats::{self, FormatFile};
use crate::messages::Messages;
use crate::shown::Shown;
use crate::{carry, dom, later};

/// A shorter pause is one between two letters.
const PAUSE: Duration = Duration::from_millis(120);
/// What a text is called that came from nowhere.
const UNNAMED: &str = "text.md";

struct Playground {
    editor: Editor,
    views: Shown,
    notes: Shown,
    messages: Messages,
    said: HtmlElement,
    draft: Rc<Draft>,
    /// What the views are asked for, as links of theirs say it.
    query: ParamsMap,
    file: String,
    /// Which change of the text was the last.
    change: u32,
}

type Shared = Rc<RefCell<Playground>>;

/// Opens the playground, if this is its page.
pub fn open() -> Option<()> {
    let playground = Rc::new(RefCell::new(Playground {
        editor: Editor::of_page()?,
        views: Shown::at(dom::first("[data-views]")?),
        notes: Shown::at(dom::first("[data-notes]")?),
        messages: Messages::of_page()?,
        said: dom::first("[data-said]")?,
        draft: Rc::new(Draft::read("", None)),
        query: ParamsMap::new(),
        file: UNNAMED.to_owned(),
        change: 0,
    }));
    list_templates();
    begin(&playground);
    listen(&playground);
    spawn_local(take_formats_of_server(playground));
    Some(())
}

/// Begins with the text of the address, or with what the browser kept of the field.
fn begin(playground: &Shared) {
    let mut page = playground.borrow_mut();
    match carry::of_page() {
        Some(Ok(carried)) => {
            page.query = carry::query_of(&carried);
            page.name(&carried.name);
            page.editor.area.set_value(&carried.text);
        }
        // A place on the page, such as that of the link past the frame.
        Some(Err(LinkError::Empty)) | None => {}
        Some(Err(error)) => page.messages.say(Severity::Error, error.to_string()),
    }
    page.read();
    page.show();
}

impl Playground {
    /// Reads the text as it is now, and marks what was found in it.
    fn read(&mut self) {
        self.draft = Rc::new(Draft::read(&self.editor.area.value(), read_as(&self.query)));
        self.editor.mark(&self.draft);
    }

    /// Shows the text with its viewers, and what deviates in it.
    fn show(&mut self) {
        let (draft, query, file) = (Rc::clone(&self.draft), self.query.clone(), self.file.clone());
        self.said.set_text_content(Some(&draft.said()));
        let is_blank = draft.text.source().trim().is_empty();
        let of_notes = (Rc::clone(&draft), file.clone(), read_as(&query));
        if is_blank {
            self.views.show(|| ().into_any());
        } else {
            let text = draft.text.clone();
            self.views.show_later(|place| later::draw_views(place, text, query, file, true));
        }
        self.notes.show(move || {
            let (draft, file, read_as) = of_notes;
            view! { <Notes draft=&draft read_as file/> }.into_any()
        });
        self.point_at_cursor();
    }

    fn name(&mut self, name: &str) {
        self.file = if name.is_empty() { UNNAMED.to_owned() } else { name.to_owned() };
    }

    /// Replaces the text, as the reader could have done.
    fn write(&mut self, text: &str) {
        self.editor.write(text);
        self.read();
        self.show();
    }

    /// Marks the issues on the line of the cursor, and scrolls their list to them.
    fn point_at_cursor(&self) {
        let Some(cursor) = self.editor.cursor() else { return };
        let lines = self.draft.text.lines();
        let line = lines.line_of(cursor);
        let mut first = None;
        for (note, span) in self.notes() {
            let is_here = lines.line_of(span.start) == line;
            // Fails only for a class name with a space.
            let _ = note.class_list().toggle_with_force("is-linked", is_here);
            if is_here && first.is_none() {
                first = Some(note);
            }
        }
        if let Some(note) = first {
            let place = self.notes.place();
            let (top, bottom) = (note.offset_top(), note.offset_top() + note.offset_height());
            if top < place.scroll_top() || bottom > place.scroll_top() + place.client_height() {
                place.set_scroll_top(top);
            }
        }
    }

    /// The issues that are listed, each with its bytes.
    fn notes(&self) -> Vec<(HtmlElement, Span)> {
        let Ok(found) = self.notes.place().query_selector_all("[data-span]") else { return Vec::new() };
        let notes = (0..found.length()).filter_map(|index| found.item(index)?.dyn_into::<HtmlElement>().ok());
        let spanned = |note: HtmlElement| {
            let span = app::ui::linking::span_of_data(&note.get_attribute("data-span")?)?;
            Some((note, span))
        };
        notes.filter_map(spanned).collect()
    }

    /// Selects the next issue behind the cursor, or the last one before it.
    fn step(&self, is_forward: bool) {
        let Some(cursor) = self.editor.cursor() else { return };
        let spans = || self.draft.issues().map(|(_, found)| found.span);
        let next = if is_forward {
            spans().find(|span| span.start > cursor).or_else(|| spans().next())
        } else {
            spans().filter(|span| span.start < cursor).last().or_else(|| spans().last())
        };
        if let Some(span) = next {
            self.editor.select(&self.draft, span);
            self.point_at_cursor();
        }
    }

    /// Follows a link of the views: to a line, to another view, or to a text with fixes made.
    fn follow(&mut self, href: &str, span: Option<Span>) {
        let (query, place) = href.split_once('#').unwrap_or((href, ""));
        if let Some(line) = place.strip_prefix('L').and_then(|line| line.parse::<u32>().ok()) {
            let line = self.draft.text.lines().line(line.saturating_sub(1));
            self.editor.select(&self.draft, span.unwrap_or(line));
            return;
        }
        let query = dom::query(query);
        match query.get_str("fix").and_then(|fix| self.draft.fixed(fix)) {
            Some(fixed) => self.write(&fixed),
            None => self.ask(query),
        }
    }

    fn ask(&mut self, query: ParamsMap) {
        let is_read_otherwise =
            ["as", "at"].iter().any(|name| query.get_str(name) != self.query.get_str(name));
        self.query = query;
        if is_read_otherwise {
            self.read();
        }
        self.show();
    }

    /// Takes files that were read, and what became of those that declare formats.
    fn take(&mut self, read: Vec<Result<ReadFile, String>>, added: Vec<Result<&'static str, String>>) {
        let (mut names, mut failed) = (Vec::new(), Vec::new());
        for file in read {
            match file {
                Ok(ReadFile { name, text }) => {
                    self.query = ParamsMap::new();
                    self.name(&name);
                    self.editor.write(&text);
                }
                Err(message) => failed.push(message),
            }
        }
        for added in added {
            match added {
                Ok(name) => names.push(name),
                Err(message) => failed.push(message),
            }
        }
        if !failed.is_empty() {
            self.messages.say(Severity::Error, failed.join(" "));
        } else if !names.is_empty() {
            let message =
                format!("Texts in this tab are also read as {}. Nothing was stored.", names.join(", "));
            self.messages.say(Severity::Info, message);
        } else {
            self.messages.clear();
        }
        self.read();
        self.show();
    }
}

async fn take_formats_of_server(playground: Shared) {
    let files = formats::of_server().await;
    // The server has said what is wrong with its files.
    if formats::add(files).await.iter().any(Result::is_ok) {
        list_templates();
        let mut page = playground.borrow_mut();
        page.read();
        page.show();
    }
    // Formats can be dropped once the server is gone, too. If this fails, dropping one says so.
    let _ = later::load_own_formats().await;
}

fn listen(playground: &Shared) {
    let page = Rc::clone(playground);
    dom::listen(ev::input, move |event| {
        if dom::around::<HtmlElement>(&event, "[data-area]").is_some() {
            typed(&page);
        }
    });
    let page = Rc::clone(playground);
    dom::listen(ev::selectionchange, move |_| {
        if let Ok(page) = page.try_borrow() {
            page.point_at_cursor();
        }
    });
    let page = Rc::clone(playground);
    dom::listen(ev::click, move |event| click(&page, &event));
    let page = Rc::clone(playground);
    dom::listen(ev::submit, move |event| {
        if let Some(form) = dom::around::<HtmlFormElement>(&event, "[data-views] form")
            && let Ok(query) = dom::fields(&form)
        {
            event.prevent_default();
            page.borrow_mut().ask(query);
        }
    });
    let page = Rc::clone(playground);
    dom::listen(ev::change, move |event| change(&page, &event));
    let page = Rc::clone(playground);
    dom::listen(ev::keydown, move |event| {
        if event.key() == "F8" {
            event.prevent_default();
            page.borrow().step(!event.shift_key());
        }
    });
    let page = Rc::clone(playground);
    dom::listen(ev::hashchange, move |_| begin(&page));
    dom::listen(ev::dragover, |event| {
        event.prevent_default();
        set_over(true);
    });
    dom::listen(ev::dragleave, |_| set_over(false));
    let page = Rc::clone(playground);
    dom::listen(ev::drop, move |event| {
        event.prevent_default();
        set_over(false);
        if let Some(list) = event.data_transfer().and_then(|data| data.files()) {
            spawn_local(take_files(Rc::clone(&page), list));
        }
    });
}

/// Reads the text at once, and shows it when the author pauses.
fn typed(playground: &Shared) {
    let change = {
        // An edit that the page itself makes is read by it.
        let Ok(mut page) = playground.try_borrow_mut() else { return };
        page.read();
        page.change = page.change.wrapping_add(1);
        page.change
    };
    show_after_pause(Rc::clone(playground), change);
}

fn show_after_pause(playground: Shared, change: u32) {
    let show = move || {
        if playground.borrow().change != change {
            return;
        }
        // A link that is drawn again between press and release isn't clicked.
        if dom::first::<HtmlElement>(":active").is_some() {
            return show_after_pause(playground, change);
        }
        playground.borrow_mut().show();
    };
    set_timeout(show, PAUSE);
}

fn click(playground: &Shared, event: &ev::MouseEvent) {
    if dom::around::<HtmlElement>(event, "[data-share]").is_some() {
        spawn_local(share(Rc::clone(playground)));
    } else if dom::around::<HtmlElement>(event, "[data-open]").is_some() {
        if let Some(input) = dom::first::<HtmlInputElement>("[data-file]") {
            input.click();
        }
    } else if let Some(link) = dom::around::<HtmlAnchorElement>(event, "[data-views] a, [data-notes] a") {
        let href = link.get_attribute("href").unwrap_or_default();
        if href.is_empty() || href.starts_with(['?', '#']) {
            event.prevent_default();
            let note = dom::around::<HtmlElement>(event, "[data-span]");
            let span =
                note.and_then(|note| app::ui::linking::span_of_data(&note.get_attribute("data-span")?));
            playground.borrow_mut().follow(&href, span);
        }
    }
}

fn change(playground: &Shared, event: &Event) {
    if let Some(select) = dom::around::<HtmlSelectElement>(event, "[data-templates]") {
        let chosen = select.value().parse::<usize>().ok();
        if let Some((_, example)) = chosen.and_then(|chosen| templates().into_iter().nth(chosen)) {
            let mut page = playground.borrow_mut();
            page.query = ParamsMap::new();
            page.name("");
            page.write(example);
        }
        select.set_selected_index(0);
    } else if let Some(input) = dom::around::<HtmlInputElement>(event, "[data-file]")
        && let Some(list) = input.files()
    {
        let page = Rc::clone(playground);
        spawn_local(async move {
            take_files(page, list).await;
            // The same file can be chosen again.
            input.set_value("");
        });
    }
}

async fn take_files(playground: Shared, list: FileList) {
    let mut of_formats = Vec::new();
    let mut others = Vec::new();
    for file in files::read(list).await {
        match file {
            Ok(ReadFile { name, text }) if name.ends_with(".format.toml") => {
                of_formats.push(FormatFile { file: name, source: text });
            }
            file => others.push(file),
        }
    }
    let added = formats::add(of_formats).await;
    if !added.is_empty() {
        list_templates();
    }
    playground.borrow_mut().take(others, added);
}

/// Copies a link that carries the text, and says what it is.
async fn share(playground: Shared) {
    let made = {
        let page = playground.borrow();
        let carried = carry::carried(page.draft.text.source(), &page.file, &page.query);
        carry::address("/preview", &carried)
    };
    let (severity, words) = match made {
        Err(error) => (Severity::Error, error.to_string()),
        Ok(link) => {
            let characters = app::ui::size::grouped(link.len() as u64);
            match JsFuture::from(window().navigator().clipboard().write_text(&link)).await {
                Ok(_) => {
                    let cut = if link.len() > LONG_LINK {
                        " Some chat programs cut links of that length."
                    } else {
                        ""
                    };
                    let words = format!(
                        "The link is copied. It carries the whole text, in {characters} characters.{cut}"
                    );
                    (Severity::Info, words)
                }
                Err(_) => {
                    (Severity::Warning, format!("The browser did not allow copying. The link is {link}"))
                }
            }
        }
    };
    playground.borrow_mut().messages.say(severity, words);
}

/// Longer links get into trouble outside of browsers.
const LONG_LINK: usize = 8_000;

fn set_over(is_over: bool) {
    if let Some(editor) = dom::first::<HtmlElement>("[data-editor]") {
        // Fails only for a class name with a space.
        let _ = editor.class_list().toggle_with_force("is-over", is_over);
    }
}

/// Lists the texts to begin with behind the first entry, which says what they are.
fn list_templates() {
    let Some(select) = dom::first::<HtmlSelectElement>("[data-templates]") else { return };
    select.set_length(1);
    for (index, (name, _)) in templates().into_iter().enumerate() {
        if let Ok(option) = HtmlOptionElement::new_with_text_and_value(&name, &index.to_string()) {
            // Fails only for an option that contains the list.
            let _ = select.add_with_html_option_element(&option);
        }
    }
}
