//! Queries of reminders of bills that fall due.

use gridbill_core::bills::DueReminder;
use gridbill_core::number::BulkId;
use gridbill_core::{Day, Instant, Money};
use sqlx::{PgConnection, PgExecutor};

/// A bulk account with a due date of its bills.
pub struct Due {
    pub bulk_id: BulkId,
    pub due_date: Day,
}

/// Lists bulk accounts and due dates for which this reminder was not sent yet. Bills of a batch that waits cannot be paid,
/// so they do not count.
pub async fn falling_due(db: impl PgExecutor<'_>, reminder: DueReminder) -> sqlx::Result<Vec<Due>> {
    sqlx::query_as!(
        Due,
        r#"select bulk_id as "bulk_id: BulkId", due_date as "due_date!: Day" from bill_total t
           where standing = 'payable' and due_date between $1 and $2
             and bill_batch_id not in (select w.bill_batch_id from batch_review w where w.state = 'waiting')
             and not exists (select from due_reminder r
                             where r.bulk_id = t.bulk_id and r.due_date = t.due_date and r.days = $3)
           group by bulk_id, due_date having sum(bills) > 0
           order by bulk_id, due_date"#,
        reminder.from.date(),
        reminder.to.date(),
        reminder.days,
    )
    .fetch_all(db)
    .await
}

/// Records the reminder. Returns false if it was sent before.
pub async fn take(db: &mut PgConnection, bulk_id: &BulkId, due: Day, days: i64, now: Instant) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "insert into due_reminder (bulk_id, due_date, days, reminded_at) values ($1, $2, $3, $4)
         on conflict do nothing",
        bulk_id.as_str(),
        due.date(),
        days,
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The payable bills of a bulk account that fall due on a day, without bills of batches that wait.
pub struct Falling {
    pub bills: i64,
    pub total: Money,
}

pub async fn of_day(db: &mut PgConnection, bulk_id: &BulkId, due: Day) -> sqlx::Result<Falling> {
    sqlx::query_as!(
        Falling,
        r#"select coalesce(sum(bills), 0)::bigint as "bills!", coalesce(sum(amount), 0) as "total!: Money"
           from bill_total
           where bulk_id = $1 and standing = 'payable' and due_date = $2
             and bill_batch_id not in (select w.bill_batch_id from batch_review w where w.state = 'waiting')"#,
        bulk_id.as_str(),
        due.date(),
    )
    .fetch_one(db)
    .await
}
