//! Keeps a WebSocket open: resumes where it was cut, backs off between attempts, and shows when the page is stale.

use futures_util::future::{Either, select};
use futures_util::{StreamExt, pin_mut};
use gloo_net::websocket::Message;
use gloo_net::websocket::futures::WebSocket;
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::AddEventListenerOptions;

use super::{Live, LiveState, Ring};
use crate::event::{Envelope, Event};
use crate::ui::utc;

/// The server sends something every 15 seconds; a longer silence means that the connection is dead.
const SILENCE_MS: u32 = 40_000;
const SHORTEST_WAIT_MS: f64 = 500.0;
const LONGEST_WAIT_MS: f64 = 5_000.0;

/// More than the rows of a list.
const REMOVED_KEPT: usize = 1_000;

/// Opens the connection, and reopens it as long as the page is open.
pub(super) fn keep(live: Live) {
    spawn_local(async move {
        let mut wait = SHORTEST_WAIT_MS;
        loop {
            let Ended { heard_something, since_ms, is_aside } = listen(&live).await;
            if is_aside {
                // Resumes where it was, if the reader comes back.
                heard_of("pageshow").await;
                continue;
            }
            let is_stale_already =
                live.state.with_untracked(|state| matches!(state, LiveState::Stale { .. }));
            if !is_stale_already {
                let (_, time) = utc(since_ms as i64);
                live.state.set(LiveState::Stale { since: format!("{time} UTC") });
            }
            wait = if heard_something { SHORTEST_WAIT_MS } else { (wait * 2.0).min(LONGEST_WAIT_MS) };
            // Spreads the pages that reconnect to a restarted server.
            let jittered = wait * (0.5 + js_sys::Math::random());
            TimeoutFuture::new(jittered as u32).await;
        }
    });
}

/// How a connection ended.
struct Ended {
    heard_something: bool,
    /// Until when the page was current.
    since_ms: f64,
    /// The reader left the page. The browser keeps it for the way back only if it has no open connection.
    is_aside: bool,
}

/// Listens until the connection ends.
async fn listen(live: &Live) -> Ended {
    let mut heard_something = false;
    let ended_now =
        |heard_something| Ended { heard_something, since_ms: js_sys::Date::now(), is_aside: false };
    let Some(address) = address(live) else { return ended_now(false) };
    let Ok(mut socket) = WebSocket::open(&address) else { return ended_now(false) };
    let left = heard_of("pagehide");
    pin_mut!(left);
    loop {
        let heard_ms = js_sys::Date::now();
        let silence = TimeoutFuture::new(SILENCE_MS);
        let next = socket.next();
        pin_mut!(silence, next);
        let frame = match select(select(next, silence), &mut left).await {
            Either::Left((Either::Left((Some(Ok(Message::Text(frame))), _)), _)) => frame,
            Either::Left((Either::Left(_), _)) => return ended_now(heard_something),
            // The connection may have been dead since the last message.
            Either::Left((Either::Right(_), _)) => {
                return Ended { since_ms: heard_ms, ..ended_now(heard_something) };
            }
            Either::Right(_) => return Ended { is_aside: true, ..ended_now(heard_something) },
        };
        let Ok(envelope) = serde_json::from_str::<Envelope>(&frame) else {
            leptos::logging::warn!("ignored a message of an unknown kind");
            continue;
        };
        let caught_up = matches!(envelope.event, Event::Heartbeat);
        if !heard_something && !caught_up {
            live.state.set(LiveState::CatchingUp);
        }
        heard_something = true;
        let is_document = matches!(envelope.event, Event::DocumentEvent { .. } | Event::Resync);
        let is_reread = matches!(envelope.event, Event::DocumentsReread | Event::Resync);
        let gone = match &envelope.event {
            Event::DocumentsRemoved { ids } => ids.clone(),
            _ => Vec::new(),
        };
        let quarantine = match &envelope.event {
            Event::QuarantineEvent(quarantine) => Some(Some(quarantine.clone())),
            Event::Resync => Some(None),
            _ => None,
        };
        let mut changed = false;
        live.ring.update_value(|ring| changed = ring.push(envelope));
        if changed {
            live.arrived.update(|count| *count += 1);
        }
        if changed && is_document {
            live.new_documents.update(|count| *count += 1);
        }
        if changed && is_reread {
            live.reread.update(|count| *count += 1);
        }
        if let Some(quarantine) = quarantine.filter(|_| changed) {
            live.quarantines.update(|pending| pending.extend(quarantine));
        }
        if changed && !gone.is_empty() {
            live.removed.update(|removed| {
                removed.extend(gone);
                removed.drain(..removed.len().saturating_sub(REMOVED_KEPT));
            });
        }
        if caught_up {
            live.state.set(LiveState::Live);
        }
    }
}

fn address(live: &Live) -> Option<String> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    let host = location.host().ok()?;
    let cursor = live.ring.with_value(Ring::cursor);
    let since = cursor.map(|cursor| format!("?since={cursor}")).unwrap_or_default();
    Some(format!("{scheme}://{host}/ws{since}"))
}

/// Waits for an event of the window.
async fn heard_of(event: &str) {
    let options = AddEventListenerOptions::new();
    options.set_once(true);
    let heard = Promise::new(&mut |heard, _| {
        let listening =
            window().add_event_listener_with_callback_and_add_event_listener_options(event, &heard, &options);
        debug_assert!(listening.is_ok(), "a window takes listeners");
    });
    // A promise without a way to be rejected.
    let _ = JsFuture::from(heard).await;
}
