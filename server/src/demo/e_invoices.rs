//! The e-invoices of the demo's bills, in the feed's format.

use gridbill_core::bills::EInvoiceStatus;
use gridbill_core::{Day, Instant};

/// Bills invoiced before this day have no e-invoice.
const BEGIN: &str = "2026-01-01";
/// Days from the invoice date to validation. The rejection period of the newest batch has not ended yet.
const DAYS_TO_VALIDATE: i64 = 2;
/// Nine hours, in seconds: validation is at nine in the morning, a cancellation nine hours later.
const NINE: i64 = 9 * 3600;
/// One in this many bills of the newest batch is submitted and not validated yet.
const SUBMITTED_OF: u64 = 10;
/// Lengths of the two values that MyInvois issues.
const UUID: usize = 26;
const LONG_ID: usize = 44;

/// Returns the feed's columns of a bill's e-invoice: number, long ID, status, time of validation, time of cancellation.
/// All are empty for a bill without an e-invoice.
pub fn of(invoice: u64, invoiced: Day, today: Day, is_cancelled: bool) -> [String; 5] {
    if Day::parse(BEGIN).is_ok_and(|begin| invoiced < begin) {
        return Default::default();
    }
    let validated = invoiced.plus_days(DAYS_TO_VALIDATE).begins().plus_seconds(NINE);
    let is_newest = today.days_since(invoiced) <= DAYS_TO_VALIDATE + 1;
    let (status, validated, cancelled) = if is_cancelled {
        (EInvoiceStatus::Cancelled, Some(validated), Some(validated.plus_seconds(NINE)))
    } else if is_newest && invoice.is_multiple_of(SUBMITTED_OF) {
        (EInvoiceStatus::Submitted, None, None)
    } else {
        (EInvoiceStatus::Valid, Some(validated), None)
    };
    let time = |at: Option<Instant>| at.map(|at| at.to_string()).unwrap_or_default();
    let long_id = if validated.is_some() { letters(invoice, 7, LONG_ID) } else { String::new() };
    [letters(invoice, 3, UUID), long_id, status.code().to_owned(), time(validated), time(cancelled)]
}

/// Generates letters and digits that differ from bill to bill.
fn letters(invoice: u64, salt: u64, length: usize) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut state = invoice.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(salt);
    let next = |_| {
        // The constants of Knuth's MMIX; the upper bits change most.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(LETTERS[usize::try_from(state >> 59).unwrap_or_default()])
    };
    (0..length).map(next).collect()
}

#[cfg(test)]
mod tests {
    use gridbill_core::bills::{parse_e_invoice_long_id, parse_e_invoice_uuid};

    use super::*;

    #[test]
    fn bills_of_this_year_have_e_invoices_and_the_newest_can_be_rejected() {
        let day = |text| Day::parse(text).unwrap();
        let today = day("2026-11-20");
        assert_eq!(of(1, day("2025-12-31"), today, false), <[String; 5]>::default());
        let [uuid, long_id, status, validated, cancelled] = of(1, day("2026-01-01"), today, false);
        assert!(parse_e_invoice_uuid(&uuid).is_ok() && parse_e_invoice_long_id(&long_id).is_ok(), "{uuid} {long_id}");
        assert_eq!((&*status, &*validated, &*cancelled), ("valid", "2026-01-03T01:00:00.000Z", ""));
        assert_eq!(of(20, day("2026-11-17"), today, false)[2], "submitted");
        assert_eq!(of(21, day("2026-11-17"), today, false)[3], "2026-11-19T01:00:00.000Z");
        assert_eq!(of(20, day("2026-11-17"), today, true)[2], "cancelled");
        assert_ne!(of(20, day("2026-11-10"), today, false)[0], of(21, day("2026-11-10"), today, false)[0]);
    }
}
