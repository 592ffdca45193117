use app::event::Cursor;
use tokio::sync::watch;

/// Announces a place in the order, unless a later one was announced: another process may have written more.
pub fn announce_at_least(announce: &watch::Sender<Cursor>, seq: u64) {
    announce.send_if_modified(|head| {
        let goes_on = seq > head.seq;
        head.seq = seq.max(head.seq);
        goes_on
    });
}
