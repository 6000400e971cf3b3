//! Paying a bill from a banking app, outside of the portal: by JomPAY and by DuitNow QR
//! (docs/domain/bills.md#banking-app).

use super::{Bill, Merchant, QrBill, QrCode, duitnow_text};
use crate::number::{AccountNo, InvoiceNo};
use crate::{Language, Words};

wire! {
    /// How a bill is paid from a banking app.
    #[derive(Eq)]
    pub struct BankingApp {
        /// Present if the utility is a biller of JomPAY and the bill can be paid.
        pub jom_pay: Option<JomPay>,
        /// Present if the utility takes DuitNow QR and the bill can be paid.
        pub duit_now: Option<DuitNow>,
        /// Why the bill cannot be paid from a banking app now, in the caller's language. None if it can.
        pub refused: Option<String>,
    }

    /// The values that a payer types into a banking app for JomPAY.
    #[derive(Eq)]
    pub struct JomPay {
        /// The utility's number at JomPAY.
        pub biller_code: String,
        /// Ref-1: the electricity account.
        pub ref1: AccountNo,
        /// Ref-2: the bill.
        pub ref2: InvoiceNo,
    }

    /// The DuitNow QR of a bill, with its amount.
    #[derive(Eq)]
    pub struct DuitNow {
        /// The text in the QR code.
        pub text: String,
        /// The QR code. Only in the answer for a single bill.
        pub qr: Option<QrCode>,
    }
}

/// The utility's registrations with JomPAY and DuitNow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registrations<'a> {
    /// The biller code at JomPAY.
    pub biller_code: Option<&'a str>,
    /// The merchant of DuitNow QR.
    pub merchant: Option<Merchant<'a>>,
}

const ON_HOLD: Words = [
    "This bill is on hold. It can be paid from a banking app when the hold ends.",
    "Bil ini ditahan. Ia boleh dibayar melalui aplikasi perbankan apabila penahanan itu tamat.",
];

impl Bill {
    /// Returns how the bill is paid from a banking app; none if the utility takes neither. A bill that is paid, in a
    /// payment, on hold or closed for payment has the reason instead, so that it is not paid twice.
    #[must_use]
    pub fn banking_app(&self, utility: &Registrations<'_>, language: Language) -> Option<BankingApp> {
        if utility.biller_code.is_none() && utility.merchant.is_none() {
            return None;
        }
        let refused = match (self.reason, self.hold) {
            (Some(code), _) => Some(code.sentence(language)),
            (None, Some(_)) => Some(language.pick(ON_HOLD)),
            (None, None) => None,
        };
        if let Some(sentence) = refused {
            return Some(BankingApp { jom_pay: None, duit_now: None, refused: Some(sentence.to_owned()) });
        }
        let jom_pay = utility.biller_code.map(|biller_code| JomPay {
            biller_code: biller_code.to_owned(),
            ref1: self.account_no.clone(),
            ref2: self.invoice_no.clone(),
        });
        let bill = QrBill { invoice_no: &self.invoice_no, account_no: &self.account_no };
        let text = utility.merchant.and_then(|merchant| duitnow_text(&merchant, self.total_amount_payable, Some(bill)));
        Some(BankingApp { jom_pay, duit_now: text.map(|text| DuitNow { text, qr: None }), refused: None })
    }
}
