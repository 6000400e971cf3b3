//! Who changed what of people and their sessions (invariant 11). Payments have events of their own.

use gridbill_core::number::BulkId;
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::error::Answer;
use crate::live;
use crate::who::Person;

mod sql;

/// What happened; its name is stored, and named by the screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Registered,
    Activated,
    LinkSent,
    PasswordReset,
    PasswordChanged,
    ProfileChanged,
    SessionsEnded,
    Invited,
    InvitationSentAgain,
    InvitationWithdrawn,
    InvitationAccepted,
    MemberChanged,
    MemberRemoved,
    MasterTransferred,
    StaffAdded,
    StaffChanged,
    UserDeleted,
    AccountsAdded,
    AccountRemoved,
    AccountsRemoved,
    AccountsChanged,
    AccountsForgotten,
    GroupMade,
    GroupRenamed,
    GroupDeleted,
    AccountsGrouped,
    AccountsUngrouped,
    BulkProfileChanged,
    RegistrationSubmitted,
    RegistrationApproved,
    RegistrationInfoRequested,
    RegistrationRejected,
    RegistrationFinished,
    RegistrationFinishedWithErrors,
    RegistrationPutRight,
    RegistrationBegunAgain,
    BulkAccountMade,
}

/// A change, in the words of whoever looks it up later.
pub struct Note<'a> {
    pub kind: Kind,
    pub bulk_id: Option<&'a BulkId>,
    /// The person who did it; none for a visitor or the portal itself, which `actor_name` then names.
    pub actor_id: Option<Uuid>,
    pub actor_name: &'a str,
    /// Whom or what it happened to: mostly an e-mail address.
    pub subject: &'a str,
    /// What was before and after, by field.
    pub details: Value,
}

impl<'a> Note<'a> {
    /// Something that somebody signed in did.
    #[must_use]
    pub fn by(person: &'a Person, kind: Kind, subject: &'a str) -> Self {
        let bulk_id = person.bulk_id.as_ref();
        Self {
            kind,
            bulk_id,
            actor_id: Some(person.person_id),
            actor_name: &person.name,
            subject,
            details: Value::Null,
        }
    }

    /// In the bulk account where it happened, which staff do not belong to.
    #[must_use]
    pub fn in_account(self, bulk_id: &'a BulkId) -> Self {
        Self { bulk_id: Some(bulk_id), ..self }
    }

    /// With what was before and after.
    #[must_use]
    pub fn with(self, details: Value) -> Self {
        Self { details, ..self }
    }
}

/// Writes it into the change's own transaction.
///
/// # Errors
/// When the database does not answer.
pub async fn note(app: &App, db: &mut PgConnection, note: Note<'_>) -> Answer<()> {
    if let Some(bulk_id) = note.bulk_id {
        live::concerns(bulk_id);
    }
    sql::add(db, &note, app.now()).await?;
    Ok(())
}
