//! Queries of runs and of their documents.

use std::collections::HashMap;

use chrono::NaiveDate;
use gridbill_core::accounting::{AccountingDocument, AccountingDraft, AccountingSums};
use gridbill_core::number::BulkId;
use gridbill_core::{Instant, Money};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::StoredProfile;
use crate::accounting::plan::PlannedDocument;
use crate::error::Answer;

/// What a profile has exported of a bill or payment.
pub struct ExportedSource {
    /// The highest version.
    pub version: i32,
    /// The document that is in the books.
    pub current: Option<AccountingDocument>,
}

/// Returns what a profile has exported of these bills or payments, by their numbers.
pub async fn exported(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    numbers: &[&str],
) -> sqlx::Result<HashMap<String, ExportedSource>> {
    sqlx::query!(
        // One search of the index for each number. Without statistics, as in the first run, PostgreSQL would read all
        // documents of the profile for each page of the run.
        r#"select n.source_no as "source_no!", d.version as "version!",
                  case when d.is_current then d.document end as "document: Json<AccountingDocument>"
           from unnest($3::text[]) n (source_no)
           cross join lateral (select version, is_current, document from accounting_document
                               where bulk_id = $1 and source_no = n.source_no and profile_id = $2 and reverses is null
                               order by version desc limit 1) d"#,
        bulk_id.as_str(),
        profile_id,
        numbers as &[&str],
    )
    .map(|row| {
        let current = row.document.map(|document| document.0);
        (row.source_no, ExportedSource { version: row.version, current })
    })
    .fetch_all(db)
    .await
    .map(|rows| rows.into_iter().collect())
}

/// Inserts a run without documents.
pub async fn begin_run(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile: &StoredProfile,
    run_no: i64,
    made_by: Option<Uuid>,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into accounting_run (bulk_id, profile_id, run_no, profile_version, draft, made_at, made_by, documents,
                                     reversals, credit_notes, lines, debit, credit, suspense)
         values ($1, $2, $3, $4, $5, $6, $7, 0, 0, 0, 0, 0, 0, 0)",
        bulk_id.as_str(),
        profile.profile_id,
        run_no,
        profile.version,
        &profile.draft as &Json<AccountingDraft>,
        now.utc(),
        made_by,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Stores the sums of a run, and counts it in its profile.
pub async fn end_run(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    run_no: i64,
    sums: &AccountingSums,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update accounting_run
         set documents = $4, reversals = $5, credit_notes = $6, lines = $7, debit = $8, credit = $9, suspense = $10
         where bulk_id = $1 and profile_id = $2 and run_no = $3",
        bulk_id.as_str(),
        profile_id,
        run_no,
        sums.documents,
        sums.reversals,
        sums.credit_notes,
        sums.lines,
        sums.debit.decimal(),
        sums.credit.decimal(),
        sums.suspense.decimal(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update accounting_profile set runs = $3, last_run_at = $4 where bulk_id = $1 and profile_id = $2",
        bulk_id.as_str(),
        profile_id,
        run_no,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds documents to a run, and takes those that they reverse out of the books. `before` counts the documents that the run
/// already has.
pub async fn add_documents(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    run_no: i64,
    before: i64,
    planned: &[PlannedDocument],
) -> Answer<()> {
    let reversed: Vec<&str> = planned.iter().filter_map(|planned| planned.document.reverses.as_deref()).collect();
    if !reversed.is_empty() {
        sqlx::query!(
            "update accounting_document set is_current = false
             where bulk_id = $1 and profile_id = $2 and document_no = any($3)",
            bulk_id.as_str(),
            profile_id,
            &reversed as &[&str],
        )
        .execute(&mut *db)
        .await?;
    }
    let documents = || planned.iter().map(|planned| &planned.document);
    let sums: Vec<(Money, Money)> = documents().map(AccountingDocument::debit_and_credit).collect::<Result<_, _>>()?;
    let texts: Vec<&str> = planned.iter().map(|planned| planned.json.as_str()).collect();
    sqlx::query!(
        "insert into accounting_document (bulk_id, profile_id, run_no, place, document_no, source_no, version, reverses,
                                          is_current, document_date, account_no, amount, debit, credit, document)
         select $1, $2, $3, $4 + g.place, g.document_no, g.source_no, g.version, g.reverses, g.reverses is null,
                g.document_date, g.account_no, g.amount, g.debit, g.credit, g.document::jsonb
         from unnest($5::text[], $6::text[], $7::integer[], $8::text[], $9::date[], $10::text[], $11::numeric[],
                     $12::numeric[], $13::numeric[], $14::text[])
              with ordinality as g (document_no, source_no, version, reverses, document_date, account_no, amount, debit,
                                    credit, document, place)",
        bulk_id.as_str(),
        profile_id,
        run_no,
        before,
        &documents().map(|document| document.document_no.as_str()).collect::<Vec<_>>() as &[&str],
        &documents().map(|document| document.source_no.as_str()).collect::<Vec<_>>() as &[&str],
        &planned.iter().map(|planned| planned.version).collect::<Vec<i32>>(),
        &documents().map(|document| document.reverses.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &documents().map(|document| document.date.date()).collect::<Vec<NaiveDate>>(),
        &documents().map(|document| document.account_no.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &documents().map(|document| document.amount.decimal()).collect::<Vec<Decimal>>(),
        &sums.iter().map(|(debit, _)| debit.decimal()).collect::<Vec<Decimal>>(),
        &sums.iter().map(|(_, credit)| credit.decimal()).collect::<Vec<Decimal>>(),
        &texts as &[&str],
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A run, for its file.
pub struct StoredRun {
    pub draft: Json<AccountingDraft>,
    pub sums: AccountingSums,
}

pub async fn run(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    run_no: i64,
) -> sqlx::Result<Option<StoredRun>> {
    sqlx::query!(
        r#"select draft as "draft: Json<AccountingDraft>", documents, reversals, credit_notes, lines,
                  debit as "debit: Money", credit as "credit: Money", suspense as "suspense: Money"
           from accounting_run where bulk_id = $1 and profile_id = $2 and run_no = $3"#,
        bulk_id.as_str(),
        profile_id,
        run_no,
    )
    .map(|row| StoredRun {
        draft: row.draft,
        sums: AccountingSums {
            documents: row.documents,
            reversals: row.reversals,
            credit_notes: row.credit_notes,
            lines: row.lines,
            debit: row.debit,
            credit: row.credit,
            suspense: row.suspense,
        },
    })
    .fetch_optional(db)
    .await
}

/// Reads documents of a run in their order, after a place.
pub async fn documents(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    run_no: i64,
    after: i64,
    count: i64,
) -> sqlx::Result<Vec<(i64, AccountingDocument)>> {
    sqlx::query!(
        r#"select place, document as "document: Json<AccountingDocument>" from accounting_document
           where bulk_id = $1 and profile_id = $2 and run_no = $3 and place > $4 order by place limit $5"#,
        bulk_id.as_str(),
        profile_id,
        run_no,
        after,
        count,
    )
    .map(|row| (row.place, row.document.0))
    .fetch_all(db)
    .await
}
