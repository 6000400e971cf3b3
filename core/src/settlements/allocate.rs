//! Allocates settlements to bills, and finds the bills whose balances newer bills contain. The result depends only on the
//! settlements, the bills and the portal's payments, not on the order in which they were delivered
//! (docs/domain/settlements.md#allocation).

#![expect(missing_docs, reason = "the fields are columns of the feed and of the tables")]

use std::collections::{BTreeMap, HashSet};

use super::{Balances, PartState, Rules, SettlementMethod, UnnamedSettlements};
use crate::bills::remainder;
use crate::number::{BulkId, InvoiceNo, TransactionNo};
use crate::{Day, Money};

/// A settlement as the billing system delivered it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivered {
    pub settlement_no: String,
    pub invoice_no: Option<InvoiceNo>,
    pub method: SettlementMethod,
    pub paid_on: Day,
    pub amount: Money,
    pub reversal_of: Option<String>,
    pub reference: String,
}

/// The portal's payment that holds a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldBy {
    pub transaction_no: TransactionNo,
    /// The day of its receipt. None while it is in progress.
    pub paid_on: Option<Day>,
}

/// A bill that settlements may pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettleableBill {
    pub invoice_no: InvoiceNo,
    /// The bulk account that has the bill.
    pub bulk_id: Option<BulkId>,
    pub invoice_date: Day,
    /// The day on which the utility took its balance.
    pub extraction_date: Day,
    pub due_date: Option<Day>,
    pub total: Money,
    /// What the total contains of the account's earlier bills ([`carried_amount`]): zero for most bills, negative for a credit.
    pub carries: Money,
    /// Whether the bill counts: not if its e-invoice was cancelled, because its replacement does.
    pub is_counted: bool,
    pub payment: Option<HeldBy>,
}

/// The use of a part of a settlement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub settlement_no: String,
    pub invoice_no: Option<InvoiceNo>,
    pub amount: Money,
    pub state: PartState,
}

/// What settlements have paid of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settled {
    pub amount: Money,
    /// The day on which the last settlement was paid.
    pub last: Option<Day>,
}

/// A balance that a newer bill contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The newer bill.
    pub to: InvoiceNo,
    pub amount: Money,
}

/// The use of all settlements, what each bill without a payment of the portal got, and the bills that newer bills contain.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Allocation {
    pub parts: Vec<Part>,
    pub bills: BTreeMap<InvoiceNo, Settled>,
    pub carried: BTreeMap<InvoiceNo, Carried>,
    /// What the totals of newer bills contain of earlier bills and payments that the portal knows.
    pub contained: BTreeMap<InvoiceNo, Money>,
}

/// A settlement with the amount that was not taken back, and is not used yet.
#[derive(Clone)]
struct Open<'a> {
    row: &'a Delivered,
    left: Money,
    /// Whether it has paid what it could of the bill that it names.
    has_paid_its_bill: bool,
}

/// Allocates the settlements of an account, or of one bill if none of the account's settlements is without an invoice number
/// and no bill contains a balance.
///
/// A bill that contains a balance divides time: payments before its extraction pay what was open then, later ones pay
/// the bill itself, also if they name an earlier bill that it contains.
#[must_use]
pub fn allocate(bills: &[SettleableBill], rows: &[Delivered], rules: Rules) -> Allocation {
    let mut result = Allocation::default();
    for bill in bills.iter().filter(|bill| bill.payment.is_none()) {
        result.bills.insert(bill.invoice_no.clone(), Settled::default());
    }
    let mut by_age: Vec<&SettleableBill> = bills.iter().collect();
    by_age.sort_by_key(|bill| (bill.extraction_date, bill.invoice_date, &bill.invoice_no));
    let mut run = Run { rules, open: without_reversed(rows, &mut result.parts), by_age, result };
    if rules.balances == Balances::Carry {
        for place in 0..run.by_age.len() {
            run.carry(place);
        }
    }
    run.spend(None, run.by_age.len());
    run.leave();
    run.result
}

/// Returns what a bill's total contains of earlier bills: its outstanding amount, or zero if the parts do not make the total.
#[must_use]
pub fn carried_amount(current_charge: Money, outstanding: Money, total: Money) -> Money {
    let is_contained = remainder(current_charge, outstanding, total).is_ok_and(|rest| rest.adjustment == Money::ZERO);
    if is_contained { outstanding } else { Money::ZERO }
}

/// Returns the settlements in order of payment, each without what its reversals took back. Adds the parts that were taken back,
/// and reversals that wait: their settlement has not arrived, or is a reversal, which cannot be taken back.
fn without_reversed<'a>(rows: &'a [Delivered], parts: &mut Vec<Part>) -> Vec<Open<'a>> {
    let mut reversed: BTreeMap<&str, Money> = BTreeMap::new();
    for row in rows {
        if let Some(number) = row.reversal_of.as_deref() {
            let sum = reversed.entry(number).or_default();
            *sum = sum.plus(row.amount).unwrap_or(*sum);
        }
    }
    let payments: HashSet<&str> =
        rows.iter().filter(|row| row.reversal_of.is_none()).map(|row| row.settlement_no.as_str()).collect();
    let mut open = Vec::new();
    for row in rows {
        let (left, state) = match row.reversal_of.as_deref() {
            // A reversal pays nothing.
            Some(number) if payments.contains(number) => continue,
            Some(_) => (Money::ZERO, PartState::Waits),
            None => {
                let back = reversed.get(row.settlement_no.as_str()).copied().unwrap_or_default().min(row.amount);
                (row.amount.minus(back).unwrap_or_default(), PartState::Reversed)
            }
        };
        let taken = row.amount.minus(left).unwrap_or_default();
        if taken.is_positive() {
            let (settlement_no, invoice_no) = (row.settlement_no.clone(), row.invoice_no.clone());
            parts.push(Part { settlement_no, invoice_no, amount: taken, state });
        }
        if left.is_positive() {
            open.push(Open { row, left, has_paid_its_bill: false });
        }
    }
    open.sort_by_key(|one| (one.row.paid_on, &one.row.settlement_no));
    open
}

impl SettleableBill {
    /// Whether the utility's booking is that of the portal's own payment.
    fn is_confirmed_by(&self, row: &Delivered) -> bool {
        self.payment.as_ref().is_some_and(|payment| payment.transaction_no.as_str() == row.reference.trim())
    }
}

/// An allocation in progress.
struct Run<'a> {
    rules: Rules,
    /// Settlements in order of payment.
    open: Vec<Open<'a>>,
    /// The bills in the order of their extraction.
    by_age: Vec<&'a SettleableBill>,
    result: Allocation,
}

impl<'a> Run<'a> {
    /// Finds what the bill at a place contains of the bills before it. What was paid on the day of extraction may be in the balance
    /// or not: the balance that fits decides. If none fits, the bill divides no time, and nothing is spent yet.
    fn carry(&mut self, place: usize) {
        let carrier = self.by_age[place];
        if carrier.carries == Money::ZERO || !carrier.is_counted {
            return;
        }
        let (open, result) = (self.open.clone(), self.result.clone());
        for before in [carrier.extraction_date, carrier.extraction_date.plus_days(1)] {
            self.spend(Some(before), place);
            if self.carry_balance(carrier, place, before) {
                return;
            }
        }
        (self.open, self.result) = (open, result);
    }

    /// Carries all open balances, with money that has paid no bill; or all without that money; or the newest, which may contain
    /// the others. Only an exact amount is carried. Returns whether one was.
    fn carry_balance(&mut self, carrier: &SettleableBill, place: usize, before: Day) -> bool {
        let earlier = self.by_age[..place].iter().filter(|bill| bill.is_counted && bill.bulk_id == carrier.bulk_id);
        let mut balances: Vec<(&SettleableBill, Money)> = earlier
            .filter(|bill| !self.result.carried.contains_key(&bill.invoice_no))
            .map(|bill| (*bill, self.result.balance(bill, before)))
            .filter(|(_, balance)| *balance != Money::ZERO)
            .collect();
        let all = Money::sum(balances.iter().map(|(_, balance)| *balance)).unwrap_or_default();
        let unused = Money::sum(self.open_before(Some(before)).map(|one| one.left)).unwrap_or_default();
        let is_with_unused = unused.is_positive() && all.minus(unused).is_ok_and(|rest| rest == carrier.carries);
        if !is_with_unused && (balances.is_empty() || all != carrier.carries) {
            let newest = balances.pop().filter(|(_, balance)| *balance == carrier.carries);
            balances = newest.into_iter().collect();
        }
        if balances.is_empty() && !is_with_unused {
            return false;
        }
        for (bill, amount) in balances {
            let to = carrier.invoice_no.clone();
            self.result.carried.insert(bill.invoice_no.clone(), Carried { to, amount });
        }
        if is_with_unused {
            for settlement in self.open.iter_mut().filter(|one| one.row.paid_on < before) {
                self.result.add(settlement, Some(&carrier.invoice_no), settlement.left, PartState::Carried);
            }
        }
        self.result.contained.insert(carrier.invoice_no.clone(), carrier.carries);
        true
    }

    fn open_before(&self, before: Option<Day>) -> impl Iterator<Item = &Open<'a>> {
        self.open.iter().filter(move |one| before.is_none_or(|day| one.row.paid_on < day))
    }

    /// Uses what was paid before a day, or everything: settlements that name a bill first, then the others for the first `known`
    /// bills, the bill that is due first before the others.
    fn spend(&mut self, before: Option<Day>, known: usize) {
        let is_due = |one: &Open<'_>| one.left.is_positive() && before.is_none_or(|day| one.row.paid_on < day);
        let is_named = |one: &Open<'_>| one.row.invoice_no.is_some() && !one.has_paid_its_bill;
        for settlement in self.open.iter_mut().filter(|one| is_due(one) && is_named(one)) {
            self.result.pay_named(settlement, &self.by_age);
        }
        let mut oldest: Vec<&SettleableBill> = self.by_age[..known]
            .iter()
            .filter(|bill| bill.payment.is_none() && !self.result.carried.contains_key(&bill.invoice_no))
            .copied()
            .collect();
        oldest.sort_by_key(|bill| (bill.due_date.unwrap_or(bill.invoice_date), &bill.invoice_no));
        for settlement in self.open.iter_mut().filter(|one| is_due(one) && one.row.invoice_no.is_none()) {
            if let Some(bill) = self.by_age.iter().find(|bill| bill.is_confirmed_by(settlement.row)) {
                self.result.add(settlement, Some(&bill.invoice_no), settlement.left, PartState::Confirms);
            } else if self.rules.unnamed == UnnamedSettlements::OldestBill {
                for bill in &oldest {
                    self.result.pay(settlement, bill);
                }
            }
        }
    }

    /// Leaves the rests of settlements unmatched.
    fn leave(&mut self) {
        for settlement in self.open.iter_mut().filter(|one| one.left.is_positive()) {
            self.result.add(settlement, settlement.row.invoice_no.as_ref(), settlement.left, PartState::Unmatched);
        }
    }
}

impl Allocation {
    /// Pays the bill that a settlement names, or the newer bill that contains it.
    fn pay_named(&mut self, settlement: &mut Open<'_>, bills: &[&SettleableBill]) {
        settlement.has_paid_its_bill = true;
        let named = settlement.row.invoice_no.as_ref();
        let find = |number: Option<&InvoiceNo>| bills.iter().find(|bill| Some(&bill.invoice_no) == number).copied();
        let Some(bill) = find(named) else {
            return self.add(settlement, named, settlement.left, PartState::Waits);
        };
        if bill.is_confirmed_by(settlement.row) {
            return self.add(settlement, named, settlement.left, PartState::Confirms);
        }
        let Some(bill) = find(Some(self.owed_with(&bill.invoice_no))) else { return };
        match &bill.payment {
            Some(payment) => {
                let state = if payment.paid_on.is_some() { PartState::PaidTwice } else { PartState::Waits };
                self.add(settlement, Some(&bill.invoice_no), settlement.left, state);
            }
            None => self.pay(settlement, bill),
        }
    }

    /// Returns the bill whose total contains this bill, or the bill itself.
    fn owed_with<'a>(&'a self, mut invoice_no: &'a InvoiceNo) -> &'a InvoiceNo {
        while let Some(carried) = self.carried.get(invoice_no) {
            invoice_no = &carried.to;
        }
        invoice_no
    }

    /// Returns what was open of a bill before a day. The portal's payment counts from the day of its receipt.
    fn balance(&self, bill: &SettleableBill, before: Day) -> Money {
        let is_paid = bill.payment.as_ref().and_then(|payment| payment.paid_on).is_some_and(|day| day < before);
        let settled = self.bills.get(&bill.invoice_no).copied().unwrap_or_default();
        if is_paid { Money::ZERO } else { bill.total.minus(settled.amount).unwrap_or_default() }
    }

    /// Pays a bill with what is left of a settlement, up to the rest of the bill.
    fn pay(&mut self, settlement: &mut Open<'_>, bill: &SettleableBill) {
        let settled = self.bills.get(&bill.invoice_no).copied().unwrap_or_default();
        let rest = bill.total.minus(settled.amount).unwrap_or_default();
        let amount = rest.min(settlement.left);
        if !amount.is_positive() {
            return;
        }
        let last = Some(settled.last.map_or(settlement.row.paid_on, |last| last.max(settlement.row.paid_on)));
        let amount_now = settled.amount.plus(amount).unwrap_or(settled.amount);
        self.bills.insert(bill.invoice_no.clone(), Settled { amount: amount_now, last });
        self.add(settlement, Some(&bill.invoice_no), amount, PartState::Applied);
    }

    fn add(&mut self, settlement: &mut Open<'_>, invoice_no: Option<&InvoiceNo>, amount: Money, state: PartState) {
        if !amount.is_positive() {
            return;
        }
        let settlement_no = settlement.row.settlement_no.clone();
        self.parts.push(Part { settlement_no, invoice_no: invoice_no.cloned(), amount, state });
        settlement.left = settlement.left.minus(amount).unwrap_or_default();
    }
}
