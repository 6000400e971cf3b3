//! Allocates settlements to bills, in the transaction that stored a row or changed a bill.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::Money;
use gridbill_core::bills::Closure;
use gridbill_core::fact::{BillsFact, PortalActor};
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo};
use gridbill_core::settlements::{
    Allocation, Delivered, PartState, SettleableBill, Settled, UnnamedSettlements, allocate,
};
use sqlx::PgConnection;

use super::sql::{self, ChangedBill, LockedBill, NewPart};
use crate::base::Base;
use crate::facts::{self, Actor, Entry, Subject};

/// The accounts whose settlements are allocated again.
#[derive(Debug, Default)]
pub struct Wanted {
    /// Accounts with new or changed settlements, or bills.
    pub accounts: Vec<String>,
    /// The settlements that were delivered now. Without them, all settlements of the accounts are allocated.
    pub delivered: Option<Vec<String>>,
}

/// A bill that became paid, or open again.
pub struct SettledBill {
    pub bulk_id: BulkId,
    pub invoice_no: InvoiceNo,
    pub is_paid: bool,
}

/// Allocates settlements, and changes the bills that they pay. Returns whether any bill changed.
///
/// The bills are locked by number, after the accounts, so that neither an import nor a payment changes them meanwhile. A payment
/// that holds a bill keeps it: the settlement then waits, or the money came twice.
pub async fn settle(base: &Base, db: &mut PgConnection, wanted: &Wanted) -> sqlx::Result<bool> {
    let unnamed =
        if base.config.feed.settlements_by_staff { UnnamedSettlements::Staff } else { UnnamedSettlements::OldestBill };
    sql::lock_accounts(db, &wanted.accounts).await?;
    let scope = sql::scope(db, wanted).await?;
    let bills = sql::lock_bills(db, &scope).await?;
    let rows = sql::settlements(db, &scope).await?;
    let mut of_account: BTreeMap<AccountNo, (Vec<LockedBill>, Vec<Delivered>)> = BTreeMap::new();
    for (account_no, bill) in bills {
        of_account.entry(account_no).or_default().0.push(bill);
    }
    for (account_no, row) in rows {
        of_account.entry(account_no).or_default().1.push(row);
    }
    let (mut parts, mut changed, mut settled_bills) = (Vec::new(), Vec::new(), Vec::new());
    for (account_no, (bills, rows)) in &of_account {
        let settleable: Vec<SettleableBill> = bills.iter().map(|bill| bill.bill.clone()).collect();
        let Allocation { parts: of_account, bills: settled } = allocate(&settleable, rows, unnamed);
        let mut places: BTreeMap<String, i16> = BTreeMap::new();
        for part in of_account {
            let place = places.entry(part.settlement_no.clone()).or_default();
            *place += 1;
            parts.push(NewPart { account_no: account_no.clone(), place: *place, part });
        }
        for bill in bills {
            let settled = settled.get(&bill.bill.invoice_no).copied();
            let Some(change) = settled.and_then(|settled| change(bill, settled)) else { continue };
            let is_paid = change.closed == Some(Closure::PaidElsewhere);
            if is_paid != (bill.closed == Some(Closure::PaidElsewhere))
                && let Some(bulk_id) = bill.bulk_id.clone()
            {
                settled_bills.push(SettledBill { bulk_id, invoice_no: change.invoice_no.clone(), is_paid });
            }
            changed.push(change);
        }
    }
    let numbers: Vec<String> =
        of_account.values().flat_map(|(_, rows)| rows).map(|row| row.settlement_no.clone()).collect();
    sql::replace_parts(db, &numbers, &parts).await?;
    sql::update_bills(db, &changed).await?;
    let twice: Vec<(String, InvoiceNo, Money)> = parts
        .iter()
        .filter(|new| new.part.state == PartState::PaidTwice)
        .filter_map(|new| Some((new.part.settlement_no.clone(), new.part.invoice_no.clone()?, new.part.amount)))
        .collect();
    sql::raise_cases(db, &numbers, &twice, base.now()).await?;
    record(base, db, settled_bills).await?;
    Ok(!changed.is_empty())
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

/// Returns how a bill without a payment of the portal changes; none if it stays as it is.
fn change(bill: &LockedBill, settled: Settled) -> Option<ChangedBill> {
    let closed = Closure::of(bill.bill.total, settled.amount, bill.is_stopped, bill.is_reported);
    let settled_on = settled.last.filter(|_| closed == Some(Closure::PaidElsewhere));
    let is_same = (bill.closed, bill.settled_amount, bill.settled_on) == (closed, settled.amount, settled_on);
    let invoice_no = bill.bill.invoice_no.clone();
    (!is_same).then_some(ChangedBill { invoice_no, closed, settled_amount: settled.amount, settled_on })
}
