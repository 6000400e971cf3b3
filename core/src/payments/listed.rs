//! Every payment method in the utility's records (docs/domain/payments.md#methods). The portal offers the first three;
//! the others are named for payments that were made elsewhere.

use crate::{Language, Words};

use super::PaymentMethod;

/// A payment method of the utility's records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedMethod {
    /// The code that programs use.
    pub code: &'static str,
    /// The method's number in the utility's records, if it has a number.
    pub payment_type: Option<i16>,
    words: Words,
    /// The portal's payment methods that belong to it; empty if the portal does not offer it.
    pub offered_as: &'static [PaymentMethod],
}

/// The number for all other methods.
pub const OTHER_PAYMENT_TYPE: i16 = 99;

const fn other_method(code: &'static str, english: &'static str, malay: &'static str) -> RecordedMethod {
    RecordedMethod { code, payment_type: None, words: [english, malay], offered_as: &[] }
}

const fn offered(
    code: &'static str,
    english: &'static str,
    malay: &'static str,
    as_: &'static [PaymentMethod],
) -> RecordedMethod {
    RecordedMethod { code, payment_type: None, words: [english, malay], offered_as: as_ }
}

/// The methods in display order.
pub const RECORDED_METHODS: &[RecordedMethod] = &[
    offered("fpx", "FPX", "FPX", &[PaymentMethod::Fpx]),
    offered("eft", "EFT", "EFT", &[PaymentMethod::EftGiro, PaymentMethod::EftRentas]),
    offered("cheque", "Cheque", "Cek", &[PaymentMethod::Cheque]),
    other_method("creditCard", "Credit card", "Kad kredit"),
    other_method("cash", "Cash", "Tunai"),
    other_method("debitCard", "Debit card", "Kad debit"),
    other_method("moneyOrder", "Money order", "Kiriman wang"),
    other_method("postalOrder", "Postal order", "Wang pos"),
    other_method("governmentCheque", "Government cheque", "Cek kerajaan"),
    other_method("eWallet", "eWallet", "eDompet"),
    other_method("bankDraft", "Bank draft", "Draf bank"),
    RecordedMethod { payment_type: Some(OTHER_PAYMENT_TYPE), ..other_method("others", "Others", "Lain-lain") },
];

impl RecordedMethod {
    /// The name that users read.
    #[must_use]
    pub const fn word(&self, language: Language) -> &'static str {
        language.pick(self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_methods_of_which_every_way_to_pay_is_one() {
        let codes: Vec<_> = RECORDED_METHODS.iter().map(|one| one.code).collect();
        assert_eq!(codes.len(), 12);
        assert_eq!(
            RECORDED_METHODS.iter().find(|one| one.payment_type == Some(99)).map(|one| one.code),
            Some("others")
        );
        let offered: Vec<_> = RECORDED_METHODS.iter().flat_map(|one| one.offered_as).collect();
        assert_eq!(offered, PaymentMethod::ALL.iter().collect::<Vec<_>>());
        assert!(RECORDED_METHODS.iter().filter(|one| one.code.contains("Card")).all(|one| one.offered_as.is_empty()));
        assert_eq!(RECORDED_METHODS[4].word(Language::Ms), "Tunai");
    }
}
