//! Gives up a payment that never reached the bank (docs/domain/payments.md#giving-up). FPX must have answered
//! before that it does not know the payment, and is asked once more. Enquiries continue afterwards: money that still
//! arrives is a late receipt.

use gridbill_core::fact::PaymentEvent;
use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::fpx::is_unknown_to_bank;
use gridbill_core::payments::staff::GiveUpFpxPayment;
use gridbill_core::payments::{Event, GiveUpPayment, GivenUp, next_status};
use gridbill_core::{Code, Instant};

use super::confirm;
use super::requery::{self, AnsweredEnquiry};
use super::sql;
use crate::app::{App, Context};
use crate::endpoint::{Act, Prepare, Tx};
use crate::error::Answer;
use crate::facts::Actor;
use crate::payments::transition::{self, LockedPayment};

/// FPX's answer, and when the enquiry began.
#[derive(Clone)]
pub struct AskedAt {
    asked: AnsweredEnquiry,
    at: Instant,
}

pub async fn ask_as_maker(Prepare { app, who, request }: Prepare<GiveUpPayment>) -> Answer<AskedAt> {
    let known = find_last_answer(&app, Some(&who.bulk_id), &request.transaction_no).await?;
    if known.requested_by != who.person.person_id {
        return Err(Code::NotYourPayment.into());
    }
    ask(&app, &known, Actor::Person(&who.person)).await
}

pub async fn ask_as_staff(Prepare { app, who, request }: Prepare<GiveUpFpxPayment>) -> Answer<AskedAt> {
    let known = find_last_answer(&app, None, &request.transaction_no).await?;
    ask(&app, &known, Actor::Person(&who.person)).await
}

pub async fn as_maker(
    Act { context, who, prepared, mut tx, .. }: Act<GiveUpPayment, AskedAt>,
) -> Answer<(Tx, GivenUp)> {
    let given_up = give_up(&context, &mut tx, Actor::Person(&who.person), prepared).await?;
    Ok((tx, given_up))
}

pub async fn as_staff(
    Act { context, who, prepared, mut tx, .. }: Act<GiveUpFpxPayment, AskedAt>,
) -> Answer<(Tx, GivenUp)> {
    let given_up = give_up(&context, &mut tx, Actor::Person(&who.person), prepared).await?;
    Ok((tx, given_up))
}

async fn find_last_answer(app: &App, bulk_id: Option<&BulkId>, number: &TransactionNo) -> Answer<sql::LastAnswer> {
    Ok(sql::find_last_answer(&app.pool, bulk_id, number).await?.ok_or(Code::TransactionNotFound)?)
}

/// Asks FPX again, if it has answered before that it does not know the payment.
async fn ask(app: &App, known: &sql::LastAnswer, actor: Actor<'_>) -> Answer<AskedAt> {
    next_status(known.status, Event::FpxGivenUp)
        .map_err(|code| transition::payment_moved_problem(code, known.status, actor))?;
    if !is_unknown(known, app.config.payments.give_up_after) {
        return Err(Code::GiveUpTooEarly.into());
    }
    let at = app.now();
    Ok(AskedAt { asked: requery::ask(app, &known.order_no).await?, at })
}

fn is_unknown(known: &sql::LastAnswer, after_minutes: u32) -> bool {
    let heard = known.heard_code.as_deref().zip(known.heard_at);
    is_unknown_to_bank(known.status, known.sent_at, heard, after_minutes)
}

/// Applies the answer, which may change the payment. Gives the payment up if FPX still does not know it.
async fn give_up(context: &Context, tx: &mut Tx, actor: Actor<'_>, asked: AskedAt) -> Answer<GivenUp> {
    let AskedAt { asked: AnsweredEnquiry { request, answer }, at } = asked;
    requery::settle(context, tx, &request, Some(answer)).await?;
    let mut locked = LockedPayment::by_order(tx, &request.order_no).await?.ok_or(Code::TransactionNotFound)?;
    let known =
        sql::find_last_answer(&mut **tx, None, &locked.transaction_no).await?.ok_or(Code::TransactionNotFound)?;
    let is_given_up = is_unknown(&known, context.config().payments.give_up_after) && known.heard_at >= Some(at);
    if is_given_up {
        let event = PaymentEvent::FpxGivenUp { bank_code: known.heard_code };
        locked.change(context, tx, actor, event).await?;
        sql::mark_given_up(tx, locked.payment_id, context.now()).await?;
        confirm::schedule_enquiry(context, tx, &request).await?;
    }
    Ok(GivenUp { transaction_no: locked.transaction_no, status: locked.state.status, is_given_up })
}
