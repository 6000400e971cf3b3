//! The figures of a statement: what an account owed when the period began, what came to it, and what is open at its end
//! (docs/domain/statements.md#figures). Nothing is netted, as with everything that is owed: a credit lessens no bill.

use crate::number::{InvoiceNo, TransactionNo};
use crate::{Code, Day, Money};

/// The first day of the period that ends on a day: the day after the same day so many months earlier, so that two periods
/// which follow each other share no day.
#[must_use]
pub fn first_day(last: Day, months: u32) -> Day {
    last.minus_months(months).plus_days(1)
}

/// A bill, and the payment that paid it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BilledOnce {
    /// Its number.
    pub invoice_no: InvoiceNo,
    /// The invoice date.
    pub day: Day,
    /// When it is due.
    pub due: Option<Day>,
    /// What the bill comes to; below zero it is a credit.
    pub amount: Money,
    /// A payment holds it that is still on its way.
    pub is_in_payment: bool,
    /// What paid it.
    pub paid_by: Option<PaidBy>,
}

/// A payment, as far as it paid one bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidBy {
    /// Its number.
    pub transaction_no: TransactionNo,
    /// The day of its receipt.
    pub day: Day,
    /// What it paid of the bill.
    pub amount: Money,
    /// The numbers of its transfers or cheques.
    pub references: Vec<String>,
}

/// What was paid too much and credited to the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credited {
    /// The payment that was too large.
    pub transaction_no: TransactionNo,
    /// When it was credited.
    pub day: Day,
    /// What was credited.
    pub amount: Money,
}

/// All that is known of an account up to a day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Its bills.
    pub bills: Vec<BilledOnce>,
    /// What was credited to it.
    pub credits: Vec<Credited>,
}

/// What an entry is, in the order in which those of one day stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A bill.
    Bill,
    /// A bill below zero.
    BillCredit,
    /// A payment, as far as it paid one bill.
    Payment,
    /// What was paid too much.
    Overpayment,
}

/// A line of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The day that it counts from.
    pub day: Day,
    /// What it is.
    pub kind: EntryKind,
    /// The bill's or the payment's number.
    pub number: String,
    /// Of a payment: the bill that it paid.
    pub invoice_no: Option<InvoiceNo>,
    /// Of a payment: the numbers of its transfers or cheques.
    pub references: Vec<String>,
    /// Of a bill: when it is due.
    pub due: Option<Day>,
    /// What it adds to the balance; payments and credits take off.
    pub amount: Money,
    /// The balance after it.
    pub balance: Money,
}

/// What is open, by the days since each bill's date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ageing {
    /// 0 to 30, 31 to 60, 61 to 90 and over 90 days.
    pub by_age: [Money; 4],
    /// What stands against it, without a sign: bills below zero, and what was paid too much.
    pub credits: Money,
}

/// A statement of account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountStatement {
    /// The period's first day.
    pub first: Day,
    /// The period's last day.
    pub last: Day,
    /// What was owed before the first day.
    pub opening: Money,
    /// What came to the account within the period, in order.
    pub entries: Vec<Entry>,
    /// The bills.
    pub billed: Money,
    /// The payments, without a sign.
    pub paid: Money,
    /// The credits, without a sign.
    pub credited: Money,
    /// What is owed at the end of the last day.
    pub closing: Money,
    /// The same, by age.
    pub ageing: Ageing,
    /// What of it payments hold that are still on their way.
    pub in_payment: Money,
}

/// The last days of the first three ages.
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

    /// What all of it comes to: the closing balance.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`] on overflow.
    pub fn balance(&self) -> Result<Money, Code> {
        Money::sum(self.by_age)?.minus(self.credits)
    }
}

impl Ledger {
    /// The statement of the days from `first` to `last`.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`] on overflow.
    pub fn statement(&self, first: Day, last: Day) -> Result<AccountStatement, Code> {
        let (before, entries): (Vec<Entry>, Vec<Entry>) =
            self.entries(last)?.into_iter().partition(|entry| entry.day < first);
        let opening = Money::sum(before.iter().map(|entry| entry.amount))?;
        let of = |kinds: [EntryKind; 2]| {
            let amounts = entries.iter().filter(|entry| kinds.contains(&entry.kind)).map(|entry| entry.amount);
            Money::sum(amounts)
        };
        let billed = of([EntryKind::Bill; 2])?;
        let paid = Money::ZERO.minus(of([EntryKind::Payment; 2])?)?;
        let credited = Money::ZERO.minus(of([EntryKind::BillCredit, EntryKind::Overpayment])?)?;
        let (ageing, in_payment) = self.open(last)?;
        let mut statement = AccountStatement {
            first,
            last,
            opening,
            entries,
            billed,
            paid,
            credited,
            closing: opening,
            ageing,
            in_payment,
        };
        for entry in &mut statement.entries {
            statement.closing = statement.closing.plus(entry.amount)?;
            entry.balance = statement.closing;
        }
        Ok(statement)
    }

    /// Everything up to a day, in order; balances are not known yet.
    fn entries(&self, last: Day) -> Result<Vec<Entry>, Code> {
        let entry = |day, kind, number: &str, amount| Entry {
            day,
            kind,
            number: number.to_owned(),
            invoice_no: None,
            references: Vec::new(),
            due: None,
            amount,
            balance: Money::ZERO,
        };
        let mut entries = Vec::new();
        for bill in self.bills.iter().filter(|bill| bill.day <= last) {
            let kind = if bill.amount.sen() < 0 { EntryKind::BillCredit } else { EntryKind::Bill };
            entries.push(Entry { due: bill.due, ..entry(bill.day, kind, bill.invoice_no.as_str(), bill.amount) });
            if let Some(paid) = bill.paid_by.as_ref().filter(|paid| paid.day <= last) {
                let taken_off = Money::ZERO.minus(paid.amount)?;
                entries.push(Entry {
                    invoice_no: Some(bill.invoice_no.clone()),
                    references: paid.references.clone(),
                    ..entry(paid.day, EntryKind::Payment, paid.transaction_no.as_str(), taken_off)
                });
            }
        }
        for credit in self.credits.iter().filter(|credit| credit.day <= last) {
            let taken_off = Money::ZERO.minus(credit.amount)?;
            entries.push(entry(credit.day, EntryKind::Overpayment, credit.transaction_no.as_str(), taken_off));
        }
        entries.sort_by_cached_key(|entry| (entry.day, entry.kind, entry.number.clone(), entry.invoice_no.clone()));
        Ok(entries)
    }

    /// What is open at the end of a day, and what of it payments hold.
    fn open(&self, last: Day) -> Result<(Ageing, Money), Code> {
        let (mut ageing, mut in_payment) = (Ageing::default(), Money::ZERO);
        for bill in self.bills.iter().filter(|bill| bill.day <= last) {
            let paid = bill.paid_by.as_ref().filter(|paid| paid.day <= last).map_or(Money::ZERO, |paid| paid.amount);
            let open = bill.amount.minus(paid)?;
            ageing.add(last.days_since(bill.day), open)?;
            if bill.is_in_payment {
                in_payment = in_payment.plus(open)?;
            }
        }
        for credit in self.credits.iter().filter(|credit| credit.day <= last) {
            ageing.credits = ageing.credits.plus(credit.amount)?;
        }
        Ok((ageing, in_payment))
    }
}
