//! Queries of the numbers that the accounting program gave to documents.

use std::collections::BTreeSet;

use futures::TryStreamExt as _;
use gridbill_core::accounting::AccountingNumber;
use gridbill_core::number::BulkId;
use sqlx::PgConnection;
use uuid::Uuid;

/// Returns the numbers that no document of the profile has.
pub async fn unknown_documents(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    numbers: &[&str],
) -> sqlx::Result<BTreeSet<String>> {
    sqlx::query_scalar!(
        r#"select g.document_no as "document_no!" from unnest($3::text[]) as g (document_no)
           where not exists (select from accounting_document d
                             where d.bulk_id = $1 and d.profile_id = $2 and d.document_no = g.document_no)"#,
        bulk_id.as_str(),
        profile_id,
        numbers as &[&str],
    )
    .fetch(db)
    .try_collect()
    .await
}

/// Stores numbers of the accounting program. Returns how many documents changed.
pub async fn set_numbers(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    numbers: &[AccountingNumber],
) -> sqlx::Result<i64> {
    let ours: Vec<&str> = numbers.iter().map(|number| number.document_no.as_str()).collect();
    let theirs: Vec<&str> = numbers.iter().map(|number| number.their_no.as_str()).collect();
    let changed = sqlx::query!(
        "update accounting_document d set their_no = nullif(g.their_no, '')
         from unnest($3::text[], $4::text[]) as g (document_no, their_no)
         where d.bulk_id = $1 and d.profile_id = $2 and d.document_no = g.document_no
           and d.their_no is distinct from nullif(g.their_no, '')",
        bulk_id.as_str(),
        profile_id,
        &ours as &[&str],
        &theirs as &[&str],
    )
    .execute(db)
    .await?;
    Ok(i64::try_from(changed.rows_affected()).unwrap_or(i64::MAX))
}
