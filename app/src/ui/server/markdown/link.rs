/// A link that may be followed: web, mail, or a place on the same page. Relative links would lead into
/// Harmony's own pages, where the text did not mean them to.
pub(super) fn safe_href(target: &str) -> Option<String> {
    let target: String = target.chars().filter(|character| !character.is_control()).collect();
    let target = target.trim();
    let lower = target.to_ascii_lowercase();
    let is_safe = ["https://", "http://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme));
    is_safe.then(|| target.to_owned())
}

#[cfg(test)]
mod tests {
    use super::safe_href;

    #[test]
    fn only_web_and_mail_are_followed() {
        for unsafe_target in [
            "javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "//evil.example",
            "src/lib.rs",
        ] {
            assert_eq!(safe_href(unsafe_target), None, "{unsafe_target}");
        }
        assert_eq!(safe_href(" HTTPS://example.org/a ").as_deref(), Some("HTTPS://example.org/a"));
    }
}
