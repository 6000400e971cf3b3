//! Queries of exports to accounting.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use futures::TryStreamExt as _;
use gridbill_core::accounting::{
    AccountingDocument, AccountingDraft, AccountingNumber, AccountingProfile, AccountingSchedule, AccountingSource,
    AccountingSums, BillSource, PaidBill, PaymentSource,
};
use gridbill_core::costs::CodingBook;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::payments::PaymentMethod;
use gridbill_core::{Day, Instant, Language, Money};
use rust_decimal::Decimal;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::plan::PlannedDocument;
use crate::error::Answer;

/// A profile whose row is locked.
pub struct StoredProfile {
    pub profile_id: Uuid,
    pub version: i64,
    pub draft: Json<AccountingDraft>,
    pub runs: i64,
}

/// Locks a profile until the end of the transaction.
pub async fn lock_profile(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
) -> sqlx::Result<Option<StoredProfile>> {
    sqlx::query_as!(
        StoredProfile,
        r#"select profile_id, version, draft as "draft: Json<AccountingDraft>", runs from accounting_profile
           where bulk_id = $1 and profile_id = $2 for no key update"#,
        bulk_id.as_str(),
        profile_id,
    )
    .fetch_optional(db)
    .await
}

/// Lists profiles by name; only one if it is named.
pub async fn profiles(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Option<Uuid>,
) -> sqlx::Result<Vec<AccountingProfile>> {
    sqlx::query!(
        r#"select profile_id::text as "profile_id!", version, draft as "draft: Json<AccountingDraft>",
                  saved_at as "saved_at: Instant", runs, last_run_at as "last_run_at: Instant"
           from accounting_profile where bulk_id = $1 and ($2::uuid is null or profile_id = $2)
           order by lower(name), profile_id"#,
        bulk_id.as_str(),
        profile_id,
    )
    .map(|row| AccountingProfile {
        profile_id: row.profile_id,
        version: row.version,
        draft: row.draft.0,
        saved_at: row.saved_at,
        runs: row.runs,
        last_run_at: row.last_run_at,
    })
    .fetch_all(db)
    .await
}

const fn schedule_name(schedule: AccountingSchedule) -> &'static str {
    match schedule {
        AccountingSchedule::Manual => "manual",
        AccountingSchedule::Daily => "daily",
        AccountingSchedule::AfterBatch => "afterBatch",
    }
}

/// Adds or changes a profile.
pub async fn save_profile(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    version: i64,
    draft: &AccountingDraft,
    saved_by: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into accounting_profile (bulk_id, profile_id, version, name, draft, schedule, saved_by, saved_at, scheduled_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         on conflict (bulk_id, profile_id) do update
         set version = excluded.version, name = excluded.name, draft = excluded.draft, schedule = excluded.schedule,
             saved_by = excluded.saved_by, saved_at = excluded.saved_at",
        bulk_id.as_str(),
        profile_id,
        version,
        draft.name,
        Json(draft) as Json<&AccountingDraft>,
        schedule_name(draft.schedule),
        saved_by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_profile(db: &mut PgConnection, bulk_id: &BulkId, profile_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from accounting_profile where bulk_id = $1 and profile_id = $2", bulk_id.as_str(), profile_id)
        .execute(db)
        .await
        .map(drop)
}

/// The place of a bill or payment in the order of a run.
#[derive(Debug, Clone)]
pub struct SourceKey {
    pub day: Day,
    pub number: String,
}

/// A bill or payment that a run looks at.
pub struct FoundSource {
    pub key: SourceKey,
    pub source: AccountingSource,
    /// Whether its e-invoice was cancelled, so that it must not be in the books.
    pub is_cancelled: bool,
}

struct BillRow {
    invoice_no: String,
    account_no: AccountNo,
    reference_id: Option<String>,
    batch_id: String,
    collective_invoice_no: String,
    invoice_date: Day,
    due_date: Option<Day>,
    period_from: Option<Day>,
    period_to: Option<Day>,
    amount: Money,
    is_cancelled: bool,
}

impl BillRow {
    fn found(self, book: &CodingBook) -> FoundSource {
        let parts = book.parts(self.account_no.as_str(), self.invoice_date).unwrap_or_default().to_vec();
        FoundSource {
            key: SourceKey { day: self.invoice_date, number: self.invoice_no.clone() },
            is_cancelled: self.is_cancelled,
            source: AccountingSource::Bills(BillSource {
                invoice_no: self.invoice_no,
                account_no: self.account_no,
                reference_id: self.reference_id,
                batch_id: self.batch_id,
                collective_invoice_no: self.collective_invoice_no,
                invoice_date: self.invoice_date,
                due_date: self.due_date,
                period_from: self.period_from,
                period_to: self.period_to,
                amount: self.amount,
                parts,
            }),
        }
    }
}

/// Reads bills by invoice date, after one of them. Bills of a batch that waits for its release are left out.
pub async fn bills(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    from_day: Option<Day>,
    after: Option<&SourceKey>,
    count: i64,
    book: &CodingBook,
) -> sqlx::Result<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        BillRow,
        r#"select b.invoice_no, b.account_no as "account_no: AccountNo", a.reference_id as "reference_id?",
                  b.bill_batch_id as batch_id, b.collective_invoice_no, b.invoice_date as "invoice_date: Day",
                  b.due_date as "due_date: Day", b.reading_start as "period_from: Day", b.reading_end as "period_to: Day",
                  (b.total_amount_payable - b.outstanding_amount) as "amount!: Money",
                  coalesce(b.e_invoice_status = 'cancelled', false) as "is_cancelled!"
           from bill b left join electricity_account a on a.account_no = b.account_no and a.bulk_id = b.bulk_id
           where b.bulk_id = $1 and ($2::date is null or b.invoice_date >= $2)
             and ($3::date is null or (b.invoice_date, b.invoice_no) > ($3, $4))
             and not exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting')
           order by b.invoice_date, b.invoice_no limit $5"#,
        bulk_id.as_str(),
        from_day.map(Day::date),
        after.map(|after| after.day.date()),
        after.map(|after| after.number.as_str()),
        count,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| row.found(book)).collect())
}

/// Reads the newest bills, the newest first.
pub async fn newest_bills(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    count: i64,
    book: &CodingBook,
) -> sqlx::Result<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        BillRow,
        r#"select b.invoice_no, b.account_no as "account_no: AccountNo", a.reference_id as "reference_id?",
                  b.bill_batch_id as batch_id, b.collective_invoice_no, b.invoice_date as "invoice_date: Day",
                  b.due_date as "due_date: Day", b.reading_start as "period_from: Day", b.reading_end as "period_to: Day",
                  (b.total_amount_payable - b.outstanding_amount) as "amount!: Money",
                  coalesce(b.e_invoice_status = 'cancelled', false) as "is_cancelled!"
           from bill b left join electricity_account a on a.account_no = b.account_no and a.bulk_id = b.bulk_id
           where b.bulk_id = $1
             and not exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting')
           order by b.invoice_date desc, b.invoice_no desc limit $2"#,
        bulk_id.as_str(),
        count,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| row.found(book)).collect())
}

struct PaymentRow {
    transaction_no: String,
    paid_on: Day,
    method: PaymentMethod,
    reference: Option<String>,
    amount: Money,
    bills: Json<Vec<PaidBill>>,
}

impl PaymentRow {
    fn found(self) -> FoundSource {
        FoundSource {
            key: SourceKey { day: self.paid_on, number: self.transaction_no.clone() },
            is_cancelled: false,
            source: AccountingSource::Payments(PaymentSource {
                transaction_no: self.transaction_no,
                paid_on: self.paid_on,
                method: self.method,
                reference: self.reference,
                amount: self.amount,
                bills: self.bills.0,
            }),
        }
    }
}

/// Reads paid payments by number, after one of them.
pub async fn payments(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    from_day: Option<Day>,
    after: Option<&SourceKey>,
    count: i64,
) -> sqlx::Result<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        r#"select p.transaction_no, (r.at at time zone 'Asia/Kuala_Lumpur')::date as "paid_on!: Day",
                  p.method as "method: PaymentMethod",
                  (select min(n.number) from payment_reference n where n.payment_id = p.payment_id) as reference,
                  r.amount as "amount: Money",
                  (select jsonb_agg(jsonb_build_object('invoiceNo', i.invoice_no, 'accountNo', i.account_no,
                                                      'amount', i.amount::text) order by i.invoice_no)
                   from payment_item i where i.payment_id = p.payment_id) as "bills!: Json<Vec<PaidBill>>"
           from payment p join receipt r on r.payment_id = p.payment_id
           where p.bulk_id = $1 and payment_is_paid(p.status)
             and ($2::date is null or (r.at at time zone 'Asia/Kuala_Lumpur')::date >= $2)
             and ($3::text is null or p.transaction_no > $3)
           order by p.transaction_no limit $4"#,
        bulk_id.as_str(),
        from_day.map(Day::date),
        after.map(|after| after.number.as_str()),
        count,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(PaymentRow::found).collect())
}

/// Reads the newest paid payments, the newest first.
pub async fn newest_payments(db: &mut PgConnection, bulk_id: &BulkId, count: i64) -> sqlx::Result<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        r#"select p.transaction_no, (r.at at time zone 'Asia/Kuala_Lumpur')::date as "paid_on!: Day",
                  p.method as "method: PaymentMethod",
                  (select min(n.number) from payment_reference n where n.payment_id = p.payment_id) as reference,
                  r.amount as "amount: Money",
                  (select jsonb_agg(jsonb_build_object('invoiceNo', i.invoice_no, 'accountNo', i.account_no,
                                                      'amount', i.amount::text) order by i.invoice_no)
                   from payment_item i where i.payment_id = p.payment_id) as "bills!: Json<Vec<PaidBill>>"
           from payment p join receipt r on r.payment_id = p.payment_id
           where p.bulk_id = $1 and payment_is_paid(p.status)
           order by p.transaction_no desc limit $2"#,
        bulk_id.as_str(),
        count,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(PaymentRow::found).collect())
}

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
        r#"select distinct on (source_no) source_no, version, case when is_current then document end as "document: Json<AccountingDocument>"
           from accounting_document
           where bulk_id = $1 and profile_id = $2 and source_no = any($3) and reverses is null
           order by source_no, version desc"#,
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
    let texts: Vec<String> =
        documents().map(serde_json::to_string).collect::<Result<_, _>>().map_err(anyhow::Error::from)?;
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
        &texts,
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

/// Lists the profiles whose scheduled run is due; only one if it is named. A daily profile is due once a day; others once a
/// batch with their bills was released after the last scheduled run.
pub async fn due(
    db: impl PgExecutor<'_>,
    today: Day,
    only: Option<(&BulkId, Uuid)>,
) -> sqlx::Result<Vec<(BulkId, Uuid)>> {
    sqlx::query!(
        r#"select p.bulk_id as "bulk_id: BulkId", p.profile_id from accounting_profile p
           where ($2::text is null or p.bulk_id = $2) and ($3::uuid is null or p.profile_id = $3)
             and case p.schedule
                 when 'daily' then (p.scheduled_at at time zone 'Asia/Kuala_Lumpur')::date < $1
                 when 'afterBatch' then exists (
                     select from batch_review r
                     where r.released_at > p.scheduled_at
                       and exists (select from bill b where b.bulk_id = p.bulk_id and b.bill_batch_id = r.bill_batch_id))
                 else false end
           order by p.bulk_id, p.profile_id"#,
        today.date(),
        only.map(|(bulk_id, _)| bulk_id.as_str()),
        only.map(|(_, profile_id)| profile_id),
    )
    .map(|row| (row.bulk_id, row.profile_id))
    .fetch_all(db)
    .await
}

/// Returns the user who saved the profile last.
pub async fn saved_by(db: &mut PgConnection, bulk_id: &BulkId, profile_id: Uuid) -> sqlx::Result<Uuid> {
    sqlx::query_scalar!(
        "select saved_by from accounting_profile where bulk_id = $1 and profile_id = $2",
        bulk_id.as_str(),
        profile_id,
    )
    .fetch_one(db)
    .await
}

/// Returns a user's language.
pub async fn language(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Language> {
    sqlx::query_scalar!(r#"select language as "language: Language" from person where person_id = $1"#, person_id)
        .fetch_one(db)
        .await
}

/// Stores when the scheduled run was made or refused.
pub async fn mark_scheduled(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update accounting_profile set scheduled_at = $3 where bulk_id = $1 and profile_id = $2",
        bulk_id.as_str(),
        profile_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
