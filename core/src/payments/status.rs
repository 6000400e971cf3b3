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
        let words = match self {
            Self::PaymentRequired => ["Payment Required", "Bayaran Diperlukan"],
            Self::PendingApproval | Self::Processing | Self::PaymentInitiated | Self::FpxPending => {
                ["Processing", "Sedang Diproses"]
            }
            Self::Paid => ["Paid", "Dibayar"],
            Self::OverpayPending | Self::InsufficientPending => ["Action Required", "Tindakan Diperlukan"],
            Self::Declined | Self::FpxDeclined => ["Declined", "Ditolak"],
            Self::Failed => ["Failed", "Gagal"],
        };
        words[language as usize]
    }

    /// The staff's word, which names what is waited for.
    #[must_use]
    pub const fn word_for_staff(self, language: Language) -> &'static str {
        let words = match self {
            Self::PaymentRequired => ["Payment Required", "Bayaran Diperlukan"],
            Self::PendingApproval => ["Pending Approval", "Menunggu Kelulusan"],
            Self::Processing => ["Processing", "Sedang Diproses"],
            Self::Paid => ["Paid", "Dibayar"],
            Self::Failed => ["FPX Failed", "FPX Gagal"],
            Self::Declined => ["EFT/Cheque Declined", "EFT/Cek Ditolak"],
            Self::OverpayPending => ["Pending Reconciliation (Overpayment)", "Menunggu Penyesuaian (Bayaran Lebihan)"],
            Self::InsufficientPending => {
                ["Pending Reconciliation (Insufficient)", "Menunggu Penyesuaian (Tidak Mencukupi)"]
            }
            Self::PaymentInitiated => ["FPX In Progress", "FPX Sedang Berjalan"],
            Self::FpxPending => ["Pending FPX Approval", "Menunggu Kelulusan FPX"],
            Self::FpxDeclined => ["FPX Declined", "FPX Ditolak"],
        };
        words[language as usize]
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
