//! Processes every message from FPX and determines its outcome.

use gridbill_core::fact::PaymentEvent;
use gridbill_core::number::TransactionNo;
use gridbill_core::payments::fpx::{AlertReason, Failure, Verdict, requery_due};
use gridbill_core::payments::{Event, Status, next_status};
use gridbill_core::{Instant, Topic};
use sqlx::PgConnection;

use super::message::{FpxChannel, FpxOutcome, Message};
use super::requery;
use super::sql::{self, NewAlert, Request, VerifiedAnswer};
use crate::app::App;
use crate::app::Context;
use crate::error::Answer;
use crate::facts::Actor;
use crate::fpx::{Confirmation, Signed};
use crate::live::{self, Change};
use crate::payments::transition::LockedPayment;

/// The stored outcome of a message whose transaction failed.
pub const BROKEN: &str = "broken";
/// Maximum stored messages per order and outcome that changed nothing. FPX repeats a message some dozen times, and
/// anyone who has a signed message can replay it for ever.
const MAX_COPIES: i64 = 100;

/// The result of processing a message.
#[derive(Debug)]
pub struct ProcessedMessage {
    pub became: FpxOutcome,
    /// The payment concerned; `None` unless the message is verified.
    pub transaction_no: Option<TransactionNo>,
}

/// Applies a message and stores it, all in the caller's transaction.
pub async fn receive(
    context: &Context,
    db: &mut PgConnection,
    way: FpxChannel<'_>,
    message: &Message,
) -> Answer<ProcessedMessage> {
    let (outcome, confirmed) = match &message.read {
        Ok(confirmation) => {
            let outcome = apply_verified(context, db, way, confirmation).await?;
            let approved = confirmation.verdict() == Verdict::Approved;
            let counts = approved && matches!(outcome.became, FpxOutcome::Applied | FpxOutcome::Late);
            (outcome, counts.then(|| confirmation.amount()))
        }
        Err(not) => {
            tracing::warn!(
                way = way.code(),
                order_no = not.order_no,
                verdict = not.became.code(),
                "invalid FPX message"
            );
            if let (Some(order_no), Some(field)) = (&not.order_no, not.malformed)
                && sql::is_order(db, order_no).await?
            {
                // The bank may have reported money in a form that cannot be parsed.
                sql::insert_alert(db, &NewAlert::new(order_no, AlertReason::Malformed, field), context.now()).await?;
            }
            (ProcessedMessage { became: not.became, transaction_no: None }, None)
        }
    };
    let kept = message.to_new_message(way, outcome.became.code(), confirmed);
    let is_needed =
        matches!(outcome.became, FpxOutcome::Applied | FpxOutcome::Late) || matches!(way, FpxChannel::Enquiry(_));
    if is_needed || sql::count_copies(db, &kept, MAX_COPIES).await? < MAX_COPIES {
        sql::insert_message(db, &kept, context.now()).await?;
    }
    Ok(outcome)
}

/// Stores a message whose transaction failed.
pub async fn store_failed_message(app: &App, way: FpxChannel<'_>, message: &Message) -> Answer<()> {
    let kept = message.to_new_message(way, BROKEN, None);
    Ok(sql::insert_message(&mut *app.pool.acquire().await?, &kept, app.now()).await?)
}

/// Compares a signed message with the stored request under the payment's lock, and applies it if they match.
async fn apply_verified(
    context: &Context,
    db: &mut PgConnection,
    way: FpxChannel<'_>,
    said: &Confirmation,
) -> Answer<ProcessedMessage> {
    let order_no = said.exchange_order_no();
    let is_other = matches!(way, FpxChannel::Enquiry(asked) if asked != order_no);
    let refused = |became| Ok(ProcessedMessage { became, transaction_no: None });
    let Some(locked) = LockedPayment::by_order(db, order_no).await? else { return refused(FpxOutcome::Unknown) };
    let request = sql::request(db, order_no).await?;
    if let Err(mismatch) = said.matches(&request.order) {
        // FPX signed something that the portal never requested: an error of FPX, or a stolen key.
        sql::insert_alert(db, &NewAlert::new(order_no, AlertReason::OtherField, mismatch.field), context.now()).await?;
        return refused(FpxOutcome::Mismatch);
    }
    if is_other {
        return refused(FpxOutcome::Mismatch);
    }
    let transaction_no = Some(locked.transaction_no.clone());
    let became = apply(context, db, way, said, locked, &request).await?;
    Ok(ProcessedMessage { became, transaction_no })
}

async fn apply(
    context: &Context,
    db: &mut PgConnection,
    way: FpxChannel<'_>,
    said: &Confirmation,
    mut locked: LockedPayment,
    request: &Request,
) -> Answer<FpxOutcome> {
    let (order_no, code, now) = (said.exchange_order_no(), said.debit_code(), context.now());
    if said.verdict().needs_operator() {
        sql::insert_alert(db, &NewAlert::new(order_no, AlertReason::AnswerCode, code), now).await?;
    }
    let is_enquiry = matches!(way, FpxChannel::Enquiry(_));
    if is_enquiry && said.verdict() == Verdict::NeverReached && locked.state.status == Status::PaymentInitiated {
        record_answer(
            db,
            &locked,
            &VerifiedAnswer { fpx_txn_id: "", fpx_txn_time: "", ..VerifiedAnswer::of(said) },
            now,
        )
        .await?;
        return apply_earlier_refusal(context, db, locked, request).await;
    }
    let Some(event) = said.event() else {
        if !locked.state.status.is_final() {
            // Keep the FPX number of an earlier answer that counted.
            record_answer(
                db,
                &locked,
                &VerifiedAnswer { fpx_txn_id: "", fpx_txn_time: "", ..VerifiedAnswer::of(said) },
                now,
            )
            .await?;
        }
        return Ok(FpxOutcome::Ignored);
    };
    let actor = Actor::Bank(&request.bank_name);
    if locked.check_allows(event.event(), actor).is_err() {
        return handle_stale(context, db, said, &locked, request).await;
    }
    if is_ambiguous(way, said, request) {
        if !is_enquiry {
            sql::set_next_enquiry(db, locked.payment_id, Some(now)).await?;
            requery::add_job(context, db).await?;
        }
        return Ok(FpxOutcome::Doubtful);
    }
    locked.change(context, db, actor, event).await?;
    sql::update_answer(db, locked.payment_id, &VerifiedAnswer::of(said), now).await?;
    if locked.state.status.is_final() {
        sql::set_next_enquiry(db, locked.payment_id, None).await?;
        sql::settle_alert(db, order_no, AlertReason::Unanswered, now).await?;
    }
    Ok(FpxOutcome::Applied)
}

/// Stores an answer that does not change the payment's status. Open pages are refreshed: the payment may now be given
/// up, or its money came after its end.
async fn record_answer(
    db: &mut PgConnection,
    locked: &LockedPayment,
    heard: &VerifiedAnswer<'_>,
    now: Instant,
) -> Answer<()> {
    sql::update_answer(&mut *db, locked.payment_id, heard, now).await?;
    Ok(live::publish(db, Change::of(&[Topic::Gateway]).in_account(&locked.bulk_id)).await?)
}

/// Whether a refusal may concern another request under the same order number, while the payment is still alive.
///
/// FPX answers *duplicate* or *bad signature* (XN, XO, 45; XC, 98, 78) to a second request. A refusal whose
/// FPX number differs from the stored number also concerns another request. An enquiry's answer concerns the order itself, so only
/// those codes are ambiguous there: they then concern the enquiry.
fn is_ambiguous(way: FpxChannel<'_>, said: &Confirmation, request: &Request) -> bool {
    let is_another = request.fpx_txn_id.as_deref().is_some_and(|known| known != said.fpx_txn_id());
    match said.verdict() {
        Verdict::Failed { reason: Failure::Duplicate | Failure::Signature } => true,
        Verdict::Failed { .. } | Verdict::Declined => is_another && !matches!(way, FpxChannel::Enquiry(_)),
        _ => false,
    }
}

/// Applies the earlier ambiguous refusal, now that FPX has no payment under this number. Nothing can be alive, so the
/// refusal is final.
async fn apply_earlier_refusal(
    context: &Context,
    db: &mut PgConnection,
    mut locked: LockedPayment,
    request: &Request,
) -> Answer<FpxOutcome> {
    let Some(raw) = sql::find_ambiguous_message(db, &request.order_no).await? else { return Ok(FpxOutcome::Ignored) };
    // The stored message was verified when it arrived.
    let Ok(Signed { message: refusal, .. }) = Signed::parse(raw.as_bytes()) else { return Ok(FpxOutcome::Ignored) };
    let failed = PaymentEvent::FpxFailed { bank_code: Some(refusal.get("debitAuthCode").to_owned()) };
    locked.change(context, db, Actor::Bank(&request.bank_name), failed).await?;
    sql::set_next_enquiry(db, locked.payment_id, None).await?;
    Ok(FpxOutcome::Applied)
}

/// Handles a valid message that arrives after the state moved on. A paid payment never goes back to pending. Money that
/// was taken after the portal gave up always raises an alert.
async fn handle_stale(
    context: &Context,
    db: &mut PgConnection,
    said: &Confirmation,
    locked: &LockedPayment,
    request: &Request,
) -> Answer<FpxOutcome> {
    let (order_no, fpx_txn_id, now) = (said.exchange_order_no(), said.fpx_txn_id(), context.now());
    let is_same = request.fpx_txn_id.as_deref() == Some(fpx_txn_id);
    let event = said.event().map(|event| event.event());
    if event == Some(Event::FpxApproved) {
        if locked.state.status != Status::Paid {
            let late = NewAlert::new(order_no, AlertReason::LateApproval, fpx_txn_id);
            let is_new = sql::insert_alert(db, &NewAlert { amount: Some(said.amount()), ..late }, now).await?;
            record_answer(db, locked, &VerifiedAnswer::of(said), now).await?;
            return Ok(if is_new { FpxOutcome::Late } else { FpxOutcome::Repeated });
        }
        if !is_same && sql::is_known_late(db, order_no, fpx_txn_id).await? {
            return Ok(FpxOutcome::Repeated);
        }
        if !is_same {
            let twice = NewAlert::new(order_no, AlertReason::PaidTwice, fpx_txn_id);
            sql::insert_alert(db, &NewAlert { amount: Some(said.amount()), ..twice }, now).await?;
            return Ok(FpxOutcome::Ignored);
        }
    }
    let known = event.and_then(|event| next_status(Status::PaymentInitiated, event).ok());
    Ok(if is_same && known == Some(locked.state.status) { FpxOutcome::Repeated } else { FpxOutcome::Ignored })
}

/// Schedules the next enquiry about a payment that is still open.
pub async fn schedule_enquiry(context: &Context, db: &mut PgConnection, request: &Request) -> Answer<()> {
    Ok(sql::set_next_enquiry(db, request.payment_id, requery_due(request.sent_at, context.now())).await?)
}
