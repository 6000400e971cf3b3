//! The event stream of a page.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::HeaderName;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use gridbill_core::topic::{Changed, Topic};

use super::mailbox::StreamMessage;
use super::open::{Arrival, Slot};
use crate::auth::who::Person;

const BEAT: Bytes = Bytes::from_static(b"event: beat\ndata: {}\n\n");
const ANYTHING: Bytes = Bytes::from_static(b"event: anything\ndata: {}\n\n");
/// The session has too many streams. The page reconnects when it is viewed again.
const REPLACED: Bytes = Bytes::from_static(b"event: replaced\ndata: {}\n\n");

struct Page {
    /// Topics that the person may read.
    topics: Vec<Topic>,
    slot: Slot,
    closing: BoxFuture<'static, ()>,
    is_over: bool,
}

/// Returns the event stream of a page: changes of the topics that its person may read, for customers only in their
/// own bulk account. It ends with `closing`.
#[must_use]
pub fn stream(arrival: Arrival, person: &Person, closing: impl Future<Output = ()> + Send + 'static) -> Response {
    let slot = arrival.settle(person);
    let closing = closing.boxed();
    let allows = |scope| person.role.is_some_and(|role| role.allows(person.permissions, scope));
    let topics = gridbill_core::registry::topics(person.is_staff, allows);
    let page = Page { topics, slot, closing, is_over: false };
    let first = futures::stream::once(std::future::ready(BEAT));
    let events = futures::StreamExt::chain(first, futures::stream::unfold(page, Page::next));
    let body = Body::from_stream(futures::StreamExt::map(events, Ok::<_, Infallible>));
    // A proxy that compresses holds each event back until the next one comes, and `no-store` alone does not stop it.
    let headers = [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-store, no-transform"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, body).into_response()
}

impl Page {
    async fn next(mut self) -> Option<(Bytes, Self)> {
        while !self.is_over {
            let told = tokio::select! {
                biased;
                // The page then reconnects to another process.
                () = &mut self.closing => return None,
                told = self.slot.mailbox.next() => told,
            };
            match told {
                StreamMessage::Beat => return Some((BEAT, self)),
                StreamMessage::Anything => return Some((ANYTHING, self)),
                StreamMessage::Changed(changed) => {
                    if let Some(event) = self.event(changed) {
                        return Some((event, self));
                    }
                }
                StreamMessage::Replaced => {
                    self.is_over = true;
                    return Some((REPLACED, self));
                }
                StreamMessage::Over => self.is_over = true,
            }
        }
        None
    }

    /// Returns the event with the topics that the person may read; `None` if there are none.
    fn event(&self, mut changed: Changed) -> Option<Bytes> {
        changed.topics.retain(|topic| self.topics.contains(topic));
        for own in &mut changed.own {
            own.topics.retain(|topic| self.topics.contains(topic) && !changed.topics.contains(topic));
        }
        changed.own.retain(|own| !own.topics.is_empty());
        let data = serde_json::to_string(&changed).ok().filter(|_| changed != Changed::default())?;
        Some(format!("event: changed\ndata: {data}\n\n").into())
    }
}
