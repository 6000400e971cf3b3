//! Asking FPX about payments that it has not finished (fpx, "Rules for the adapter", 5).
//!
//! A payment is claimed in a statement of its own, then asked about without any transaction or lock, then changed under
//! its lock like after a callback. The claim is a time: a process that dies while it asks loses it by itself.

use futures::StreamExt as _;
use gridbill_core::Instant;
use gridbill_core::payments::Event;
use gridbill_core::payments::fpx::requery_due;
use sqlx::PgConnection;

use super::confirm::{self, Way};
use super::sql::{self, Kept, Request};
use crate::app::App;
use crate::error::Answer;
use crate::fpx::{Enquiry, Exchanged, GatewayError};
use crate::payments::transition::{Actor, Change, Held};

/// Seconds for which nobody else asks about a payment: far beyond the gateway's patience.
const CLAIMED_FOR: i64 = 2 * 60;
/// Payments claimed by one statement, and how many of them are asked about at a time.
const BATCH: i64 = 64;
const AT_ONCE: usize = 8;
/// A payment whose time is over is failed only after FPX was asked a last time. When FPX is down just then, it is asked
/// every hour for another day before the portal gives up unanswered.
const HOUR: i64 = 60 * 60;
const GRACE: i64 = 24 * HOUR;

/// Asks about all payments that are due; how many there were.
///
/// # Errors
/// When the database does not answer. What goes wrong with one payment is logged and tried again later.
pub async fn due(app: &App) -> Answer<usize> {
    let mut asked = 0;
    loop {
        let now = app.now();
        let claimed = sql::claim(&app.pool, now, now.plus_seconds(CLAIMED_FOR), None, BATCH).await?;
        if claimed.is_empty() {
            return Ok(asked);
        }
        asked += claimed.len();
        let asking = futures::stream::iter(claimed).for_each_concurrent(AT_ONCE, |request| async move {
            if let Err(error) = one(app, request).await {
                tracing::error!(?error, "asking FPX about a payment");
            }
        });
        asking.await;
    }
}

async fn one(app: &App, request: Answer<Request>) -> Answer<()> {
    let request = request?;
    let answer = app.gateway.enquire(&request.order).await;
    let mut tx = app.pool.begin().await?;
    settle(app, &mut tx, &request, answer).await?;
    tx.commit().await?;
    Ok(())
}

/// One payment, to be asked about now.
pub async fn claim(app: &App, order_no: &str) -> Answer<Option<Request>> {
    let now = app.now();
    let claimed = sql::claim(&app.pool, now, now.plus_seconds(CLAIMED_FOR), Some(order_no), 1).await?;
    claimed.into_iter().next().transpose()
}

/// Keeps what travelled, changes what the answer changes, and plans the next enquiry or gives the payment up.
pub async fn settle(
    app: &App,
    db: &mut PgConnection,
    request: &Request,
    answer: Result<Exchanged<Enquiry>, GatewayError>,
) -> Answer<()> {
    let (order_no, now) = (request.order_no.as_str(), app.now());
    let is_answered = answer.is_ok();
    match answer {
        Ok(Exchanged { sent, received, answer }) => {
            let kept = |raw, verdict| Kept { way: "enquiry", order_no: Some(order_no), raw, verdict, confirmed: None };
            sql::keep(db, &kept(&sent, "sent"), now).await?;
            match answer {
                Enquiry::Answer(_) => {
                    confirm::take(app, db, Way::Enquiry(order_no), received.as_bytes()).await?;
                }
                Enquiry::Error(_) => sql::keep(db, &kept(&received.replace('\0', ""), "ignored"), now).await?,
            }
        }
        Err(error) => tracing::warn!(order_no, %error, "an enquiry was not answered"),
    }
    let Some(mut held) = Held::by_order(db, order_no).await? else { return Ok(()) };
    if held.status.is_final() {
        return Ok(sql::ask_at(db, held.payment_id, None).await?);
    }
    if requery_due(request.sent_at, now).is_some() {
        return confirm::plan(app, db, request).await;
    }
    if !is_answered && now.seconds_since(request.sent_at) < give_up_seconds() + GRACE {
        let later: Instant = now.plus_seconds(HOUR);
        return Ok(sql::ask_at(db, held.payment_id, Some(later)).await?);
    }
    held.change(app, db, Change::new(Event::FpxExpired, Actor::Job("FPX expiry"))).await?;
    Ok(sql::ask_at(db, held.payment_id, None).await?)
}

fn give_up_seconds() -> i64 {
    i64::from(gridbill_core::payments::fpx::GIVE_UP_AFTER_MINUTES) * 60
}
