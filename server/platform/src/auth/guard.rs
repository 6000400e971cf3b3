//! The guard before every handler: it authenticates and authorises a call by its endpoint's declaration in core.

use std::sync::OnceLock;

use axum::http::HeaderMap;
use gridbill_core::Code;
use gridbill_core::endpoint::{self, CallSubject, ClosedUntil, EndpointSpec};
use gridbill_core::number::{BulkId, MemberId};
use gridbill_core::permission::{Action, Area, Role, Scope};
use sqlx::PgConnection;
use uuid::Uuid;

use super::Auth;
use super::api_token::RefusedToken;
use super::call_permits::Subject;
use super::caller::{bearer, caller, language};
use super::person::person;
use super::who::{Customer, Person, Staff, Visitor};
use super::{cookie, security, sql};
use crate::error::{Answer, Error};

/// The parts of a request that the guard needs.
pub struct Call<'a> {
    pub entry: &'a EndpointSpec,
    pub headers: &'a HeaderMap,
    /// The caller's network address.
    pub address: &'a str,
    /// The query value `bulkId`, which may name the bulk account of customer view mode.
    pub view_bulk_id: Option<&'a str>,
    /// Filled in if the call is refused because of its API token, for the activity log.
    pub refused_token: OnceLock<RefusedToken>,
}

impl Call<'_> {
    /// Returns the bulk account of customer view mode as the caller wrote it, not yet parsed.
    #[must_use]
    pub fn viewed(&self) -> Option<&str> {
        let header = self.headers.get("x-bulk-account").and_then(|value| value.to_str().ok());
        header.or(self.view_bulk_id)
    }
}

/// Turns the caller of an endpoint into the value that its handler receives. `enter` first checks the caller's
/// permissions; `admit` then checks the bulk account that the parsed request names.
pub trait Admit {
    /// A caller who may call the endpoint.
    type Entered: Send + 'static;
    /// A caller who may make this request.
    type Who: Send + Sync + 'static;

    fn enter(auth: &Auth, call: &Call<'_>) -> impl Future<Output = Answer<Self::Entered>> + Send;

    /// Like `enter`, for a person who is already identified, such as the user whom a job works for. `viewed` is the
    /// bulk account of customer view mode.
    fn resume(
        auth: &Auth,
        person: Person,
        entry: &EndpointSpec,
        viewed: Option<&str>,
    ) -> impl Future<Output = Answer<Self::Entered>> + Send;

    /// Returns the subject whose concurrent calls are counted together.
    fn subject(entered: &Self::Entered) -> Subject;

    fn admit(
        auth: &Auth,
        entered: Self::Entered,
        about: Option<CallSubject<'_>>,
    ) -> impl Future<Output = Answer<Self::Who>> + Send;
}

impl Admit for endpoint::caller::Public {
    type Entered = Visitor;
    type Who = Visitor;

    async fn enter(auth: &Auth, call: &Call<'_>) -> Answer<Visitor> {
        let caller = caller(auth, call);
        let secure = auth.config.secure_cookies();
        let access_cookie = || cookie::read(call.headers, cookie::ACCESS, secure).filter(|_| caller.uses_cookies);
        Ok(Visitor {
            language: language(call.headers),
            refresh_cookie: cookie::read(call.headers, cookie::REFRESH, secure),
            access_token: bearer(call.headers).map(str::to_owned).or_else(access_cookie),
            caller,
        })
    }

    /// Background jobs never run as an anonymous user.
    async fn resume(_: &Auth, _: Person, _: &EndpointSpec, _: Option<&str>) -> Answer<Visitor> {
        Err(Code::Forbidden.into())
    }

    fn subject(visitor: &Visitor) -> Subject {
        Subject::of(None, &visitor.caller)
    }

    async fn admit(_: &Auth, visitor: Visitor, _: Option<CallSubject<'_>>) -> Answer<Visitor> {
        Ok(visitor)
    }
}

impl Admit for endpoint::caller::SignedIn {
    type Entered = Person;
    type Who = Person;

    async fn enter(auth: &Auth, call: &Call<'_>) -> Answer<Person> {
        authenticate(auth, call).await
    }

    async fn resume(_: &Auth, person: Person, _: &EndpointSpec, _: Option<&str>) -> Answer<Person> {
        Ok(person)
    }

    fn subject(person: &Person) -> Subject {
        Subject::Person(person.caller_id())
    }

    async fn admit(_: &Auth, person: Person, about: Option<CallSubject<'_>>) -> Answer<Person> {
        match about {
            Some(CallSubject::BulkAccount(named)) if !person.is_staff && person.bulk_id.as_ref() != Some(named) => {
                Err(foreign_bulk_account())
            }
            _ => Ok(person),
        }
    }
}

impl Admit for endpoint::caller::AnyCustomer {
    type Entered = Person;
    /// A person with their own bulk account, or staff with the bulk account that they act for.
    type Who = Person;

    async fn enter(auth: &Auth, call: &Call<'_>) -> Answer<Person> {
        Self::resume(auth, authenticate(auth, call).await?, call.entry, call.viewed()).await
    }

    async fn resume(auth: &Auth, person: Person, entry: &EndpointSpec, viewed: Option<&str>) -> Answer<Person> {
        let serves = serves(&person, entry) && viewed.is_none();
        match viewed {
            _ if !person.is_staff || serves => Ok(person),
            Some(viewed) if entry.viewed => {
                Ok(Person { bulk_id: Some(viewing(auth, &person, viewed).await?), ..person })
            }
            _ => Err(Code::Forbidden.into()),
        }
    }

    fn subject(person: &Person) -> Subject {
        Subject::Person(person.caller_id())
    }

    async fn admit(auth: &Auth, person: Person, about: Option<CallSubject<'_>>) -> Answer<Person> {
        match &person.bulk_id {
            // Staff belong to no bulk account, so this is the one they view.
            Some(_) if person.is_staff && about.is_none() => Ok(person),
            _ if person.is_staff => Ok(Person { bulk_id: Some(bulk_account_served(auth, about).await?), ..person }),
            Some(bulk_id) if is_of(about, bulk_id) => Ok(person),
            None if about.is_none() => Ok(person),
            _ => Err(foreign_bulk_account()),
        }
    }
}

impl Admit for endpoint::caller::Staff {
    type Entered = Staff;
    type Who = Staff;

    async fn enter(auth: &Auth, call: &Call<'_>) -> Answer<Staff> {
        Self::resume(auth, authenticate(auth, call).await?, call.entry, call.viewed()).await
    }

    async fn resume(_: &Auth, person: Person, entry: &EndpointSpec, _: Option<&str>) -> Answer<Staff> {
        let allowed = person.is_staff && entry.scope.is_none_or(|scope| allows(&person, scope));
        if allowed { Ok(Staff { person }) } else { Err(Code::Forbidden.into()) }
    }

    fn subject(staff: &Staff) -> Subject {
        Subject::Person(staff.person.caller_id())
    }

    async fn admit(_: &Auth, staff: Staff, _: Option<CallSubject<'_>>) -> Answer<Staff> {
        Ok(staff)
    }
}

impl Admit for endpoint::caller::Customer {
    /// The person, with the bulk account that they may act for. `None` for staff, who act for the bulk account that
    /// the request names.
    type Entered = (Person, Option<BulkId>);
    type Who = Customer;

    async fn enter(auth: &Auth, call: &Call<'_>) -> Answer<Self::Entered> {
        Self::resume(auth, authenticate(auth, call).await?, call.entry, call.viewed()).await
    }

    async fn resume(auth: &Auth, person: Person, entry: &EndpointSpec, viewed: Option<&str>) -> Answer<Self::Entered> {
        let bulk_id = match viewed {
            _ if !person.is_staff => Some(own(&person, entry)?),
            None if serves(&person, entry) => None,
            Some(viewed) => Some(viewing(auth, &person, viewed).await?),
            None => return Err(Code::Forbidden.into()),
        };
        Ok((person, bulk_id))
    }

    fn subject((person, _): &Self::Entered) -> Subject {
        Subject::Person(person.caller_id())
    }

    async fn admit(auth: &Auth, (person, own): Self::Entered, about: Option<CallSubject<'_>>) -> Answer<Customer> {
        match own {
            Some(bulk_id) if is_of(about, &bulk_id) => Ok(Customer { person, bulk_id }),
            Some(_) => Err(foreign_bulk_account()),
            None => Ok(Customer { bulk_id: bulk_account_served(auth, about).await?, person }),
        }
    }
}

/// Whether the request names no other bulk account. For members, the queries check that they belong to the bulk
/// account.
fn is_of(about: Option<CallSubject<'_>>, bulk_id: &BulkId) -> bool {
    !matches!(about, Some(CallSubject::BulkAccount(named)) if named != bulk_id)
}

/// Returns the refusal of a bulk account that is not the caller's. A missing and a foreign bulk account give the
/// same answer and the same event, so that callers cannot probe for accounts.
fn foreign_bulk_account() -> Error {
    security::note_foreign_account();
    Code::BulkAccountNotFound.into()
}

/// Returns the bulk account that staff act for.
async fn bulk_account_served(auth: &Auth, about: Option<CallSubject<'_>>) -> Answer<BulkId> {
    match about {
        Some(CallSubject::BulkAccount(bulk_id)) => existing(auth, bulk_id.clone()).await,
        Some(CallSubject::Member(MemberId(user_id))) => {
            let user_id = Uuid::parse_str(user_id.trim()).map_err(|_| Code::UserNotFound)?;
            sql::people::account_of(&auth.pool, user_id).await?.ok_or_else(|| Code::UserNotFound.into())
        }
        Some(CallSubject::Application(_)) | None => Err(Code::BulkAccountNotFound.into()),
    }
}

fn own(person: &Person, entry: &EndpointSpec) -> Answer<BulkId> {
    if !entry.scope.is_none_or(|scope| allows(person, scope)) {
        return Err(Code::Forbidden.into());
    }
    let bulk_id = person.bulk_id.clone().ok_or(Code::Forbidden)?;
    match entry.closed {
        Some(ClosedUntil::WithoutAccount) if !person.has_account => Err(Code::NoWorkingAccount.into()),
        _ => Ok(bulk_id),
    }
}

/// Whether the endpoint lets this member of staff act for customers.
#[must_use]
pub fn serves(person: &Person, entry: &EndpointSpec) -> bool {
    person.is_staff && entry.staff_scope.is_some_and(|scope| allows(person, scope))
}

/// Returns the bulk account that staff view in customer view mode.
async fn viewing(auth: &Auth, person: &Person, viewed: &str) -> Answer<BulkId> {
    if !may_view(person) {
        return Err(Code::Forbidden.into());
    }
    existing(auth, BulkId::parse(viewed)?).await
}

fn may_view(person: &Person) -> bool {
    person.is_staff && allows(person, Scope { area: Area::CustomerViewMode, action: Action::View })
}

async fn existing(auth: &Auth, bulk_id: BulkId) -> Answer<BulkId> {
    let exists = sql::bulk_account_exists(&auth.pool, &bulk_id).await?;
    if exists { Ok(bulk_id) } else { Err(Code::BulkAccountNotFound.into()) }
}

pub(super) fn allows(person: &Person, scope: Scope) -> bool {
    person.role.is_some_and(|role| role.allows(person.permissions, scope))
}

/// Returns the person who makes the call. Also refuses changes in customer view mode, for endpoints of customers
/// and of staff; no other place does. Fails with [`Code::ViewModeReadOnly`], and the errors of `person`.
pub async fn authenticate(auth: &Auth, call: &Call<'_>) -> Answer<Person> {
    let person = person(auth, call).await?;
    if call.entry.is_closed_to_viewers() && call.viewed().is_some() && may_view(&person) {
        return Err(Code::ViewModeReadOnly.into());
    }
    Ok(person)
}

/// Checks that the person's role, permissions and bulk account have not changed since the call was admitted. Call
/// it after waiting for a lock.
/// Fails with [`Code::SignedOut`] if the role or permissions changed or the person was removed meanwhile.
pub async fn check_unchanged(db: &mut PgConnection, person: &Person) -> Answer<()> {
    let role = person.role.map(Role::code);
    let still = sql::is_unchanged(db, person.person_id, role, person.permissions, person.bulk_id.as_ref()).await?;
    if still { Ok(()) } else { Err(Code::SignedOut.into()) }
}
