//! The file of closed payments. A payment is one row for each of its bills. It gets no facts: the other portal
//! witnessed it, and two officers sign for it (`gridbill takeover sheet`). What is stored is never changed.

use std::collections::HashMap;

use gridbill_core::number::{AccountNo, BulkId, InvoiceNo, TransactionNo};
use gridbill_core::operations::FeedKind;
use gridbill_core::payments::{PaymentMethod, Status};
use gridbill_core::{Day, Money, Topic};
use sqlx::PgConnection;

use super::super::field::{Fields, Refusal};
use super::super::{FeedRecord, ImportOptions, StoreResult};
use super::company::bulk_id;
use super::sql::payment::{self as sql, NewPastPayment, PastBill, StoredPayment};
use super::unknown_company;
use crate::base::Base;

/// Maximum characters of a bank's and of a payer's name.
const MAX_NAME: usize = 100;
/// Maximum characters of a bank's reference.
const MAX_REFERENCE: usize = 40;

/// A payment of the other portal that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct PastPayment {
    pub transaction_no: TransactionNo,
    pub bulk_id: BulkId,
    pub method: PaymentMethod,
    pub status: Status,
    pub paid_on: Day,
    pub paid_by: Option<String>,
    pub bank_name: Option<String>,
    pub bank_reference: Option<String>,
    pub items: Vec<PastItem>,
}

/// A bill of the payment, with the part of the payment that is for it.
#[derive(Debug, Clone, PartialEq)]
pub struct PastItem {
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub amount: Money,
}

impl FeedRecord for PastPayment {
    const KIND: FeedKind = FeedKind::PaymentHistory;
    const NOUN: &'static str = "payments";
    const COLUMNS: &'static [&'static str] = &[
        "transactionNo",
        "bulkId",
        "invoiceNo",
        "accountNo",
        "method",
        "bankName",
        "bankReference",
        "paidBy",
        "paidOn",
        "amount",
        "status",
    ];
    const KEY: &'static str = "transactionNo";
    const SPANS_ROWS: bool = true;
    const IS_FINAL: bool = true;
    const REPEATED: &'static str = "The rows of a payment are consecutive. This payment is in the file already";
    const TOPICS: &'static [Topic] = &[Topic::Bills, Topic::Payments];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let method = method(fields)?;
        let amount = fields.money("amount")?;
        if !amount.is_positive() {
            return Err(Refusal::of("amount", "An amount is above zero. Leave out bills of which nothing was paid."));
        }
        Ok(Self {
            transaction_no: transaction_no(fields)?,
            bulk_id: bulk_id(fields)?,
            method,
            status: status(fields, method)?,
            paid_on: fields.day("paidOn")?,
            paid_by: optional(fields, "paidBy", MAX_NAME)?,
            bank_name: optional(fields, "bankName", MAX_NAME)?,
            bank_reference: optional(fields, "bankReference", MAX_REFERENCE)?,
            items: vec![PastItem {
                invoice_no: fields.parse("invoiceNo", InvoiceNo::parse)?,
                account_no: fields.parse("accountNo", AccountNo::parse)?,
                amount,
            }],
        })
    }

    fn key(&self) -> &str {
        self.transaction_no.as_str()
    }

    fn identity(&self) -> Option<u64> {
        self.digits().parse().ok()
    }

    fn join(&mut self, next: Self) -> Result<(), Refusal> {
        let differing = [
            ("bulkId", self.bulk_id == next.bulk_id),
            ("method", self.method == next.method),
            ("status", self.status == next.status),
            ("paidOn", self.paid_on == next.paid_on),
            ("paidBy", self.paid_by == next.paid_by),
            ("bankName", self.bank_name == next.bank_name),
            ("bankReference", self.bank_reference == next.bank_reference),
        ];
        if let Some((column, _)) = differing.iter().find(|(_, is_same)| !is_same) {
            let why =
                "The rows of a payment differ only in invoiceNo, accountNo and amount. Here this column differs, too.";
            return Err(Refusal::of(column, why));
        }
        for item in next.items {
            if self.items.iter().any(|one| one.invoice_no == item.invoice_no) {
                return Err(Refusal::of("invoiceNo", "This bill is in the payment already. Deliver it in one row."));
            }
            self.items.push(item);
        }
        Ok(())
    }

    async fn store(
        base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let now = base.now();
        let known = Known::load(connection, rows).await?;
        let (mut held, mut refused, mut new) = (HashMap::new(), Vec::new(), Vec::new());
        for (place, row) in rows.iter().enumerate() {
            let stored = known.payments.get(row.transaction_no.as_str());
            let checked = match stored {
                Some(stored) if stored.is_same(row) => continue,
                Some(stored) => Err(different(stored)),
                None => row.check_number(&now.compact(), Day::at(now)).and_then(|()| known.check(row, &mut held)),
            };
            match checked {
                Ok(amount) => new.push(NewPastPayment { payment_id: base.random.uuid(), payment: row, amount }),
                Err(refusal) => refused.push((place, refusal)),
            }
        }
        sql::add_payments(connection, &new, now).await?;
        Ok(StoreResult { new: new.len() as u64, refused, ..StoreResult::default() })
    }
}

impl PastPayment {
    /// Whether the payment was paid, and has paid its bills.
    fn is_paid(&self) -> bool {
        self.status == Status::Paid
    }

    fn digits(&self) -> &str {
        self.transaction_no.as_str().trim_start_matches('P')
    }

    /// Refuses numbers that this portal may give itself, which begin with the day, and days to come.
    fn check_number(&self, now: &str, today: Day) -> Result<(), Refusal> {
        let (day, today_digits) = (self.digits().get(..6), now.get(2..8));
        if day >= today_digits {
            let why = "A number begins with its day (yyMMdd), and this portal gives the numbers of today and later \
                       days itself. Import the payments of a day after that day.";
            return Err(Refusal::of("transactionNo", why));
        }
        if self.paid_on > today {
            return Err(Refusal::of("paidOn", "This day is in the future. Only closed payments are taken over."));
        }
        Ok(())
    }
}

/// What is stored about the bills, companies and numbers of a chunk. The bills are locked.
struct Known {
    companies: std::collections::HashSet<String>,
    bills: HashMap<String, PastBill>,
    payments: HashMap<String, StoredPayment>,
}

impl Known {
    async fn load(connection: &mut PgConnection, rows: &[PastPayment]) -> sqlx::Result<Self> {
        let ids: Vec<String> = rows.iter().map(|row| row.bulk_id.to_string()).collect();
        let invoices: Vec<String> =
            rows.iter().flat_map(|row| &row.items).map(|item| item.invoice_no.to_string()).collect();
        let numbers: Vec<String> = rows.iter().map(|row| row.transaction_no.to_string()).collect();
        Ok(Self {
            companies: sql::find_companies(connection, &ids).await?,
            bills: sql::lock_bills(connection, &invoices).await?,
            payments: sql::find_payments(connection, &numbers).await?,
        })
    }

    /// Checks the payment against its bills, and notes the bills that it holds. Returns its amount.
    fn check<'a>(&self, row: &'a PastPayment, held: &mut HashMap<&'a str, &'a str>) -> Result<Money, Refusal> {
        if !self.companies.contains(row.bulk_id.as_str()) {
            return Err(unknown_company());
        }
        let mut amount = Money::ZERO;
        for item in &row.items {
            self.check_item(row, item, held)?;
            let too_much = |_| Refusal::of("amount", "The amounts of this payment are too large to add up.");
            amount = amount.plus(item.amount).map_err(too_much)?;
        }
        if row.is_paid() {
            held.extend(row.items.iter().map(|item| (item.invoice_no.as_str(), row.transaction_no.as_str())));
        }
        Ok(amount)
    }

    fn check_item(&self, row: &PastPayment, item: &PastItem, held: &HashMap<&str, &str>) -> Result<(), Refusal> {
        let invoice_no = &item.invoice_no;
        let Some(bill) = self.bills.get(invoice_no.as_str()) else {
            let why = "is unknown. Import the file of bills first, or leave the payment out.";
            return Err(Refusal::of("invoiceNo", format!("Bill {invoice_no} {why}")));
        };
        if bill.account_no != item.account_no.as_str() {
            let why = format!("Bill {invoice_no} is of account {}. Correct the account or the bill.", bill.account_no);
            return Err(Refusal::of("accountNo", why));
        }
        match bill.bulk_id.as_deref() {
            Some(owner) if owner == row.bulk_id.as_str() => {}
            Some(owner) => {
                let why =
                    format!("Bill {invoice_no} is in bulk account {owner}. Correct the bulk account or the bill.");
                return Err(Refusal::of("bulkId", why));
            }
            None => {
                let why = "is in no bulk account. Import the file of references first.";
                return Err(Refusal::of("bulkId", format!("Bill {invoice_no} {why}")));
            }
        }
        if !row.is_paid() {
            return Ok(());
        }
        if bill.total != item.amount {
            let why = "Such a payment pays a bill in full. Deliver a payment of a part in the file of settlements.";
            return Err(Refusal::of("amount", format!("Bill {invoice_no} is over RM {}. {why}", bill.total)));
        }
        if bill.settled.is_positive() {
            let why = "has been paid by settlements. Import the payment history before the settlements: a settlement \
                       with the payment's number as its reference is then the same money.";
            return Err(Refusal::of("invoiceNo", format!("Bill {invoice_no} {why}")));
        }
        match bill.held_by.as_deref().or_else(|| held.get(invoice_no.as_str()).copied()) {
            None => Ok(()),
            Some(other) => {
                let why = format!("Payment {other} holds bill {invoice_no}. A bill is paid by one payment.");
                Err(Refusal::of("invoiceNo", why))
            }
        }
    }
}

fn different(stored: &StoredPayment) -> Refusal {
    let why = if stored.is_taken_over {
        "A payment of this number was taken over with other content, and is never changed. Restore the database of \
        before, or leave this payment out."
    } else {
        "This portal made the payment of this number. Leave it out."
    };
    Refusal::of("transactionNo", why)
}

fn transaction_no(fields: &Fields<'_>) -> Result<TransactionNo, Refusal> {
    let why = "A payment's number is P and 13 digits, such as P2611030000042.";
    TransactionNo::parse(fields.get("transactionNo")).map_err(|_| Refusal::of("transactionNo", why))
}

fn method(fields: &Fields<'_>) -> Result<PaymentMethod, Refusal> {
    let codes: Vec<&str> = PaymentMethod::ALL.iter().map(|method| method.code()).collect();
    let code = fields.one_of("method", &codes)?;
    PaymentMethod::from_code(code).ok_or_else(|| Refusal::of("method", "This method is unknown."))
}

/// Parses the status. Open payments are not taken over, because no bank and no officer would answer them here.
fn status(fields: &Fields<'_>, method: PaymentMethod) -> Result<Status, Refusal> {
    match (fields.get("status"), method) {
        ("paid", _) => Ok(Status::Paid),
        ("declined", PaymentMethod::Fpx) => Ok(Status::FpxDeclined),
        ("declined", _) => Ok(Status::Declined),
        ("failed", PaymentMethod::Fpx) => Ok(Status::Failed),
        ("failed", _) => Err(Refusal::of("status", "Only an FPX payment fails. Deliver this payment as declined.")),
        _ => {
            let why = "Only closed payments are taken over: paid, declined or failed. End an open payment in the \
                       other portal, or leave it out: its bills then stay unpaid here.";
            Err(Refusal::of("status", why))
        }
    }
}

fn optional(fields: &Fields<'_>, column: &'static str, limit: usize) -> Result<Option<String>, Refusal> {
    if fields.get(column).is_empty() { Ok(None) } else { fields.text(column, limit).map(Some) }
}
