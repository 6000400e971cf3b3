//! One application, looked at or locked.

use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::{Code, Day};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::sql;
use crate::error::Answer;

/// An application. Whoever changes it locks it, and before it the people whom the change is about: locks are taken in this
/// order everywhere, people by their ids, then the application, then its accounts.
#[expect(clippy::struct_field_names, reason = "as the columns are called")]
pub struct Registration {
    pub registration_id: Uuid,
    pub person_id: Uuid,
    pub status: RegistrationStatus,
    pub registration_no: Option<String>,
    pub company_name: String,
    /// Once it was submitted, that of the last submission.
    pub business_type: Option<i16>,
    /// How often it was submitted.
    pub submissions: i32,
    /// The version to change next.
    pub draft_version: i32,
    /// What the utility asked for, or why it rejected or closed it.
    pub remark: Option<String>,
    /// The last day for an answer, while the utility waits for it.
    pub answer_by: Option<Day>,
    pub bulk_id: Option<BulkId>,
}

impl Registration {
    pub async fn look(db: &PgPool, registration_id: Uuid) -> Answer<Option<Self>> {
        Ok(sql::registration(db, registration_id).await?)
    }

    /// # Errors
    /// [`Code::RegistrationNotFound`].
    pub async fn lock(db: &mut PgConnection, registration_id: Uuid) -> Answer<Self> {
        Ok(sql::lock(db, registration_id).await?.ok_or(Code::RegistrationNotFound)?)
    }

    /// The one by which a bulk account was made, while its accounts are taken in or not all of them could be.
    pub async fn lock_processed(db: &mut PgConnection, bulk_id: &BulkId) -> Answer<Option<Self>> {
        Ok(sql::lock_processed(db, bulk_id).await?)
    }
}
