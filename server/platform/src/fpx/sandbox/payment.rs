//! A payment as the bank stores it.

use gridbill_core::Instant;
use gridbill_core::payments::fpx::bank_name;
use serde::{Deserialize, Serialize};

use crate::fpx::message::{Kind, Message};
use crate::fpx::order::Order;

/// A payment at the bank, from the request to the last answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// FPX's number: `yyMMddHHmmss` and 4 digits.
    pub fpx_txn_id: String,
    /// The request as received.
    pub order: Order,
    /// When the request arrived.
    pub at: Instant,
    /// Which stage the payment is at.
    pub stage: Stage,
    /// The last answer code; `None` while the maker is at the bank.
    pub code: Option<String>,
    /// Whether the merchant answered `OK` to the last confirmation, or the fault "lose" dropped it.
    pub acknowledged: bool,
}

/// The stage of a payment: who must act next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// The maker is at the bank's sign-in page.
    Login,
    /// The maker is signed in and looks at the payment.
    Confirm,
    /// The company's authoriser must decide.
    Authorizer,
    /// The payment has ended.
    Done,
}

/// An action of a user, or the end of a time limit.
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
    /// The authoriser approves.
    Approve,
    /// The authoriser rejects.
    Reject,
    /// The authoriser did not decide in time.
    Expire,
}

impl Payment {
    /// Applies an action and returns the answer code if a confirmation must be sent.
    /// Fails with the current stage, when the action is not possible in it.
    pub fn act(&mut self, act: Act) -> Result<Option<&'static str>, Stage> {
        let (stage, code) = match (self.stage, act) {
            (Stage::Login, Act::SignIn) => (Stage::Confirm, None),
            (Stage::Login | Stage::Confirm, Act::Confirm) => (Stage::Authorizer, Some("99")),
            // FPX has a different code for each of the bank's pages.
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

    /// The merchant's order number.
    pub fn order_no(&self) -> &str {
        self.order.exchange_order_no()
    }

    /// Builds FPX's current confirmation, with code 09 while the maker is at the bank.
    pub fn confirmation(&self) -> Message {
        let code = self.code.as_deref().unwrap_or("09");
        confirmation(self.order.request(), &self.fpx_txn_id, self.at, code)
    }
}

/// Builds a confirmation of a request with the given code.
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
