//! The payment instruction of a payment by transfer: the request, and the account that it debits
//! (docs/domain/payments.md#payment-instruction).

use super::{PaymentChannel, Status, VersionedReference};
use crate::number::TransactionNo;
use crate::typed::compact;
use crate::{Code, Day, Language, Money, Problem};

wire! {
    /// The payment, the account from which the company pays it, and the day.
    pub struct InstructionRequest {
        pub transaction_no: TransactionNo,
        /// The company's bank account: an account number, or an IBAN. It is written into the file and not stored.
        pub debtor_account: String,
        /// The day on which the bank should pay; today if it is missing.
        #[serde(default)]
        pub execution_date: Option<Day>,
    }
}

/// Valid lengths of an account number. ISO 20022 takes 34 characters.
const ACCOUNT_LENGTH: std::ops::RangeInclusive<usize> = 5..=34;
/// Maximum days that the day of payment may be ahead.
const MAX_DAYS_AHEAD: i64 = 366;

/// A bank account, as ISO 20022 distinguishes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BankAccount {
    /// An IBAN with correct check digits.
    Iban(String),
    /// A number that the bank assigned. Malaysian banks have no IBAN.
    Number(String),
}

impl BankAccount {
    /// Reads an account number or an IBAN. Spaces and hyphens are ignored. Fails with [`Code::BankAccountInvalid`].
    pub fn parse(text: &str) -> Result<Self, Code> {
        let number = compact(text);
        let fits = ACCOUNT_LENGTH.contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !fits {
            return Err(Code::BankAccountInvalid);
        }
        let number = number.to_ascii_uppercase();
        let is_iban = number.len() >= 15
            && number.bytes().take(2).all(|byte| byte.is_ascii_uppercase())
            && number.bytes().skip(2).take(2).all(|byte| byte.is_ascii_digit());
        match (is_iban, has_check_digits(&number)) {
            (false, _) => Ok(Self::Number(number)),
            (true, true) => Ok(Self::Iban(number)),
            (true, false) => Err(Code::BankAccountInvalid),
        }
    }
}

/// Whether the check digits of an IBAN are correct (ISO 7064, MOD 97-10).
fn has_check_digits(iban: &str) -> bool {
    let digits = iban.bytes().skip(4).chain(iban.bytes().take(4)).filter_map(|byte| char::from(byte).to_digit(36));
    let rest = digits.fold(0, |rest, digit| if digit < 10 { rest * 10 + digit } else { rest * 100 + digit } % 97);
    rest == 1
}

/// A transfer that the company still has to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The number by which the bank's statement names the transfer: the payment's number, with a suffix if the payment
    /// has several transfers or is answered by a second one.
    pub end_to_end_id: String,
    /// The customer's own number of the transfer.
    pub own_number: String,
    /// The amount.
    pub amount: Money,
}

/// Returns the transfers of the latest submission of a payment. `is_counted` says that an officer already counted money
/// for the payment.
/// Fails with [`Code::NoTransferExpected`] with the status, if the payment is not by transfer or its transfer is not
/// awaited.
pub fn awaited_transfers(
    payment: &TransactionNo,
    status: Status,
    is_counted: bool,
    references: &[VersionedReference],
    language: Language,
) -> Result<Vec<Transfer>, Problem> {
    let refused = || Problem::new(Code::NoTransferExpected).with("status", status.word_for_customers(language));
    let version = references.iter().map(|reference| reference.version).max().ok_or_else(refused)?;
    let latest: Vec<_> = references.iter().filter(|reference| reference.version == version).collect();
    let is_transfer = latest.iter().all(|one| one.payment_method.channel() == PaymentChannel::BankTransfer);
    if status != Status::PendingApproval || is_counted || !is_transfer {
        return Err(refused());
    }
    let round = if version > 1 { format!("-D{version}") } else { String::new() };
    let transfers = latest.iter().zip(1..).map(|(reference, place)| Transfer {
        end_to_end_id: if latest.len() > 1 { format!("{payment}{round}-{place}") } else { format!("{payment}{round}") },
        own_number: reference.number.clone(),
        amount: reference.amount,
    });
    Ok(transfers.collect())
}

/// Returns the day on which the bank should pay: today, if none was chosen.
/// Fails with [`Code::ExecutionDateInvalid`] for a day in the past or more than a year ahead.
pub fn execution_day(chosen: Option<Day>, today: Day) -> Result<Day, Code> {
    let day = chosen.unwrap_or(today);
    if (0..=MAX_DAYS_AHEAD).contains(&day.days_since(today)) { Ok(day) } else { Err(Code::ExecutionDateInvalid) }
}

/// Returns the title of the file.
#[must_use]
pub const fn instruction_title(language: Language) -> &'static str {
    language.pick(["Payment instruction", "Arahan pembayaran"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::PaymentMethod;

    #[test]
    fn account_numbers_are_told_from_ibans() {
        for (text, expected) in [
            ("5140 1234 5678", Ok(BankAccount::Number("514012345678".to_owned()))),
            ("8600-1234-56", Ok(BankAccount::Number("8600123456".to_owned()))),
            ("GB82 WEST 1234 5698 7654 32", Ok(BankAccount::Iban("GB82WEST12345698765432".to_owned()))),
            ("gb82west12345698765432", Ok(BankAccount::Iban("GB82WEST12345698765432".to_owned()))),
            ("GB83WEST12345698765432", Err(Code::BankAccountInvalid)),
            ("1234", Err(Code::BankAccountInvalid)),
            ("", Err(Code::BankAccountInvalid)),
            ("12345</Id>", Err(Code::BankAccountInvalid)),
            ("１２３４５６", Err(Code::BankAccountInvalid)),
            (&"9".repeat(35), Err(Code::BankAccountInvalid)),
        ] {
            assert_eq!(BankAccount::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn only_a_transfer_that_is_awaited_has_an_instruction() {
        let payment = TransactionNo::parse("P2611260000001").unwrap();
        let reference = |version, number: &str, payment_method| VersionedReference {
            version,
            number: number.to_owned(),
            amount: Money::from_sen(10_000),
            bank_name: None,
            payment_method,
        };
        let of = |status, is_counted, references: &[VersionedReference]| {
            let found = awaited_transfers(&payment, status, is_counted, references, Language::En);
            found.map(|all| all.into_iter().map(|one| one.end_to_end_id).collect::<Vec<_>>()).map_err(|one| one.code)
        };
        let (giro, cheque) = (PaymentMethod::EftGiro, PaymentMethod::Cheque);
        let one = [reference(1, "A1", giro)];
        let none = Err(Code::NoTransferExpected);
        assert_eq!(of(Status::PendingApproval, false, &one), Ok(vec!["P2611260000001".to_owned()]));
        assert_eq!(of(Status::PendingApproval, true, &one), none);
        for status in [Status::Processing, Status::Paid, Status::Declined, Status::InsufficientPending] {
            assert_eq!(of(status, false, &one), none, "{status:?}");
        }
        assert_eq!(of(Status::PendingApproval, false, &[reference(1, "1", cheque)]), none);
        assert_eq!(of(Status::PendingApproval, false, &[]), none);
        let two = [reference(1, "A1", giro), reference(1, "A2", giro)];
        let expected = vec!["P2611260000001-1".to_owned(), "P2611260000001-2".to_owned()];
        assert_eq!(of(Status::PendingApproval, false, &two), Ok(expected));
        // The difference is paid by a transfer of its own, or by cheque.
        let difference = [reference(1, "1", cheque), reference(2, "A3", giro)];
        assert_eq!(of(Status::PendingApproval, false, &difference), Ok(vec!["P2611260000001-D2".to_owned()]));
        assert_eq!(of(Status::PendingApproval, false, &[reference(1, "A1", giro), reference(2, "1", cheque)]), none);
    }

    #[test]
    fn the_day_of_payment_is_today_or_later() {
        let today = Day::parse("2026-11-26").unwrap();
        assert_eq!(execution_day(None, today), Ok(today));
        for (ahead, is_valid) in [(0, true), (1, true), (366, true), (367, false), (-1, false)] {
            assert_eq!(execution_day(Some(today.plus_days(ahead)), today).is_ok(), is_valid, "{ahead}");
        }
    }
}
