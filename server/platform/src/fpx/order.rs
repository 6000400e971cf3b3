//! The stored request for a payment, and the confirmations that claim to answer it.

use std::fmt;

use gridbill_core::Money;
use gridbill_core::payments::fpx::{Verdict, read_amount, verdict};
use serde::{Deserialize, Serialize};

use super::message::{Kind, Message};

/// The exact fields of an authorization request, stored with the payment. An enquiry repeats them, and a confirmation
/// is compared with them. Stored as JSON `[["buyerAccNo", ""], …]` in the order of the signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(String, String)>", into = "Vec<(String, String)>")]
pub struct Order(Message);

impl Order {
    /// Wraps an authorization request; `None` if the message is of another kind.
    #[must_use]
    pub fn from_request(request: &Message) -> Option<Self> {
        (request.kind() == Kind::Ar).then(|| Self(request.clone()))
    }

    /// The authorization request.
    #[must_use]
    pub const fn request(&self) -> &Message {
        &self.0
    }

    /// Builds the enquiry about the request: the same values, except for `msgType`.
    #[must_use]
    pub fn enquiry(&self) -> Message {
        Message::new(Kind::Ae, |field| self.0.get(field).to_owned())
    }

    /// A field of the request, named without its prefix.
    #[must_use]
    pub fn get(&self, field: &str) -> &str {
        self.0.get(field)
    }

    /// The exchange order number, which identifies the payment at FPX and in the portal.
    #[must_use]
    pub fn exchange_order_no(&self) -> &str {
        self.0.get("sellerExOrderNo")
    }
}

impl From<Order> for Vec<(String, String)> {
    fn from(order: Order) -> Self {
        order.0.fields().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

impl TryFrom<Vec<(String, String)>> for Order {
    type Error = String;

    fn try_from(fields: Vec<(String, String)>) -> Result<Self, String> {
        let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        if names != Kind::Ar.fields() {
            return Err("these are not the fields of an authorization request".to_owned());
        }
        let value = |field: &str| fields.iter().find(|(name, _)| name == field).map_or("", |(_, value)| value);
        if value("msgType") != Kind::Ar.code() {
            return Err(format!("a stored request is an AR, not {:?}", value("msgType")));
        }
        Ok(Self(Message::new(Kind::Ar, |field| value(field).to_owned())))
    }
}

/// A confirmation with a valid FPX signature. Only [`super::Received::confirmation`] creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmation {
    message: Message,
    amount: Money,
}

impl Confirmation {
    pub(super) fn read(message: &Message) -> Option<Self> {
        let amount = read_amount(message.get("txnAmount"))?;
        (message.kind() == Kind::Ac).then(|| Self { message: message.clone(), amount })
    }

    /// The exchange order number of the payment.
    #[must_use]
    pub fn exchange_order_no(&self) -> &str {
        self.message.get("sellerExOrderNo")
    }

    /// FPX's own number for the payment.
    #[must_use]
    pub fn fpx_txn_id(&self) -> &str {
        self.message.get("fpxTxnId")
    }

    /// FPX's time, `YYYYMMDDHHmmss` at +08:00.
    #[must_use]
    pub fn fpx_txn_time(&self) -> &str {
        self.message.get("fpxTxnTime")
    }

    /// The answer code.
    #[must_use]
    pub fn debit_code(&self) -> &str {
        self.message.get("debitAuthCode")
    }

    /// The meaning of the answer code.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        verdict(self.debit_code())
    }

    /// The confirmed amount.
    #[must_use]
    pub const fn amount(&self) -> Money {
        self.amount
    }

    /// All signed fields.
    #[must_use]
    pub const fn message(&self) -> &Message {
        &self.message
    }

    /// Compares the confirmation with a request. The signature proves who sent it, not that it belongs to this request.
    pub fn matches(&self, order: &Order) -> Result<(), Mismatch> {
        for field in ["sellerExOrderNo", "sellerOrderNo", "sellerExId", "sellerId", "txnCurrency"] {
            if self.message.get(field) != order.get(field) {
                return Err(Mismatch { field });
            }
        }
        // FPX may write 1.0 or 1.00 for the same amount.
        if read_amount(order.get("txnAmount")) == Some(self.amount) {
            Ok(())
        } else {
            Err(Mismatch { field: "txnAmount" })
        }
    }
}

/// A confirmation that does not match the request it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The field that differs, without its prefix.
    pub field: &'static str,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fpx_{} differs from the request's", self.field)
    }
}

impl std::error::Error for Mismatch {}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> Order {
        Order::from_request(&Message::new(Kind::Ar, |field| match field {
            "txnAmount" => "1234.50".to_owned(),
            "txnCurrency" => "MYR".to_owned(),
            other => format!("the {other}"),
        }))
        .expect("an AR")
    }

    fn confirmation(change: impl Fn(Message) -> Message) -> Confirmation {
        let order = order();
        Confirmation::read(&change(Message::new(Kind::Ac, |field| order.get(field).to_owned()))).expect("it reads")
    }

    #[test]
    fn an_enquiry_repeats_the_request() {
        let order = order();
        assert_eq!(order.enquiry().source(), order.request().source().replace("|AR|", "|AE|"));
        assert_eq!(Order::from_request(&order.enquiry()), None);
    }

    #[test]
    fn a_stored_order_is_read_again_and_a_broken_one_is_not() {
        let json = serde_json::to_string(&order()).expect("JSON");
        assert!(json.starts_with(r#"[["buyerAccNo","the buyerAccNo"],"#), "{json}");
        assert_eq!(serde_json::from_str::<Order>(&json).expect("an order"), order());
        for broken in [json.replace("buyerIban", "iban"), json.replace(r#""AR""#, r#""AE""#), "[]".to_owned()] {
            assert!(serde_json::from_str::<Order>(&broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn only_the_same_order_amount_and_seller_match() {
        assert_eq!(confirmation(|m| m).matches(&order()), Ok(()));
        assert_eq!(confirmation(|m| m.with("txnAmount", "1234.5")).matches(&order()), Ok(()));
        for (field, value) in [
            ("txnAmount", "1234.51"),
            ("txnCurrency", "SGD"),
            ("sellerId", "another"),
            ("sellerExId", "another"),
            ("sellerExOrderNo", "another"),
            ("sellerOrderNo", "another"),
        ] {
            assert_eq!(confirmation(|m| m.with(field, value)).matches(&order()), Err(Mismatch { field }));
        }
    }
}
