//! E-mails between colleagues: transfer instructions, bills to pay, reminders to approve.

mod instructions;
mod reminders;
mod selections;

use gridbill_core::number::BulkId;

use crate::support::Portal;
use crate::support::given::SINAR;

const VIEWER: &str = "viewer@sinar.example";
const PAYER: &str = "payer@sinar.example";
const KEEPER: &str = "keeper@sinar.example";
const MASTER: &str = "master@sinar.example";

fn sinar() -> BulkId {
    BulkId::parse(SINAR).expect("a bulk account")
}

/// Returns recipient, subject and text of every e-mail, ordered by recipient.
async fn emails(portal: &Portal) -> Vec<(String, String, String)> {
    sqlx::query!(r#"select recipient, subject, body_text as "text!" from mail order by recipient, created_at"#)
        .fetch_all(portal.pool())
        .await
        .expect("e-mails")
        .into_iter()
        .map(|row| (row.recipient, row.subject, row.text))
        .collect()
}

/// Returns the subjects of the facts of that kind.
async fn facts(portal: &Portal, kind: &str) -> Vec<String> {
    let facts = sqlx::query_scalar!("select about from fact where kind = $1 order by fact_id", kind);
    facts.fetch_all(portal.pool()).await.expect("facts")
}
