//! The customer's answer to a difference between billed and paid (docs/domain/payments.md#reconciliation). Each answer
//! makes a new version of the payment, which awaits the utility's approval again.

use gridbill_core::fact::PaymentEvent;
use gridbill_core::number::TransactionNo;
use gridbill_core::payments::{
    Event, MakeExcessiveReconciliationPayment, MakeReconciliationPaymentInsufficient, PaymentMoved, Reference,
    check_available, check_difference, check_unused,
};
use gridbill_core::typed::clean;
use gridbill_core::{Code, Problem};

use super::transition::LockedPayment;
use super::{bank, sql};
use crate::auth::guard;
use crate::auth::who::Customer;
use crate::endpoint::{Act, Tx};
use crate::error::Answer;
use crate::facts::Actor;

/// Pays exactly the difference that the utility requested, by EFT or cheque.
pub async fn pay_difference(
    Act { context, who, request, mut tx, .. }: Act<MakeReconciliationPaymentInsufficient>,
) -> Answer<(Tx, PaymentMoved)> {
    let actor = Actor::Person(&who.person);
    let method = request.payment_mode;
    let mut locked = locked(&mut tx, &who, &request.transaction_no).await?;
    locked.check_allows(Event::DifferencePaid, actor)?;
    let (_, amount) = locked.state.reconcile.ok_or_else(|| anyhow::anyhow!("a difference without an amount"))?;
    check_available(sql::window(&mut *tx, method).await?.as_ref(), context.now(), who.person.language)?;
    check_difference(method, amount, &request.bulk_cheque_eft_number)?;
    let own = sql::details::references(&mut *tx, locked.payment_id).await?;
    check_unused(method, &request.bulk_cheque_eft_number, &own)?;
    let bank = bank::chosen(&mut tx, method, Some(&request.bank_id)).await?;
    let number = clean(&request.bulk_cheque_eft_number).into_owned();
    let paid = PaymentEvent::DifferencePaid { difference: amount, reference: number.clone() };
    locked.change(&context, &mut tx, actor, paid).await?;
    let reference = Reference { number, amount };
    let (bulk_id, payment_id, version) = (&locked.bulk_id, locked.payment_id, locked.state.version);
    sql::add_references(&mut tx, bulk_id, payment_id, version, method, &bank.name, &[reference]).await?;
    Ok((tx, PaymentMoved::from(&locked)))
}

/// Chooses the account to credit, by one of the payment's invoices.
pub async fn choose_credit(
    Act { context, who, request, mut tx, .. }: Act<MakeExcessiveReconciliationPayment>,
) -> Answer<(Tx, PaymentMoved)> {
    let actor = Actor::Person(&who.person);
    let mut locked = locked(&mut tx, &who, &request.transaction_no).await?;
    locked.check_allows(Event::CreditChosen, actor)?;
    let (_, excess) = locked.state.reconcile.ok_or_else(|| anyhow::anyhow!("the overpayment has no amount"))?;
    let account = sql::account_of_item(&mut tx, locked.payment_id, &request.invoice_no).await?;
    let account_no = account.ok_or_else(|| Problem::at("invoiceNo", Code::CreditAccountUnknown))?;
    locked.change(&context, &mut tx, actor, PaymentEvent::CreditChosen { excess, account_no }).await?;
    Ok((tx, PaymentMoved::from(&locked)))
}

/// Locks a customer's payment, then checks that the user's role and permissions are unchanged.
async fn locked(tx: &mut Tx, who: &Customer, number: &TransactionNo) -> Answer<LockedPayment> {
    let locked = LockedPayment::by_number(tx, &who.bulk_id, number).await?.ok_or(Code::TransactionNotFound)?;
    guard::check_unchanged(tx, &who.person).await?;
    Ok(locked)
}
