//! Allocates settlements to bills. The result depends only on the settlements, the bills and the portal's payments, not on the
//! order in which they were delivered (docs/domain/settlements.md#allocation).

#![expect(missing_docs, reason = "the fields are columns of the feed and of the tables")]

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{PartState, SettlementMethod, UnnamedSettlements};
use crate::number::{InvoiceNo, TransactionNo};
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
    pub is_paid: bool,
}

/// A bill that settlements may pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettleableBill {
    pub invoice_no: InvoiceNo,
    pub invoice_date: Day,
    pub due_date: Option<Day>,
    pub total: Money,
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

/// The use of all settlements, and what each bill without a payment of the portal got.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Allocation {
    pub parts: Vec<Part>,
    pub bills: BTreeMap<InvoiceNo, Settled>,
}

/// A settlement with the amount that was not taken back.
struct Open<'a> {
    row: &'a Delivered,
    left: Money,
}

/// Allocates the settlements of an account, or of one bill if none of the account's settlements is without an invoice number.
#[must_use]
pub fn allocate(bills: &[SettleableBill], rows: &[Delivered], unnamed: UnnamedSettlements) -> Allocation {
    let mut result = Allocation::default();
    for bill in bills.iter().filter(|bill| bill.payment.is_none()) {
        result.bills.insert(bill.invoice_no.clone(), Settled::default());
    }
    let known: HashMap<&InvoiceNo, &SettleableBill> = bills.iter().map(|bill| (&bill.invoice_no, bill)).collect();
    let mut open = without_reversed(rows, &mut result.parts);
    for settlement in open.iter_mut().filter(|one| one.row.invoice_no.is_some()) {
        let bill = settlement.row.invoice_no.as_ref().and_then(|number| known.get(number));
        result.pay_named(settlement, bill.copied());
    }
    let mut oldest: Vec<&SettleableBill> = bills.iter().filter(|bill| bill.payment.is_none()).collect();
    oldest.sort_by_key(|bill| (bill.due_date.unwrap_or(bill.invoice_date), &bill.invoice_no));
    for settlement in open.iter_mut().filter(|one| one.row.invoice_no.is_none()) {
        let confirmed = bills.iter().find(|bill| bill.is_confirmed_by(settlement.row));
        if let Some(bill) = confirmed {
            result.add(settlement, Some(&bill.invoice_no), settlement.left, PartState::Confirms);
            continue;
        }
        if unnamed == UnnamedSettlements::OldestBill {
            for bill in &oldest {
                result.pay(settlement, bill);
            }
        }
        result.leave(settlement, None);
    }
    result
}

/// Returns the settlements in order of payment, each without what its reversals took back. Adds the parts that were taken back,
/// and reversals whose settlement has not arrived.
fn without_reversed<'a>(rows: &'a [Delivered], parts: &mut Vec<Part>) -> Vec<Open<'a>> {
    let mut reversed: BTreeMap<&str, Money> = BTreeMap::new();
    for row in rows {
        if let Some(number) = row.reversal_of.as_deref() {
            let sum = reversed.entry(number).or_default();
            *sum = sum.plus(row.amount).unwrap_or(*sum);
        }
    }
    let arrived: HashSet<&str> = rows.iter().map(|row| row.settlement_no.as_str()).collect();
    let mut open = Vec::new();
    for row in rows {
        let (left, state) = match row.reversal_of.as_deref() {
            // A reversal pays nothing. Without its settlement it waits.
            Some(number) if arrived.contains(number) => continue,
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
            open.push(Open { row, left });
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

impl Allocation {
    fn pay_named(&mut self, settlement: &mut Open<'_>, bill: Option<&SettleableBill>) {
        let Some(bill) = bill else {
            return self.add(settlement, settlement.row.invoice_no.as_ref(), settlement.left, PartState::Waits);
        };
        let number = Some(&bill.invoice_no);
        match &bill.payment {
            Some(_) if bill.is_confirmed_by(settlement.row) => {
                self.add(settlement, number, settlement.left, PartState::Confirms);
            }
            Some(payment) if payment.is_paid => {
                self.add(settlement, number, settlement.left, PartState::PaidTwice);
            }
            Some(_) => self.add(settlement, number, settlement.left, PartState::Waits),
            None => {
                self.pay(settlement, bill);
                self.leave(settlement, number);
            }
        }
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

    /// Leaves the rest of a settlement unmatched.
    fn leave(&mut self, settlement: &mut Open<'_>, invoice_no: Option<&InvoiceNo>) {
        if settlement.left.is_positive() {
            self.add(settlement, invoice_no, settlement.left, PartState::Unmatched);
        }
    }

    fn add(&mut self, settlement: &mut Open<'_>, invoice_no: Option<&InvoiceNo>, amount: Money, state: PartState) {
        let settlement_no = settlement.row.settlement_no.clone();
        self.parts.push(Part { settlement_no, invoice_no: invoice_no.cloned(), amount, state });
        settlement.left = settlement.left.minus(amount).unwrap_or_default();
    }
}
