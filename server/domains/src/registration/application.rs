//! One application, read or locked.

use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::{Code, Day};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::sql;
use crate::error::Answer;

/// An application. A change locks it, and before it the people concerned. The lock order is the same everywhere: people
/// by id, then the application, then its accounts.
#[expect(clippy::struct_field_names, reason = "the fields are named like the columns")]
pub struct Registration {
    pub registration_id: Uuid,
    pub person_id: Uuid,
    pub status: RegistrationStatus,
    pub registration_no: Option<String>,
    pub company_name: String,
    /// After a submission: the business type of the last submission.
    pub business_type: Option<i16>,
    /// The number of submissions so far.
    pub submissions: i32,
    /// The version of the draft that the next change must name.
    pub draft_version: i32,
    /// The information that the utility requested, or the reason why it rejected or closed the application.
    pub remark: Option<String>,
    /// The last day for an answer, while the utility awaits one.
    pub answer_by: Option<Day>,
    pub bulk_id: Option<BulkId>,
}

impl Registration {
    /// Fails with [`Code::RegistrationNotFound`].
    pub async fn look(db: &PgPool, registration_id: Uuid) -> Answer<Self> {
        Ok(sql::registration(db, registration_id).await?.ok_or(Code::RegistrationNotFound)?)
    }

    /// Locks an application. Fails with [`Code::RegistrationNotFound`].
    pub async fn lock(db: &mut PgConnection, registration_id: Uuid) -> Answer<Self> {
        Ok(sql::lock(db, registration_id).await?.ok_or(Code::RegistrationNotFound)?)
    }

    /// Locks the application from which a bulk account was made, while its accounts are being added or some of them
    /// have errors.
    pub async fn lock_processed(db: &mut PgConnection, bulk_id: &BulkId) -> Answer<Option<Self>> {
        Ok(sql::lock_processed(db, bulk_id).await?)
    }
}
