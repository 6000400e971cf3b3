//! The one path of every message from FPX, and its outcome.

use gridbill_core::fact::PaymentEvent;
use gridbill_core::number::TransactionNo;
use gridbill_core::payments::fpx::{AlertReason, Failure, Verdict, requery_due};
use gridbill_core::payments::{Event, Status, next};
use gridbill_core::{Instant, Topic};
use sqlx::PgConnection;

use super::message::{Became, Message, Way};
use super::requery;
use super::sql::{self, Heard, NewAlert, Request};
use crate::app::App;
use crate::app::Context;
use crate::error::Answer;
use crate::facts::Actor;
use crate::fpx::{Confirmation, Signed};
use crate::live::{self, Change};
use crate::payments::transition::Locked;

/// The stored outcome of a message whose transaction failed.
pub const BROKEN: &str = "broken";
/// Maximum stored messages per order and outcome that changed nothing. FPX repeats a message some dozen times, and
/// anyone who has a signed message can replay it for ever.
const MAX_COPIES: i64 = 100;

/// The result of processing a message.
#[derive(Debug)]
pub struct Outcome {
    pub became: Became,
    /// The payment concerned; `None` unless the message is verified.
    pub transaction_no: Option<TransactionNo>,
}

/// Applies a message and stores it, all in the caller's transaction.
pub async fn receive(context: &Context, db: &mut PgConnection, way: Way<'_>, message: &Message) -> Answer<Outcome> {
    let (outcome, confirmed) = match &message.read {
        Ok(confirmation) => {
            let outcome = believe(context, db, way, confirmation).await?;
            let approved = confirmation.verdict() == Verdict::Approved;
            let counts = approved && matches!(outcome.became, Became::Applied | Became::Late);
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
                sql::alert(db, &NewAlert::new(order_no, AlertReason::Malformed, field), context.now()).await?;
            }
            (Outcome { became: not.became, transaction_no: None }, None)
        }
    };
    let kept = message.kept(way, outcome.became.code(), confirmed);
    let is_needed = matches!(outcome.became, Became::Applied | Became::Late) || matches!(way, Way::Enquiry(_));
    if is_needed || sql::copies(db, &kept, MAX_COPIES).await? < MAX_COPIES {
        sql::keep(db, &kept, context.now()).await?;
    }
    Ok(outcome)
}

/// Stores a message whose transaction failed.
pub async fn keep_broken(app: &App, way: Way<'_>, message: &Message) -> Answer<()> {
    let kept = message.kept(way, BROKEN, None);
    Ok(sql::keep(&mut *app.pool.acquire().await?, &kept, app.now()).await?)
}

/// Compares a signed message with the stored request under the payment's lock, and applies it if they match.
async fn believe(context: &Context, db: &mut PgConnection, way: Way<'_>, said: &Confirmation) -> Answer<Outcome> {
    let order_no = said.exchange_order_no();
    let is_other = matches!(way, Way::Enquiry(asked) if asked != order_no);
    let refused = |became| Ok(Outcome { became, transaction_no: None });
    let Some(locked) = Locked::by_order(db, order_no).await? else { return refused(Became::Unknown) };
    let request = sql::request(db, order_no).await?;
    if let Err(mismatch) = said.matches(&request.order) {
        // FPX signed something that the portal never requested: an error of FPX, or a stolen key.
        sql::alert(db, &NewAlert::new(order_no, AlertReason::OtherField, mismatch.field), context.now()).await?;
        return refused(Became::Mismatch);
    }
    if is_other {
        return refused(Became::Mismatch);
    }
    let transaction_no = Some(locked.transaction_no.clone());
    let became = apply(context, db, way, said, locked, &request).await?;
    Ok(Outcome { became, transaction_no })
}

async fn apply(
    context: &Context,
    db: &mut PgConnection,
    way: Way<'_>,
    said: &Confirmation,
    mut locked: Locked,
    request: &Request,
) -> Answer<Became> {
    let (order_no, code, now) = (said.exchange_order_no(), said.debit_code(), context.now());
    if said.verdict().needs_operator() {
        sql::alert(db, &NewAlert::new(order_no, AlertReason::AnswerCode, code), now).await?;
    }
    let is_enquiry = matches!(way, Way::Enquiry(_));
    if is_enquiry && said.verdict() == Verdict::NeverReached && locked.state.status == Status::PaymentInitiated {
        hear(db, &locked, &Heard { fpx_txn_id: "", fpx_txn_time: "", ..Heard::of(said) }, now).await?;
        return stand_by_refusal(context, db, locked, request).await;
    }
    let Some(event) = said.event() else {
        if !locked.state.status.is_final() {
            // Keep the FPX number of an earlier answer that counted.
            hear(db, &locked, &Heard { fpx_txn_id: "", fpx_txn_time: "", ..Heard::of(said) }, now).await?;
        }
        return Ok(Became::Ignored);
    };
    let actor = Actor::Bank(&request.bank_name);
    if locked.expect(event.event(), actor).is_err() {
        return overtaken(context, db, said, &locked, request).await;
    }
    if is_doubtful(way, said, request) {
        if !is_enquiry {
            sql::ask_at(db, locked.payment_id, Some(now)).await?;
            requery::add_job(context, db).await?;
        }
        return Ok(Became::Doubtful);
    }
    locked.change(context, db, actor, event).await?;
    sql::hear(db, locked.payment_id, &Heard::of(said), now).await?;
    if locked.state.status.is_final() {
        sql::ask_at(db, locked.payment_id, None).await?;
        sql::settle_alert(db, order_no, AlertReason::Unanswered, now).await?;
    }
    Ok(Became::Applied)
}

/// Stores an answer that does not change the payment's status. Open pages are refreshed: the payment may now be given
/// up, or its money came after its end.
async fn hear(db: &mut PgConnection, locked: &Locked, heard: &Heard<'_>, now: Instant) -> Answer<()> {
    sql::hear(&mut *db, locked.payment_id, heard, now).await?;
    Ok(live::publish(db, Change::of(&[Topic::Gateway]).in_account(&locked.bulk_id)).await?)
}

/// Whether a refusal may concern another request under the same order number, while the payment is still alive.
///
/// FPX answers *duplicate* or *bad signature* (XN, XO, 45; XC, 98, 78) to a second request. A refusal under another FPX
/// number than the known one also concerns another request. An enquiry's answer concerns the order itself, so only
/// those codes are ambiguous there: they then concern the enquiry.
fn is_doubtful(way: Way<'_>, said: &Confirmation, request: &Request) -> bool {
    let is_another = request.fpx_txn_id.as_deref().is_some_and(|known| known != said.fpx_txn_id());
    match said.verdict() {
        Verdict::Failed { reason: Failure::Duplicate | Failure::Signature } => true,
        Verdict::Failed { .. } | Verdict::Declined => is_another && !matches!(way, Way::Enquiry(_)),
        _ => false,
    }
}

/// Applies the earlier ambiguous refusal, now that FPX has no payment under this number. Nothing can be alive, so the
/// refusal is final.
async fn stand_by_refusal(
    context: &Context,
    db: &mut PgConnection,
    mut locked: Locked,
    request: &Request,
) -> Answer<Became> {
    let Some(raw) = sql::doubtful(db, &request.order_no).await? else { return Ok(Became::Ignored) };
    // The stored message was verified when it arrived.
    let Ok(Signed { message: refusal, .. }) = Signed::parse(raw.as_bytes()) else { return Ok(Became::Ignored) };
    let failed = PaymentEvent::FpxFailed { bank_code: Some(refusal.get("debitAuthCode").to_owned()) };
    locked.change(context, db, Actor::Bank(&request.bank_name), failed).await?;
    sql::ask_at(db, locked.payment_id, None).await?;
    Ok(Became::Applied)
}

/// Handles a valid message that arrives after the state moved on. A paid payment never goes back to pending. Money that
/// was taken after the portal gave up always raises an alert.
async fn overtaken(
    context: &Context,
    db: &mut PgConnection,
    said: &Confirmation,
    locked: &Locked,
    request: &Request,
) -> Answer<Became> {
    let (order_no, fpx_txn_id, now) = (said.exchange_order_no(), said.fpx_txn_id(), context.now());
    let is_same = request.fpx_txn_id.as_deref() == Some(fpx_txn_id);
    let event = said.event().map(|event| event.event());
    if event == Some(Event::FpxApproved) {
        if locked.state.status != Status::Paid {
            let late = NewAlert::new(order_no, AlertReason::LateApproval, fpx_txn_id);
            let is_new = sql::alert(db, &NewAlert { amount: Some(said.amount()), ..late }, now).await?;
            hear(db, locked, &Heard::of(said), now).await?;
            return Ok(if is_new { Became::Late } else { Became::Repeated });
        }
        if !is_same && sql::is_known_late(db, order_no, fpx_txn_id).await? {
            return Ok(Became::Repeated);
        }
        if !is_same {
            let twice = NewAlert::new(order_no, AlertReason::PaidTwice, fpx_txn_id);
            sql::alert(db, &NewAlert { amount: Some(said.amount()), ..twice }, now).await?;
            return Ok(Became::Ignored);
        }
    }
    let known = event.and_then(|event| next(Status::PaymentInitiated, event).ok());
    Ok(if is_same && known == Some(locked.state.status) { Became::Repeated } else { Became::Ignored })
}

/// Schedules the next enquiry about a payment that is still open.
pub async fn plan(context: &Context, db: &mut PgConnection, request: &Request) -> Answer<()> {
    Ok(sql::ask_at(db, request.payment_id, requery_due(request.sent_at, context.now())).await?)
}
