//! Queries for accepting an invitation.

use gridbill_core::Instant;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::identity::invitation::Invitation;

pub async fn invitation(db: &mut PgConnection, invitation_id: Uuid) -> sqlx::Result<Invitation> {
    sqlx::query_as!(
        Invitation,
        r#"select invitation_id as id, bulk_id, company_name, email, nickname, role, make_payments, manage_accounts,
                  accepted_at as "accepted_at: Instant", withdrawn_at as "withdrawn_at: Instant"
           from invitation join bulk_account using (bulk_id) where invitation_id = $1"#,
        invitation_id,
    )
    .fetch_one(db)
    .await
}

/// Whether a customer with that address can sign in. A customer who never activated the account must register
/// again.
pub async fn is_customer(db: &mut PgConnection, email: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from person where email = $1 and not is_staff and activated_at is not null
                          and disabled_at is null) as "is!""#,
        email,
    )
    .fetch_one(db)
    .await
}

/// Returns whether the person is staff, and their bulk account.
pub async fn belongs(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<(bool, Option<String>)> {
    let row = sqlx::query!("select is_staff, bulk_id from person where person_id = $1", person_id);
    row.fetch_one(db).await.map(|row| (row.is_staff, row.bulk_id))
}

/// Gives the person the bulk account, role and permissions of the invitation.
pub async fn join(db: &mut PgConnection, person_id: Uuid, invitation: &Invitation) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set bulk_id = $2, role = $3, make_payments = $4, manage_accounts = $5, nickname = $6
         where person_id = $1",
        person_id,
        invitation.bulk_id,
        invitation.role,
        invitation.make_payments,
        invitation.manage_accounts,
        invitation.nickname,
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn mark_accepted(db: &mut PgConnection, invitation_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("update invitation set accepted_at = $2 where invitation_id = $1", invitation_id, now.utc())
        .execute(db)
        .await
        .map(drop)
}
