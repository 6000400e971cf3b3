//! Where a payment, and the bills that it holds, stand (specification, section 4).

use serde::{Deserialize, Serialize};

use crate::{Language, Tone};

/// The specification's codes 1 to 11; a number on the wire and in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sql", derive(sqlx::Type))]
#[serde(into = "u8", try_from = "u8")]
#[repr(i16)]
pub enum Status {
    /// No payment holds the bill.
    PaymentRequired = 1,
    /// EFT or cheque, waiting for the utility.
    PendingApproval = 2,
    /// Accepted, being posted.
    Processing = 3,
    /// Posted.
    Paid = 4,
    /// FPX failed, or nobody approved within five days.
    Failed = 5,
    /// EFT or cheque declined by the utility.
    Declined = 6,
    /// Too much was paid; the customer chooses the account to be credited.
    OverpayPending = 7,
    /// Too little was paid; the customer pays the difference.
    InsufficientPending = 8,
    /// FPX started.
    PaymentInitiated = 9,
    /// FPX waits for the company's authorizer.
    FpxPending = 10,
    /// FPX declined or cancelled.
    FpxDeclined = 11,
}

impl Status {
    /// Every status, by code.
    pub const ALL: &[Self] = &[
        Self::PaymentRequired,
        Self::PendingApproval,
        Self::Processing,
        Self::Paid,
        Self::Failed,
        Self::Declined,
        Self::OverpayPending,
        Self::InsufficientPending,
        Self::PaymentInitiated,
        Self::FpxPending,
        Self::FpxDeclined,
    ];

    /// The code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// A payment in this state holds its bills: they are in no other.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(
            self,
            Self::PendingApproval
                | Self::Processing
                | Self::Paid
                | Self::OverpayPending
                | Self::InsufficientPending
                | Self::PaymentInitiated
                | Self::FpxPending
        )
    }

    /// Nothing moves it any more.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Paid | Self::Failed | Self::Declined | Self::FpxDeclined)
    }

    /// What a bill's status is while a payment in this state is its latest: released bills are payable again.
    #[must_use]
    pub const fn of_bill(self) -> Self {
        if self.is_live() { self } else { Self::PaymentRequired }
    }

    /// How it looks.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Paid => Tone::Good,
            Self::PendingApproval | Self::Processing | Self::PaymentInitiated | Self::FpxPending => Tone::Progress,
            Self::PaymentRequired | Self::OverpayPending | Self::InsufficientPending => Tone::Warning,
            Self::Failed | Self::Declined | Self::FpxDeclined => Tone::Bad,
        }
    }

    /// The customer's word: Paid, Processing, Action Required, Declined, Failed.
    #[must_use]
    pub const fn word_for_customers(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Paid, Language::En) => "Paid",
            (Self::Paid, Language::Ms) => "Dibayar",
            (Self::PendingApproval | Self::Processing | Self::PaymentInitiated | Self::FpxPending, Language::En) => {
                "Processing"
            }
            (Self::PendingApproval | Self::Processing | Self::PaymentInitiated | Self::FpxPending, Language::Ms) => {
                "Sedang Diproses"
            }
            (Self::OverpayPending | Self::InsufficientPending, Language::En) => "Action Required",
            (Self::OverpayPending | Self::InsufficientPending, Language::Ms) => "Tindakan Diperlukan",
            (Self::Declined | Self::FpxDeclined, Language::En) => "Declined",
            (Self::Declined | Self::FpxDeclined, Language::Ms) => "Ditolak",
            (Self::Failed, Language::En) => "Failed",
            (Self::Failed, Language::Ms) => "Gagal",
            (Self::PaymentRequired, Language::En) => "Payment Required",
            (Self::PaymentRequired, Language::Ms) => "Bayaran Diperlukan",
        }
    }

    /// The staff's word, which names what is waited for.
    #[must_use]
    pub const fn word_for_staff(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::PaymentRequired, Language::En) => "Payment Required",
            (Self::PaymentRequired, Language::Ms) => "Bayaran Diperlukan",
            (Self::PendingApproval, Language::En) => "Pending Approval",
            (Self::PendingApproval, Language::Ms) => "Menunggu Kelulusan",
            (Self::Processing, Language::En) => "Processing",
            (Self::Processing, Language::Ms) => "Sedang Diproses",
            (Self::Paid, Language::En) => "Paid",
            (Self::Paid, Language::Ms) => "Dibayar",
            (Self::Failed, Language::En) => "FPX Failed",
            (Self::Failed, Language::Ms) => "FPX Gagal",
            (Self::Declined, Language::En) => "EFT/Cheque Declined",
            (Self::Declined, Language::Ms) => "EFT/Cek Ditolak",
            (Self::OverpayPending, Language::En) => "Pending Reconciliation (Overpayment)",
            (Self::OverpayPending, Language::Ms) => "Menunggu Penyesuaian (Bayaran Lebihan)",
            (Self::InsufficientPending, Language::En) => "Pending Reconciliation (Insufficient)",
            (Self::InsufficientPending, Language::Ms) => "Menunggu Penyesuaian (Tidak Mencukupi)",
            (Self::PaymentInitiated, Language::En) => "FPX In Progress",
            (Self::PaymentInitiated, Language::Ms) => "FPX Sedang Berjalan",
            (Self::FpxPending, Language::En) => "Pending FPX Approval",
            (Self::FpxPending, Language::Ms) => "Menunggu Kelulusan FPX",
            (Self::FpxDeclined, Language::En) => "FPX Declined",
            (Self::FpxDeclined, Language::Ms) => "FPX Ditolak",
        }
    }
}

impl From<Status> for u8 {
    fn from(status: Status) -> Self {
        status.code()
    }
}

impl TryFrom<u8> for Status {
    type Error = String;

    fn try_from(code: u8) -> Result<Self, String> {
        Self::ALL
            .iter()
            .copied()
            .find(|status| status.code() == code)
            .ok_or_else(|| format!("there is no payment status {code}"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Status {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Status".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 1, "maximum": 11 })
    }
}

#[cfg(feature = "ts")]
const _: () = {
    use wasm_bindgen::prelude::wasm_bindgen;
    #[wasm_bindgen(typescript_custom_section)]
    const TYPE: &str = "export type Status = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;";
};
