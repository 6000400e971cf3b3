//! A plan of 5,000 bills. `app/test/core.test.ts` makes the same plan in WebAssembly and expects the same fingerprint.

use gridbill_core::Money;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::{PaymentMethod, PlannedBill, split};

const BILLS: i64 = 5_000;
/// The number of payments, and the fingerprint of their invoice numbers. First fit in a few lines of Python gives the same.
const PAYMENTS: usize = 2_778;
const FINGERPRINT: u32 = 1_210_669_352;

fn bill(index: i64) -> PlannedBill {
    let invoice_no = format!("51{:010}", (index * 7_919) % BILLS);
    let amount = (100_000 + (index * 104_729) % 900_000) * 100 + index % 100;
    PlannedBill { invoice_no: InvoiceNo::parse(&invoice_no).expect("a number"), amount: Money::from_sen(amount) }
}

#[test]
fn five_thousand_bills_have_the_plan_that_the_browser_makes() {
    let mut bills: Vec<PlannedBill> = (0..BILLS).map(bill).collect();
    let plan = split(&bills, PaymentMethod::Fpx, 10);
    let payments = plan
        .payments
        .iter()
        .map(|payment| payment.invoice_nos.iter().map(InvoiceNo::as_str).collect::<Vec<_>>().join(" "));
    let text = payments.collect::<Vec<_>>().join("\n");
    let fingerprint = text.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
    assert_eq!((plan.payments.len(), plan.unplanned.len(), fingerprint), (PAYMENTS, 0, FINGERPRINT));
    let total = Money::sum(plan.payments.iter().map(|payment| payment.total_amount));
    assert_eq!(total, Money::sum(bills.iter().map(|bill| bill.amount)));
    // The order of the selection does not matter.
    bills.reverse();
    assert_eq!(split(&bills, PaymentMethod::Fpx, 10), plan);
}
