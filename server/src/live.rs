//! Changes of payments, from whichever process made them to every open page that shows them:
//! a notification in the transaction, one listener in each process, a stream to each page.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures::StreamExt as _;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::payments::PaymentChanged;
use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use tokio::sync::broadcast;
use tokio_stream::wrappers::BroadcastStream;

use crate::app::App;
use crate::auth::guard::{Admit as _, Call, is_alive};
use crate::error::Answer;
use crate::who::Person;

mod sql;

const CHANNEL: &str = "payment_changed";
/// Pages that fall this far behind are told to read everything again.
const BACKLOG: usize = 1_024;
/// Seconds between signs of life, at each of which the session is looked at again.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// What this process hears.
pub struct Live {
    heard: broadcast::Sender<Heard>,
}

#[derive(Debug, Clone)]
enum Heard {
    Changed(PaymentChanged),
    /// The connection to the database was lost for a moment: anything may have changed.
    Anything,
}

impl Live {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn start(pool: &PgPool) -> anyhow::Result<Self> {
        let (heard, _) = broadcast::channel(BACKLOG);
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen(CHANNEL).await?;
        let sender = heard.clone();
        tokio::spawn(async move {
            loop {
                let heard = match listener.try_recv().await {
                    Ok(Some(note)) => serde_json::from_str(note.payload()).map_or(Heard::Anything, Heard::Changed),
                    Ok(None) => Heard::Anything,
                    Err(error) => {
                        tracing::warn!(%error, "listening for changes");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        Heard::Anything
                    }
                };
                // Nobody listening is no error.
                let _ = sender.send(heard);
            }
        });
        Ok(Self { heard })
    }
}

/// Tells every process, once the transaction commits.
///
/// # Errors
/// When the database does not answer.
pub async fn tell(db: &mut PgConnection, change: &PaymentChanged) -> anyhow::Result<()> {
    sql::notify(db, CHANNEL, &serde_json::to_string(change)?).await?;
    Ok(())
}

/// The stream of one page: changes of its own bulk account, for staff of all.
pub async fn stream(app: App, headers: HeaderMap, _: Bytes) -> Answer<Response> {
    let entry = gridbill_core::payments::Live::ENTRY;
    let call = Call { entry: &entry, headers: &headers, address: "", named_bulk_ids: Vec::new(), view_bulk_id: None };
    let person = gridbill_core::endpoint::caller::SignedIn::admit(&app, &call).await?;
    let changes = BroadcastStream::new(app.live.heard.subscribe()).filter_map({
        let person = person.clone();
        move |heard| std::future::ready(event(&person, heard.unwrap_or(Heard::Anything)))
    });
    let beats = tokio_stream::wrappers::IntervalStream::new(tokio::time::interval(HEARTBEAT))
        .map(|_| Event::default().event("beat").data("{}"));
    let events = futures::stream::select(changes, beats)
        .then(move |event| {
            let (app, person) = (app.clone(), person.clone());
            async move { is_alive(&app, &person).await.then_some(event) }
        })
        // The stream ends with its session.
        .take_while(|event| std::future::ready(event.is_some()))
        .filter_map(std::future::ready)
        .map(Ok::<_, Infallible>);
    let sse = Sse::new(events).keep_alive(KeepAlive::default());
    Ok(([("x-accel-buffering", "no")], sse).into_response())
}

fn event(person: &Person, heard: Heard) -> Option<Event> {
    match heard {
        Heard::Anything => Some(Event::default().event("anything").data("{}")),
        Heard::Changed(change) if person.is_staff || person.bulk_id.as_ref() == Some(&change.bulk_id) => {
            Event::default().event("payment").json_data(change).ok()
        }
        Heard::Changed(_) => None,
    }
}
