//! Invariant 7: a payment by FPX is paid only by a message about that very request.

use futures::TryStreamExt as _;
use gridbill_core::Money;
use sqlx::PgConnection;

use super::{Finding, finding, sql};
use crate::fpx::{Order, Signed};

pub async fn look(db: &mut PgConnection) -> sqlx::Result<Finding> {
    let mut broken = Vec::new();
    let mut confirmations = sql::confirmations(db);
    while let Some(confirmation) = confirmations.try_next().await? {
        if let Some(why) = differs(&confirmation) {
            broken.push(format!("{}: {why}", confirmation.order_no));
        }
    }
    drop(confirmations);
    Ok(finding(7, "what a bank confirmed is what was asked: seller, order, amount and currency", broken))
}

/// What does not fit; nothing when all does.
fn differs(confirmation: &sql::Confirmed) -> Option<String> {
    let Ok(order) = serde_json::from_value::<Order>(confirmation.fields.clone()) else {
        return Some("the stored request cannot be read".to_owned());
    };
    let Ok(Signed { message, .. }) = Signed::parse(confirmation.raw.as_bytes()) else {
        return Some("the stored message cannot be read".to_owned());
    };
    if order.exchange_order_no() != confirmation.order_no {
        return Some("the stored request is of another order".to_owned());
    }
    let fields = ["sellerExOrderNo", "sellerOrderNo", "sellerExId", "sellerId", "txnCurrency"];
    if let Some(field) = fields.into_iter().find(|field| message.get(field) != order.get(field)) {
        return Some(format!("{field} differs from the request's"));
    }
    let amounts = [message.get("txnAmount"), order.get("txnAmount")].map(|text| Money::parse(text).ok());
    if amounts != [Some(confirmation.amount); 2] {
        return Some("the amounts of request, message and confirmation differ".to_owned());
    }
    (message.get("debitAuthCode") != "00").then(|| "the message does not confirm".to_owned())
}
