//! Every entry in the list of known losses still occurs.

mod support;

use app::scan;
use app::text::Text;
use probe::documents;
use support::{KNOWN_LOSSES, known_loss, lost_words};

#[test]
fn every_known_loss_still_happens() {
    let mut is_used = vec![false; KNOWN_LOSSES.len()];
    for document in documents::fixtures().expect("readable fixtures") {
        let text = Text::from_bytes(&document.bytes);
        let blocks = scan::read(&text);
        for known in
            blocks.iter().flat_map(|parsed| lost_words(&text, parsed)).filter_map(|lost| known_loss(&lost))
        {
            let index = KNOWN_LOSSES.iter().position(|entry| std::ptr::eq(entry, known));
            is_used[index.expect("an entry of the list")] = true;
        }
    }
    let unused: Vec<_> = KNOWN_LOSSES.iter().zip(is_used).filter(|(_, is_used)| !is_used).collect();
    let unused: Vec<_> = unused.iter().map(|(known, _)| (known.format, known.at, known.reason)).collect();
    assert_eq!(unused, [], "nothing is lost there anymore");
}
