//! Queries for people that background jobs work for.

use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationStatus;
use sqlx::PgExecutor;
use uuid::Uuid;

/// A person who may sign in.
#[expect(clippy::struct_excessive_bools, reason = "they are the row's columns")]
pub struct ActivePerson {
    pub name: String,
    pub email: String,
    pub role: Option<String>,
    pub make_payments: bool,
    pub manage_accounts: bool,
    pub bulk_id: Option<String>,
    pub is_staff: bool,
    pub registration_status: i16,
    /// Whether the bulk account has an electricity account.
    pub has_account: bool,
}

pub async fn active(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Option<ActivePerson>> {
    sqlx::query_as!(
        ActivePerson,
        r#"select name, email, role, make_payments, manage_accounts, bulk_id, is_staff,
                  coalesce(b.registration_status, $2)::smallint as "registration_status!",
                  exists (select from electricity_account a where a.bulk_id = b.bulk_id) as "has_account!"
           from person left join bulk_account b using (bulk_id)
           where person_id = $1 and activated_at is not null and disabled_at is null and deleted_at is null
             and not password_reset_required"#,
        person_id,
        RegistrationStatus::Approved as i16,
    )
    .fetch_optional(db)
    .await
}

/// Who may see an application.
pub struct Application {
    /// Who made it.
    pub person_id: Uuid,
    pub status: RegistrationStatus,
    /// The bulk account that it became.
    pub bulk_id: Option<BulkId>,
}

/// Returns who may see an application.
pub async fn registration(db: impl PgExecutor<'_>, registration_id: Uuid) -> sqlx::Result<Option<Application>> {
    sqlx::query_as!(
        Application,
        r#"select person_id, status as "status: RegistrationStatus", bulk_id as "bulk_id: BulkId"
           from registration where registration_id = $1"#,
        registration_id,
    )
    .fetch_optional(db)
    .await
}

/// Returns the bulk account of a person or an open invitation.
pub async fn account_of(db: impl PgExecutor<'_>, user_id: Uuid) -> sqlx::Result<Option<BulkId>> {
    sqlx::query_scalar!(
        r#"select bulk_id as "bulk_id!: BulkId" from person
           where person_id = $1 and bulk_id is not null and deleted_at is null
           union all
           select bulk_id from invitation
           where invitation_id = $1 and accepted_at is null and withdrawn_at is null"#,
        user_id,
    )
    .fetch_optional(db)
    .await
}
