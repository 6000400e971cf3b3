//! Plans of several payments, and the groups of payments that are made from them
//! (docs/domain/payments.md#several-payments).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use gridbill_core::bills::{HeldBill, Selection, select, selection_refusal};
use gridbill_core::number::{InvoiceNo, PaymentGroupNo};
use gridbill_core::page::page_size;
use gridbill_core::payments::{
    GroupPayment, GroupPaymentState, LeftOutBill, MakePaymentRequest, NextPayment, PaymentGroup, PaymentGroupRequest,
    PaymentGroups, PaymentGroupsRequest, PaymentPlans, PlanLimits, PlanPaymentsRequest, PlannedBill, RefusedInvoice,
    Status, group_payment_state, left_out_reason, plan_payments, split,
};
use gridbill_core::{Code, Money, Problem};
use sqlx::PgConnection;

use super::approval;
use super::make::{CheckedBills, Chosen, EarlierHolds, check_bills, check_selection, held_bills, list, refuse_unknown};
use super::sql::group::{self as sql, CurrentItem, LockedGroup, NewGroup, PlannedItem};
use super::sql::make::{Hold, LockedBill, find_bills, held, lock_bills};
use crate::app::{App, Context};
use crate::auth::guard;
use crate::auth::who::Customer;
use crate::error::Answer;

/// The place of a payment in its group.
pub struct GroupPlace {
    pub group_no: PaymentGroupNo,
    pub place: i32,
    /// The bills of the place that the payment leaves out.
    pub left_out: Vec<(InvoiceNo, Code)>,
}

/// The bills of one payment of a plan, with their rows locked and checked.
pub struct CheckedPart {
    pub bills: Vec<LockedBill>,
    pub selection: Selection,
    /// Those of the bills that a user chose although they are on hold.
    pub held: Vec<HeldBill>,
    pub place: GroupPlace,
}

/// Plans the payments that each method would make of the bills. Whether a bill can be paid is checked when it is paid.
pub async fn plan(app: App, who: Customer, request: PlanPaymentsRequest) -> Answer<PaymentPlans> {
    check_selection(&request.invoice_nos)?;
    let bills = find_bills(&app.pool, &who.bulk_id, &request.invoice_nos).await?;
    refuse_unknown(&request.invoice_nos, &bills)?;
    select(bills.iter().map(|bill| (&bill.account_no, bill.amount)))?;
    Ok(PaymentPlans { plans: plan_payments(&planned(&bills), app.config.utility.max_references) })
}

/// Checks all bills of a plan, and stores the plan as a group. Returns the bills of its first payment.
/// Fails with the refusals of `MakePayment` for all bills of the plan. [`Code::PlanChanged`] if the first payment of
/// the plan is not the requested one.
pub async fn begin(
    context: &Context,
    tx: &mut PgConnection,
    who: &Customer,
    request: &MakePaymentRequest,
    (invoice_nos, total_amount): (&[InvoiceNo], Money),
) -> Answer<CheckedPart> {
    let bulk_id = &who.bulk_id;
    let mut bills = lock_bills(tx, bulk_id, invoice_nos).await?;
    guard::check_unchanged(tx, &who.person).await?;
    let (held_invoice_nos, earlier) = (&request.held_invoice_nos[..], EarlierHolds::NONE);
    let chosen = Chosen { invoice_nos, held_invoice_nos, total_amount, earlier };
    let CheckedBills { held, .. } = check_bills(tx, who, &chosen, &bills).await?;
    approval::refuse_unapproved(tx, bulk_id, &bills).await?;

    let plan = split(&planned(&bills), request.payment_method, context.config().utility.max_references);
    let asked: BTreeSet<&InvoiceNo> = request.invoice_nos.iter().collect();
    let first = plan.payments.first().filter(|_| plan.payments.len() > 1 && plan.unplanned.is_empty());
    let is_first = first.is_some_and(|first| {
        first.total_amount == request.total_amount && first.invoice_nos.iter().collect::<BTreeSet<_>>() == asked
    });
    if !is_first {
        return Err(Code::PlanChanged.into());
    }
    let holds: HashMap<&InvoiceNo, &Hold> = held.iter().map(|hold| (&hold.invoice_no, hold)).collect();
    let places: HashMap<&InvoiceNo, i32> = (1..)
        .zip(&plan.payments)
        .flat_map(|(place, payment)| payment.invoice_nos.iter().map(move |invoice_no| (invoice_no, place)))
        .collect();
    let new = NewGroup {
        bulk_id,
        plan: &plan,
        amount: total_amount,
        invoices: bills.len(),
        requested_by: who.person.person_id,
        now: context.now(),
    };
    let group_no = sql::add_group(tx, &new).await?;
    let items: Vec<_> = bills
        .iter()
        .filter_map(|bill| Some((bill, *places.get(&bill.invoice_no)?, holds.get(&bill.invoice_no).copied())))
        .collect();
    sql::add_items(tx, bulk_id, &group_no, &items).await?;
    bills.retain(|bill| asked.contains(&bill.invoice_no));
    let selection = select(bills.iter().map(|bill| (&bill.account_no, bill.amount)))?;
    let mut held = held_bills(&held, EarlierHolds::NONE, who);
    held.retain(|bill| asked.contains(&bill.invoice_no));
    Ok(CheckedPart { bills, selection, held, place: GroupPlace { group_no, place: 1, left_out: Vec::new() } })
}

/// Checks the bills of another payment of a group. Locks the group, then the bills. The payment has all bills of its
/// place that can be paid as planned; the others are left out, each with its reason.
/// Fails with [`Code::PaymentGroupNotFound`], the refusals of `MakePayment`, or [`Code::PlanChanged`] with the bills
/// that cannot be paid as planned.
pub async fn continue_group(
    tx: &mut PgConnection,
    who: &Customer,
    request: &MakePaymentRequest,
    (group_no, place): (&PaymentGroupNo, i32),
) -> Answer<CheckedPart> {
    let bulk_id = &who.bulk_id;
    let LockedGroup { method, requested_by } =
        sql::lock_group(tx, bulk_id, group_no).await?.ok_or(Code::PaymentGroupNotFound)?;
    let planned = sql::planned_items(&mut *tx, bulk_id, group_no).await?;
    let items: Vec<&PlannedItem> = planned.iter().filter(|item| item.place == place).collect();
    if items.is_empty() {
        return Err(Code::PaymentGroupNotFound.into());
    }
    let numbers: Vec<InvoiceNo> = items.iter().map(|item| item.invoice_no.clone()).collect();
    let bills = lock_bills(tx, bulk_id, &numbers).await?;
    guard::check_unchanged(tx, &who.person).await?;
    let now: HashMap<InvoiceNo, Money> = bills.iter().map(|bill| (bill.invoice_no.clone(), bill.amount)).collect();
    let refusals: HashMap<InvoiceNo, Code> =
        bills.iter().filter_map(|bill| Some((bill.invoice_no.clone(), refusal(bill)?))).collect();

    // First what any payment refuses, so that a bill of another payment is named with that payment.
    let asked: HashSet<&InvoiceNo> = request.invoice_nos.iter().collect();
    let bills: Vec<LockedBill> = bills.into_iter().filter(|bill| asked.contains(&bill.invoice_no)).collect();
    let chosen: Vec<Hold> = items.iter().filter_map(|item| item.hold.clone()).collect();
    let earlier = EarlierHolds { holds: &chosen, chosen_by: &requested_by };
    let CheckedBills { selection, held: of_payment } =
        check_bills(tx, who, &Chosen::of(request, earlier), &bills).await?;

    let held = held(tx, bulk_id, &numbers).await?;
    let holds: HashMap<&InvoiceNo, &Hold> = held.iter().map(|hold| (&hold.invoice_no, hold)).collect();
    let left_out: Vec<(&InvoiceNo, Code)> = items
        .iter()
        .filter_map(|item| {
            let number = &item.invoice_no;
            let is_on_hold = is_on_hold(holds.get(number).copied(), item.hold.as_ref());
            let refusal = refusals.get(number).copied();
            Some((number, left_out_reason(item.amount, now.get(number).copied(), refusal, is_on_hold)?))
        })
        .collect();
    let attempts = sql::attempts(&mut *tx, bulk_id, group_no).await?;
    let is_made = |place| attempts.iter().any(|(of_place, attempt)| *of_place == place && attempt.status.is_live());
    let gone: HashSet<&InvoiceNo> = left_out.iter().map(|(number, _)| *number).collect();
    let payable: HashSet<&InvoiceNo> = numbers.iter().filter(|number| !gone.contains(number)).collect();
    if is_made(place) || method != request.payment_method || payable != asked {
        let named = left_out.iter().map(|(invoice_no, reason)| RefusedInvoice {
            invoice_no: (*invoice_no).clone(),
            reason: *reason,
            amount: now.get(*invoice_no).copied().unwrap_or(Money::ZERO),
        });
        return Err(Problem::new(Code::PlanChanged).with("invoices", list(&named.collect::<Vec<_>>())?).into());
    }
    // The company's policy sees all that is left of the plan, not one payment of it. What was made before the policy counts no more.
    let left: Vec<_> = planned.iter().filter(|item| !is_made(item.place)).map(|item| item.invoice_no.clone()).collect();
    let left = find_bills(&mut *tx, bulk_id, &left).await?;
    approval::refuse_unapproved(tx, bulk_id, &left).await?;

    let left_out = left_out.into_iter().map(|(number, reason)| (number.clone(), reason)).collect();
    let held = held_bills(&of_payment, earlier, who);
    Ok(CheckedPart { bills, selection, held, place: GroupPlace { group_no: group_no.clone(), place, left_out } })
}

/// Lists the groups of a bulk account.
pub async fn groups(app: App, who: Customer, request: PaymentGroupsRequest) -> Answer<PaymentGroups> {
    let rows = page_size(request.record_count);
    let found = sql::summaries(&app.pool, &who.bulk_id, None, request.unfinished_only, rows).await?;
    let total = found.first().map_or(0, |row| row.total);
    Ok(PaymentGroups { groups: found.into_iter().map(|row| row.summary).collect(), total })
}

/// Loads a group with its payments, the bills that are left out, and the payment to make next.
pub async fn group(app: App, who: Customer, request: PaymentGroupRequest) -> Answer<PaymentGroup> {
    let (bulk_id, group_no) = (&who.bulk_id, &request.group_no);
    let mut db = app.pool.acquire().await?;
    let found = sql::summaries(&mut *db, bulk_id, Some(group_no), false, 1).await?;
    let found = found.into_iter().next().ok_or(Code::PaymentGroupNotFound)?;
    let mut items: BTreeMap<i32, Vec<CurrentItem>> = BTreeMap::new();
    for item in sql::current_items(&mut *db, bulk_id, group_no).await? {
        items.entry(item.place).or_default().push(item);
    }
    let attempts = sql::attempts(&mut *db, bulk_id, group_no).await?;
    let limits = PlanLimits::of(found.summary.payment_method, app.config.utility.max_references);
    let (mut payments, mut next) = (Vec::new(), None);
    for part in sql::parts(&mut *db, bulk_id, group_no).await? {
        let items = items.remove(&part.place).unwrap_or_default();
        let attempts: Vec<_> =
            attempts.iter().filter(|(place, _)| *place == part.place).map(|(_, attempt)| attempt.clone()).collect();
        let live = attempts.iter().map(|attempt| attempt.status).filter(|status| status.is_live());
        let live = live.max_by_key(|status| *status == Status::Paid);
        let judged: Vec<_> =
            items.iter().map(|item| Ok((item, reason_of(item, live.is_some())?))).collect::<Answer<_>>()?;
        let is_open = |reason: Option<Code>| matches!(reason, None | Some(Code::BillOnHold));
        let state = group_payment_state(live, live.is_none() && judged.iter().any(|(_, reason)| is_open(*reason)));
        let mut least = None;
        if state == GroupPaymentState::Open
            && !attempts.iter().any(|attempt| attempt.is_money_late)
            && let Some(payment) = next_payment(part.place, &judged, limits)?
        {
            least = limits.missed_by(payment.total_amount);
            next = next.or_else(|| Some(payment).filter(|_| least.is_none()));
        }
        payments.push(GroupPayment {
            place: part.place,
            total_amount: part.amount,
            total_invoices: part.invoices,
            state,
            least,
            attempts,
            left_out: judged.iter().filter_map(|(item, reason)| Some(left_out(item, (*reason)?))).collect(),
        });
    }
    Ok(PaymentGroup { summary: found.summary, bank_id: found.bank_id, payments, next })
}

/// Returns the payment of an open place; none if all of its bills are left out now.
fn next_payment(
    place: i32,
    judged: &[(&CurrentItem, Option<Code>)],
    limits: PlanLimits,
) -> Answer<Option<NextPayment>> {
    let bills: Vec<&CurrentItem> =
        judged.iter().filter(|(_, reason)| reason.is_none()).map(|(item, _)| *item).collect();
    if bills.is_empty() {
        return Ok(None);
    }
    let total_amount = Money::sum(bills.iter().map(|item| item.amount))?;
    let held = bills.iter().filter(|item| item.hold_now.is_some());
    Ok(Some(NextPayment {
        place,
        held_invoice_nos: held.map(|item| item.invoice_no.clone()).collect(),
        invoice_nos: bills.iter().map(|item| item.invoice_no.clone()).collect(),
        total_amount,
        transfers: limits.transfers(total_amount),
    }))
}

/// Returns why a bill is left out: as stored with the live payment of its place, or as its next payment would find it.
fn reason_of(item: &CurrentItem, has_live_payment: bool) -> Answer<Option<Code>> {
    if has_live_payment {
        let known = |name: &String| {
            Code::from_name(name).ok_or_else(|| anyhow::anyhow!("{} is left out because of {name}", item.invoice_no))
        };
        return Ok(item.left_out.as_ref().map(known).transpose()?);
    }
    let refusal = match (item.status, item.amount_now, item.current_charge) {
        (Some(status), Some(amount), Some(charge)) => selection_refusal(status, amount, charge, item.closed),
        _ => None,
    };
    Ok(left_out_reason(item.amount, item.amount_now, refusal, is_on_hold(item.hold_now.as_ref(), item.hold.as_ref())))
}

fn left_out(item: &CurrentItem, reason: Code) -> LeftOutBill {
    LeftOutBill { invoice_no: item.invoice_no.clone(), reason, planned_amount: item.amount }
}

/// Whether a hold keeps a bill out. A bill that the user chose in spite of this very hold can still be paid.
fn is_on_hold(now: Option<&Hold>, chosen: Option<&Hold>) -> bool {
    now.is_some_and(|now| chosen != Some(now))
}

fn refusal(bill: &LockedBill) -> Option<Code> {
    selection_refusal(bill.status, bill.amount, bill.current_charge, bill.closed)
}

fn planned(bills: &[LockedBill]) -> Vec<PlannedBill> {
    let bill = |bill: &LockedBill| PlannedBill { invoice_no: bill.invoice_no.clone(), amount: bill.amount };
    bills.iter().map(bill).collect()
}
