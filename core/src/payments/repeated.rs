//! Finds EFT and cheque numbers that another payment already uses, which may mean that money is counted twice. Payer
//! and approver are warned, but the number is not refused: a bank may reuse a number, and a cheque may have been
//! returned.

use super::method::normalise_number;
use super::{PaymentMethod, Status, VersionedReference};
use crate::number::{BulkId, TransactionNo};
use crate::typed::clean;
use crate::{Code, Instant, Problem};

wire! {
    /// A request to find which of these numbers other payments of the bulk account use.
    pub struct RepeatedReferencesRequest {
        pub bulk_id: BulkId,
        /// The method, which says if these are EFT or cheque numbers.
        pub payment_method: PaymentMethod,
        pub numbers: Vec<String>,
    }

    /// The numbers that other payments use, in the order of the request. For each number, the newest payment comes
    /// first.
    pub struct RepeatedReferences {
        pub repeated: Vec<RepeatedReference>,
    }

    /// A number that another payment uses, with that payment.
    #[derive(Eq)]
    pub struct RepeatedReference {
        /// The number as it was sent in the request.
        pub number: String,
        pub transaction_no: TransactionNo,
        /// When the other payment was made.
        pub payment_date: Instant,
        /// The user who made the other payment.
        pub requested_by: String,
        /// The bank from which it was paid.
        pub bank_name: Option<String>,
        pub status: Status,
    }
}

/// A reference number of another payment of the same bulk account.
#[derive(Debug, Clone)]
pub struct UsedReference {
    /// The number as the user typed it at that time.
    pub number: String,
    /// The method of the payment, which decides how numbers are compared.
    pub method: PaymentMethod,
    /// The payment that uses the number.
    pub transaction_no: TransactionNo,
    /// When the payment was made.
    pub payment_date: Instant,
    /// The user who made the payment.
    pub requested_by: String,
    /// The bank from which it was paid.
    pub bank_name: Option<String>,
    /// The current status of the payment.
    pub status: Status,
}

/// Returns the key under which a number is looked up. Equal numbers have equal keys. Two numbers with equal keys may
/// still differ, so compare them afterwards.
#[must_use]
pub fn reference_key(number: &str) -> String {
    clean(number).trim_start_matches('0').to_ascii_uppercase()
}

/// Returns the numbers that other payments already use. Declined payments do not count, because their numbers are free
/// again.
#[must_use]
pub fn find_repeated(method: PaymentMethod, numbers: &[&str], used: &[UsedReference]) -> Vec<RepeatedReference> {
    let mut found = Vec::new();
    for number in numbers {
        let Ok(same) = normalise_number(method, number) else { continue };
        let mut others: Vec<_> = used.iter().filter(|used| is_repeat(method, &same, used)).collect();
        others.sort_by_key(|used| std::cmp::Reverse(used.payment_date));
        found.extend(others.into_iter().map(|used| RepeatedReference {
            number: clean(number).into_owned(),
            transaction_no: used.transaction_no.clone(),
            payment_date: used.payment_date,
            requested_by: used.requested_by.clone(),
            bank_name: used.bank_name.clone(),
            status: used.status,
        }));
    }
    found
}

/// Refuses a difference whose number this payment already uses in any of its versions, because a transfer pays only
/// once. Fails with [`Code::ReferenceRepeated`] at `bulkChequeEFTNumber`.
pub fn check_unused(method: PaymentMethod, number: &str, own: &[VersionedReference]) -> Result<(), Problem> {
    let is_own = |same: &str| own.iter().any(|one| is_same(method, same, one.payment_method, &one.number));
    if normalise_number(method, number).is_ok_and(|same| is_own(&same)) {
        return Err(Problem::at("bulkChequeEFTNumber", Code::ReferenceRepeated));
    }
    Ok(())
}

fn is_repeat(method: PaymentMethod, same: &str, used: &UsedReference) -> bool {
    used.status != Status::Declined && is_same(method, same, used.method, &used.number)
}

/// A cheque number never equals a transfer number. GIRO and RENTAS are not distinguished, because users may name the
/// same transfer either way.
fn is_same(method: PaymentMethod, same: &str, other: PaymentMethod, number: &str) -> bool {
    let is_cheque = |method| method == PaymentMethod::Cheque;
    is_cheque(method) == is_cheque(other) && normalise_number(other, number).is_ok_and(|number| number == same)
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
        let found = find_repeated(method, &[number], used);
        found.iter().map(|one| one.transaction_no.as_str().chars().skip(12).collect()).collect()
    }

    #[test]
    fn a_repeated_number_is_found_in_any_spelling() {
        use PaymentMethod::{Cheque, EftGiro, EftRentas};
        let known = [
            used("EFT20261120A", EftGiro, 3, Status::Paid),
            used("eft20261120a", EftRentas, 5, Status::PendingApproval),
            used("EFT20261120A", EftGiro, 7, Status::Declined),
            used("000123", Cheque, 9, Status::Processing),
            used("123", EftGiro, 11, Status::Paid),
        ];
        assert_eq!(days(EftGiro, " EFT20261120a ", &known), ["05", "03"], "newest first, without declined payments");
        assert_eq!(days(Cheque, "123", &known), ["09"], "leading zeros of a cheque do not count");
        assert_eq!(days(EftGiro, "0123", &known), [""; 0], "leading zeros of a transfer count");
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
        assert_eq!(check_unused(EftGiro, "123", &own), Ok(()), "a transfer number never equals a cheque number");
        assert_eq!(check_unused(EftGiro, "EFT20261120B", &own), Ok(()));
    }

    #[test]
    fn the_same_numbers_have_the_same_key() {
        for (one, other) in [("000123", "123"), (" eft1 ", "EFT1"), ("0", "000000")] {
            assert_eq!(reference_key(one), reference_key(other));
        }
    }
}
