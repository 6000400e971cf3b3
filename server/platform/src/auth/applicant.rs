//! The users who may see an application: the applicant and, after the submission, the staff that the endpoint's line
//! names.

use gridbill_core::Code;
use gridbill_core::endpoint::{CallSubject, EndpointSpec, caller};
use gridbill_core::registration::RegistrationStatus;
use uuid::Uuid;

use super::Auth;
use super::call_permits::Subject;
use super::guard::{self, Admit, Call};
use super::sql::people as sql;
use super::who::{Applicant, Person};
use crate::error::Answer;

impl Admit for caller::Applicant {
    /// The user, and whether they may see all submitted applications.
    type Entered = (Person, bool);
    type Who = Applicant;

    async fn enter(auth: &Auth, call: &Call<'_>) -> Answer<Self::Entered> {
        Self::resume(auth, guard::authenticate(auth, call).await?, call.entry, None).await
    }

    async fn resume(_: &Auth, person: Person, entry: &EndpointSpec, _: Option<&str>) -> Answer<Self::Entered> {
        let serves = guard::serves(&person, entry);
        // Without a staff side, the endpoint refuses staff here. Staff without its permission get "not found" in
        // `admit`.
        let has_part = !person.is_staff || entry.staff_scope.is_some();
        if has_part { Ok((person, serves)) } else { Err(Code::Forbidden.into()) }
    }

    fn subject((person, _): &Self::Entered) -> Subject {
        Subject::Person(person.person_id)
    }

    /// All other users get "not found".
    async fn admit(auth: &Auth, (person, serves): Self::Entered, about: Option<CallSubject<'_>>) -> Answer<Applicant> {
        let Some(CallSubject::Application(named)) = about else { return Err(Code::RegistrationNotFound.into()) };
        let registration_id = Uuid::try_parse(named.0.trim()).map_err(|_| Code::RegistrationNotFound)?;
        let found = sql::registration(&auth.pool, registration_id).await?.ok_or(Code::RegistrationNotFound)?;
        let is_submitted = found.status != RegistrationStatus::Unregistered;
        // An applicant who has left the bulk account has left its application.
        let is_own =
            found.person_id == person.person_id && (found.bulk_id.is_none() || found.bulk_id == person.bulk_id);
        if is_own || (serves && is_submitted) {
            Ok(Applicant { person, registration_id })
        } else {
            Err(Code::RegistrationNotFound.into())
        }
    }
}
