//! Threads that answer questions, each with a connection of its own.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::connection;
use crate::store::StoreError;

const THREADS: usize = 3;
/// Who asks beyond these waits in line before the queue.
const WAITING: usize = 256;

type Question = Box<dyn FnOnce(&mut Connection) + Send>;

pub(super) struct Readers {
    questions: Option<mpsc::Sender<Question>>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Readers {
    pub fn start(path: &Path) -> Result<Self, String> {
        let (questions, queue) = mpsc::channel(WAITING);
        let queue = Arc::new(Mutex::new(queue));
        let mut threads = Vec::with_capacity(THREADS);
        for number in 0..THREADS {
            let connection = connection::open_reader(path).map_err(|error| error.to_string())?;
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new()
                .name(format!("store-reader-{number}"))
                .spawn(move || answer_questions(connection, &queue))
                .map_err(|error| error.to_string())?;
            threads.push(thread);
        }
        Ok(Self { questions: Some(questions), threads })
    }

    pub fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> impl Future<Output = Result<T, StoreError>> + Send + 'static {
        let questions = self.questions.clone();
        async move {
            let (answer, answered) = oneshot::channel();
            let question: Question = Box::new(move |connection| {
                // Nobody listens any more when the client went away.
                let _ = answer.send(question(connection));
            });
            let Some(questions) = questions else { return Err(StoreError::Stopped) };
            questions.send(question).await.map_err(|_| StoreError::Stopped)?;
            answered.await.map_err(|_| StoreError::Stopped)?
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.questions = None;
        for thread in self.threads.drain(..) {
            // A reader that panicked has answered nobody; there is nothing left to do for it.
            let _ = thread.join();
        }
    }
}

fn answer_questions(mut connection: Connection, queue: &Mutex<mpsc::Receiver<Question>>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(question) = next else { return };
        question(&mut connection);
    }
}
