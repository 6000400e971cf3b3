//! The same bills in memory and in the database, with a simple implementation of filters and orders.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use gridbill_core::bills::{
    Batch, BatchColour, Bill, BillFilter, BillSortBy, BillState, Closure, DueWindow, OutstandingBillsRequest, Standing,
    batch_colour, bill_amount_group, bill_state, selection_refusal,
};
use gridbill_core::list::Sort;
use gridbill_core::number::{AccountNo, BatchId};
use gridbill_core::payments::Status;
use gridbill_core::search::recognise;
use gridbill_core::{Day, Money};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use sqlx::PgPool;

use super::{all, rows};
use crate::bills::rows::Account;
use crate::support::clock::today;
use crate::support::given::invoice;
use crate::support::money;

/// Transaction number of the payment that contains some of the bills.
pub const TRANSACTION: &str = "P2611200000777";

pub struct Model {
    random: ChaCha20Rng,
    bills: Vec<Bill>,
    /// Group id by account.
    group_of: BTreeMap<AccountNo, String>,
    groups: Vec<String>,
    paid_together: BTreeSet<String>,
}

pub fn orders() -> Vec<Sort<BillSortBy>> {
    Sort::all().collect()
}

pub fn total<'a>(bills: impl IntoIterator<Item = &'a Bill>, column: fn(&Bill) -> Money) -> Money {
    Money::sum(bills.into_iter().map(column)).unwrap()
}

/// Returns the bills with that standing.
pub fn standing_at(bills: &[Bill], wanted: Standing) -> Vec<&Bill> {
    let at = |bill: &&Bill| {
        bill_amount_group(bill.status, bill.total_amount_payable, bill.current_charge, bill.closed) == wanted
    };
    bills.iter().filter(at).collect()
}

impl Model {
    /// Inserts bills of every kind: with and without a due date, amounts around zero, in payment, disabled. Also
    /// inserts bills that no list may show: paid, of another company, and of no company.
    pub async fn store(pool: &PgPool, seed: u64) -> Self {
        let (groups, accounts) = rows::accounts(pool).await;
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        let bills: Vec<Bill> = (0..400).map(|place| bill(&mut random, place, &accounts)).collect();
        rows::bills(pool, &bills).await;
        let held: Vec<&Bill> = bills.iter().filter(|bill| bill.status == Status::PendingApproval).collect();
        rows::payment(pool, &held).await;
        let paid_together = held.iter().map(|bill| bill.invoice_no.to_string()).collect();
        let group_of = accounts.into_iter().filter_map(|account| Some((account.account_no, account.group_id?)));
        Self { random, group_of: group_of.collect(), groups, paid_together, bills }
    }

    pub fn bills(&self) -> &[Bill] {
        &self.bills
    }

    /// Returns the group id of an account.
    pub fn group_of(&self, account_no: &AccountNo) -> Option<&String> {
        self.group_of.get(account_no)
    }

    pub fn groups(&self) -> &[String] {
        &self.groups
    }

    /// Returns a request. The first rounds cover every order without a filter, later rounds are random.
    pub fn request(&mut self, round: usize) -> (OutstandingBillsRequest, bool) {
        let orders = orders();
        let record_count = [None, Some(31), Some(150), Some(1_000)][self.random.random_range(0..4)];
        let request = OutstandingBillsRequest { record_count, ..all() };
        if let Some(sort) = orders.get(round) {
            return (OutstandingBillsRequest { sort: *sort, ..request }, false);
        }
        let filter = BillFilter {
            valid_e_invoice: None,
            closed: None,
            search: self.sometimes(0.4, Self::search),
            batch_ids: self.sometimes(0.2, |model| model.some(3, |bill| bill.bill_batch_id.clone())),
            account_nos: self.sometimes(0.2, |model| model.some(12, |bill| bill.account_no.clone())),
            overdue: self.sometimes(0.3, |model| model.random.random_bool(0.5)),
            due: self.sometimes(0.3, |model| {
                let windows = [
                    DueWindow::PastDue,
                    DueWindow::In7Days,
                    DueWindow::In14Days,
                    DueWindow::In30Days,
                    DueWindow::Overdue,
                ];
                windows[model.random.random_range(0..windows.len())]
            }),
            due_from: self.sometimes(0.2, |model| today().plus_days(model.random.random_range(-60..30))),
            due_to: self.sometimes(0.2, |model| today().plus_days(model.random.random_range(-60..30))),
            payable: self.sometimes(0.3, |model| model.random.random_bool(0.5)),
        };
        let group_ids = self.sometimes(0.2, |model| {
            let first = model.groups[model.random.random_range(0..model.groups.len())].clone();
            vec![first, "not a group".to_owned()]
        });
        let sort = orders[self.random.random_range(0..orders.len())];
        (OutstandingBillsRequest { group_ids, filter, sort, ..request }, self.random.random_bool(0.2))
    }

    pub fn list(&self, request: &OutstandingBillsRequest, charges: bool) -> Vec<Bill> {
        let groups = &request.group_ids;
        let in_group = |bill: &Bill| self.group_of.get(&bill.account_no);
        let mut bills: Vec<Bill> = self
            .bills
            .iter()
            .filter(|bill| self.matches(bill, &request.filter))
            .filter(|bill| groups.as_ref().is_none_or(|ids| in_group(bill).is_some_and(|id| ids.contains(id))))
            .filter(|bill| !charges || bill.outstanding_amount.is_positive())
            .cloned()
            .collect();
        bills.sort_by(|a, b| compare(request.sort.by, a, b));
        if request.sort.descends() {
            bills.reverse();
        }
        bills
    }

    pub fn batches(&self) -> Vec<Batch> {
        let mut batches: BTreeMap<(Day, BatchId), Vec<&Bill>> = BTreeMap::new();
        for bill in &self.bills {
            batches.entry((bill.extraction_date, bill.bill_batch_id.clone())).or_default().push(bill);
        }
        assert!(batches.keys().any(|(day, _)| batch_colour(*day, today()) == BatchColour::Red));
        batches.into_iter().map(|((day, id), bills)| batch(id, day, &bills)).collect()
    }

    fn matches(&self, bill: &Bill, filter: &BillFilter) -> bool {
        let refused = selection_refusal(bill.status, bill.total_amount_payable, bill.current_charge, bill.closed);
        let overdue = bill_state(bill.total_amount_payable, bill.status, bill.closed, bill.due_date, today());
        filter.search.as_ref().is_none_or(|search| self.found(bill, search))
            && filter.batch_ids.as_ref().is_none_or(|ids| ids.contains(&bill.bill_batch_id))
            && filter.account_nos.as_ref().is_none_or(|numbers| numbers.contains(&bill.account_no))
            && filter.overdue.is_none_or(|wanted| (overdue == BillState::PaymentOverdue) == wanted)
            && filter.due.is_none_or(|window| {
                let is_open = matches!(overdue, BillState::PaymentRequired | BillState::PaymentOverdue);
                is_open
                    && bill.due_date.is_some_and(|due| match (window, due.days_since(today())) {
                        (DueWindow::Overdue, days) => days < -30,
                        (DueWindow::PastDue, days) => (-30..0).contains(&days),
                        (DueWindow::In7Days, days) => (0..=7).contains(&days),
                        (DueWindow::In14Days, days) => (0..=14).contains(&days),
                        (DueWindow::In30Days, days) => (0..=30).contains(&days),
                    })
            })
            && filter.due_from.is_none_or(|from| bill.due_date.is_some_and(|due| due >= from))
            && filter.due_to.is_none_or(|to| bill.due_date.is_some_and(|due| due <= to))
            && filter.payable.is_none_or(|payable| refused.is_none() == payable)
    }

    pub fn found(&self, bill: &Bill, typed: &str) -> bool {
        let search = recognise(typed).unwrap();
        if let Some(text) = search.text {
            let text = text.to_lowercase();
            let within = |name: &Option<String>| name.as_ref().is_some_and(|name| name.to_lowercase().contains(&text));
            let numbers = [
                bill.invoice_no.as_str(),
                bill.collective_invoice_no.as_str(),
                bill.account_no.as_str(),
                bill.bill_batch_id.as_str(),
            ];
            let is_paid_together = self.paid_together.contains(bill.invoice_no.as_str());
            return within(&bill.reference_id)
                || within(&bill.group_name)
                || search.part.is_some_and(|part| {
                    numbers.iter().any(|number| number.contains(&part))
                        || (is_paid_together && TRANSACTION.contains(&part))
                })
                || search.amount == Some(bill.total_amount_payable);
        }
        let invoices = search.account_or_invoice();
        search.accounts.iter().any(|number| number == bill.account_no.as_str())
            || invoices.iter().any(|number| number == bill.invoice_no.as_str())
            || invoices.iter().any(|number| number == bill.collective_invoice_no.as_str())
            || search.batches.iter().any(|number| number == bill.bill_batch_id.as_str())
            || (search.transactions.iter().any(|number| number == TRANSACTION)
                && self.paid_together.contains(bill.invoice_no.as_str()))
    }

    pub fn search(&mut self) -> String {
        let between = [", ", "\n", ";", "\t"][self.random.random_range(0..4)];
        let invoices = self.some(3, |bill| bill.invoice_no.to_string()).join(between);
        match self.random.random_range(0..13) {
            0 => invoices,
            1 => self.some(4, |bill| bill.account_no.to_string()).join(between),
            2 => self.some(2, |bill| bill.bill_batch_id.to_string()).join(between),
            3 => self.some(1, |bill| bill.collective_invoice_no.to_string()).join(between),
            4 => TRANSACTION.to_lowercase(),
            5 => format!("{invoices}; {TRANSACTION}, {}", self.some(1, |bill| bill.account_no.to_string()).join("")),
            6 => "KEDAI".to_owned(),
            // A part of an invoice number, of the payment's number or of an amount, and lists as users paste them.
            8 => self.some(1, |bill| bill.invoice_no.as_str()[5..].to_owned()).join(""),
            9 => TRANSACTION[..TRANSACTION.len() - 2].to_owned(),
            10 => self.some(1, |bill| bill.total_amount_payable.shown()).join(""),
            11 => self.some(4, |bill| bill.invoice_no.to_string()).join(" "),
            12 => {
                self.some(4, |bill| format!("{}\tKedai\t{}", bill.account_no, bill.current_charge.shown())).join("\n")
            }
            // Search text is literal: no character is a wildcard.
            7 => "100%_".to_owned(),
            _ => "selatan".to_owned(),
        }
    }

    fn sometimes<T>(&mut self, share: f64, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.random.random_bool(share).then(|| make(self))
    }

    fn some<T>(&mut self, most: usize, column: impl Fn(&Bill) -> T) -> Vec<T> {
        let count = self.random.random_range(1..=most);
        (0..count).map(|_| column(&self.bills[self.random.random_range(0..self.bills.len())])).collect()
    }
}

fn bill(random: &mut ChaCha20Rng, place: usize, accounts: &[Account]) -> Bill {
    let account = &accounts[random.random_range(0..accounts.len())];
    let batch: i64 = random.random_range(1..=7);
    let extraction_date = today().plus_days(-8 * batch);
    let amounts = ["-250.10", "-0.01", "0.00", "0.01", "75.00", "75.00", "1234.50"];
    let mut amount = |is_any: bool| match random.random_range(0..10) {
        fixed if !is_any || fixed < amounts.len() => money(amounts[fixed % amounts.len()]),
        _ => Money::from_sen(random.random_range(1..5_000_000)),
    };
    let (current_charge, outstanding_amount, total_amount_payable) = (amount(true), amount(false), amount(true));
    let held = [2, 2, 3, 7, 8, 9, 10];
    let status = if random.random_bool(0.7) { 1 } else { held[random.random_range(0..held.len())] };
    let due = match random.random_range(0..10) {
        0 => None,
        // The last day on which a bill is not overdue, and the first on which it is.
        1 => Some(-30),
        2 => Some(-31),
        _ => Some(random.random_range(-60..30)),
    };
    let status = Status::try_from(status).unwrap();
    let closed = random.random_bool(0.1).then_some(Closure::Disabled).filter(|closed| closed.status() == status);
    let reason = selection_refusal(status, total_amount_payable, current_charge, closed);
    Bill {
        // Some invoice numbers look like account numbers, and the first ones equal an existing account number.
        invoice_no: invoice(&if place < 20 { format!("21{place:010}") } else { format!("50{place:010}") }),
        collective_invoice_no: invoice(&format!("9000000000{batch:02}")),
        account_no: account.account_no.clone(),
        reference_id: account.reference_id.clone(),
        group_name: account.group_name.clone(),
        bill_batch_id: BatchId::parse(&format!("28000000{:02}", 50 - batch)).unwrap(),
        extraction_date,
        invoice_date: extraction_date.plus_days(1),
        due_date: due.map(|days| today().plus_days(days)),
        collective_invoice_due_date: due.map(|days| today().plus_days(days)),
        current_charge,
        outstanding_amount,
        total_amount_payable,
        status,
        disable_payment: closed.is_some(),
        closed,
        settled_amount: Money::ZERO,
        payable: reason.is_none(),
        reason,
        hold: None,
        e_invoice_uuid: None,
        e_invoice_status: None,
        e_invoice_link: None,
        e_invoice_validated_at: None,
    }
}

fn compare(by: BillSortBy, a: &Bill, b: &Bill) -> Ordering {
    let day = |bill: &Bill| bill.due_date.map_or(NaiveDate::MAX, Day::date);
    match by {
        BillSortBy::DueDate => day(a).cmp(&day(b)),
        BillSortBy::TotalAmountPayable => a.total_amount_payable.cmp(&b.total_amount_payable),
        BillSortBy::AccountNo => a.account_no.cmp(&b.account_no),
        BillSortBy::InvoiceNo => Ordering::Equal,
        BillSortBy::BillBatchId => a.bill_batch_id.cmp(&b.bill_batch_id),
        BillSortBy::CurrentCharge => a.current_charge.cmp(&b.current_charge),
        BillSortBy::OutstandingAmount => a.outstanding_amount.cmp(&b.outstanding_amount),
        BillSortBy::Status => (a.status as i16, day(a)).cmp(&(b.status as i16, day(b))),
    }
    .then_with(|| a.invoice_no.cmp(&b.invoice_no))
}

fn batch(bill_batch_id: BatchId, extraction_date: Day, bills: &[&Bill]) -> Batch {
    let refused = |bill: &&Bill| {
        selection_refusal(bill.status, bill.total_amount_payable, bill.current_charge, bill.closed).is_some()
    };
    let selectable: Vec<&Bill> = bills.iter().copied().filter(|bill| !refused(bill)).collect();
    let accounts: BTreeSet<_> = bills.iter().map(|bill| &bill.account_no).collect();
    let in_payment = bills.iter().copied().filter(|bill| bill.status.is_live() && bill.status != Status::Paid);
    Batch {
        bill_batch_id,
        extraction_date,
        due_date: bills.iter().filter_map(|bill| bill.due_date).min(),
        total_bills: i64::try_from(bills.len()).unwrap(),
        selectable_bills: i64::try_from(selectable.len()).unwrap(),
        bills_on_hold: 0,
        total_accounts: i64::try_from(accounts.len()).unwrap(),
        current_charge: total(selectable.iter().copied(), |bill| bill.current_charge),
        outstanding_amount: total(selectable.iter().copied(), |bill| bill.outstanding_amount),
        selectable_amount: total(selectable, |bill| bill.total_amount_payable),
        amount_in_payment: total(in_payment, |bill| bill.total_amount_payable),
    }
}
