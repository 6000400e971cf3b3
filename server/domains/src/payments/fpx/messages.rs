//! The messages between FPX and the portal about a payment, for staff.

use gridbill_core::list::Sort;
use gridbill_core::payments::fpx::read_amount;
use gridbill_core::payments::staff::{FpxMessage, FpxMessagesRequest, MessageOutcome, MessageSignature, MessageWay};
use gridbill_core::{Instant, Page};

use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{self as lists, Filter, Key, List, NewestFirst, columns};

/// Characters of a key's fingerprint that are shown.
const KEY_CHARS: usize = 16;

pub async fn list(app: App, _: Staff, request: FpxMessagesRequest) -> Answer<Page<FpxMessage>> {
    let messages = Messages { order_no: request.merchant_tran_id.trim() };
    let page = lists::page(&app.pool, &messages, Sort::default(), request.page()).await?;
    Ok(page.map(shown))
}

/// The messages about one order, newest first.
struct Messages<'a> {
    order_no: &'a str,
}

impl List for Messages<'_> {
    type Row = MessageRow;
    type By = NewestFirst;
    const NAME: &'static str = "messages of FPX";
    const FROM: (&'static str, &'static str) = ("fpx_message", "m");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("m.at", "timestamptz"), Key::new("m.message_id", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("m.order_no = {}", &[&self.order_no]);
    }
}

/// A stored message.
struct MessageRow {
    message_id: i64,
    at: Instant,
    way: MessageWay,
    outcome: MessageOutcome,
    key_id: Option<String>,
    raw: String,
}

columns! { MessageRow, "" =>
    message_id: "m.message_id",
    at: "m.at",
    way: "m.way",
    outcome: "m.verdict",
    key_id: "m.key_id",
    raw: "m.raw",
}

fn shown(kept: MessageRow) -> FpxMessage {
    // Messages that cannot be parsed have no fields.
    let fields: Vec<(String, String)> = serde_urlencoded::from_str(kept.raw.trim()).unwrap_or_default();
    let field = |name: &str| {
        let found = fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.trim());
        found.filter(|value| !value.is_empty()).map(str::to_owned)
    };
    FpxMessage {
        message_id: kept.message_id,
        at: kept.at,
        way: kept.way,
        outcome: kept.outcome,
        signature: match (kept.outcome, &kept.key_id) {
            (MessageOutcome::Sent, _) => MessageSignature::Ours,
            (_, Some(_)) => MessageSignature::Good,
            (MessageOutcome::BadSignature, None) => MessageSignature::Bad,
            (_, None) => MessageSignature::Unsigned,
        },
        key_id: kept.key_id.map(|key_id| key_id.chars().take(KEY_CHARS).collect()),
        code: field("fpx_debitAuthCode"),
        bank_reference: field("fpx_fpxTxnId"),
        amount: field("fpx_txnAmount").and_then(|amount| read_amount(&amount)),
        raw: kept.raw,
    }
}
