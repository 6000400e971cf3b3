//! Where a page of bills goes on, for each order.

use chrono::NaiveDate;
use gridbill_core::bills::{Bill, BillSort, BillSortBy};
use gridbill_core::{Code, Day, Money};

use crate::cursor;

/// The place after which a page begins, by every column; a query reads that of its order, and the invoice.
pub struct After {
    /// None is after every date, as in the queries.
    pub date: Option<NaiveDate>,
    pub amount: Money,
    pub text: String,
    pub invoice: String,
}

/// Behind every number: those have 10 or 12 digits.
const LAST: &str = "9999999999999";
/// Before every bill.
const FIRST_DAY: Option<NaiveDate> = NaiveDate::from_ymd_opt(1, 1, 1);
/// The most that the database holds.
const MOST_SEN: i64 = 9_999_999_999_999_999;

impl After {
    /// Before the first row.
    pub fn start(descending: bool) -> Self {
        if descending {
            Self { date: None, amount: Money::from_sen(MOST_SEN), text: LAST.to_owned(), invoice: LAST.to_owned() }
        } else {
            let amount = Money::from_sen(-MOST_SEN);
            Self { date: FIRST_DAY, amount, text: String::new(), invoice: String::new() }
        }
    }

    /// Where the page before ended, or the top of the list.
    ///
    /// # Errors
    /// [`Code::CursorInvalid`] when the cursor is of another list or order.
    pub fn read(list: &str, cursor: Option<&str>, sort: BillSort) -> Result<Self, Code> {
        let Some((key, invoice)) = cursor::read::<(Option<String>, String)>(list, cursor)? else {
            return Ok(Self::start(sort.descending));
        };
        let start = Self { invoice, ..Self::start(sort.descending) };
        let invalid = |_| Code::CursorInvalid;
        Ok(match (sort.by, key) {
            (BillSortBy::DueDate, key) => {
                Self { date: key.map(|key| Day::parse(&key).map_err(invalid)).transpose()?.map(Day::date), ..start }
            }
            (_, None) => return Err(Code::CursorInvalid),
            (BillSortBy::TotalAmountPayable, Some(key)) => {
                Self { amount: Money::parse(&key).map_err(invalid)?, ..start }
            }
            (BillSortBy::AccountNo | BillSortBy::InvoiceNo | BillSortBy::BillBatchId, Some(text)) => {
                Self { text, ..start }
            }
        })
    }
}

/// The name of a list in an order, to which its cursors are bound.
pub fn list(sort: BillSort, charges: bool) -> String {
    format!("bills charges={charges} by={:?} descending={}", sort.by, sort.descending)
}

/// The cursor after a bill.
pub fn cursor(list: &str, sort: BillSort, bill: &Bill) -> String {
    let key = match sort.by {
        BillSortBy::DueDate => bill.due_date.map(|day| day.to_string()),
        BillSortBy::TotalAmountPayable => Some(bill.total_amount_payable.to_string()),
        BillSortBy::AccountNo => Some(bill.account_no.to_string()),
        BillSortBy::InvoiceNo => Some(bill.invoice_no.to_string()),
        BillSortBy::BillBatchId => Some(bill.bill_batch_id.to_string()),
    };
    cursor::write(list, &(key, bill.invoice_no.as_str()))
}
