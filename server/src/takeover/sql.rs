//! Queries of a take-over.

use gridbill_core::Day;
use sqlx::PgPool;

use super::{CompanyFigures, Figures, SourceFigures};

/// A company with the reason why it is not ready.
pub struct CompanyState {
    pub bulk_id: String,
    pub company_name: String,
    pub cut_over_day: Day,
    pub obstacle: Option<String>,
    /// Why its users were refused.
    pub reasons: Vec<String>,
}

pub async fn list_states(pool: &PgPool) -> sqlx::Result<Vec<CompanyState>> {
    sqlx::query_as!(
        CompanyState,
        r#"select s.bulk_id as "bulk_id!", b.company_name as "company_name!", s.cut_over_day as "cut_over_day!: Day",
            s.obstacle,
                  array(select p.reason from takeover_problem p where p.bulk_id = s.bulk_id
                      order by p.problem_id) as "reasons!"
           from takeover_state s join bulk_account b using (bulk_id) order by s.cut_over_day, s.bulk_id"#,
    )
    .fetch_all(pool)
    .await
}

/// Counts users without an activation e-mail who have not activated their account otherwise.
pub async fn count_waiting(pool: &PgPool) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from takeover_user u join person p using (person_id)
           where u.activation_sent_at is null and p.activated_at is null and p.disabled_at is null"#,
    )
    .fetch_one(pool)
    .await
}

/// Counts and adds up what each company has, in one pass over each table.
pub async fn load_figures(pool: &PgPool) -> sqlx::Result<Vec<CompanyFigures>> {
    let rows = sqlx::query!(
        r#"with account as (
               select e.bulk_id, count(*) as accounts, count(e.reference_id) as with_reference,
                   count(e.group_id) as grouped
               from electricity_account e join takeover using (bulk_id) group by e.bulk_id
           ), people as (
               select p.bulk_id, count(*) as users, count(p.activated_at) as activated
               from person p join takeover using (bulk_id) where p.deleted_at is null group by p.bulk_id
           ), bills as (
               select b.bulk_id, count(*) as bills, sum(b.total_amount_payable) as billed,
                      count(*) filter (where bill_is_unpaid(b.status)) as open_bills,
                      sum(bill_rest(b.status, b.total_amount_payable, b.settled_amount))
                          filter (where bill_is_unpaid(b.status)) as owed
               from bill b join takeover using (bulk_id) group by b.bulk_id
           ), paid as (
               select p.bulk_id, count(*) as payments, sum(p.amount) filter (where payment_is_paid(p.status)) as paid
               from payment p join takeover using (bulk_id) where p.taken_over_at is not null group by p.bulk_id
           )
           select s.bulk_id as "bulk_id!", c.company_name as "company_name!", s.cut_over_day as "cut_over_day!: Day",
               s.obstacle,
                  coalesce(a.accounts, 0) as "accounts!", coalesce(a.with_reference, 0) as "references!",
                  coalesce(a.grouped, 0) as "grouped!", coalesce(u.users, 0) as "users!", coalesce(u.activated,
                      0) as "activated!",
                  coalesce(b.bills, 0) as "bills!", coalesce(b.billed, 0) as "billed!", coalesce(b.open_bills,
                      0) as "open_bills!",
                  coalesce(b.owed, 0) as "owed!", coalesce(p.payments, 0) as "payments!", coalesce(p.paid, 0) as "paid!"
           from takeover_state s join bulk_account c using (bulk_id)
           left join account a using (bulk_id) left join people u using (bulk_id) left join bills b using (bulk_id)
           left join paid p using (bulk_id)
           order by s.bulk_id"#,
    )
    .fetch_all(pool)
    .await?;
    let figures = rows.into_iter().map(|row| CompanyFigures {
        bulk_id: row.bulk_id,
        company_name: row.company_name,
        cut_over_day: row.cut_over_day.to_string(),
        obstacle: row.obstacle,
        activated: row.activated,
        open_bills: row.open_bills,
        owed: row.owed,
        portal: Figures {
            accounts: row.accounts,
            references: row.references,
            grouped: row.grouped,
            users: row.users,
            bills: row.bills,
            billed: row.billed,
            payments: row.payments,
            paid: row.paid,
        },
        files: SourceFigures::default(),
    });
    Ok(figures.collect())
}
