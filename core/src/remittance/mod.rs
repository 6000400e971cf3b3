//! The remittance advice of a payment: its bills, divided among cost centres (docs/domain/remittance.md).

use std::collections::BTreeMap;

use crate::costs::{CodingBook, split_amount};
use crate::endpoint::Nothing;
use crate::number::{AccountNo, InvoiceNo, TransactionNo};
use crate::payments::Status;
use crate::{Code, Day, Language, Money, Problem, Words};

#[cfg(feature = "schema")]
mod csv;

#[cfg(feature = "schema")]
pub use csv::{AdviceHead, advice_csv};

endpoints! {
    /// The remittance advice of a paid payment: its bills and the sums by cost centre, as PDF or CSV.
    DownloadRemittance = Get "/portal/api/v1/Payments/Remittance"
        for Customer(Payment, View) closed(WithoutAccount) token(Downloads)
        refuses(ChoiceRequired, AmountTooLarge, TransactionNotFound, RemittanceNotYet)
        gives(Pdf, Csv) reads(Payments, Bills, Accounts, Groups, Company, Gateway): File (RemittanceRequest) -> Nothing;
}

wire! {
    /// The format of a remittance advice.
    #[derive(Copy, Eq, Default)]
    pub enum RemittanceFormat {
        /// A document to read.
        #[default]
        Pdf,
        /// A table for the accounting program.
        Csv,
    }

    /// The payment, and the format of its advice.
    pub struct RemittanceRequest {
        pub transaction_no: TransactionNo,
        #[serde(default)]
        pub format: RemittanceFormat,
    }
}

/// The name of amounts without a cost centre.
pub const UNCODED: Words = ["No cost centre", "Tiada pusat kos"];

/// Returns the title of the document.
#[must_use]
pub const fn title(language: Language) -> &'static str {
    language.pick(["Remittance advice", "Makluman kiriman wang"])
}

/// Checks that a payment has a remittance advice: like its receipt, only once it is paid.
/// Fails with [`Code::RemittanceNotYet`] with the status.
pub fn check_paid(status: Status, language: Language) -> Result<(), Problem> {
    if status == Status::Paid {
        return Ok(());
    }
    Err(Problem::new(Code::RemittanceNotYet).with("status", status.word_for_customers(language)))
}

/// A bill of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidBill {
    /// The number of the invoice.
    pub invoice_no: InvoiceNo,
    /// The electricity account.
    pub account_no: AccountNo,
    /// The customer's own name for the account.
    pub reference_id: Option<String>,
    /// The day that decides the coding.
    pub invoice_date: Day,
    /// The amount that the payment pays.
    pub amount: Money,
}

/// The part of a bill that belongs to a cost centre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvicePart {
    /// None if the bill has no cost centre.
    pub code: Option<String>,
    /// The general-ledger account of the coding.
    pub ledger_account: Option<String>,
    /// The part's amount.
    pub amount: Money,
}

/// A bill with its parts, which add up to its amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdviceBill {
    /// The bill.
    pub bill: PaidBill,
    /// At least one part.
    pub parts: Vec<AdvicePart>,
}

/// The sum of a cost centre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdviceCentre {
    /// None for bills without a cost centre.
    pub code: Option<String>,
    /// The name of the cost centre.
    pub cost_centre_name: Option<String>,
    /// Bills that have a part in it.
    pub bills: i64,
    /// The sum of those parts.
    pub amount: Money,
}

/// An amount above the bills that was credited to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdviceCredit {
    /// The account that was credited.
    pub account_no: Option<AccountNo>,
    /// The credited amount.
    pub amount: Money,
}

/// A remittance advice. Bills and credit add up to the total, and so do cost centres and credit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// In the order of the payment.
    pub bills: Vec<AdviceBill>,
    /// By code; bills without a cost centre come last.
    pub centres: Vec<AdviceCentre>,
    /// The overpayment, if any.
    pub credit: Option<AdviceCredit>,
    /// The amount that was received.
    pub total: Money,
}

impl Advice {
    /// Divides the bills of a payment among their cost centres, by the coding of each account on the day of the invoice.
    /// `names` has the names of cost centres by code. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn of(
        bills: Vec<PaidBill>,
        book: &CodingBook,
        names: &BTreeMap<String, String>,
        credit: Option<AdviceCredit>,
    ) -> Result<Self, Code> {
        let mut sums: BTreeMap<Option<String>, (i64, Money)> = BTreeMap::new();
        let mut total = credit.as_ref().map_or(Money::ZERO, |credit| credit.amount);
        let mut divided = Vec::with_capacity(bills.len());
        for bill in bills {
            total = total.plus(bill.amount)?;
            let parts = divide(&bill, book);
            for part in &parts {
                let (bills, amount) = sums.entry(part.code.clone()).or_default();
                *bills += 1;
                *amount = amount.plus(part.amount)?;
            }
            divided.push(AdviceBill { bill, parts });
        }
        let uncoded = sums.remove_entry(&None);
        let centres = sums.into_iter().chain(uncoded).map(|(code, (bills, amount))| AdviceCentre {
            cost_centre_name: code.as_ref().and_then(|code| names.get(code)).cloned(),
            code,
            bills,
            amount,
        });
        Ok(Self { centres: centres.collect(), bills: divided, credit, total })
    }
}

/// Divides a bill among the cost centres of its account.
fn divide(bill: &PaidBill, book: &CodingBook) -> Vec<AdvicePart> {
    let Some(parts) = book.parts(bill.account_no.as_str(), bill.invoice_date) else {
        return vec![AdvicePart { code: None, ledger_account: None, amount: bill.amount }];
    };
    let amounts = split_amount(bill.amount, parts);
    let each = parts.iter().zip(amounts).map(|(part, amount)| AdvicePart {
        code: Some(part.code.clone()),
        ledger_account: Some(part.ledger_account.clone()),
        amount,
    });
    each.collect()
}

#[cfg(test)]
mod tests;
