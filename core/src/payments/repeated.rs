//! One EFT or cheque number for two payments: money that may have been counted twice. A bank may give a number again, and a
//! cheque may have been returned, so it is said to whoever pays and to whoever approves, and never refused.

use super::method::same_number;
use super::{PaymentMethod, Status, VersionedReference};
use crate::number::{BulkId, TransactionNo};
use crate::{Code, Instant, Problem};

wire! {
    /// Which of these numbers have other payments of the bulk account?
    pub struct RepeatedReferencesRequest {
        pub bulk_id: BulkId,
        /// EFT or cheque numbers.
        pub payment_method: PaymentMethod,
        pub numbers: Vec<String>,
    }

    /// The numbers that other payments have, in the order in which they were asked about; the newest payment first.
    pub struct RepeatedReferences {
        /// Each with the payment that has it.
        pub repeated: Vec<RepeatedReference>,
    }

    /// A number that another payment has.
    #[derive(Eq)]
    pub struct RepeatedReference {
        /// The number, as it was asked about.
        pub number: String,
        /// The other payment.
        pub transaction_no: TransactionNo,
        /// When that was made.
        pub payment_date: Instant,
        /// Who made it.
        pub requested_by: String,
        /// The bank that it was made from.
        pub bank_name: Option<String>,
        pub status: Status,
    }
}

/// A number of another payment of the same bulk account.
#[derive(Debug, Clone)]
pub struct UsedReference {
    /// As it was typed then.
    pub number: String,
    /// What kind of number it is.
    pub method: PaymentMethod,
    /// The payment.
    pub transaction_no: TransactionNo,
    /// When it was made.
    pub payment_date: Instant,
    /// Who made it.
    pub requested_by: String,
    /// The bank that it was made from.
    pub bank_name: Option<String>,
    /// Where it stands.
    pub status: Status,
}

/// By what a number is looked for among all: two that are the same have the same key, though not every two of one key are
/// the same.
#[must_use]
pub fn reference_key(number: &str) -> String {
    number.trim().trim_start_matches('0').to_ascii_uppercase()
}

/// Which of these numbers are used by other payments. A payment that was declined has used nothing.
#[must_use]
pub fn repeated(method: PaymentMethod, numbers: &[&str], used: &[UsedReference]) -> Vec<RepeatedReference> {
    let mut found = Vec::new();
    for number in numbers {
        let Ok(same) = same_number(method, number.trim()) else { continue };
        let mut others: Vec<_> = used.iter().filter(|used| is_repeat(method, &same, used)).collect();
        others.sort_by_key(|used| std::cmp::Reverse(used.payment_date));
        found.extend(others.into_iter().map(|used| RepeatedReference {
            number: number.trim().to_owned(),
            transaction_no: used.transaction_no.clone(),
            payment_date: used.payment_date,
            requested_by: used.requested_by.clone(),
            bank_name: used.bank_name.clone(),
            status: used.status,
        }));
    }
    found
}

/// Refuses the number of a difference that the payment has already, in any of its versions: one transfer pays once.
///
/// # Errors
/// [`Code::ReferenceRepeated`] at `bulkChequeEFTNumber`.
pub fn check_unused(method: PaymentMethod, number: &str, own: &[VersionedReference]) -> Result<(), Problem> {
    let is_own = |same: &str| own.iter().any(|one| is_same(method, same, one.payment_method, &one.number));
    if same_number(method, number).is_ok_and(|same| is_own(&same)) {
        return Err(Problem::at("bulkChequeEFTNumber", Code::ReferenceRepeated));
    }
    Ok(())
}

fn is_repeat(method: PaymentMethod, same: &str, used: &UsedReference) -> bool {
    used.status != Status::Declined && is_same(method, same, used.method, &used.number)
}

/// A cheque's number is no transfer's, but one transfer may be called GIRO once and RENTAS the other time.
fn is_same(method: PaymentMethod, same: &str, other: PaymentMethod, number: &str) -> bool {
    let is_cheque = |method| method == PaymentMethod::Cheque;
    is_cheque(method) == is_cheque(other) && same_number(other, number).is_ok_and(|number| number == same)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(number: &str, method: PaymentMethod, day: u32, status: Status) -> UsedReference {
        UsedReference {
            number: number.to_owned(),
            method,
            transaction_no: TransactionNo::parse(&format!("P26112000000{day:02}")).expect("a number"),
            payment_date: Instant::parse(&format!("2026-11-{day:02}T04:00:00Z")).expect("an instant"),
            requested_by: "Badrul".to_owned(),
            bank_name: Some("SBI Bank A".to_owned()),
            status,
        }
    }

    fn days(method: PaymentMethod, number: &str, used: &[UsedReference]) -> Vec<String> {
        let found = repeated(method, &[number], used);
        found.iter().map(|one| one.transaction_no.as_str().chars().skip(12).collect()).collect()
    }

    #[test]
    fn one_number_of_two_payments_is_found_however_it_is_written() {
        use PaymentMethod::{Cheque, EftGiro, EftRentas};
        let known = [
            used("EFT20261120A", EftGiro, 3, Status::Paid),
            used("eft20261120a", EftRentas, 5, Status::PendingApproval),
            used("EFT20261120A", EftGiro, 7, Status::Declined),
            used("000123", Cheque, 9, Status::Processing),
            used("123", EftGiro, 11, Status::Paid),
        ];
        assert_eq!(days(EftGiro, " EFT20261120a ", &known), ["05", "03"], "the newest first, none that was declined");
        assert_eq!(days(Cheque, "123", &known), ["09"], "a cheque's leading zeros are nothing");
        assert_eq!(days(EftGiro, "0123", &known), [""; 0], "those of a transfer are its own");
        assert_eq!(days(EftRentas, "123", &known), ["11"]);
        assert_eq!(days(EftGiro, "", &known), [""; 0]);
        assert_eq!(days(PaymentMethod::Fpx, "EFT2026112B", &known), [""; 0]);
    }

    #[test]
    fn a_difference_has_a_number_that_its_payment_has_not() {
        use PaymentMethod::{Cheque, EftGiro, EftRentas};
        let own = |number: &str, payment_method| VersionedReference {
            version: 1,
            number: number.to_owned(),
            amount: crate::Money::from_sen(90_000),
            bank_name: None,
            payment_method,
        };
        let own = [own("EFT20261120A", EftGiro), own("000123", Cheque)];
        let refused = Err(Problem::at("bulkChequeEFTNumber", Code::ReferenceRepeated));
        assert_eq!(check_unused(EftRentas, "eft20261120a", &own), refused);
        assert_eq!(check_unused(Cheque, "123", &own), refused);
        assert_eq!(check_unused(EftGiro, "123", &own), Ok(()), "a transfer's is no cheque's");
        assert_eq!(check_unused(EftGiro, "EFT20261120B", &own), Ok(()));
    }

    #[test]
    fn the_same_numbers_have_the_same_key() {
        for (one, other) in [("000123", "123"), (" eft1 ", "EFT1"), ("0", "000000")] {
            assert_eq!(reference_key(one), reference_key(other));
        }
    }
}
