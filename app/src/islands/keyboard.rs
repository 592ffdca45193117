use wasm_bindgen::JsCast;

/// Returns whether a key was pressed without modifiers and outside of fields.
pub fn is_shortcut(event: &web_sys::KeyboardEvent) -> bool {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return false;
    }
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok());
    let is_typing = target.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
            || element.is_content_editable()
    });
    !is_typing
}
