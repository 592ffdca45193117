//! The listener: accepts connections, cuts those that are too slow, and lets requests finish on shutdown.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::opening::Opening;

/// A client that takes longer to send its headers is cut.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// A client that reads nothing of a response for this long is cut, also from a stream of events.
pub const READ_WITHIN: Duration = Duration::from_secs(10);
/// The kernel's buffer for a client that doesn't read; by default it grows to megabytes for each.
const SEND_BUFFER: usize = 128 * 1024;
/// How long requests may run on after the shutdown.
const FAREWELL: Duration = Duration::from_secs(5);
/// Out of file handles, for example: waiting helps, retrying at once doesn't.
const AFTER_A_FAILED_ACCEPT: Duration = Duration::from_millis(100);

/// Serves until `shutdown`, then lets running requests finish. A client that reads nothing of a response for
/// `read_within` is cut.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    read_within: Duration,
    shutdown: CancellationToken,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN).max_buf_size(64 * 1024);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(HEADERS_WITHIN)
        .keep_alive_timeout(HEADERS_WITHIN);
    let connections = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            () = shutdown.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "could not accept a connection");
                tokio::time::sleep(AFTER_A_FAILED_ACCEPT).await;
                continue;
            }
        };
        tune(&stream);
        let router = router.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            router.clone().oneshot(request)
        });
        let mut stream = TimeoutStream::new(Opening::new(stream, HEADERS_WITHIN));
        stream.set_write_timeout(Some(read_within));
        let stream = TokioIo::new(Box::pin(stream));
        let connection = builder.serve_connection_with_upgrades(stream, service).into_owned();
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(FAREWELL, connections.shutdown()).await.is_err() {
        tracing::info!("dropped requests that did not finish in time");
    }
}

/// Sends small messages at once, limits what is buffered, and drops a peer that acknowledges nothing for 20 seconds.
fn tune(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let tuned = socket.set_tcp_nodelay(true).and(socket.set_send_buffer_size(SEND_BUFFER));
    #[cfg(target_os = "linux")]
    let tuned = tuned.and(socket.set_tcp_user_timeout(Some(Duration::from_secs(20))));
    if let Err(error) = tuned {
        tracing::debug!(%error, "could not set the options of a socket");
    }
}
