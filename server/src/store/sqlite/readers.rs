//! Threads that read, each with its own connection.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::connection;
use crate::store::StoreError;

const THREADS: usize = 3;
/// The most queries in the queue; further callers wait until there is room.
const WAITING: usize = 256;

type Query = Box<dyn FnOnce(&mut Connection) + Send>;

pub(super) struct Readers {
    queries: Option<mpsc::Sender<Query>>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Readers {
    pub fn start(path: &Path) -> Result<Self, String> {
        let (queries, queue) = mpsc::channel(WAITING);
        let queue = Arc::new(Mutex::new(queue));
        let mut threads = Vec::with_capacity(THREADS);
        for number in 0..THREADS {
            let connection = connection::open_reader(path).map_err(|error| error.to_string())?;
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new()
                .name(format!("store-reader-{number}"))
                .spawn(move || run_queries(connection, &queue))
                .map_err(|error| error.to_string())?;
            threads.push(thread);
        }
        Ok(Self { queries: Some(queries), threads })
    }

    pub fn ask<T: Send + 'static>(
        &self,
        query: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> impl Future<Output = Result<T, StoreError>> + Send + 'static {
        let queries = self.queries.clone();
        async move {
            let (reply, replied) = oneshot::channel();
            let query: Query = Box::new(move |connection| {
                // The caller may be gone.
                let _ = reply.send(query(connection));
            });
            let Some(queries) = queries else { return Err(StoreError::Stopped) };
            queries.send(query).await.map_err(|_| StoreError::Stopped)?;
            replied.await.map_err(|_| StoreError::Stopped)?
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.queries = None;
        for thread in self.threads.drain(..) {
            // Callers notice a reader that panicked by its dropped replies.
            let _ = thread.join();
        }
    }
}

fn run_queries(mut connection: Connection, queue: &Mutex<mpsc::Receiver<Query>>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(query) = next else { return };
        query(&mut connection);
    }
}
