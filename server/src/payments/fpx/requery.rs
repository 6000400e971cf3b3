//! Asking FPX about payments that it has not finished (docs/fpx.md#requery).
//!
//! A payment is claimed in a statement of its own, then asked about without any transaction or lock, then changed under
//! its lock like after a callback. The claim is a time: a process that dies while it asks loses it by itself.

use futures::StreamExt as _;
use graphile_worker::{IntoTaskHandlerResult, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::fact::{PaymentEvent, PortalActor};
use gridbill_core::payments::Status;
use gridbill_core::payments::fpx::{AlertReason, Verdict, requery_due, verdict};
use gridbill_core::{Code, Instant};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use super::confirm;
use super::message::{self, Message, Way};
use super::sql::{self, Kept, NewAlert, Request};
use crate::app::App;
use crate::app::Context;
use crate::database::retried;
use crate::error::Answer;
use crate::facts::Actor;
use crate::fpx::{Enquiry, Exchanged};
use crate::jobs;
use crate::payments::transition::Locked;

/// Seconds for which nobody else asks about a payment: far beyond the gateway's patience.
const CLAIM_SECONDS: i64 = 2 * 60;
/// Payments claimed by one statement, and how many of them are asked about at a time.
const BATCH_SIZE: i64 = 64;
const CONCURRENCY: usize = 8;
/// Seconds between enquiries about a payment whose time is over and of which FPX has not said what became of it. It does
/// not end before: the bank may have taken the money.
const UNANSWERED_INTERVAL_SECONDS: i64 = 60 * 60;

/// FPX's answer code of a payment whose authorizer has not approved yet.
const PENDING_AUTHORIZER: &str = "99";

/// However often it is asked for, one is waiting.
pub const JOB_KEY: &str = "requery fpx";

/// The job: asks FPX about all payments that are due, every minute, and at once when asked.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RequeryFpx {}

impl TaskHandler for RequeryFpx {
    const IDENTIFIER: &'static str = "requery_fpx";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        due(&app).await.map(drop).map_err(|error| format!("asking FPX: {error:?}"))
    }
}

/// Has FPX asked about the payments that are due, once the transaction commits, without waiting for the minute.
pub async fn add_job(context: &Context, db: &mut PgConnection) -> Answer<()> {
    context.add_job(db, RequeryFpx {}, JobSpecBuilder::new().job_key(JOB_KEY).build()).await
}

/// Asks about all payments that are due; how many there were.
///
/// # Errors
/// When the database does not answer. What goes wrong with one payment is logged and tried again later.
pub async fn due(app: &App) -> Answer<usize> {
    let mut asked = 0;
    loop {
        let now = app.now();
        let claimed = sql::claim(&app.pool, now, now.plus_seconds(CLAIM_SECONDS), None, BATCH_SIZE).await?;
        if claimed.is_empty() {
            return Ok(asked);
        }
        asked += claimed.len();
        let asking = futures::stream::iter(claimed).for_each_concurrent(CONCURRENCY, |request| async move {
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
    if let Err(error) = &answer {
        tracing::warn!(order_no = request.order_no, %error, "an enquiry was not answered");
    }
    let answer = answer.ok();
    retried(async || {
        let mut tx = app.pool.begin().await?;
        settle(&app.context(), &mut tx, &request, answer.clone()).await?;
        Ok(tx.commit().await?)
    })
    .await
}

/// One payment that was asked about: what it is, and FPX's answer.
#[derive(Clone)]
pub struct Asked {
    pub request: Request,
    pub answer: Exchanged<Enquiry>,
}

/// Asks FPX about one payment now, for a person who waits.
///
/// # Errors
/// [`Code::EnquiryInProgress`] while another enquiry about it is under way, or [`Code::GatewayUnavailable`].
pub async fn ask(app: &App, order_no: &str) -> Answer<Asked> {
    let now = app.now();
    let claimed = sql::claim(&app.pool, now, now.plus_seconds(CLAIM_SECONDS), Some(order_no), 1).await?;
    let request = claimed.into_iter().next().transpose()?.ok_or(Code::EnquiryInProgress)?;
    match app.gateway.enquire(&request.order).await {
        Ok(answer) => Ok(Asked { request, answer }),
        Err(error) => {
            tracing::warn!(order_no, %error, "an enquiry for somebody who waits was not answered");
            sql::end_asking(&app.pool, request.payment_id).await?;
            Err(Code::GatewayUnavailable.into())
        }
    }
}

/// Keeps what travelled, changes what the answer changes, and plans the next enquiry or gives the payment up.
pub async fn settle(
    context: &Context,
    db: &mut PgConnection,
    request: &Request,
    answer: Option<Exchanged<Enquiry>>,
) -> Answer<()> {
    let is_answered = match answer {
        Some(exchanged) => take(context, db, &request.order_no, exchanged).await?,
        None => false,
    };
    let Some(locked) = Locked::by_order(db, &request.order_no).await? else { return Ok(()) };
    sql::end_asking(&mut *db, locked.payment_id).await?;
    if locked.state.status.is_final() {
        return ended(context, db, request, &locked).await;
    }
    if requery_due(request.sent_at, context.now()).is_some() {
        return confirm::plan(context, db, request).await;
    }
    if is_answered { expire(context, db, request, locked).await } else { wait_on(context, db, request, &locked).await }
}

/// Keeps question and answer, and takes the answer as any other message; whether FPX has said what became of the payment.
async fn take(
    context: &Context,
    db: &mut PgConnection,
    order_no: &str,
    Exchanged { sent, received, answer }: Exchanged<Enquiry>,
) -> Answer<bool> {
    let now = context.now();
    let ours = Kept { way: "enquiry", order_no: Some(order_no), ..Kept::default() };
    sql::keep(db, &Kept { raw: &sent, verdict: "sent", ..ours }, now).await?;
    match answer {
        Enquiry::Answer(answer) => {
            let message = Message::answered(&answer, &received);
            Ok(confirm::receive(context, db, Way::Enquiry(order_no), &message).await?.became.is_believed())
        }
        Enquiry::Error(_) => {
            let raw = message::raw(received.as_bytes());
            sql::keep(db, &Kept { raw: &raw, verdict: "ignored", ..ours }, now).await?;
            Ok(false)
        }
    }
}

/// Nothing is left to ask of a payment that has ended. Of what somebody gave up FPX may still get to know: it is asked on,
/// until its time is over or money came.
async fn ended(context: &Context, db: &mut PgConnection, request: &Request, locked: &Locked) -> Answer<()> {
    let now = context.now();
    sql::settle_alert(db, &request.order_no, AlertReason::Unanswered, now).await?;
    let is_open = locked.state.status == Status::Failed
        && sql::is_given_up(db, locked.payment_id).await?
        && sql::heard(db, locked.payment_id).await?.is_some_and(|code| verdict(&code) == Verdict::NeverReached);
    let next = requery_due(request.sent_at, now).filter(|_| is_open);
    Ok(sql::ask_at(db, locked.payment_id, next).await?)
}

/// The payment's time is over, and FPX has not said what became of it: somebody is told, and it is asked on.
async fn wait_on(context: &Context, db: &mut PgConnection, request: &Request, locked: &Locked) -> Answer<()> {
    let now = context.now();
    sql::alert(db, &NewAlert::new(&request.order_no, AlertReason::Unanswered, ""), now).await?;
    let later: Instant = now.plus_seconds(UNANSWERED_INTERVAL_SECONDS);
    Ok(sql::ask_at(db, locked.payment_id, Some(later)).await?)
}

/// The payment's time is over, and FPX has said that it is not paid: it ends.
async fn expire(context: &Context, db: &mut PgConnection, request: &Request, mut locked: Locked) -> Answer<()> {
    let is_pending = locked.state.status == Status::FpxPending;
    let bank_code =
        if is_pending { Some(PENDING_AUTHORIZER.to_owned()) } else { sql::heard(db, locked.payment_id).await? };
    locked.change(context, db, Actor::Portal(PortalActor::FpxExpiry), PaymentEvent::FpxExpired { bank_code }).await?;
    sql::settle_alert(db, &request.order_no, AlertReason::Unanswered, context.now()).await?;
    Ok(sql::ask_at(db, locked.payment_id, None).await?)
}
