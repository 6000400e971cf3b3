//! One bill with all that is known of it: what its page and its PDF show.

use super::{Bill, ChargesShown, Quantity, Remainder};
use crate::number::{InvoiceNo, TransactionNo};
use crate::payments::Status;
use crate::{Day, Instant, Money};

wire! {
    /// All that is known of one bill.
    pub struct BillDetails {
        /// The bill as in a list.
        pub bill: Bill,
        /// Where the electricity is used.
        pub premises_address: String,
        pub postal_code: String,
        pub city: String,
        pub state: String,
        /// The company that the account is held by.
        pub company_name: String,
        /// The kind of bill.
        pub bill_type: String,
        /// How the meter was read.
        pub reading_type: String,
        /// First day of the reading.
        pub reading_start: Option<Day>,
        /// Last day of the reading.
        pub reading_end: Option<Day>,
        pub tariff: String,
        /// Energy used, in kWh.
        pub consumption_kwh: Option<String>,
        /// The highest demand, in kW.
        pub maximum_demand_kw: Option<String>,
        /// Tax within the amount.
        pub tax_amount: Money,
        /// What makes up the total beside the charges.
        pub remainder: Remainder,
        /// The bill before this one.
        pub last_bill_no: Option<String>,
        /// What was paid last.
        pub last_amount_paid: Option<Money>,
        /// Its lines and readings, in the language of who asks; none until the utility has delivered them.
        pub charges: Option<ChargesShown>,
        /// What the account used by its last bills, this one included, oldest first; thirteen at most, so that the first can be of a year ago.
        pub use_by_bill: Vec<BilledUse>,
        /// The payments that hold or held it, newest first.
        pub payments: Vec<BillPayment>,
    }

    /// The energy that a bill is for.
    pub struct BilledUse {
        pub invoice_no: InvoiceNo,
        /// Last day of the reading, or else the day of the invoice.
        pub until: Day,
        pub kwh: Quantity,
    }

    /// A payment that holds or held a bill.
    pub struct BillPayment {
        pub transaction_no: TransactionNo,
        /// When it was made.
        pub payment_date: Instant,
        /// Who made it.
        pub requested_by: String,
        pub status: Status,
        /// What it pays of this bill.
        pub amount: Money,
    }
}

/// Days between two bills of the same month of two years: a month is read within a few days of its end.
const YEAR: std::ops::RangeInclusive<i64> = 350..=380;

impl BillDetails {
    /// Postcode, city and state of the premises, on one line.
    #[must_use]
    pub fn premises_place(&self) -> String {
        let place = format!("{} {}", self.postal_code.trim(), self.city.trim());
        let parts = [place.trim(), self.state.trim()];
        let mut shown: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        // Kuala Lumpur is a city and a state.
        if self.city.trim() == self.state.trim() {
            shown.truncate(1);
        }
        shown.join(", ")
    }

    /// The use of this bill, and that of the account's bill a year ago.
    #[must_use]
    pub fn use_and_year_before(&self) -> Option<(&BilledUse, &BilledUse)> {
        let now = self.use_by_bill.iter().find(|one| one.invoice_no == self.bill.invoice_no)?;
        let before = self.use_by_bill.iter().find(|one| YEAR.contains(&now.until.days_since(one.until)))?;
        Some((now, before))
    }
}

impl Bill {
    /// What the barcode of its payment slip says: account, invoice, and the amount in sen, twelve digits each.
    #[must_use]
    pub fn barcode(&self) -> String {
        format!("{}{}{:012}", self.account_no, self.invoice_no, self.total_amount_payable.sen().max(0))
    }
}
