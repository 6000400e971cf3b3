//! A bill in full: the data of its page and its PDF.

use super::{
    BankingApp, Bill, ChargesShown, EInvoiceShown, EInvoiceStatus, PeriodUse, Quantity, Remainder, year_before,
};
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
        /// The consumption of the account's bills up to this bill, by period, oldest first. Those of thirteen periods
        /// at most, so that the first can be a year old.
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
        /// The first day of the reading period. None for a bill without a period.
        pub from: Option<Day>,
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

    /// Returns the use of this bill's period, and that of the account's period a year before. Bills with the same period
    /// are added up, because a later one may correct the first by a difference. A bill that does not count is alone.
    #[must_use]
    pub fn use_and_year_before(&self) -> Option<(PeriodUse, PeriodUse)> {
        let own = self.use_by_bill.iter().find(|one| one.invoice_no == self.bill.invoice_no)?;
        let is_counted = EInvoiceStatus::is_counted(self.bill.e_invoice_status);
        let counted = || self.use_by_bill.iter().filter(|one| is_counted || one.invoice_no != own.invoice_no);
        let in_period_of = |period: &BilledUse| {
            let (from, until) = (period.from, period.until);
            PeriodUse::of(counted().filter(move |one| (one.from, one.until) == (from, until)))
        };
        let now = if is_counted { in_period_of(own) } else { PeriodUse::of([own]) }?;
        let periods: Vec<PeriodUse> = counted().filter_map(in_period_of).collect();
        let ends: Vec<Day> = periods.iter().map(|period| period.until).collect();
        Some((now, periods[year_before(now.until, &ends)?]))
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A bill with this use of the account, given as invoice number, first and last day, and kWh.
    fn bill_of(used: &[(&str, Option<&str>, &str, &str)], e_invoice_status: &Value) -> BillDetails {
        let used = used.iter().map(|(invoice_no, from, until, kwh)| {
            json!({ "invoiceNo": invoice_no, "from": from, "until": until, "kwh": kwh })
        });
        let details = json!({
            "bill": {
                "invoiceNo": "500000000009", "collectiveInvoiceNo": "500000000001", "accountNo": "210000000001",
                "referenceId": null, "groupName": null, "billBatchId": "2800000001", "extractionDate": "2026-11-04",
                "invoiceDate": "2026-11-05", "dueDate": null, "collectiveInvoiceDueDate": null, "currentCharge": "1.00",
                "outstandingAmount": "0.00", "totalAmountPayable": "1.00", "status": 1, "disablePayment": false,
                "settledAmount": "0.00", "payable": true, "reason": null, "eInvoiceStatus": e_invoice_status,
            },
            "premisesAddress": "", "postalCode": "", "city": "", "state": "", "companyName": "", "billType": "normal",
            "readingType": "actual", "readingStart": null, "readingEnd": null, "tariff": "", "consumptionKwh": null,
            "maximumDemandKw": null, "taxAmount": "0.00", "remainder": { "rounding": "0.00", "adjustment": "0.00" },
            "lastBillNo": null, "lastAmountPaid": null, "carriedTo": null, "carries": [], "charges": null,
            "eInvoice": null, "bankingApp": null, "useByBill": used.collect::<Vec<_>>(), "payments": [],
        });
        serde_json::from_value(details).expect("a bill")
    }

    /// The use now and a year before, as days and kWh, and the change in tenths of a percent.
    type Compared = ([(i64, String); 2], Option<i64>);

    fn compared(details: &BillDetails) -> Option<Compared> {
        let (now, before) = details.use_and_year_before()?;
        let tenths = crate::bills::change_a_day((now.kwh, now.days), (before.kwh, before.days));
        Some(([now, before].map(|one| (one.days, one.kwh.shown())), tenths))
    }

    const OWN: &str = "500000000009";
    const YEAR_AGO: (&str, Option<&str>, &str, &str) = ("500000000001", Some("2025-10-06"), "2025-11-03", "290.00");

    #[test]
    fn a_longer_period_with_the_same_use_a_day_has_no_change() {
        let details = bill_of(&[YEAR_AGO, (OWN, Some("2026-10-01"), "2026-11-02", "330.00")], &Value::Null);
        assert_eq!(compared(&details), Some(([(33, "330".into()), (29, "290".into())], Some(0))));
    }

    #[test]
    fn bills_with_the_same_period_are_added_up() {
        let year_ago = ("500000000002", YEAR_AGO.1, YEAR_AGO.2, "-145.00");
        let this = ("500000000008", Some("2026-10-04"), "2026-11-02", "600.00");
        let own = (OWN, Some("2026-10-04"), "2026-11-02", "-310.00");
        let details = bill_of(&[YEAR_AGO, year_ago, this, own], &Value::Null);
        assert_eq!(compared(&details).map(|one| one.0), Some([(30, "290".into()), (29, "145".into())]));
        // A bill with a cancelled e-invoice does not count. It is compared alone.
        let cancelled = bill_of(&[YEAR_AGO, year_ago, this, own], &json!("cancelled"));
        assert_eq!(compared(&cancelled).map(|one| one.0), Some([(30, "-310".into()), (29, "145".into())]));
    }

    #[test]
    fn a_bill_without_a_period_is_not_compared() {
        let undated = bill_of(&[YEAR_AGO, (OWN, None, "2026-11-02", "330.00")], &Value::Null);
        assert_eq!(compared(&undated), None);
        let own = (OWN, Some("2026-10-01"), "2026-11-02", "330.00");
        let before = ("500000000001", None, "2025-11-03", "290.00");
        assert_eq!(compared(&bill_of(&[before, own], &Value::Null)), None);
    }
}
