//! Asks FPX about payments that are still open (docs/fpx.md#requery).
//!
//! A payment is claimed in a statement of its own, then FPX is asked without any transaction or lock. The payment then
//! changes under its lock, as after a callback. Claims expire, so a process that dies does not block a
//! payment.

use futures::StreamExt as _;
use graphile_worker::{IntoTaskHandlerResult, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::fact::{PaymentEvent, PortalActor};
use gridbill_core::payments::Status;
use gridbill_core::payments::fpx::{AlertReason, Verdict, requery_due, verdict};
use gridbill_core::{Code, Instant};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use super::confirm;
use super::message::{self, FpxChannel, Message};
use super::sql::{self, NewAlert, NewMessage, Request};
use crate::app::App;
use crate::app::Context;
use crate::database::retried;
use crate::error::Answer;
use crate::facts::Actor;
use crate::fpx::{Enquiry, Exchanged};
use crate::jobs;
use crate::payments::transition::LockedPayment;

/// Seconds for which a claim keeps others from asking about a payment, far longer than the gateway's time-out.
const CLAIM_SECONDS: i64 = 2 * 60;
/// Payments claimed per statement, and maximum concurrent enquiries.
const BATCH_SIZE: i64 = 64;
const CONCURRENCY: usize = 8;
/// Seconds between enquiries about a payment that is past its deadline while FPX has given no answer. The payment does
/// not end before that, because the bank may have taken the money.
const UNANSWERED_INTERVAL_SECONDS: i64 = 60 * 60;

/// FPX's answer code for a payment that the authoriser has not approved yet.
const PENDING_AUTHORIZER: &str = "99";

/// The job's key: at most one is queued, however often it is requested.
pub const JOB_KEY: &str = "requery fpx";

/// The job that asks FPX about all payments that are due. Runs every minute, and immediately when requested.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RequeryFpx {}

impl TaskHandler for RequeryFpx {
    const IDENTIFIER: &'static str = "requery_fpx";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        ask_all_due(&app).await.map(drop).map_err(|error| format!("asking FPX: {error:?}"))
    }
}

/// Queues an immediate enquiry about due payments, once the transaction commits.
pub async fn add_job(context: &Context, db: &mut PgConnection) -> Answer<()> {
    context.add_job(db, RequeryFpx {}, JobSpecBuilder::new().job_key(JOB_KEY).build()).await
}

/// Asks about all payments that are due. Returns how many there were.
/// Fails when the database does not answer. Failures of single payments are logged and retried later.
pub async fn ask_all_due(app: &App) -> Answer<usize> {
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
                tracing::error!(?error, "cannot ask FPX about a payment");
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

/// The request of one payment, and FPX's answer to the enquiry about it.
#[derive(Clone)]
pub struct AnsweredEnquiry {
    pub request: Request,
    pub answer: Exchanged<Enquiry>,
}

/// Asks FPX about one payment now, for a user who is waiting.
/// Fails with [`Code::EnquiryInProgress`] while another enquiry about it is running, or [`Code::GatewayUnavailable`].
pub async fn ask(app: &App, order_no: &str) -> Answer<AnsweredEnquiry> {
    let now = app.now();
    let claimed = sql::claim(&app.pool, now, now.plus_seconds(CLAIM_SECONDS), Some(order_no), 1).await?;
    let request = claimed.into_iter().next().transpose()?.ok_or(Code::EnquiryInProgress)?;
    match app.gateway.enquire(&request.order).await {
        Ok(answer) => Ok(AnsweredEnquiry { request, answer }),
        Err(error) => {
            tracing::warn!(order_no, %error, "FPX did not answer a user's enquiry");
            sql::stop_enquiries(&app.pool, request.payment_id).await?;
            Err(Code::GatewayUnavailable.into())
        }
    }
}

/// Stores the messages, applies the answer, and schedules the next enquiry or expires the payment.
pub async fn settle(
    context: &Context,
    db: &mut PgConnection,
    request: &Request,
    answer: Option<Exchanged<Enquiry>>,
) -> Answer<()> {
    // Locked first, so that a message that is being received now is seen.
    LockedPayment::by_order(&mut *db, &request.order_no).await?;
    // Asked for while this enquiry ran, by a message that contradicts another. What this answer asks for comes later.
    let is_asked_again = sql::is_asked_again(&mut *db, request.payment_id).await?;
    let is_answered = match answer {
        Some(exchanged) => take(context, db, &request.order_no, exchanged).await?,
        None => false,
    };
    let Some(locked) = LockedPayment::by_order(db, &request.order_no).await? else { return Ok(()) };
    sql::stop_enquiries(&mut *db, locked.payment_id).await?;
    if locked.state.status.is_final() {
        return ended(context, db, request, &locked).await;
    }
    if requery_due(request.sent_at, context.now()).is_some() {
        if is_asked_again {
            return Ok(sql::set_next_enquiry(db, locked.payment_id, Some(context.now())).await?);
        }
        return confirm::schedule_enquiry(context, db, request).await;
    }
    if is_answered {
        expire(context, db, request, locked).await
    } else {
        alert_unanswered(context, db, request, &locked).await
    }
}

/// Stores question and answer, and processes the answer like any other message. Returns whether FPX has given a valid
/// answer about the payment.
async fn take(
    context: &Context,
    db: &mut PgConnection,
    order_no: &str,
    Exchanged { sent, received, answer }: Exchanged<Enquiry>,
) -> Answer<bool> {
    let now = context.now();
    let ours = NewMessage { channel: "enquiry", order_no: Some(order_no), ..NewMessage::default() };
    sql::insert_message(db, &NewMessage { raw: &sent, verdict: "sent", ..ours }, now).await?;
    match answer {
        Enquiry::Answer(answer) => {
            let message = Message::answered(&answer, &received);
            Ok(confirm::receive(context, db, FpxChannel::Enquiry(order_no), &message).await?.outcome.is_verified())
        }
        Enquiry::Error(_) => {
            let raw = message::raw(received.as_bytes());
            sql::insert_message(db, &NewMessage { raw: &raw, verdict: "ignored", ..ours }, now).await?;
            Ok(false)
        }
    }
}

/// Ends enquiries about a payment that has ended. A payment that was given up may still reach FPX: enquiries continue
/// until its deadline, or until money came.
async fn ended(context: &Context, db: &mut PgConnection, request: &Request, locked: &LockedPayment) -> Answer<()> {
    let now = context.now();
    sql::settle_alert(db, &request.order_no, AlertReason::Unanswered, now).await?;
    let is_open = locked.state.status == Status::Failed
        && sql::is_given_up(db, locked.payment_id).await?
        && sql::find_answer_code(db, locked.payment_id)
            .await?
            .is_some_and(|code| verdict(&code) == Verdict::NeverReached);
    let next = requery_due(request.sent_at, now).filter(|_| is_open);
    Ok(sql::set_next_enquiry(db, locked.payment_id, next).await?)
}

/// Raises an alert for a payment that is past its deadline without an answer from FPX, and continues to ask.
async fn alert_unanswered(
    context: &Context,
    db: &mut PgConnection,
    request: &Request,
    locked: &LockedPayment,
) -> Answer<()> {
    let now = context.now();
    sql::insert_alert(db, &NewAlert::new(&request.order_no, AlertReason::Unanswered, ""), now).await?;
    let later: Instant = now.plus_seconds(UNANSWERED_INTERVAL_SECONDS);
    Ok(sql::set_next_enquiry(db, locked.payment_id, Some(later)).await?)
}

/// Expires a payment past its deadline, if FPX has answered that it is not paid.
async fn expire(context: &Context, db: &mut PgConnection, request: &Request, mut locked: LockedPayment) -> Answer<()> {
    let is_pending = locked.state.status == Status::FpxPending;
    let bank_code = if is_pending {
        Some(PENDING_AUTHORIZER.to_owned())
    } else {
        sql::find_answer_code(db, locked.payment_id).await?
    };
    locked.change(context, db, Actor::Portal(PortalActor::FpxExpiry), PaymentEvent::FpxExpired { bank_code }).await?;
    sql::settle_alert(db, &request.order_no, AlertReason::Unanswered, context.now()).await?;
    Ok(sql::set_next_enquiry(db, locked.payment_id, None).await?)
}
