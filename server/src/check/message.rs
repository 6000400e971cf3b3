//! Invariant 7: an FPX payment is paid only by a message that FPX signed about the same request. Every confirmation
//! that counted is parsed again from its raw text.
//!
//! FPX's keys change, and each message stores the key that verified it. If that key is known, a message that it does
//! not verify is a forgery. If it is unknown, the message cannot be told from a forgery. Such messages are counted
//! separately by key, so that the check can be repeated with its certificate.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;
use gridbill_core::Money;
use gridbill_core::payments::fpx::read_amount;
use sqlx::PgConnection;

use super::{Finding, finding, sql};
use crate::fpx::{Kind, Order, Signed, VerifyingKey};

/// The result of checking the messages.
pub struct Messages {
    pub findings: Vec<Finding>,
    /// Number of messages verified by keys that are unknown now, by key.
    pub unverified: BTreeMap<String, u64>,
}

pub async fn look(db: &mut PgConnection, keys: Option<&[VerifyingKey]>) -> sqlx::Result<Messages> {
    let (mut differing, mut forged, mut unverified) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut confirmations = sql::confirmations(db);
    while let Some(confirmation) = confirmations.try_next().await? {
        let named = |why: String| format!("{}: {why}", confirmation.order_no);
        let signed = match read(&confirmation) {
            Ok(signed) => signed,
            Err(why) => {
                differing.push(named(why));
                continue;
            }
        };
        let Some(keys) = keys else { continue };
        match verify(&signed, confirmation.key_id.as_deref(), keys) {
            Verified::Yes => {}
            Verified::No(why) => forged.push(named(why)),
            Verified::UnknownKey(key_id) => *unverified.entry(key_id).or_default() += 1,
        }
    }
    drop(confirmations);
    let findings = vec![
        finding(7, "what a bank confirmed is what was asked: seller, order, amount and currency", differing),
        finding(7, "what was believed was signed by the key of FPX that it was believed by", forged),
    ];
    Ok(Messages { findings, unverified })
}

enum Verified {
    Yes,
    No(String),
    UnknownKey(String),
}

fn verify(signed: &Signed, key_id: Option<&str>, keys: &[VerifyingKey]) -> Verified {
    let known = key_id.and_then(|id| keys.iter().find(|key| key.id() == id));
    match (known, key_id) {
        (Some(key), _) if key.verify(signed) => Verified::Yes,
        (Some(key), _) => Verified::No(format!("the key {} did not sign it", short(key.id()))),
        (None, Some(id)) => Verified::UnknownKey(id.to_owned()),
        // A message from before the key was stored.
        (None, None) if keys.iter().any(|key| key.verify(signed)) => Verified::Yes,
        (None, None) => Verified::No("no known key signed it, and it does not say which did".to_owned()),
    }
}

/// The start of a key's fingerprint, as shown elsewhere.
pub fn short(key_id: &str) -> &str {
    key_id.get(..16).unwrap_or(key_id)
}

/// Parses a message. Returns an error if it does not match the request.
fn read(confirmation: &sql::Confirmed) -> Result<Signed, String> {
    let Ok(order) = serde_json::from_value::<Order>(confirmation.fields.clone()) else {
        return Err("the stored request cannot be read".to_owned());
    };
    let Ok(signed) = Signed::parse(confirmation.raw.as_bytes()) else {
        return Err("the stored message cannot be read".to_owned());
    };
    let message = &signed.message;
    if message.kind() != Kind::Ac {
        return Err("the stored message is no confirmation".to_owned());
    }
    if let Some(field) = message.malformed() {
        return Err(format!("{field} does not have its form, so that the signed text can be read in another way"));
    }
    if order.exchange_order_no() != confirmation.order_no {
        return Err("the stored request is of another order".to_owned());
    }
    let fields = ["sellerExOrderNo", "sellerOrderNo", "sellerExId", "sellerId", "txnCurrency"];
    if let Some(field) = fields.into_iter().find(|field| message.get(field) != order.get(field)) {
        return Err(format!("{field} differs from the request's"));
    }
    let asked: Option<Money> = read_amount(order.get("txnAmount"));
    if asked.is_none() || read_amount(message.get("txnAmount")) != asked {
        return Err("the amounts of request and message differ".to_owned());
    }
    if let Some(amount) = confirmation.amount {
        if Some(amount) != asked {
            return Err("the amounts of request, message and confirmation differ".to_owned());
        }
        if message.get("debitAuthCode") != "00" {
            return Err("the message does not confirm".to_owned());
        }
    }
    Ok(signed)
}
