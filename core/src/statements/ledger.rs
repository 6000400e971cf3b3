//! Computes the figures of a statement: the opening balance, the entries of the period, and the open amounts at its end
//! (docs/domain/statements.md#figures). Amounts are not netted: a credit does not reduce any bill.

use std::collections::BTreeMap;

use crate::number::{InvoiceNo, TransactionNo};
use crate::{Code, Day, Money};

/// Returns the first day of a period of months that ends on `last`. It is the day after the same day of the earlier
/// month, so that consecutive periods share no day.
#[must_use]
pub fn first_day(last: Day, months: u32) -> Day {
    last.minus_months(months).plus_days(1)
}

/// A bill with the payment that paid it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerBill {
    /// The invoice number.
    pub invoice_no: InvoiceNo,
    /// The invoice date.
    pub day: Day,
    /// The due date.
    pub due: Option<Day>,
    /// The total of the bill; negative for a credit.
    pub amount: Money,
    /// What the total contains of earlier bills and payments. It is not charged again.
    pub contained: Money,
    /// What a newer bill contains of this bill.
    pub carried: Option<LedgerCarried>,
    /// Whether the bill is in a payment that is in progress.
    pub is_in_payment: bool,
    /// The payment that paid the bill.
    pub paid_by: Option<LedgerPayment>,
}

/// What a newer bill contains of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerCarried {
    /// The newer bill.
    pub to: InvoiceNo,
    /// The date of the newer bill.
    pub day: Day,
    /// What was open of the bill.
    pub amount: Money,
}

/// The part of a payment that paid a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerPayment {
    /// The payment's number.
    pub transaction_no: TransactionNo,
    /// The day of its receipt.
    pub day: Day,
    /// The amount paid for this bill.
    pub amount: Money,
    /// The numbers of the payment's transfers or cheques.
    pub references: Vec<String>,
    /// The day on which officers refunded it, or credited it elsewhere, because a newer bill contained the bill.
    pub returned_on: Option<Day>,
}

/// An overpayment that was credited to the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerCredit {
    /// The payment that was too high.
    pub transaction_no: TransactionNo,
    /// The day of the credit.
    pub day: Day,
    /// The amount credited.
    pub amount: Money,
}

/// A part of a payment outside the portal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerSettlement {
    /// The utility's number.
    pub settlement_no: String,
    /// The bill that it pays, or whose total contains it; none if there is no such bill, or it was taken back.
    pub invoice_no: Option<InvoiceNo>,
    /// The day of the payment.
    pub day: Day,
    /// The reversal by which the utility took it back.
    pub reversed: Option<LedgerReversal>,
    /// The amount.
    pub amount: Money,
    /// The payer's or the channel's number; may be empty.
    pub reference: String,
}

/// The reversal of a part of a payment outside the portal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerReversal {
    /// The utility's number.
    pub settlement_no: String,
    /// Its day.
    pub day: Day,
}

impl LedgerPayment {
    /// Whether the payment counts for its bill at the end of a day.
    fn is_held(&self, last: Day) -> bool {
        self.day <= last && self.returned_on.is_none_or(|returned| returned > last)
    }
}

impl LedgerSettlement {
    /// Whether the utility has the money at the end of a day.
    fn is_held(&self, last: Day) -> bool {
        self.day <= last && self.reversed.as_ref().is_none_or(|reversed| reversed.day > last)
    }
}

/// All bills, credits and payments outside the portal of an account up to a day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The bills.
    pub bills: Vec<LedgerBill>,
    /// The overpayments that were credited.
    pub credits: Vec<LedgerCredit>,
    /// The payments outside the portal.
    pub settlements: Vec<LedgerSettlement>,
}

/// The kind of an entry. Entries of the same day are sorted in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A bill.
    Bill,
    /// A bill with a negative total.
    BillCredit,
    /// The part of a payment of the portal that paid a bill.
    Payment,
    /// A payment outside the portal.
    Settlement,
    /// An overpayment.
    Overpayment,
    /// A payment that the utility took back or returned.
    Reversal,
}

/// An entry of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The date of the entry.
    pub day: Day,
    /// The kind.
    pub kind: EntryKind,
    /// The number of the bill, payment or reversal.
    pub number: String,
    /// For a payment, the bill that it paid.
    pub invoice_no: Option<InvoiceNo>,
    /// For a payment, the numbers of its transfers or cheques; for a reversal, the payment.
    pub references: Vec<String>,
    /// For a bill, the due date.
    pub due: Option<Day>,
    /// The change of the balance; negative for payments and credits.
    pub amount: Money,
    /// For a bill, what its total contains of earlier bills. It is not a part of the amount, because it was charged with them.
    pub contained: Money,
    /// The balance after the entry.
    pub balance: Money,
}

/// The open amounts, by the age of the bills in days since the bill's date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ageing {
    /// Bills of 0 to 30, 31 to 60, 61 to 90 and over 90 days.
    pub by_age: [Money; 4],
    /// The credits, without a sign: bills with a negative total, and overpayments.
    pub credits: Money,
}

/// The sums of a statement. Opening + billed - paid - settled + taken back - credited = closing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// The balance before the first day.
    pub opening: Money,
    /// The sum of the bills.
    pub billed: Money,
    /// The sum of the portal's payments, without a sign.
    pub paid: Money,
    /// The sum of the payments outside the portal, without a sign.
    pub settled: Money,
    /// The sum of the payments that were taken back or returned.
    pub taken_back: Money,
    /// The sum of the credits, without a sign.
    pub credited: Money,
    /// The balance at the end of the last day.
    pub closing: Money,
    /// What the totals of the bills contain of earlier bills. It is not a part of the balance, because it was charged with them.
    pub contained: Money,
}

/// A statement of account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountStatement {
    /// The first day of the period.
    pub first: Day,
    /// The last day of the period.
    pub last: Day,
    /// The sums.
    pub sums: Sums,
    /// The entries of the period, in order.
    pub entries: Vec<Entry>,
    /// The closing balance by age.
    pub ageing: Ageing,
    /// The part of the closing balance that is in payments in progress.
    pub in_payment: Money,
}

/// The upper limits, in days, of the first three ages.
const AGES: [i64; 3] = [30, 60, 90];

impl Ageing {
    fn add(&mut self, days: i64, open: Money) -> Result<(), Code> {
        if open.is_positive() {
            let age = AGES.iter().position(|last| days <= *last).unwrap_or(AGES.len());
            self.by_age[age] = self.by_age[age].plus(open)?;
        } else {
            self.credits = self.credits.minus(open)?;
        }
        Ok(())
    }

    /// Returns the total, which equals the closing balance. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn balance(&self) -> Result<Money, Code> {
        Money::sum(self.by_age)?.minus(self.credits)
    }
}

impl Sums {
    /// Adds other sums. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn plus(self, other: Self) -> Result<Self, Code> {
        Ok(Self {
            opening: self.opening.plus(other.opening)?,
            billed: self.billed.plus(other.billed)?,
            paid: self.paid.plus(other.paid)?,
            settled: self.settled.plus(other.settled)?,
            taken_back: self.taken_back.plus(other.taken_back)?,
            credited: self.credited.plus(other.credited)?,
            closing: self.closing.plus(other.closing)?,
            contained: self.contained.plus(other.contained)?,
        })
    }

    /// Returns what changes the opening balance into the closing balance, each with its sign: bills, the portal's payments,
    /// payments outside it, what was taken back, and credits.
    #[must_use]
    pub fn changes(&self) -> [Money; 5] {
        let taken_off = |amount: Money| Money::from_sen(-amount.sen());
        [self.billed, taken_off(self.paid), taken_off(self.settled), self.taken_back, taken_off(self.credited)]
    }

    /// Adds an entry of the period.
    fn add(&mut self, entry: &Entry) -> Result<(), Code> {
        let (sum, is_taken_off) = match entry.kind {
            EntryKind::Bill => (&mut self.billed, false),
            EntryKind::Payment => (&mut self.paid, true),
            EntryKind::Settlement => (&mut self.settled, true),
            EntryKind::Reversal => (&mut self.taken_back, false),
            EntryKind::BillCredit | EntryKind::Overpayment => (&mut self.credited, true),
        };
        *sum = if is_taken_off { sum.minus(entry.amount)? } else { sum.plus(entry.amount)? };
        self.contained = self.contained.plus(entry.contained)?;
        self.closing = self.closing.plus(entry.amount)?;
        Ok(())
    }
}

impl Ledger {
    /// Computes the statement of the days from `first` to `last`. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn statement(&self, first: Day, last: Day) -> Result<AccountStatement, Code> {
        let (before, mut entries): (Vec<Entry>, Vec<Entry>) =
            self.entries(last)?.into_iter().partition(|entry| entry.day < first);
        let opening = Money::sum(before.iter().map(|entry| entry.amount))?;
        let mut sums = Sums { opening, closing: opening, ..Sums::default() };
        for entry in &mut entries {
            sums.add(entry)?;
            entry.balance = sums.closing;
        }
        let (ageing, in_payment) = self.open(last)?;
        Ok(AccountStatement { first, last, sums, entries, ageing, in_payment })
    }

    /// Returns all entries up to a day, in order. Their balances are not set yet.
    fn entries(&self, last: Day) -> Result<Vec<Entry>, Code> {
        let entry = |day, kind, number: &str, amount| Entry {
            day,
            kind,
            number: number.to_owned(),
            invoice_no: None,
            references: Vec::new(),
            due: None,
            amount,
            contained: Money::ZERO,
            balance: Money::ZERO,
        };
        let mut entries = Vec::new();
        for bill in self.bills.iter().filter(|bill| bill.day <= last) {
            let charged = bill.amount.minus(bill.contained)?;
            let kind = if charged.sen() < 0 { EntryKind::BillCredit } else { EntryKind::Bill };
            entries.push(Entry {
                due: bill.due,
                contained: bill.contained,
                ..entry(bill.day, kind, bill.invoice_no.as_str(), charged)
            });
            if let Some(paid) = bill.paid_by.as_ref().filter(|paid| paid.day <= last) {
                let taken_off = Money::ZERO.minus(paid.amount)?;
                entries.push(Entry {
                    invoice_no: Some(bill.invoice_no.clone()),
                    references: paid.references.clone(),
                    ..entry(paid.day, EntryKind::Payment, paid.transaction_no.as_str(), taken_off)
                });
                if let Some(day) = paid.returned_on.filter(|day| *day <= last) {
                    entries.push(entry(day, EntryKind::Reversal, paid.transaction_no.as_str(), paid.amount));
                }
            }
        }
        for credit in self.credits.iter().filter(|credit| credit.day <= last) {
            let taken_off = Money::ZERO.minus(credit.amount)?;
            entries.push(entry(credit.day, EntryKind::Overpayment, credit.transaction_no.as_str(), taken_off));
        }
        for settlement in self.settlements.iter().filter(|settlement| settlement.day <= last) {
            let taken_off = Money::ZERO.minus(settlement.amount)?;
            entries.push(Entry {
                invoice_no: settlement.invoice_no.clone(),
                references: Some(settlement.reference.clone()).filter(|one| !one.is_empty()).into_iter().collect(),
                ..entry(settlement.day, EntryKind::Settlement, &settlement.settlement_no, taken_off)
            });
            if let Some(reversal) = settlement.reversed.as_ref().filter(|reversal| reversal.day <= last) {
                let day = reversal.day.max(settlement.day);
                entries.push(Entry {
                    references: vec![settlement.settlement_no.clone()],
                    ..entry(day, EntryKind::Reversal, &reversal.settlement_no, settlement.amount)
                });
            }
        }
        entries.sort_by_cached_key(|entry| (entry.day, entry.kind, entry.number.clone(), entry.invoice_no.clone()));
        Ok(entries)
    }

    /// Returns the open amounts at the end of a day, and the part of them that is in payments.
    fn open(&self, last: Day) -> Result<(Ageing, Money), Code> {
        let (mut ageing, mut in_payment) = (Ageing::default(), Money::ZERO);
        // A newer bill owes what it contains.
        let mut moved: BTreeMap<&InvoiceNo, Money> = BTreeMap::new();
        for carried in self.bills.iter().filter_map(|bill| bill.carried.as_ref()) {
            let sum = moved.entry(&carried.to).or_default();
            *sum = sum.plus(carried.amount)?;
        }
        for bill in self.bills.iter().filter(|bill| bill.day <= last) {
            let paid = bill.paid_by.as_ref().filter(|paid| paid.is_held(last)).map_or(Money::ZERO, |paid| paid.amount);
            let carried = bill.carried.as_ref().filter(|carried| carried.day <= last);
            let carried = carried.map_or(Money::ZERO, |carried| carried.amount);
            let owed =
                bill.amount.minus(bill.contained)?.plus(moved.get(&bill.invoice_no).copied().unwrap_or_default())?;
            let settled = self.settlements.iter().filter(|one| one.invoice_no.as_ref() == Some(&bill.invoice_no));
            let settled = Money::sum(settled.filter(|one| one.is_held(last)).map(|one| one.amount))?;
            let open = owed.minus(paid)?.minus(settled)?.minus(carried)?;
            ageing.add(last.days_since(bill.day), open)?;
            if bill.is_in_payment {
                in_payment = in_payment.plus(open)?;
            }
        }
        for credit in self.credits.iter().filter(|credit| credit.day <= last) {
            ageing.credits = ageing.credits.plus(credit.amount)?;
        }
        // Money that pays no bill of the statement is a credit.
        let is_billed = |one: &LedgerSettlement| {
            self.bills.iter().any(|bill| bill.day <= last && one.invoice_no.as_ref() == Some(&bill.invoice_no))
        };
        for settlement in self.settlements.iter().filter(|one| one.is_held(last) && !is_billed(one)) {
            ageing.credits = ageing.credits.plus(settlement.amount)?;
        }
        Ok((ageing, in_payment))
    }
}
