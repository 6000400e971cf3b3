//! A bill in full: the data of its page and its PDF.

use super::{BankingApp, Bill, ChargesShown, EInvoiceShown, Quantity, Remainder};
use crate::number::{InvoiceNo, TransactionNo};
use crate::payments::Status;
use crate::{Day, Instant, Money};

wire! {
    /// A bill in full.
    pub struct BillDetails {
        /// The bill as it appears in lists.
        pub bill: Bill,
        /// The address where the electricity is used.
        pub premises_address: String,
        pub postal_code: String,
        pub city: String,
        pub state: String,
        /// The company that holds the account.
        pub company_name: String,
        pub bill_type: String,
        /// How the meter was read.
        pub reading_type: String,
        /// The first day of the reading period.
        pub reading_start: Option<Day>,
        /// The last day of the reading period.
        pub reading_end: Option<Day>,
        pub tariff: String,
        /// The consumption in kWh.
        pub consumption_kwh: Option<String>,
        /// The maximum demand in kW.
        pub maximum_demand_kw: Option<String>,
        /// The tax included in the amount.
        pub tax_amount: Money,
        /// The part of the total that is neither a current charge nor a charge from earlier bills.
        pub remainder: Remainder,
        /// The number of the previous bill.
        pub last_bill_no: Option<String>,
        /// The amount of the last payment.
        pub last_amount_paid: Option<Money>,
        /// The newer bill of the account whose total contains what was open of this bill.
        pub carried_to: Option<InvoiceNo>,
        /// The earlier bills that the total contains, oldest first.
        pub carries: Vec<CarriedBill>,
        /// The lines and readings, in the caller's language. None until the utility has delivered them.
        pub charges: Option<ChargesShown>,
        /// The e-invoice of the bill, if the utility has submitted one.
        pub e_invoice: Option<EInvoiceShown>,
        /// How the bill is paid from a banking app. None if the utility takes neither JomPAY nor DuitNow QR.
        pub banking_app: Option<BankingApp>,
        /// The consumption of the account's bills up to this bill, by period, oldest first. Thirteen at most, so that
        /// the first can be a year old.
        pub use_by_bill: Vec<BilledUse>,
        /// The payments that hold or held the bill, newest first.
        pub payments: Vec<BillPayment>,
    }

    /// An earlier bill that a bill contains.
    pub struct CarriedBill {
        pub invoice_no: InvoiceNo,
        /// What was open of it.
        pub amount: Money,
    }

    /// The consumption that a bill charges for.
    pub struct BilledUse {
        pub invoice_no: InvoiceNo,
        /// The last day of the reading period, or else the day of the invoice.
        pub until: Day,
        pub kwh: Quantity,
    }

    /// A payment that holds or held the bill.
    pub struct BillPayment {
        pub transaction_no: TransactionNo,
        /// When the payment was made.
        pub payment_date: Instant,
        /// The user who made the payment.
        pub requested_by: String,
        pub status: Status,
        /// The part of the bill that this payment pays.
        pub amount: Money,
    }
}

/// Days between two bills of the same month in consecutive years. Readings may differ by some days around the end of a
/// month.
const YEAR: std::ops::RangeInclusive<i64> = 350..=380;

impl BillDetails {
    /// The postcode, city and state of the premises, on a single line.
    #[must_use]
    pub fn premises_place(&self) -> String {
        let place = format!("{} {}", self.postal_code.trim(), self.city.trim());
        let parts = [place.trim(), self.state.trim()];
        let mut shown: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        // Kuala Lumpur is both a city and a state.
        if self.city.trim() == self.state.trim() {
            shown.truncate(1);
        }
        shown.join(", ")
    }

    /// The consumption of this bill and of the account's bill a year before.
    #[must_use]
    pub fn use_and_year_before(&self) -> Option<(&BilledUse, &BilledUse)> {
        let now = self.use_by_bill.iter().find(|one| one.invoice_no == self.bill.invoice_no)?;
        let before = self.use_by_bill.iter().find(|one| YEAR.contains(&now.until.days_since(one.until)))?;
        Some((now, before))
    }
}

impl Bill {
    /// The total without what was paid outside the portal.
    #[must_use]
    pub fn rest(&self) -> Money {
        self.total_amount_payable.minus(self.settled_amount).unwrap_or_default()
    }

    /// The content of the barcode on the payment slip: account, invoice, and the amount due in sen, twelve digits each.
    #[must_use]
    pub fn barcode(&self, due: Money) -> String {
        format!("{}{}{:012}", self.account_no, self.invoice_no, due.sen().max(0))
    }
}
