//! The stream of one page.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::topic::{Changed, Topic};
use tokio::sync::broadcast::{self, error::RecvError};

use super::open::Slot;
use super::{Change, Heard};
use crate::app::App;
use crate::auth::guard::{Admit as _, Call, is_alive};
use crate::database;
use crate::error::Answer;
use crate::who::Person;

const BEAT: Bytes = Bytes::from_static(b"event: beat\ndata: {}\n\n");
const ANYTHING: Bytes = Bytes::from_static(b"event: anything\ndata: {}\n\n");
/// The page has too many sisters, and connects again when somebody looks at it.
const REPLACED: Bytes = Bytes::from_static(b"event: replaced\ndata: {}\n\n");

/// The longest that a page waits before it connects elsewhere when its process stops.
const MAX_RECONNECT_WAIT: Duration = Duration::from_secs(2);

struct Page {
    app: App,
    person: Person,
    /// What the person may read.
    topics: Vec<Topic>,
    heard: broadcast::Receiver<Heard>,
    slot: Slot,
    closing: BoxFuture<'static, ()>,
    is_over: bool,
}

/// The stream of one page: changes of what its person may read, for customers of their own bulk account.
pub async fn stream(app: App, headers: HeaderMap, _: Bytes) -> Answer<Response> {
    let entry = gridbill_core::payments::Live::ENTRY;
    let call = Call { entry: &entry, headers: &headers, address: "", named_bulk_ids: Vec::new(), view_bulk_id: None };
    // Before the session is looked at: an end that comes in between is heard.
    let heard = app.live.heard.subscribe();
    let person = gridbill_core::endpoint::caller::SignedIn::admit(&app, &call).await?;
    let slot = app.live.streams.open(person.session_id);
    let closing = app.stopping.closing().boxed();
    let allows = |scope| person.role.is_some_and(|role| role.allows(person.permissions, scope));
    let topics = gridbill_core::endpoint::topics(person.is_staff, allows);
    let page = Page { app, person, topics, heard, slot, closing, is_over: false };
    let first = futures::stream::once(std::future::ready(BEAT));
    let events = futures::StreamExt::chain(first, futures::stream::unfold(page, Page::next));
    let body = Body::from_stream(futures::StreamExt::map(events, Ok::<_, Infallible>));
    Ok(([(CONTENT_TYPE.as_str(), "text/event-stream"), ("x-accel-buffering", "no")], body).into_response())
}

impl Page {
    async fn next(mut self) -> Option<(Bytes, Self)> {
        while !self.is_over {
            let heard = tokio::select! {
                biased;
                _ = &mut self.slot.replaced => {
                    self.is_over = true;
                    return Some((REPLACED, self));
                }
                () = &mut self.closing => {
                    self.is_over = true;
                    return Some((self.reconnect(), self));
                }
                heard = self.heard.recv() => heard,
            };
            match heard {
                Ok(Heard::Beat) => return Some((BEAT, self)),
                Ok(Heard::Anything) => return Some((ANYTHING, self)),
                Ok(Heard::Changed(change)) => {
                    if let Some(event) = self.event(&change) {
                        return Some((event, self));
                    }
                }
                Ok(Heard::Ended(ids)) => {
                    self.is_over = ids.contains(&self.person.session_id) || ids.contains(&self.person.person_id);
                }
                // The end of the session may be among what was missed.
                Err(RecvError::Lagged(_)) => match is_alive(&self.app, &self.person).await {
                    Ok(true) => return Some((ANYTHING, self)),
                    Ok(false) => self.is_over = true,
                    // Nothing is known of the session: the next beat's look ends it if it is over.
                    Err(error) => {
                        database::report(&error.into());
                        return Some((ANYTHING, self));
                    }
                },
                Err(RecvError::Closed) => self.is_over = true,
            }
        }
        None
    }

    /// What of a change the person may hear of.
    fn event(&self, change: &Change) -> Option<Bytes> {
        let is_theirs = change.person_ids.contains(&self.person.person_id);
        let is_near = change.everybody || self.person.bulk_id.as_ref().is_some_and(|own| change.bulk_ids.contains(own));
        let concerns = |topic: &Topic| match topic {
            _ if is_theirs => true,
            Topic::Profile => is_near,
            topic if topic.is_own() => false,
            _ => self.person.is_staff || is_near,
        };
        let heard = change.topics.iter().copied().filter(|topic| self.topics.contains(topic) && concerns(topic));
        let changed = Changed { topics: heard.collect() };
        let data = serde_json::to_string(&changed).ok().filter(|_| !changed.topics.is_empty())?;
        Some(format!("event: changed\ndata: {data}\n\n").into())
    }

    /// Not all pages at once come to the next process.
    fn reconnect(&self) -> Bytes {
        let [random] = self.app.chance.bytes();
        let wait = MAX_RECONNECT_WAIT * u32::from(random) / u32::from(u8::MAX);
        format!("event: reconnect\nretry: {}\ndata: {{}}\n\n", wait.as_millis()).into()
    }
}
