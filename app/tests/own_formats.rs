//! Formats that a team declares in files.

use app::catalog::{Catalog, compile};
use app::report;
use app::scan::Blocks;
use app::text::Text;

fn catalog() -> Catalog {
    let file = include_str!("../../examples/formats/incident-report.format.toml");
    Catalog::with(vec![compile(file).unwrap()])
}

#[test]
fn a_document_is_read_by_its_declaration() {
    for (source, name) in [
        (include_str!("../../examples/formats/incident-report.pass.md"), "pass"),
        (include_str!("../../examples/formats/incident-report.fail.md"), "fail"),
    ] {
        let text = Text::new(source);
        let blocks = Blocks::by(&catalog(), &text, None).read_all();
        let read: Vec<_> = blocks.iter().map(report::json).collect();
        println!("{name}: {}", serde_json::to_string_pretty(&read).unwrap());
    }
}
