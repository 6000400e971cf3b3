//! Allocates settlements to bills, in the transaction that stored a row or changed a bill.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::bills::Closure;
use gridbill_core::fact::{BillsFact, PortalActor};
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo};
use gridbill_core::payments::fpx::AlertReason;
use gridbill_core::settlements::{Allocation, Balances, Carried, Delivered, PartState, SettleableBill, allocate};
use gridbill_core::{Day, Money};
use sqlx::PgConnection;

use super::sql::{self, LockedBill, NewPart, StoredStanding};
use crate::base::Base;
use crate::facts::{self, Actor, Entry, Subject};

/// The accounts whose settlements are allocated again.
#[derive(Debug, Default)]
pub struct Wanted {
    /// Accounts with new or changed settlements, or bills.
    pub accounts: Vec<String>,
    /// The settlements that were delivered now. Without them, all settlements of the accounts are allocated.
    pub delivered: Option<Vec<String>>,
    /// Whether bills of the accounts were delivered. Then all their bills are read.
    pub has_new_bills: bool,
}

/// A bill that became paid, or open again.
pub struct SettledBill {
    pub bulk_id: BulkId,
    pub invoice_no: InvoiceNo,
    pub is_paid: bool,
}

/// Allocates settlements, and changes the bills that they pay.
///
/// The bills are locked by number, after the accounts, so that neither an import nor a payment changes them meanwhile. A payment
/// that holds a bill keeps it: the settlement then waits, or the money came twice.
pub async fn settle(base: &Base, db: &mut PgConnection, wanted: &Wanted) -> sqlx::Result<()> {
    let rules = base.config.feed.rules();
    sql::lock_accounts(db, &wanted.accounts).await?;
    let scope = sql::scope(db, wanted, rules.balances == Balances::Carry).await?;
    let bills = sql::lock_bills(db, &scope).await?;
    let rows = sql::settlements(db, &scope).await?;
    let mut of_account: BTreeMap<AccountNo, (Vec<LockedBill>, Vec<Delivered>)> = BTreeMap::new();
    for (account_no, bill) in bills {
        of_account.entry(account_no).or_default().0.push(bill);
    }
    for (account_no, row) in rows {
        of_account.entry(account_no).or_default().1.push(row);
    }
    let (mut parts, mut changed, mut settled_bills, mut twice) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (account_no, (bills, rows)) in &of_account {
        let settleable: Vec<SettleableBill> = bills.iter().map(|bill| bill.bill.clone()).collect();
        let allocation = allocate(&settleable, rows, rules);
        let mut places: BTreeMap<String, i16> = BTreeMap::new();
        for part in &allocation.parts {
            let place = places.entry(part.settlement_no.clone()).or_default();
            *place += 1;
            parts.push(NewPart { account_no: account_no.clone(), place: *place, part: part.clone() });
        }
        for bill in bills {
            let now = standing(bill, &allocation);
            if let Some(carried) = now.carried.as_ref().filter(|_| bill.is_paid_by_portal()) {
                twice.extend(Twice::carried(bill, carried, &allocation));
            }
            if now == bill.now {
                continue;
            }
            if let (Some(is_paid), Some(bulk_id)) =
                (Closure::told(bill.now.closed, now.closed), bill.bill.bulk_id.clone())
            {
                settled_bills.push(SettledBill { bulk_id, invoice_no: bill.bill.invoice_no.clone(), is_paid });
            }
            changed.push((bill, now));
        }
    }
    let numbers: Vec<String> =
        of_account.values().flat_map(|(_, rows)| rows).map(|row| row.settlement_no.clone()).collect();
    sql::replace_parts(db, &numbers, &parts).await?;
    sql::update_bills(db, &changed).await?;
    let paid_on: BTreeMap<&str, Day> =
        of_account.values().flat_map(|(_, rows)| rows).map(|row| (row.settlement_no.as_str(), row.paid_on)).collect();
    twice.extend(parts.iter().filter_map(|part| Twice::settled(part, &paid_on)));
    let looked_at = of_account.values().flat_map(|(bills, _)| bills).map(|bill| bill.bill.invoice_no.to_string());
    sql::raise_cases(db, &looked_at.chain(numbers).collect::<Vec<_>>(), &twice, base.now()).await?;
    record(base, db, settled_bills).await
}

/// Bills that one fact names.
const BILLS_OF_A_FACT: usize = 500;

/// Records settled bills for the webhooks that receive them.
async fn record(base: &Base, db: &mut PgConnection, mut bills: Vec<SettledBill>) -> sqlx::Result<()> {
    let companies: BTreeSet<String> = bills.iter().map(|bill| bill.bulk_id.to_string()).collect();
    let receiving = sql::with_webhook(db, &companies.into_iter().collect::<Vec<_>>()).await?;
    bills.retain(|bill| receiving.contains(&bill.bulk_id));
    bills.sort_by(|a, b| (&a.bulk_id, a.is_paid, &a.invoice_no).cmp(&(&b.bulk_id, b.is_paid, &b.invoice_no)));
    for of_company in bills.chunk_by(|a, b| (&a.bulk_id, a.is_paid) == (&b.bulk_id, b.is_paid)) {
        for bills in of_company.chunks(BILLS_OF_A_FACT) {
            let SettledBill { bulk_id, is_paid, .. } = &bills[0];
            let invoice_nos = bills.iter().map(|bill| bill.invoice_no.clone()).collect();
            let fact = BillsFact::BillsSettled { invoice_nos, is_paid: *is_paid };
            let actor = Actor::Portal(PortalActor::BillingFeed);
            let entry = Entry::of(Subject::BulkAccount(bulk_id), actor, fact, bulk_id.as_str());
            facts::record_without_emails(base, db, &entry).await?;
        }
    }
    Ok(())
}

/// Money that came twice, which the portal's payment of a bill took or met.
pub struct Twice {
    /// The number of the settlement, or of the bill that the portal's payment paid.
    pub of: String,
    pub reason: AlertReason,
    /// What the reason names: the settlement, or the newer bill.
    pub value: String,
    /// The bill that the portal's payment paid.
    pub invoice_no: InvoiceNo,
    pub amount: Money,
    /// The day of the settlement. None for a payment of the portal.
    pub paid_on: Option<Day>,
}

impl Twice {
    fn settled(new: &NewPart, paid_on: &BTreeMap<&str, Day>) -> Option<Self> {
        let part = Some(&new.part).filter(|part| part.state == PartState::PaidTwice)?;
        Some(Self {
            of: part.settlement_no.clone(),
            reason: AlertReason::PaidElsewhere,
            value: part.settlement_no.clone(),
            invoice_no: part.invoice_no.clone()?,
            amount: part.amount,
            paid_on: paid_on.get(part.settlement_no.as_str()).copied(),
        })
    }

    /// The portal's late payment of a bill that a newer one contains, unless a newer bill has taken the payment off.
    fn carried(bill: &LockedBill, carried: &Carried, allocation: &Allocation) -> Option<Self> {
        let invoice_no = &bill.bill.invoice_no;
        allocation.late.get(invoice_no).map(|amount| Self {
            of: invoice_no.to_string(),
            reason: AlertReason::PaidAndCarried,
            value: carried.to.to_string(),
            invoice_no: invoice_no.clone(),
            amount: *amount,
            paid_on: None,
        })
    }
}

/// Returns what the allocation says of a bill. While a payment of the portal holds it, it keeps its status. Once one has paid it,
/// settlements have paid nothing of it: their money came twice.
fn standing(bill: &LockedBill, allocation: &Allocation) -> StoredStanding {
    let SettleableBill { invoice_no, total, .. } = &bill.bill;
    let carried = allocation.carried.get(invoice_no).cloned();
    let contained = allocation.contained.get(invoice_no).copied().unwrap_or_default();
    let Some(settled) = allocation.bills.get(invoice_no) else {
        let now = bill.now.clone();
        return if bill.is_paid_by_portal() {
            let closed = now.closed.filter(|closed| *closed != Closure::PartlyPaid);
            StoredStanding { closed, settled_amount: Money::ZERO, settled_on: None, carried, contained }
        } else {
            StoredStanding { carried, contained, ..now }
        };
    };
    let closed = Closure::of(*total, settled.amount, carried.is_some(), bill.is_stopped, bill.is_reported);
    let settled_on = settled.last.filter(|_| closed == Some(Closure::PaidElsewhere));
    StoredStanding { closed, settled_amount: settled.amount, settled_on, carried, contained }
}
