//! Checks the invariants on one text.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use probe::trial::check;
pub use probe::trial::{Fixing, Seen};

/// Parses the text and checks everything. The error is the message of the failed check.
pub fn try_text(bytes: &[u8], fixing: Fixing) -> Result<Seen, String> {
    let tried = panic::catch_unwind(AssertUnwindSafe(|| check(bytes, fixing)));
    tried.map_err(|payload| panic_message(&*payload))
}

thread_local! {
    /// The location of this thread's last panic.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps panics from being printed: each is a finding, and is reported once.
pub fn be_quiet() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
        PLACE.with(|kept| kept.replace(place.unwrap_or_default()));
    }));
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let words = payload.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    format!("{}: {words}", PLACE.with(|place| place.borrow().clone()))
}
