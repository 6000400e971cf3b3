//! The sentences about the events of a payment, and the next step of the reader.

use super::{PaymentEvent, PaymentFact};
use crate::audience::{Audience, RequestedAction};
use crate::number::AccountNo;
use crate::payments::failure_sentence;
use crate::{Language, Money, Words};

/// Adds a full stop unless the remark ends a sentence already, so that another sentence can follow.
fn with_full_stop(remark: &str) -> String {
    let stop = if remark.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{remark}{stop}")
}

impl PaymentFact {
    #[expect(clippy::too_many_lines, reason = "a table: the sentence of each event, for each audience")]
    pub(crate) fn sentence(&self, number: &str, to: Audience, language: Language) -> String {
        let billed = self.billed.shown();
        match (&self.event, to) {
            (PaymentEvent::PaymentSubmitted { .. }, Audience::Customers) => say!(
                language,
                "Payment {number} of {billed} was submitted and is waiting for the utility's approval.",
                "Pembayaran {number} sebanyak {billed} telah dihantar dan menunggu kelulusan utiliti."
            ),
            (PaymentEvent::PaymentSubmitted { .. }, Audience::Staff) => say!(
                language,
                "Payment {number} of {billed} is waiting for approval.",
                "Pembayaran {number} sebanyak {billed} menunggu kelulusan."
            ),
            (PaymentEvent::FpxStarted, _) => say!(
                language,
                "Payment {number} of {billed} was started at the bank.",
                "Pembayaran {number} sebanyak {billed} telah dimulakan di bank."
            ),
            (PaymentEvent::FpxApproved, _) => say!(
                language,
                "The bank confirmed payment {number} of {billed}.",
                "Bank mengesahkan pembayaran {number} sebanyak {billed}."
            ),
            (PaymentEvent::FpxPending, _) => say!(
                language,
                "Payment {number} of {billed} is waiting for the company's authoriser at the bank.",
                "Pembayaran {number} sebanyak {billed} menunggu pelulus syarikat di bank."
            ),
            (
                PaymentEvent::FpxDeclined { bank_code }
                | PaymentEvent::FpxFailed { bank_code }
                | PaymentEvent::FpxExpired { bank_code },
                _,
            ) => {
                let why = failure_sentence(self.after.status, bank_code.as_deref(), language).unwrap_or_default();
                say!(
                    language,
                    "Payment {number} of {billed} was not made. {why}",
                    "Pembayaran {number} sebanyak {billed} tidak berjaya. {why}"
                )
            }
            (PaymentEvent::FpxGivenUp { .. }, _) => say!(
                language,
                "Payment {number} of {billed} was cancelled: it never reached the bank. Its bills can be paid again.",
                "Pembayaran {number} sebanyak {billed} telah dihentikan: ia tidak sampai ke bank. Bilnya boleh dibayar semula."
            ),
            (PaymentEvent::AcceptanceProposed, _) => say!(
                language,
                "Payment {number} of {billed} was accepted by one officer and is waiting for a second one.",
                "Pembayaran {number} sebanyak {billed} telah diterima oleh seorang pegawai dan menunggu pegawai kedua."
            ),
            (PaymentEvent::AcceptanceTurnedDown { remark }, _) => say!(
                language,
                "The acceptance of payment {number} of {billed} was turned down: {remark}",
                "Penerimaan pembayaran {number} sebanyak {billed} tidak disahkan: {remark}",
                remark = with_full_stop(remark)
            ),
            (PaymentEvent::PaymentAccepted, _) => say!(
                language,
                "The utility accepted payment {number} of {billed}.",
                "Utiliti menerima pembayaran {number} sebanyak {billed}."
            ),
            (PaymentEvent::PaymentRejected { remark: Some(remark) }, Audience::Customers) => say!(
                language,
                "The utility declined payment {number} of {billed}: {remark} Its bills can be paid again.",
                "Utiliti menolak pembayaran {number} sebanyak {billed}: {remark} Bilnya boleh dibayar semula.",
                remark = with_full_stop(remark)
            ),
            (PaymentEvent::PaymentRejected { remark: Some(remark) }, Audience::Staff) => say!(
                language,
                "Payment {number} of {billed} was declined: {remark}",
                "Pembayaran {number} sebanyak {billed} telah ditolak: {remark}",
                remark = with_full_stop(remark)
            ),
            (PaymentEvent::PaymentRejected { .. }, Audience::Customers) => say!(
                language,
                "The utility declined payment {number} of {billed}. Its bills can be paid again.",
                "Utiliti menolak pembayaran {number} sebanyak {billed}. Bilnya boleh dibayar semula."
            ),
            (PaymentEvent::PaymentRejected { .. }, Audience::Staff) => say!(
                language,
                "Payment {number} of {billed} was declined.",
                "Pembayaran {number} sebanyak {billed} telah ditolak."
            ),
            (PaymentEvent::InsufficientRequested { missing, paid }, _) => {
                let (missing, paid) = (missing.shown(), paid.shown());
                say!(
                    language,
                    "For payment {number}, {paid} was received instead of {billed}: {missing} is still missing.",
                    "Bagi pembayaran {number}, {paid} diterima, bukan {billed}: masih kurang {missing}."
                )
            }
            (PaymentEvent::OverpaymentRequested { excess, paid }, _) => {
                let (excess, paid) = (excess.shown(), paid.shown());
                say!(
                    language,
                    "For payment {number}, {paid} was received instead of {billed}: {excess} was overpaid.",
                    "Bagi pembayaran {number}, {paid} diterima untuk {billed}: lebihan bayaran {excess}."
                )
            }
            (PaymentEvent::DifferencePaid { difference, .. }, _) => {
                let difference = difference.shown();
                say!(
                    language,
                    "The difference of {difference} for payment {number} was submitted and is waiting for the utility's approval.",
                    "Bayaran baki {difference} bagi pembayaran {number} telah dihantar dan menunggu kelulusan utiliti."
                )
            }
            (PaymentEvent::CreditChosen { excess, account_no }, _) => {
                let excess = excess.shown();
                say!(
                    language,
                    "{excess} of payment {number} will be credited to account {account_no}.",
                    "{excess} daripada pembayaran {number} akan dikreditkan ke akaun {account_no}."
                )
            }
            (PaymentEvent::PaymentPosted, _) => say!(
                language,
                "Payment {number} of {billed} was posted. Its receipt is ready.",
                "Pembayaran {number} sebanyak {billed} telah dicatatkan. Resitnya sudah sedia."
            ),
            (PaymentEvent::LateProposed { amount, fpx_txn_id, .. }, _) => {
                let amount = amount.shown();
                say!(
                    language,
                    "The decision about {amount} of payment {number}, which the bank took as {fpx_txn_id}, is waiting for a second officer.",
                    "Tindakan terhadap {amount} bagi pembayaran {number}, yang diambil bank sebagai {fpx_txn_id}, menunggu pegawai kedua."
                )
            }
            (PaymentEvent::LateToBills { .. }, _) => say!(
                language,
                "{billed} for payment {number} was received late and paid its bills. Its receipt is ready.",
                "{billed} bagi pembayaran {number} diterima lewat dan telah membayar bilnya. Resitnya sudah sedia."
            ),
            (PaymentEvent::LateToAccount { amount, account_no, .. }, _) => {
                let amount = amount.shown();
                say!(
                    language,
                    "{amount} that the bank took for payment {number} was credited to account {account_no}.",
                    "{amount} yang diambil bank bagi pembayaran {number} telah dikreditkan ke akaun {account_no}."
                )
            }
            (PaymentEvent::LateRefunded { amount, reference, .. }, _) => {
                let amount = amount.shown();
                say!(
                    language,
                    "{amount} that the bank took for payment {number} was refunded with reference {reference}.",
                    "{amount} yang diambil bank bagi pembayaran {number} telah dipulangkan dengan rujukan {reference}."
                )
            }
        }
    }

    pub(crate) fn facts(&self, number: &str, language: Language) -> Vec<(&'static str, String)> {
        let named = |names: Words, value: String| (language.pick(names), value);
        let amount = |value: Money| named(["Amount", "Amaun"], value.shown());
        let account =
            |account_no: &AccountNo| named(["Credited to account", "Dikreditkan ke akaun"], account_no.to_string());
        let billed = named(["Billed", "Amaun bil"], self.billed.shown());
        let mut facts = vec![named(["Transaction number", "Nombor transaksi"], number.to_owned())];
        match &self.event {
            PaymentEvent::InsufficientRequested { missing, paid } => facts.extend([
                billed,
                named(["Amount received", "Amaun diterima"], paid.shown()),
                named(["Still missing", "Masih kurang"], missing.shown()),
            ]),
            PaymentEvent::OverpaymentRequested { excess, paid } => facts.extend([
                billed,
                named(["Amount received", "Amaun diterima"], paid.shown()),
                named(["Paid too much", "Lebihan bayaran"], excess.shown()),
            ]),
            PaymentEvent::DifferencePaid { difference, reference } => {
                facts.extend([named(["Reference number", "Nombor rujukan"], reference.clone()), amount(*difference)]);
            }
            PaymentEvent::CreditChosen { excess, account_no } => facts.extend([account(account_no), amount(*excess)]),
            PaymentEvent::LateToAccount { amount: late, account_no, .. } => {
                facts.extend([account(account_no), amount(*late)]);
            }
            PaymentEvent::LateRefunded { amount: late, reference, .. } => {
                facts.extend([named(["Reference number", "Nombor rujukan"], reference.clone()), amount(*late)]);
            }
            PaymentEvent::LateProposed { amount: late, .. } => facts.push(amount(*late)),
            _ => facts.push(amount(self.billed)),
        }
        facts
    }

    pub(crate) const fn to_do(&self, language: Language) -> Option<RequestedAction> {
        let sentence = match self.event {
            PaymentEvent::FpxPending => language.pick(["Your company's authoriser approves it at the bank within five calendar days. After that its bills can be paid again.",
                "Pelulus syarikat anda meluluskannya di bank dalam tempoh lima hari kalendar. Selepas itu bilnya boleh dibayar semula.",
            ]),
            PaymentEvent::InsufficientRequested { .. } => language.pick(["Please pay the difference by EFT or cheque. The bills stay in this payment until then.",
                "Sila bayar bakinya melalui EFT atau cek. Bilnya kekal dalam pembayaran ini sehingga itu.",
            ]),
            PaymentEvent::OverpaymentRequested { .. } => language.pick(["Please choose the electricity account to which the difference is credited.",
                "Sila pilih akaun elektrik yang akan dikreditkan dengan lebihan itu.",
            ]),
            _ => return None,
        };
        Some(RequestedAction { sentence, screen: "/billPayment/transactions/" })
    }
}
