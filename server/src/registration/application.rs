//! One application, looked at or held.

use gridbill_core::Code;
use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationStatus;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::id;
use super::sql;
use crate::error::Answer;
use crate::who::Person;

/// An application. Whoever changes it holds it, and before it the people whom the change is about: locks are taken in this
/// order everywhere, people by their ids, then the application, then its accounts.
#[expect(clippy::struct_field_names, reason = "as the columns are called")]
pub struct Registration {
    pub registration_id: Uuid,
    pub person_id: Uuid,
    pub status: RegistrationStatus,
    pub registration_no: Option<String>,
    pub company_name: String,
    /// How often it was submitted.
    pub submissions: i32,
    pub bulk_id: Option<BulkId>,
}

impl Registration {
    pub async fn look(db: &PgPool, registration_id: Uuid) -> Answer<Option<Self>> {
        Ok(sql::registration(db, registration_id).await?)
    }

    /// # Errors
    /// [`Code::RegistrationNotFound`].
    pub async fn hold(db: &mut PgConnection, registration_id: Uuid) -> Answer<Self> {
        Ok(sql::hold(db, registration_id).await?.ok_or(Code::RegistrationNotFound)?)
    }

    /// # Errors
    /// [`Code::RegistrationNotFound`] alike for a missing one, somebody else's, and a text that is no id.
    pub async fn hold_own(db: &mut PgConnection, who: &Person, registration_id: &str) -> Answer<Self> {
        let held = Self::hold(db, id(registration_id)?).await?;
        if held.person_id == who.person_id { Ok(held) } else { Err(Code::RegistrationNotFound.into()) }
    }

    /// The one by which a bulk account was made, while its accounts are taken in or not all of them could be.
    pub async fn hold_processed(db: &mut PgConnection, bulk_id: &BulkId) -> Answer<Option<Self>> {
        Ok(sql::hold_processed(db, bulk_id).await?)
    }
}
