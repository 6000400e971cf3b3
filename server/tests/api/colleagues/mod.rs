//! E-mails between colleagues: transfer instructions, bills to pay, reminders to approve.

mod instructions;
mod reminders;
mod selections;

use gridbill_core::number::BulkId;

use crate::support::given::SINAR;
use crate::support::{Portal, sql};

const VIEWER: &str = "viewer@sinar.example";
const PAYER: &str = "payer@sinar.example";
const KEEPER: &str = "keeper@sinar.example";
const MASTER: &str = "master@sinar.example";

fn sinar() -> BulkId {
    BulkId::parse(SINAR).expect("a bulk account")
}

/// Returns recipient, subject and text of every e-mail, ordered by recipient.
async fn emails(portal: &Portal) -> Vec<(String, String, String)> {
    let query = "select recipient, subject, body_text from mail order by recipient, created_at";
    sql::rows(portal.pool(), query, &[]).await
}

/// Returns the subjects of the facts of that kind.
async fn facts(portal: &Portal, kind: &str) -> Vec<String> {
    sql::values(portal.pool(), "select about from fact where kind = $1 order by fact_id", &[&kind]).await
}
