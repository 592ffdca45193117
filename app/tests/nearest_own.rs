//! What a text comes nearest to when a team has formats of its own. The catalog is the process's, so the test is alone.

use app::catalog::{Catalog, compile};
use app::nearest::Nearest;
use app::text::Text;

#[test]
fn a_document_of_an_own_format_with_another_heading_is_near_to_it() {
    let file = "name = \"Incident\"\nheading = \"INC-{id}\"\n[fields]\ntitle = { title = true, required = true }\n\
                commander = \"Commander\"\nimpact = { section = \"Impact\" }\ntimeline = { section = \"Timeline\" }\n";
    let text =
        Text::new("# Checkout times out\n\n**Commander:** Mara\n\n## Impact\n\na\n\n## Timeline\n\nb\n");
    assert!(Nearest::of(&text).is_none());
    Catalog::with(vec![compile(file).unwrap()]).make_current();
    let message = Nearest::of(&text).unwrap().message();
    let expected = "It comes nearest to Incident, by `Commander`, `Impact`, `Timeline`, but does not open as one, as \
                    `# INC-{id}: {title}` does.";
    assert_eq!(message, expected);
    let in_json = "name = \"Ticket\"\nkeys = [\"priority\", \"state\", \"opened_at\"]\n[fields]\npriority = {}\nstate = {}\n\
                   opened_at = {}\nowner = { required = true }\n";
    Catalog::with(vec![compile(in_json).unwrap()]).make_current();
    let text = Text::new(r#"{"priority": "high", "opened_at": "2026-11-25", "owner": "Mara"}"#);
    let message = Nearest::of(&text).unwrap().message();
    assert_eq!(
        message,
        "It comes nearest to Ticket, by `priority`, `opened_at`, `owner`, but has no `state`."
    );
    assert!(Nearest::of(&Text::new(r#"{"status": "ok", "owner": "Mara"}"#)).is_none());
}
