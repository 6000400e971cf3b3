//! Bills on hold that a user chose to pay (docs/domain/bills.md#on-hold).

use crate::Language;
use crate::number::InvoiceNo;
use crate::recorded_name::display_name;

wire! {
    /// Why a bill is on hold.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum HoldCause {
        /// The utility checks its batch.
        Batch,
        /// A query about it is open.
        Query,
        /// Its e-invoice was cancelled.
        EInvoice,
    }

    /// A bill that a user chose to pay although it was on hold.
    #[derive(Eq)]
    pub struct HeldBill {
        pub invoice_no: InvoiceNo,
        pub cause: HoldCause,
        /// The recorded name of the user or the integration that chose it.
        pub chosen_by: String,
    }
}

impl HoldCause {
    /// Every cause.
    pub const ALL: &[Self] = &[Self::Batch, Self::Query, Self::EInvoice];

    /// Returns the name in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Batch => "batch",
            Self::Query => "query",
            Self::EInvoice => "eInvoice",
        }
    }

    /// Returns the cause as users see it behind the number of a bill.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Batch => ["the utility checks its batch", "utiliti menyemak kelompoknya"],
            Self::Query => ["open query", "pertanyaan belum selesai"],
            Self::EInvoice => ["cancelled e-invoice", "e-invois dibatalkan"],
        })
    }

    /// Whether the bill can be paid if the user chooses it alone.
    #[must_use]
    pub const fn can_be_chosen(self) -> bool {
        match self {
            Self::Batch => false,
            Self::Query | Self::EInvoice => true,
        }
    }
}

impl HeldBill {
    /// Returns the bill with its cause and the user, such as `400000000001 (open query, chosen by Aina)`.
    #[must_use]
    pub fn shown(&self, language: Language) -> String {
        let Self { invoice_no, cause, chosen_by } = self;
        let (cause, chosen_by) = (cause.word(language), display_name(chosen_by.clone(), language));
        say!(
            language,
            "{invoice_no} ({cause}, chosen by {chosen_by})",
            "{invoice_no} ({cause}, dipilih oleh {chosen_by})"
        )
    }

    /// Joins bills for a sentence. Beyond a few, only the number of the others is given.
    #[must_use]
    pub fn list(held: &[Self], language: Language) -> String {
        let named: Vec<_> = held.iter().take(MAX_NAMED_HOLDS).map(|bill| bill.shown(language)).collect();
        let (named, others) = (named.join(", "), held.len().saturating_sub(MAX_NAMED_HOLDS));
        if others == 0 {
            return named;
        }
        say!(language, "{named} and {others} more", "{named} dan {others} lagi")
    }
}

/// Maximum held bills that a sentence names.
const MAX_NAMED_HOLDS: usize = 3;

#[cfg(test)]
mod tests {
    use super::{HeldBill, HoldCause};
    use crate::Language;
    use crate::number::InvoiceNo;

    #[test]
    fn only_the_utility_ends_the_hold_of_a_batch() {
        let chosen: Vec<_> = HoldCause::ALL.iter().copied().filter(|cause| cause.can_be_chosen()).collect();
        assert_eq!(chosen, [HoldCause::Query, HoldCause::EInvoice]);
    }

    #[test]
    fn a_sentence_names_three_held_bills_and_counts_the_others() {
        let bill = |last: u8| HeldBill {
            invoice_no: InvoiceNo::parse(&format!("40000000000{last}")).expect("a number"),
            cause: HoldCause::Query,
            chosen_by: "Aina".to_owned(),
        };
        assert_eq!(HeldBill::list(&[bill(1)], Language::En), "400000000001 (open query, chosen by Aina)");
        let many = HeldBill::list(&[bill(1), bill(2), bill(3), bill(4), bill(5)], Language::Ms);
        assert!(many.ends_with("400000000003 (pertanyaan belum selesai, dipilih oleh Aina) dan 2 lagi"), "{many}");
    }
}
