//! Alerts about FPX payments that staff have to look at.

use crate::Language;

wire! {
    /// The reason of an alert about an FPX payment.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum AlertReason {
        /// The bank took the money after the payment had ended in the portal.
        LateApproval,
        /// The bank approved a second time, under another FPX number.
        PaidTwice,
        /// The bill was paid by a payment of the portal, and outside it as well.
        PaidElsewhere,
        /// The bill was paid when a newer bill contained it already.
        PaidAndCarried,
        /// An answer code whose cause will probably affect the next payer too.
        AnswerCode,
        /// FPX signed a message with a value that differs from the request.
        OtherField,
        /// FPX signed a message that can be read in more than one way, or not at all.
        Malformed,
        /// The time for approval is over, and FPX has not reported the outcome of the payment.
        Unanswered,
    }
}

impl AlertReason {
    /// Every reason.
    pub const ALL: &[Self] = &[
        Self::LateApproval,
        Self::PaidTwice,
        Self::PaidElsewhere,
        Self::PaidAndCarried,
        Self::AnswerCode,
        Self::OtherField,
        Self::Malformed,
        Self::Unanswered,
    ];

    /// The code that is stored, and the label in metrics.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::LateApproval => "lateApproval",
            Self::PaidTwice => "paidTwice",
            Self::PaidElsewhere => "paidElsewhere",
            Self::PaidAndCarried => "paidAndCarried",
            Self::AnswerCode => "answerCode",
            Self::OtherField => "otherField",
            Self::Malformed => "malformed",
            Self::Unanswered => "unanswered",
        }
    }

    /// Whether the utility holds money of a payer that has not paid any bill.
    #[must_use]
    pub const fn is_money(self) -> bool {
        matches!(self, Self::LateApproval | Self::PaidTwice | Self::PaidElsewhere | Self::PaidAndCarried)
    }

    /// Whether only a member of staff can settle the alert. Other alerts are settled by a decision about the money, or
    /// by an answer of FPX.
    #[must_use]
    pub const fn is_settled_by_hand(self) -> bool {
        matches!(self, Self::AnswerCode | Self::OtherField | Self::Malformed)
    }

    /// A short title that says what happened.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::LateApproval => ["Money received too late", "Wang diterima terlalu lewat"],
            Self::PaidTwice => ["Money received twice", "Wang diterima dua kali"],
            Self::PaidElsewhere => ["Bill also paid outside the portal", "Bil juga dibayar di luar portal"],
            Self::PaidAndCarried => ["Bill paid and carried forward", "Bil dibayar dan dibawa ke hadapan"],
            Self::AnswerCode => ["Technical error at the gateway", "Ralat teknikal di gerbang"],
            Self::OtherField => ["Confirmation does not match", "Pengesahan tidak sepadan"],
            Self::Malformed => ["Confirmation cannot be read", "Pengesahan tidak dapat dibaca"],
            Self::Unanswered => ["No answer in time", "Tiada jawapan dalam tempoh"],
        };
        language.pick(words)
    }

    /// A sentence that says what happened. `value` is the FPX number, the answer code or the field concerned.
    #[must_use]
    pub fn sentence(self, value: &str, language: Language) -> String {
        let words = match self {
            Self::LateApproval => [
                "The bank took the money as {value} after the payment had ended. Its bills can be paid again.",
                "Bank mengambil wang sebagai {value} selepas pembayaran tamat. Bilnya boleh dibayar semula.",
            ],
            Self::PaidTwice => [
                "The payment is paid, and the bank took the money again as {value}.",
                "Pembayaran telah dibayar, dan bank mengambil wang sekali lagi sebagai {value}.",
            ],
            Self::PaidElsewhere => [
                "The portal's payment has paid the bill, and the utility booked settlement {value} for the same bill.",
                "Pembayaran portal telah membayar bil, dan utiliti merekodkan penyelesaian {value} untuk bil yang sama.",
            ],
            Self::PaidAndCarried => [
                "The portal's payment has paid a bill that invoice {value} contained already.",
                "Pembayaran portal telah membayar bil yang telah terkandung dalam invois {value}.",
            ],
            Self::AnswerCode => [
                "FPX answered with code {value}. The same may happen to the next payer.",
                "FPX menjawab dengan kod {value}. Perkara yang sama mungkin berlaku kepada pembayar seterusnya.",
            ],
            Self::OtherField => [
                "FPX signed a message whose {value} differs from the request. The message was ignored.",
                "FPX menandatangani mesej dengan {value} yang berbeza daripada permintaan. Mesej itu diabaikan.",
            ],
            Self::Malformed => [
                "FPX signed a message whose {value} cannot be read safely. The message was ignored.",
                "FPX menandatangani mesej dengan {value} yang tidak dapat dibaca dengan selamat. Mesej itu diabaikan.",
            ],
            Self::Unanswered => [
                "The time for approval is over, and FPX has not reported the outcome of the payment. FPX is asked every hour.",
                "Tempoh kelulusan telah tamat, dan FPX belum memaklumkan hasil pembayaran. FPX ditanya setiap jam.",
            ],
        };
        language.pick(words).replace("{value}", value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_told_in_both_languages() {
        for &reason in AlertReason::ALL {
            let stored = serde_json::to_value(reason).expect("JSON");
            assert_eq!(stored, reason.code());
            let said = Language::ALL.map(|language| reason.sentence("2611201200000001", language));
            assert_ne!(said[0], said[1]);
            assert_ne!(reason.word(Language::En), reason.word(Language::Ms));
            let names_it = reason != AlertReason::Unanswered;
            assert!(said.iter().all(|said| said.contains("2611201200000001") == names_it && !said.contains('{')));
        }
    }

    #[test]
    fn money_alerts_differ_from_other_alerts() {
        let money: Vec<_> = AlertReason::ALL.iter().filter(|reason| reason.is_money()).collect();
        let named = [
            AlertReason::LateApproval,
            AlertReason::PaidTwice,
            AlertReason::PaidElsewhere,
            AlertReason::PaidAndCarried,
        ];
        assert_eq!(money, named.iter().collect::<Vec<_>>());
        for reason in AlertReason::ALL {
            let ends_itself = reason.is_money() || *reason == AlertReason::Unanswered;
            assert_ne!(reason.is_settled_by_hand(), ends_itself, "{reason:?} ends in one way");
        }
    }
}
