//! Where a payment, and the bills that it holds, stand (docs/domain/payments.md#statuses).

use crate::{Language, Tone};

numbered! {
    /// Codes 1 to 11, which existing clients know.
    pub enum Status {
        /// No payment holds the bill.
        PaymentRequired = 1 "paymentRequired",
        /// EFT or cheque, waiting for the utility.
        PendingApproval = 2 "pendingApproval",
        /// Accepted, being posted.
        Processing = 3 "processing",
        /// Posted.
        Paid = 4 "paid",
        /// FPX failed, or nobody approved within five days.
        Failed = 5 "failed",
        /// EFT or cheque declined by the utility.
        Declined = 6 "declined",
        /// Too much was paid; the customer chooses the account to be credited.
        OverpayPending = 7 "overpayPending",
        /// Too little was paid; the customer pays the difference.
        InsufficientPending = 8 "insufficientPending",
        /// FPX started.
        PaymentInitiated = 9 "paymentInitiated",
        /// FPX waits for the company's authorizer.
        FpxPending = 10 "fpxPending",
        /// FPX declined or cancelled.
        FpxDeclined = 11 "fpxDeclined",
    }
}

wire! {
    /// What a status comes to for those who read many: figures, filters and a customer's words have one for each group. Staff
    /// read the same groups in figures, and in a single payment's word what it waits for ([`Status::word_for_staff`]).
    #[derive(Copy, Eq, Hash)]
    pub enum StatusGroup {
        /// No payment holds the bill.
        PaymentRequired,
        /// Waits for the customer; staff call it pending reconciliation.
        ActionRequired,
        /// On its way.
        Processing,
        /// Posted.
        Paid,
        /// The bank or the utility said no.
        Declined,
        /// FPX failed, or nobody approved in time.
        Failed,
    }
}

impl StatusGroup {
    /// The customer's word: Paid, Processing, Action Required, Declined, Failed.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::PaymentRequired => ["Payment Required", "Bayaran Diperlukan"],
            Self::ActionRequired => ["Action Required", "Tindakan Diperlukan"],
            Self::Processing => ["Processing", "Sedang Diproses"],
            Self::Paid => ["Paid", "Dibayar"],
            Self::Declined => ["Declined", "Ditolak"],
            Self::Failed => ["Failed", "Gagal"],
        };
        language.pick(words)
    }

    /// How it looks.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Paid => Tone::Good,
            Self::Processing => Tone::Progress,
            Self::PaymentRequired | Self::ActionRequired => Tone::Warning,
            Self::Declined | Self::Failed => Tone::Bad,
        }
    }
}

impl Status {
    /// The group that it belongs to.
    #[must_use]
    pub const fn group(self) -> StatusGroup {
        match self {
            Self::PaymentRequired => StatusGroup::PaymentRequired,
            Self::OverpayPending | Self::InsufficientPending => StatusGroup::ActionRequired,
            Self::PendingApproval | Self::Processing | Self::PaymentInitiated | Self::FpxPending => {
                StatusGroup::Processing
            }
            Self::Paid => StatusGroup::Paid,
            Self::Declined | Self::FpxDeclined => StatusGroup::Declined,
            Self::Failed => StatusGroup::Failed,
        }
    }

    /// A payment in this state holds its bills: they are in no other.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self.group(), StatusGroup::ActionRequired | StatusGroup::Processing | StatusGroup::Paid)
    }

    /// Nothing moves it any more.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self.group(), StatusGroup::Paid | StatusGroup::Declined | StatusGroup::Failed)
    }

    /// What a bill's status is while a payment in this state is its latest: released bills are payable again.
    #[must_use]
    pub const fn of_bill(self) -> Self {
        if self.is_live() { self } else { Self::PaymentRequired }
    }

    /// How it looks.
    #[must_use]
    pub const fn tone(self) -> Tone {
        self.group().tone()
    }

    /// The customer's word, which is its group's.
    #[must_use]
    pub const fn word_for_customers(self, language: Language) -> &'static str {
        self.group().word(language)
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
        language.pick(words)
    }
}
