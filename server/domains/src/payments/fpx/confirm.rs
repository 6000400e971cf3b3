//! Processes every message from FPX and determines its outcome.

use gridbill_core::fact::PaymentEvent;
use gridbill_core::number::TransactionNo;
use gridbill_core::payments::fpx::{AlertReason, FpxNumber, Reaction, Verdict, VerifiedMessage, requery_due};
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
    pub outcome: FpxOutcome,
    /// The payment concerned; `None` unless the message is verified.
    pub transaction_no: Option<TransactionNo>,
}

/// Applies a message and stores it, all in the caller's transaction.
pub async fn receive(
    context: &Context,
    db: &mut PgConnection,
    channel: FpxChannel<'_>,
    message: &Message,
) -> Answer<ProcessedMessage> {
    let (processed, confirmed) = match &message.read {
        Ok(confirmation) => {
            let processed = apply_verified(context, db, channel, confirmation).await?;
            let is_approved = confirmation.verdict() == Verdict::Approved;
            let counts = is_approved && matches!(processed.outcome, FpxOutcome::Applied | FpxOutcome::Late);
            (processed, counts.then(|| confirmation.amount()))
        }
        Err(invalid) => {
            tracing::warn!(
                way = channel.code(),
                order_no = invalid.order_no,
                verdict = invalid.outcome.code(),
                "invalid FPX message"
            );
            if let (Some(order_no), Some(field)) = (&invalid.order_no, invalid.malformed)
                && sql::is_order(db, order_no).await?
            {
                // The bank may have reported money in a form that cannot be parsed.
                sql::insert_alert(db, &NewAlert::new(order_no, AlertReason::Malformed, field), context.now()).await?;
            }
            (ProcessedMessage { outcome: invalid.outcome, transaction_no: None }, None)
        }
    };
    let new = message.to_new_message(channel, processed.outcome.code(), confirmed);
    let is_needed = matches!(processed.outcome, FpxOutcome::Applied | FpxOutcome::Late)
        || matches!(channel, FpxChannel::Enquiry(_));
    if is_needed || sql::count_copies(db, &new, MAX_COPIES).await? < MAX_COPIES {
        sql::insert_message(db, &new, context.now()).await?;
    }
    Ok(processed)
}

/// Stores a message whose transaction failed.
pub async fn store_failed_message(app: &App, channel: FpxChannel<'_>, message: &Message) -> Answer<()> {
    let new = message.to_new_message(channel, BROKEN, None);
    Ok(sql::insert_message(&mut *app.pool.acquire().await?, &new, app.now()).await?)
}

/// Compares a signed message with the stored request under the payment's lock, and applies it if they match.
async fn apply_verified(
    context: &Context,
    db: &mut PgConnection,
    channel: FpxChannel<'_>,
    confirmation: &Confirmation,
) -> Answer<ProcessedMessage> {
    let order_no = confirmation.exchange_order_no();
    let is_other_order = matches!(channel, FpxChannel::Enquiry(asked) if asked != order_no);
    let refused = |outcome| Ok(ProcessedMessage { outcome, transaction_no: None });
    let Some(locked) = LockedPayment::by_order(db, order_no).await? else { return refused(FpxOutcome::Unknown) };
    let request = sql::request(db, order_no).await?;
    if let Err(mismatch) = confirmation.matches(&request.order) {
        // FPX signed something that the portal never requested: an error of FPX, or a stolen key.
        sql::insert_alert(db, &NewAlert::new(order_no, AlertReason::OtherField, mismatch.field), context.now()).await?;
        return refused(FpxOutcome::Mismatch);
    }
    if is_other_order {
        return refused(FpxOutcome::Mismatch);
    }
    let transaction_no = Some(locked.transaction_no.clone());
    let outcome = react(context, db, channel, confirmation, locked, &request).await?;
    Ok(ProcessedMessage { outcome, transaction_no })
}

/// Does what core decides about the message ([`Reaction`]).
async fn react(
    context: &Context,
    db: &mut PgConnection,
    channel: FpxChannel<'_>,
    confirmation: &Confirmation,
    locked: LockedPayment,
    request: &Request,
) -> Answer<FpxOutcome> {
    let (order_no, fpx_txn_id, now) = (confirmation.exchange_order_no(), confirmation.fpx_txn_id(), context.now());
    let answer = VerifiedAnswer::of(confirmation);
    // Keeps the FPX number of an earlier answer that counted.
    let answer_without_number = VerifiedAnswer { fpx_txn_id: "", fpx_txn_time: "", ..answer };
    if confirmation.verdict().needs_operator() {
        let code = confirmation.debit_code();
        sql::insert_alert(db, &NewAlert::new(order_no, AlertReason::AnswerCode, code), now).await?;
    }
    let reaction = Reaction::to(VerifiedMessage {
        answers_enquiry: matches!(channel, FpxChannel::Enquiry(_)),
        verdict: confirmation.verdict(),
        code: confirmation.debit_code(),
        number: match request.fpx_txn_id.as_deref() {
            None => FpxNumber::First,
            Some(known) if known == fpx_txn_id => FpxNumber::Same,
            Some(_) => FpxNumber::Other,
        },
        status: locked.state.status,
    });
    let alert =
        |reason| NewAlert { amount: Some(confirmation.amount()), ..NewAlert::new(order_no, reason, fpx_txn_id) };
    Ok(match reaction {
        Reaction::Apply(event) => apply(context, db, locked, request, event, &answer).await?,
        Reaction::ApplyDoubtfulRefusal => {
            record_answer(db, &locked, &answer_without_number, now).await?;
            apply_doubtful_refusal(context, db, locked, request).await?
        }
        Reaction::Record => {
            record_answer(db, &locked, &answer_without_number, now).await?;
            FpxOutcome::Ignored
        }
        Reaction::Doubt => FpxOutcome::Doubtful,
        Reaction::DoubtAndAsk => {
            sql::set_next_enquiry(db, locked.payment_id, Some(now)).await?;
            requery::add_job(context, db).await?;
            FpxOutcome::Doubtful
        }
        Reaction::AlertLateApproval => {
            let is_new = sql::insert_alert(db, &alert(AlertReason::LateApproval), now).await?;
            record_answer(db, &locked, &answer, now).await?;
            if is_new { FpxOutcome::Late } else { FpxOutcome::Repeated }
        }
        Reaction::AlertPaidTwice if sql::is_known_late(db, order_no, fpx_txn_id).await? => FpxOutcome::Repeated,
        Reaction::AlertPaidTwice => {
            sql::insert_alert(db, &alert(AlertReason::PaidTwice), now).await?;
            FpxOutcome::Ignored
        }
        Reaction::Repeat => FpxOutcome::Repeated,
        Reaction::Ignore => FpxOutcome::Ignored,
    })
}

/// Changes the payment as the message says. A payment that ended needs no further enquiry.
async fn apply(
    context: &Context,
    db: &mut PgConnection,
    mut locked: LockedPayment,
    request: &Request,
    event: PaymentEvent,
    answer: &VerifiedAnswer<'_>,
) -> Answer<FpxOutcome> {
    let now = context.now();
    locked.change(context, db, Actor::Bank(&request.bank_name), event).await?;
    sql::update_answer(db, locked.payment_id, answer, now).await?;
    if locked.state.status.is_final() {
        sql::set_next_enquiry(db, locked.payment_id, None).await?;
        sql::settle_alert(db, &request.order_no, AlertReason::Unanswered, now).await?;
    }
    Ok(FpxOutcome::Applied)
}

/// Stores an answer that does not change the payment's status. Open pages are refreshed: the payment may now be given
/// up, or its money came after its end.
async fn record_answer(
    db: &mut PgConnection,
    locked: &LockedPayment,
    answer: &VerifiedAnswer<'_>,
    now: Instant,
) -> Answer<()> {
    sql::update_answer(&mut *db, locked.payment_id, answer, now).await?;
    Ok(live::publish(db, Change::of(&[Topic::Gateway]).in_account(&locked.bulk_id)).await?)
}

/// Applies the earlier doubtful refusal, if there is one.
async fn apply_doubtful_refusal(
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

/// Schedules the next enquiry about a payment that is still open.
pub async fn schedule_enquiry(context: &Context, db: &mut PgConnection, request: &Request) -> Answer<()> {
    Ok(sql::set_next_enquiry(db, request.payment_id, requery_due(request.sent_at, context.now())).await?)
}
