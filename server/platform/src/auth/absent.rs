//! Loads the person that a background job works for, who does not make the call.

use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Code, Language};
use uuid::Uuid;

use super::Auth;
use super::sql;
use super::who::{Caller, Person};
use crate::error::Answer;

/// Returns the person's current data and permissions, whether or not they are signed in.
/// Fails with [`Code::SignedOut`] if the person was removed or disabled.
pub async fn person(auth: &Auth, person_id: Uuid, language: Language) -> Answer<Person> {
    let found = sql::people::active(&auth.pool, person_id).await?.ok_or(Code::SignedOut)?;
    let role = found.role.as_deref().and_then(Role::from_code);
    Ok(Person {
        person_id,
        session_id: Uuid::nil(),
        name: found.name,
        email: found.email,
        role: role.map(|role| role.while_registered(found.registration_status)),
        permissions: Permissions { make_payments: found.make_payments, manage_accounts: found.manage_accounts },
        bulk_id: found.bulk_id.as_deref().map(BulkId::parse).transpose()?,
        is_staff: found.is_staff,
        has_account: found.has_account,
        language,
        caller: Caller::default(),
        integration: None,
    })
}
