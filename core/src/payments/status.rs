//! The statuses of payments and of the bills in them (docs/domain/payments.md#statuses).

use crate::{Language, Tone};

numbered! {
    /// The status of a payment or bill: codes 1 to 11, which existing clients know.
    pub enum Status {
        /// The bill is in no payment.
        PaymentRequired = 1 "paymentRequired",
        /// An EFT or cheque payment awaits the utility's decision.
        PendingApproval = 2 "pendingApproval",
        /// The payment was accepted and is being posted.
        Processing = 3 "processing",
        /// The payment was posted.
        Paid = 4 "paid",
        /// The FPX payment failed, or was not approved within five days.
        Failed = 5 "failed",
        /// The utility declined the EFT or cheque payment.
        Declined = 6 "declined",
        /// Too much was paid; the customer has to choose the account to credit.
        OverpayPending = 7 "overpayPending",
        /// Too little was paid; the customer has to pay the difference.
        InsufficientPending = 8 "insufficientPending",
        /// The customer started an FPX payment and was redirected to the bank.
        PaymentInitiated = 9 "paymentInitiated",
        /// The FPX payment awaits the approval of the company's authoriser.
        FpxPending = 10 "fpxPending",
        /// The FPX payment was declined or cancelled at the bank.
        FpxDeclined = 11 "fpxDeclined",
    }
}

wire! {
    /// A group of statuses. Figures, filters and the customer's words use groups. Staff see the same groups in figures,
    /// but read a more precise word for a single payment ([`Status::word_for_staff`]).
    #[derive(Copy, Eq, Hash)]
    pub enum StatusGroup {
        /// The bill is in no payment.
        PaymentRequired,
        /// Awaits the customer; staff call it pending reconciliation.
        ActionRequired,
        /// In progress.
        Processing,
        /// Posted.
        Paid,
        /// Declined by the bank or the utility.
        Declined,
        /// The FPX payment failed, or was not approved in time.
        Failed,
    }
}

impl StatusGroup {
    /// The word that customers read: Paid, Processing, Action Required, Declined, Failed.
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

    /// The tone of its label.
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
    /// The group of this status.
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

    /// Whether a payment in this status holds its bills, so that no other payment can include them.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self.group(), StatusGroup::ActionRequired | StatusGroup::Processing | StatusGroup::Paid)
    }

    /// Whether the payment has ended. Only a late receipt can still change it.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self.group(), StatusGroup::Paid | StatusGroup::Declined | StatusGroup::Failed)
    }

    /// The status of a bill whose latest payment has this status. When a payment ends unpaid, its bills can be paid
    /// again.
    #[must_use]
    pub const fn of_bill(self) -> Self {
        if self.is_live() { self } else { Self::PaymentRequired }
    }

    /// The tone of its label.
    #[must_use]
    pub const fn tone(self) -> Tone {
        self.group().tone()
    }

    /// The word that customers read, which is the word of the group.
    #[must_use]
    pub const fn word_for_customers(self, language: Language) -> &'static str {
        self.group().word(language)
    }

    /// Returns the word for staff, which names the next step that the payment waits for.
    #[must_use]
    pub const fn word_for_staff(self, language: Language) -> &'static str {
        let words = match self {
            Self::PaymentRequired => ["Payment Required", "Bayaran Diperlukan"],
            Self::PendingApproval => ["Pending Approval", "Menunggu Kelulusan"],
            Self::Processing => ["Processing", "Sedang Diproses"],
            Self::Paid => ["Paid", "Dibayar"],
            Self::Failed => ["FPX Failed", "FPX Gagal"],
            Self::Declined => ["EFT/Cheque Declined", "EFT/Cek Ditolak"],
            Self::OverpayPending => ["Pending Reconciliation (Overpayment)", "Menunggu Penyesuaian (Lebihan Bayaran)"],
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
