use std::io::Write;
fn main() {
    let stdout = std::io::stdout();
    let mut out = stdout.lock();
    for file in std::env::args().skip(1) {
        let bytes = std::fs::read(&file).expect("readable");
        let text = app::text::Text::from_bytes(&bytes);
        for parsed in app::scan::read(&text) {
            let covered: u32 = parsed.coverage.pieces.iter().map(|p| p.span.len()).sum();
            assert_eq!(covered, parsed.span.len());
            writeln!(out, "{}", app::report::json_line(&file, &parsed)).expect("stdout");
        }
    }
}
