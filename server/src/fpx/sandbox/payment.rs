//! A payment as the bank sees it.

use gridbill_core::Instant;
use gridbill_core::payments::fpx::bank_name;
use serde::{Deserialize, Serialize};

use crate::fpx::message::{Kind, Message};
use crate::fpx::order::Order;

/// A payment with the bank, from the request to the last answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// FPX's number: `yyMMddHHmmss` and 4 digits.
    pub fpx_txn_id: String,
    /// The request, as it came.
    pub order: Order,
    /// When it came.
    pub at: Instant,
    /// Whose turn it is.
    pub stage: Stage,
    /// The last answer code; none while the maker is at the bank.
    pub code: Option<String>,
    /// Whether the merchant answered `OK` to the last confirmation, or that was lost on purpose.
    pub acknowledged: bool,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// The maker is at the bank's sign-in page.
    Login,
    /// The maker is signed in and looks at the payment.
    Confirm,
    /// The company's authorizer is to decide.
    Authorizer,
    /// Nobody's any more.
    Done,
}

/// What people, and time, do with a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The maker signs in.
    SignIn,
    /// The maker confirms.
    Confirm,
    /// The maker cancels.
    Cancel,
    /// The maker's session at the bank ends.
    TimeOut,
    /// The authorizer approves.
    Approve,
    /// The authorizer rejects.
    Reject,
    /// The authorizer did not decide in time.
    Expire,
}

impl Payment {
    /// Does it, and returns the answer code if that calls for a confirmation. `Err` where it is not that person's turn.
    pub fn act(&mut self, act: Act) -> Result<Option<&'static str>, Stage> {
        let (stage, code) = match (self.stage, act) {
            (Stage::Login, Act::SignIn) => (Stage::Confirm, None),
            (Stage::Login | Stage::Confirm, Act::Confirm) => (Stage::Authorizer, Some("99")),
            // FPX has a code for each of the bank's pages.
            (Stage::Login, Act::Cancel) => (Stage::Done, Some("1C")),
            (Stage::Confirm, Act::Cancel) => (Stage::Done, Some("1L")),
            (Stage::Confirm, Act::TimeOut) => (Stage::Done, Some("1J")),
            (Stage::Authorizer, Act::Approve) => (Stage::Done, Some("00")),
            (Stage::Authorizer, Act::Reject) => (Stage::Done, Some("58")),
            (Stage::Login, Act::TimeOut) | (Stage::Authorizer, Act::Expire) => (Stage::Done, Some("1A")),
            (stage, _) => return Err(stage),
        };
        self.stage = stage;
        if let Some(code) = code {
            self.code = Some(code.to_owned());
            self.acknowledged = false;
        }
        Ok(code)
    }

    /// The merchant's number for it.
    pub fn order_no(&self) -> &str {
        self.order.exchange_order_no()
    }

    /// What FPX says of it now; 09 while the maker is at the bank.
    pub fn confirmation(&self) -> Message {
        let code = self.code.as_deref().unwrap_or("09");
        confirmation(self.order.request(), &self.fpx_txn_id, self.at, code)
    }
}

/// A confirmation of a request with this code.
pub fn confirmation(request: &Message, fpx_txn_id: &str, at: Instant, code: &str) -> Message {
    let approved = code == "00";
    Message::new(Kind::Ac, |field| match field {
        "buyerBankBranch" => bank_name(request.get("buyerBankId")).unwrap_or_default().to_owned(),
        "debitAuthCode" => code.to_owned(),
        "debitAuthNo" if approved => fpx_txn_id.chars().skip(8).collect(),
        "creditAuthCode" if approved => "00".to_owned(),
        "creditAuthNo" if approved => "9999999999".to_owned(),
        "fpxTxnId" => fpx_txn_id.to_owned(),
        "fpxTxnTime" => at.compact(),
        _ => request.get(field).to_owned(),
    })
}
