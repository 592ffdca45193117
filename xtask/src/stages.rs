//! Says what is being done while it is done: `[2/6] browser code … 12.3 s`.

use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use anyhow::Result;

/// Where nobody sees a line change in place (CI), a sign of life is printed this often.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

pub struct Stages {
    total: usize,
    current: usize,
    started: Instant,
}

impl Stages {
    pub fn new(total: usize) -> Self {
        Self { total, current: 0, started: Instant::now() }
    }

    /// Does one stage's work and says how long it took.
    pub fn stage<T>(&mut self, title: &str, work: impl FnOnce(&Stage) -> Result<T>) -> Result<T> {
        self.current += 1;
        let stage = Stage::open(format!("[{}/{}] {title}", self.current, self.total));
        let outcome = work(&stage);
        stage.close(outcome.is_ok());
        outcome
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// A stage that is under way.
pub struct Stage {
    head: String,
    started: Instant,
    in_place: bool,
    said: Cell<Instant>,
    /// Whether other lines were printed after the head.
    interrupted: Cell<bool>,
    note: RefCell<Option<String>>,
}

impl Stage {
    fn open(head: String) -> Self {
        let now = Instant::now();
        eprint!("{head} …");
        // A lost progress line is no reason to fail.
        let _ = stderr().flush();
        Self {
            head,
            started: now,
            in_place: stderr().is_terminal(),
            said: Cell::new(now),
            interrupted: Cell::new(false),
            note: RefCell::new(None),
        }
    }

    /// What is being done now; seen for a moment on a terminal, now and then elsewhere.
    pub fn hint(&self, text: &str) {
        if self.in_place {
            let shown: String = text.chars().take(60).collect();
            eprint!("\r\x1b[K{} … {shown}", self.head);
            let _ = stderr().flush();
        } else if self.said.get().elapsed() >= SIGN_OF_LIFE {
            self.line(&format!("      {text}"));
            self.said.set(Instant::now());
        }
    }

    /// Prints a line that stays.
    pub fn line(&self, text: &str) {
        let lead = match (self.in_place, self.interrupted.replace(true)) {
            (true, _) => "\r\x1b[K",
            (false, false) => "\n",
            (false, true) => "",
        };
        eprintln!("{lead}{text}");
    }

    /// What the stage's closing line says besides the time.
    pub fn note(&self, text: impl Into<String>) {
        self.note.replace(Some(text.into()));
    }

    fn close(self, succeeded: bool) {
        let lead = match (self.in_place, self.interrupted.get()) {
            (true, _) => format!("\r\x1b[K{} …", self.head),
            (false, true) => format!("{} …", self.head),
            (false, false) => String::new(),
        };
        let seconds = self.started.elapsed().as_secs_f32();
        let failed = if succeeded { "" } else { " failed after" };
        let note = self.note.into_inner().map(|note| format!(" ({note})")).unwrap_or_default();
        eprintln!("{lead}{failed} {seconds:.1} s{note}");
    }
}
