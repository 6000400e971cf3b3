//! Rules for the forms of payments: methods, references, reconciliation, decisions of staff.

use gridbill_core::bank_statements::{self, BankShare, ExpectedPayment, OpenMoney};
use gridbill_core::colleagues::reference_to_quote;
use gridbill_core::number::{BankId, BulkId, TransactionNo};
use gridbill_core::operations::{WindowForm, check_window};
use gridbill_core::payments::fpx::{Verdict, verdict};
use gridbill_core::payments::{self, Event, PaymentMethod, ReconcileAsked, Status, TypedReference, Window};
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Code, Instant, Language, Money};
use serde::Deserialize;
use tsify::Tsify;

use crate::rule::{Checked, List, checked, refusal};

/// The form of a payment, with the reference numbers as typed.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PaymentForm {
    payment_method: PaymentMethod,
    total_amount: Money,
    #[tsify(optional, type = "BankId | null")]
    bank_id: Option<BankId>,
    #[tsify(type = "readonly TypedReference[]")]
    reference_numbers: Vec<TypedReference>,
}

impl PaymentForm {
    fn check(&self, most: usize) -> Result<(), gridbill_core::Problem> {
        payments::check_form(
            self.payment_method,
            self.bank_id.as_ref(),
            self.total_amount,
            &self.reference_numbers,
            most,
        )
    }
}

fn asked_for(billed: Money, paid: &str, earlier: &[ReconcileAsked]) -> Result<ReconcileAsked, Code> {
    let earlier = earlier.iter().map(ReconcileAsked::kind_and_amount).collect::<Result<Vec<_>, _>>()?;
    let (kind, reconcile_amount) = payments::difference(billed, Money::parse(paid)?, &earlier)?;
    Ok(ReconcileAsked { reconcile_type: kind.reconcile_type(), reconcile_amount })
}

fn paid(billed: Money, asked: &ReconcileAsked) -> Result<Money, Code> {
    let (kind, amount) = asked.kind_and_amount()?;
    payments::check_paid_amount(billed, kind, amount, &[])
}

rules! {
    /// Divides the open money of bank lines among payments, or returns why that is not possible.
    allotShares(lines: List<OpenMoney>, payments: List<ExpectedPayment>, language: Language) -> Checked<List<BankShare>> =
        checked(bank_statements::divide_among_payments(&lines, &payments), language);
    /// Returns the refusal if the method is closed now.
    methodClosed(unavailable: Option<Window>, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(payments::check_available(unavailable.as_ref(), now, language), language);
    /// Checks the form of a payment. Fields: `bankId`, `totalAmount`, `referenceNumbers.0.number`, …
    checkPayment(form: PaymentForm, mostReferences: usize, language: Language) -> Option<ErrorBody> =
        refusal(form.check(mostReferences), language);
    /// Checks whether the method and the reference number can pay a difference.
    checkDifference(method: PaymentMethod, amount: Money, number: String, language: Language) -> Option<ErrorBody> =
        refusal(payments::check_difference(method, amount, &number), language);
    /// Returns the reconciliation that follows from the amount that staff typed as received.
    reconcile(billed: Money, typedPaid: String, earlier: Vec<ReconcileAsked>, language: Language) -> Checked<ReconcileAsked> =
        checked(asked_for(billed, &typedPaid, &earlier), language);
    /// Whether the difference is so large that staff must confirm it.
    isLargeDifference(billed: Money, difference: Money) -> bool = payments::is_large(billed, difference);
    /// Returns the amount that was received according to a reconciliation.
    paidAmount(billed: Money, asked: ReconcileAsked, language: Language) -> Checked<Money> = checked(paid(billed, &asked), language);
    /// Returns the status that an event leads to; refuses an event that the status does not allow.
    nextStatus(from: Status, event: Event, language: Language) -> Checked<Status> = checked(payments::next_status(from, event), language);
    /// Returns the reference to quote in a transfer: the payment with the missing difference, or the bulk account.
    referenceToQuote(bulkId: BulkId, transactionNo: Option<TransactionNo>) -> String =
        reference_to_quote(&bulkId, transactionNo.as_ref()).to_owned();
    /// Checks the planned closure of a method. Fields: `fromDay`, `fromTime`, `toDay`, `toTime`.
    checkWindow(form: WindowForm, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(check_window(&form, now), language);
    /// Returns the meaning of an answer code of the bank gateway.
    fpxVerdict(code: String) -> Verdict = verdict(&code);
}
