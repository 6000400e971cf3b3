//! `MakePayment`: pays all of the selected bills, or none (docs/domain/payments.md#making-a-payment).

use std::collections::HashSet;

use gridbill_core::bills::{HeldBill, Selection, select, selection_refusal};
use gridbill_core::number::{InvoiceNo, TransactionNo};
use gridbill_core::payments::{
    DuplicateInvoice, MAX_INVOICES, MakePayment, MakePaymentRequest, PaymentMade, PaymentMethod, PaymentOfPlan,
    PaymentState, RefusedInvoice, check_available, check_references, reference_key,
};
use gridbill_core::typed::clean;
use gridbill_core::{Code, Money, Problem};
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;

use super::approval;
use super::bank::{self, ChosenBank};
use super::fpx;
use super::fpx::start::Starting;
use super::group::{self, CheckedPart, GroupPlace};
use super::repeated;
use crate::app::{App, Context};
use crate::auth::who::Customer;
use crate::endpoint::{Act, Prepare, Tx};
use crate::error::{Answer, Error};
use crate::facts::{self, Entry, Subject};

use super::sql::make::{Hold, LockedBill};
use super::sql::{self as shared, group as groups, make as sql};

/// Checks what does not need the bills, and returns the bank. For FPX it refreshes a stale bank list.
pub async fn prepare(Prepare { app, who, request }: Prepare<MakePayment>) -> Answer<ChosenBank> {
    check_selection(&request.invoice_nos)?;
    if let Some(PaymentOfPlan::First { invoice_nos, .. }) = &request.plan {
        check_selection(invoice_nos)?;
    }
    prepare_method(&app, &who, &request).await
}

/// Checks method and references of a payment, and returns its bank. For FPX it refreshes a stale bank list.
/// Fails with the refusals of core, or an error if the gateway's list cannot be read.
pub async fn prepare_method(app: &App, who: &Customer, request: &MakePaymentRequest) -> Answer<ChosenBank> {
    let method = request.payment_method;
    let (window, mut listed) = shared::method_and_bank(app, method, request.bank_id.as_ref()).await?;
    check_available(window.as_ref(), app.now(), who.person.language)?;
    // A total of zero is refused later per bill, under the locks, instead of by the method's minimum.
    if request.total_amount.is_positive() {
        check_references(method, request.total_amount, &request.reference_numbers, app.config.utility.max_references)?;
    }
    if method == PaymentMethod::Fpx {
        fpx::banks::refresh_if_stale(app).await?;
        (_, listed) = shared::method_and_bank(app, method, request.bank_id.as_ref()).await?;
    }
    bank::choose(method, request.bank_id.as_ref(), listed)
}

/// Pays bills that need no approval, with their rows locked.
pub async fn make(
    Act { context, who, request, prepared: bank, mut tx }: Act<MakePayment, ChosenBank>,
) -> Answer<(Tx, PaymentMade)> {
    let part = match &request.plan {
        Some(PaymentOfPlan::First { invoice_nos, total_amount }) => {
            group::begin(&context, &mut tx, &who, &request, (invoice_nos, *total_amount)).await?
        }
        Some(PaymentOfPlan::Next { group_no, place }) => {
            group::continue_group(&mut tx, &who, &request, (group_no, *place)).await?
        }
        None => {
            let bills = sql::lock_bills(&mut tx, &who.bulk_id, &request.invoice_nos).await?;
            let around = sql::surroundings(&mut tx, &who, &request.invoice_nos, &reference_keys(&request)).await?;
            let around = around.ok_or(Code::SignedOut)?;
            let chosen = Chosen::of(&request, EarlierHolds::NONE);
            let CheckedBills { selection, held } = check(&mut tx, &who, &chosen, &bills, around.has_holds).await?;
            if around.has_policy {
                approval::refuse_unapproved(&mut tx, &who.bulk_id, &bills).await?;
            }
            let held = held_bills(&held, EarlierHolds::NONE, &who);
            let may_repeat = around.has_repeated;
            let checked = Checked { bills, selection, held, bank, place: None, may_repeat };
            return record(&context, &who, tx, &request, checked).await;
        }
    };
    let CheckedPart { bills, selection, held, place } = part;
    let checked = Checked { bills, selection, held, bank, place: Some(place), may_repeat: true };
    record(&context, &who, tx, &request, checked).await
}

/// The keys by which the request's reference numbers are found in other payments.
fn reference_keys(request: &MakePaymentRequest) -> Vec<String> {
    request.reference_numbers.iter().map(|reference| reference_key(&clean(&reference.number))).collect()
}

/// Pays the bills of an approved proposal. The caller has locked the proposal and the bills, and compared them. The proposer
/// chose the held bills of `earlier`. Fails with the refusals of `MakePayment`.
pub async fn pay_approved(
    context: &Context,
    who: &Customer,
    mut tx: Tx,
    request: &MakePaymentRequest,
    (bills, bank): (Vec<LockedBill>, ChosenBank),
    earlier: EarlierHolds<'_>,
) -> Answer<(Tx, PaymentMade)> {
    let CheckedBills { selection, held } = check_bills(&mut tx, who, &Chosen::of(request, earlier), &bills).await?;
    let held = held_bills(&held, earlier, who);
    record(context, who, tx, request, Checked { bills, selection, held, bank, place: None, may_repeat: true }).await
}

/// The bills that a user chose, and the total that they saw.
pub struct Chosen<'a> {
    pub invoice_nos: &'a [InvoiceNo],
    pub held_invoice_nos: &'a [InvoiceNo],
    pub total_amount: Money,
    pub earlier: EarlierHolds<'a>,
}

impl<'a> Chosen<'a> {
    /// Returns the bills of a request.
    #[must_use]
    pub fn of(request: &'a MakePaymentRequest, earlier: EarlierHolds<'a>) -> Self {
        let MakePaymentRequest { invoice_nos, held_invoice_nos, total_amount, .. } = request;
        Self { invoice_nos, held_invoice_nos, total_amount: *total_amount, earlier }
    }
}

/// The holds in spite of which a user chose bills before: the proposer of a proposal, or the user who began a group of
/// payments. A hold that began since is not among them, even on the same bill.
#[derive(Debug, Clone, Copy)]
pub struct EarlierHolds<'a> {
    pub holds: &'a [Hold],
    pub chosen_by: &'a str,
}

impl EarlierHolds<'_> {
    /// No bill was chosen before.
    pub const NONE: Self = Self { holds: &[], chosen_by: "" };
}

/// The result of the checks.
pub struct CheckedBills {
    pub selection: Selection,
    /// The holds of those bills that are on hold. Users chose all of them.
    pub held: Vec<Hold>,
}

/// Returns held bills with the recorded name of who chose each: the earlier user, or the caller.
#[must_use]
pub fn held_bills(held: &[Hold], earlier: EarlierHolds<'_>, who: &Customer) -> Vec<HeldBill> {
    let before: HashSet<_> = earlier.holds.iter().collect();
    let chosen = |hold: &Hold| {
        let by = if before.contains(hold) { earlier.chosen_by } else { who.person.recorded_name() };
        HeldBill { invoice_no: hold.invoice_no.clone(), cause: hold.cause, chosen_by: by.to_owned() }
    };
    held.iter().map(chosen).collect()
}

/// Checks locked bills, and adds them up. A proposal refuses what a payment refuses.
/// Fails with the refusals of `MakePayment`.
pub async fn check_bills(
    db: &mut PgConnection,
    who: &Customer,
    chosen: &Chosen<'_>,
    bills: &[LockedBill],
) -> Answer<CheckedBills> {
    check(db, who, chosen, bills, true).await
}

/// Checks locked bills. Without `has_holds` none of them is on hold.
async fn check(
    db: &mut PgConnection,
    who: &Customer,
    chosen: &Chosen<'_>,
    bills: &[LockedBill],
    has_holds: bool,
) -> Answer<CheckedBills> {
    refuse_unknown(chosen.invoice_nos, bills)?;
    refuse_duplicates(db, who, bills).await?;
    refuse_unpayable(bills)?;
    let held = if has_holds { refuse_held(db, who, chosen).await? } else { Vec::new() };
    let selection = select(bills.iter().map(|bill| (&bill.account_no, bill.amount)))?;
    refuse_changed(selection.total, chosen.total_amount, bills)?;
    Ok(CheckedBills { selection, held })
}

/// The bills that passed all checks, with their locks held.
struct Checked {
    bills: Vec<LockedBill>,
    selection: Selection,
    held: Vec<HeldBill>,
    bank: ChosenBank,
    /// The place of a payment that is one of several.
    place: Option<GroupPlace>,
    /// Whether other payments may have its reference numbers.
    may_repeat: bool,
}

/// Writes the payment with one statement, however many bills it has.
async fn record(
    context: &Context,
    who: &Customer,
    mut tx: Tx,
    request: &MakePaymentRequest,
    Checked { bills, selection, held, bank, place, may_repeat }: Checked,
) -> Answer<(Tx, PaymentMade)> {
    let (payment_id, now, method) = (context.uuid(), context.now(), request.payment_method);
    let cleaned: Vec<_> = request.reference_numbers.iter().map(|reference| clean(&reference.number)).collect();
    let numbers: Vec<&str> = cleaned.iter().map(AsRef::as_ref).collect();
    let written = numbers.iter().map(|&number| number.to_owned()).collect();
    let (PaymentState { status, .. }, mut fact) = PaymentState::begin(method, selection.total, written);
    fact.held = held;
    let payment = sql::NewPayment {
        payment_id,
        bulk_id: &who.bulk_id,
        method,
        status,
        selection: &selection,
        bank_id: &bank.bank_id,
        bank_name: &bank.name,
        requested_by: who.person.person_id,
        now,
        group: place.as_ref().map(|place| (&place.group_no, place.place)),
    };
    let (transaction_no, added) = sql::add_payment(&mut tx, &payment, &bills, &request.reference_numbers).await?;
    if added < bills.len() {
        return Err(raced(&mut tx, who, &request.invoice_nos, &transaction_no).await);
    }
    if let Some(GroupPlace { group_no, left_out, .. }) = place.as_ref().filter(|place| !place.left_out.is_empty()) {
        groups::add_left_out(&mut tx, &who.bulk_id, group_no, payment_id, left_out).await?;
    }
    let entry = Entry::by(&who.person, Subject::Payment(payment_id), fact, transaction_no.as_str());
    facts::record(context, &mut tx, entry.in_account(Some(&who.bulk_id))).await?;
    let repeated_references = if may_repeat {
        repeated::in_others(&mut *tx, &who.bulk_id, Some(payment_id), method, &numbers).await?
    } else {
        Vec::new()
    };
    let redirect = match method {
        PaymentMethod::Fpx => {
            let starting = Starting { payment_id, transaction_no: &transaction_no };
            Some(starting.redirect(context, &mut tx, who, &bank.bank_id, &selection).await?)
        }
        PaymentMethod::EftGiro | PaymentMethod::EftRentas | PaymentMethod::Cheque => None,
    };
    let made = PaymentMade {
        e_bulk_payment_id: payment_id.to_string(),
        merchant_tran_id: redirect.is_some().then(|| transaction_no.to_string()),
        transaction_no,
        status,
        group_no: place.map(|place| place.group_no),
        redirect,
        repeated_references,
    };
    Ok((tx, made))
}

/// Checks the number of chosen bills, and that each is chosen once.
/// Fails with [`Code::InvoicesRequired`], [`Code::InvoicesTooMany`], [`Code::InvoiceRepeated`] at `invoiceNos`.
pub fn check_selection(invoices: &[InvoiceNo]) -> Result<(), Problem> {
    if invoices.is_empty() {
        return Err(Problem::at("invoiceNos", Code::InvoicesRequired));
    }
    if invoices.len() > MAX_INVOICES {
        return Err(Problem::at("invoiceNos", Problem::new(Code::InvoicesTooMany).with("limit", MAX_INVOICES)));
    }
    let mut seen = HashSet::new();
    let repeated: Vec<Value> =
        invoices.iter().filter(|invoice| !seen.insert(*invoice)).map(|invoice| invoice.as_str().into()).collect();
    if repeated.is_empty() {
        return Ok(());
    }
    Err(Problem::at("invoiceNos", Problem::new(Code::InvoiceRepeated).with("invoices", repeated)))
}

/// Refuses invoices that are not found. Unknown and foreign invoices get the same error, so it reveals nothing.
/// Fails with [`Code::InvoiceUnknown`].
pub fn refuse_unknown(asked: &[InvoiceNo], found: &[LockedBill]) -> Result<(), Problem> {
    if asked.len() == found.len() {
        return Ok(());
    }
    let found: HashSet<_> = found.iter().map(|bill| &bill.invoice_no).collect();
    let unknown: Vec<Value> =
        asked.iter().filter(|invoice| !found.contains(invoice)).map(|invoice| invoice.as_str().into()).collect();
    Err(Problem::new(Code::InvoiceUnknown).with("invoices", unknown))
}

/// Refuses bills that are in another payment. Runs before the other checks: the payer must learn that a colleague is
/// paying, not that something is wrong.
async fn refuse_duplicates(db: &mut PgConnection, who: &Customer, bills: &[LockedBill]) -> Answer<()> {
    let taken: Vec<_> = bills.iter().filter(|bill| bill.is_taken()).map(|bill| bill.invoice_no.clone()).collect();
    if taken.is_empty() {
        return Ok(());
    }
    // No live payment holds the bill: it was paid outside the portal, and `refuse_unpayable` reports that.
    duplicates(db, who, &taken, None).await?.map_or(Ok(()), |problem| Err(problem.into()))
}

/// Lists the bills that are in a live payment other than `made`.
async fn duplicates(
    db: &mut PgConnection,
    who: &Customer,
    invoices: &[InvoiceNo],
    made: Option<&TransactionNo>,
) -> Answer<Option<Problem>> {
    let mut duplicates: Vec<DuplicateInvoice> = sql::holders(db, &who.bulk_id, who.person.person_id, invoices).await?;
    duplicates.retain(|invoice| Some(&invoice.transaction_no) != made);
    if duplicates.is_empty() {
        return Ok(None);
    }
    Ok(Some(Problem::new(Code::DuplicatePayment).with("isDuplicate", true).with("invoices", list(&duplicates)?)))
}

/// Builds the error for a bill that another payment took in spite of the locks. The unique index that allows one live
/// payment per bill detected it.
async fn raced(db: &mut PgConnection, who: &Customer, invoices: &[InvoiceNo], made: &TransactionNo) -> Error {
    match duplicates(db, who, invoices, Some(made)).await {
        Ok(Some(problem)) => problem.into(),
        // The other payment has already released the bill, so the caller can retry.
        Ok(None) => Problem::new(Code::DuplicatePayment).with("isDuplicate", true).into(),
        Err(error) => error,
    }
}

fn refuse_unpayable(bills: &[LockedBill]) -> Answer<()> {
    let refused: Vec<_> = bills
        .iter()
        .filter_map(|bill| {
            let reason = selection_refusal(bill.status, bill.amount, bill.current_charge, bill.closed)?;
            Some(RefusedInvoice { invoice_no: bill.invoice_no.clone(), reason, amount: bill.amount })
        })
        .collect();
    if refused.is_empty() {
        return Ok(());
    }
    Err(Problem::new(Code::InvoiceNotPayable).with("invoices", list(&refused)?).into())
}

/// Refuses bills of a batch that waits, and other bills on hold that no user chose one by one. The bills are locked, so a
/// query about one of them was opened before, or is opened after the payment. Returns the holds of the others.
async fn refuse_held(db: &mut PgConnection, who: &Customer, chosen: &Chosen<'_>) -> Answer<Vec<Hold>> {
    let held = sql::held(db, &who.bulk_id, chosen.invoice_nos).await?;
    let numbers = |is_refused: &dyn Fn(&Hold) -> bool| -> Vec<Value> {
        held.iter().filter(|hold| is_refused(hold)).map(|hold| hold.invoice_no.as_str().into()).collect()
    };
    let waiting = numbers(&|hold| !hold.cause.can_be_chosen());
    if !waiting.is_empty() {
        return Err(Problem::new(Code::BatchWaits).with("invoices", waiting).into());
    }
    let named: HashSet<_> = chosen.held_invoice_nos.iter().collect();
    let earlier: HashSet<_> = chosen.earlier.holds.iter().collect();
    let refused = numbers(&|hold| !named.contains(&hold.invoice_no) && !earlier.contains(hold));
    if refused.is_empty() {
        return Ok(held);
    }
    Err(Problem::new(Code::BillsOnHold).with("invoices", refused).into())
}

/// Refuses a total that differs from the one the user saw. The request holds only the total, so the error lists every
/// invoice with its current amount.
fn refuse_changed(total: Money, seen: Money, bills: &[LockedBill]) -> Answer<()> {
    if total == seen {
        return Ok(());
    }
    let now: Vec<_> = bills
        .iter()
        .map(|bill| RefusedInvoice {
            invoice_no: bill.invoice_no.clone(),
            reason: Code::TotalChanged,
            amount: bill.amount,
        })
        .collect();
    let problem = Problem::new(Code::TotalChanged)
        .with("total", total.shown())
        .with("seen", seen.shown())
        .with("totalAmount", total.to_string())
        .with("invoices", list(&now)?);
    Err(problem.into())
}

/// Converts items to a parameter of a refusal. Fails with an internal error if they cannot be written as JSON.
pub fn list<T: Serialize>(items: &[T]) -> Answer<Value> {
    Ok(serde_json::to_value(items).map_err(anyhow::Error::from)?)
}
