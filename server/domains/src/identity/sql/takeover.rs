//! Queries for activating users who were taken over.

use gridbill_core::number::BulkId;
use gridbill_core::{Day, Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Whether another portal had the user, who still belongs to the company.
pub async fn is_taken_over(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from takeover_user u join person p using (person_id)
                          where u.person_id = $1 and u.bulk_id = p.bulk_id) as "is!""#,
        person_id,
    )
    .fetch_one(db)
    .await
}

/// Counts the first activation e-mails since an instant.
pub async fn count_sent(db: impl PgExecutor<'_>, since: Instant) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from takeover_user where activation_sent_at > $1"#, since.utc(),)
        .fetch_one(db)
        .await
}

/// Lists users who have no activation e-mail, of companies that are ready and whose cut-over day has come. Companies
/// come by their day, and a Master before the others.
pub async fn list_due(db: impl PgExecutor<'_>, today: Day, limit: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "with ready as materialized (
             select bulk_id, cut_over_day from takeover_state s
             where cut_over_day <= $1 and obstacle is null
               and exists (select from takeover_user u where u.bulk_id = s.bulk_id and u.activation_sent_at is null)
         )
         select u.person_id from ready r join takeover_user u using (bulk_id)
         join person p on p.person_id = u.person_id and p.bulk_id = u.bulk_id
         where u.activation_sent_at is null and p.activated_at is null and p.disabled_at is null
         order by r.cut_over_day, u.bulk_id, p.role <> 'master', u.person_id limit $2",
        today.date(),
        limit,
    )
    .fetch_all(db)
    .await
}

/// A user who gets an activation e-mail.
pub struct ActivatedUser {
    pub email: String,
    pub name: String,
    pub language: Language,
    pub bulk_id: BulkId,
    pub company: String,
}

/// Notes that the user gets an activation e-mail. Returns none if the company is not ready or its day has not come,
/// if the user has activated the account or has left, and without `again` if the user has an e-mail.
pub async fn mark_sent(
    db: &mut PgConnection,
    person_id: Uuid,
    now: Instant,
    today: Day,
    again: bool,
) -> sqlx::Result<Option<ActivatedUser>> {
    sqlx::query_as!(
        ActivatedUser,
        r#"update takeover_user u set activation_sent_at = coalesce(u.activation_sent_at, $2)
           from person p join takeover_state s using (bulk_id) join bulk_account b using (bulk_id)
           where u.person_id = $1 and ($4 or u.activation_sent_at is null) and p.person_id = u.person_id
             and p.bulk_id = u.bulk_id and p.activated_at is null and p.disabled_at is null
             and s.cut_over_day <= $3 and s.obstacle is null
           returning p.email, p.name, p.language as "language: Language", b.bulk_id as "bulk_id: BulkId",
                     b.company_name as company"#,
        person_id,
        now.utc(),
        today.date(),
        again,
    )
    .fetch_optional(db)
    .await
}
