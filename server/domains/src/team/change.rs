//! Changing and removing members of a bulk account. The guard reads the person's row on every request, so a change
//! applies from the next request.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::{MemberState, PeopleFact};
use gridbill_core::identity::person::parse_nickname;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::team::{MemberRequest, UpdateMemberRequest, role_of};
use gridbill_core::{Code, Problem};

use super::account::Locked;
use super::email::TeamEmail;
use super::sql::{self, Member};
use crate::app::App;
use crate::auth::session;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::identity::links::{self, LinkOwner};
use crate::mail::To;

pub async fn update(app: App, who: Customer, request: UpdateMemberRequest) -> Answer<Nothing> {
    let asked = MemberChanges::new(&request)?;
    let Locked { mut tx, account, member } = Locked::named(&app, &who, &request.user_id).await?;
    let permissions = asked.permissions_of(&member)?;
    let nickname = asked.nickname.as_deref().map_or_else(|| Ok(member.nickname.clone()), parse_nickname)?;
    let bulk_id = &account.bulk_id;
    let (before, after) = (member.state(), MemberState { nickname, role: asked.role, permissions });
    // Nothing changed, so nothing is recorded.
    if before == after {
        return Ok(Nothing {});
    }
    if !sql::update(&mut tx, bulk_id, member.user_id, after.nickname.as_deref(), after.role, after.permissions).await? {
        return Err(Code::UserNotFound.into());
    }
    if (before.role, before.permissions) != (after.role, after.permissions) {
        let (was, is) = ((before.role, before.permissions), (after.role, after.permissions));
        let who_is = member.name.as_deref().unwrap_or(&member.email);
        let (company, by, at) = (account.company.as_str(), who.person.name.as_str(), app.now());
        let email = TeamEmail::RoleChanged { company, who: who_is, by, before: was, after: is, at };
        let master = match sql::master(&mut *tx, bulk_id).await? {
            Some(master) => sql::member(&mut tx, bulk_id, master).await?,
            None => None,
        };
        // An invited user sees the role in the invitation's e-mail and on its page.
        for to in master.iter().chain(Some(&member).filter(|member| !member.is_invitation())) {
            let to = To { email: &to.email, name: to.name.as_deref(), language: to.language };
            app.context().send(&mut tx, to, email).await?;
        }
    }
    let fact = PeopleFact::MemberChanged { user_id: member.user_id.to_string(), before, after };
    let entry = Entry::by(&who.person, Subject::BulkAccount(bulk_id), fact, &member.email);
    // An invited user has no access to the portal yet, so is not notified.
    let entry = if member.is_invitation() { entry } else { entry.concerning(member.user_id) };
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// The requested changes, validated as far as possible without the member.
struct MemberChanges {
    /// `None` keeps the nickname; an empty text removes it.
    nickname: Option<String>,
    role: Role,
    permissions: Option<Permissions>,
}

impl MemberChanges {
    fn new(request: &UpdateMemberRequest) -> Result<Self, Problem> {
        let nickname = request.nickname.as_deref().map_or(Ok(None), parse_nickname);
        let ticked = request.permissions.as_deref().map(role_of).transpose();
        let agrees =
            |(role, permissions)| if role == request.role { Ok(permissions) } else { Err(Code::PermissionsRequired) };
        let permissions = ticked.and_then(|ticked| ticked.map(agrees).transpose());
        let wrong = [
            ("nickname", nickname.as_ref().err().cloned()),
            ("role", request.role.is_staff().then(|| Code::RoleRequired.into())),
            ("permissions", permissions.as_ref().err().map(|code| (*code).into())),
        ];
        let wrong = wrong.into_iter().filter_map(|(field, problem)| Some((field.to_owned(), problem?))).collect();
        match (Problem::of_fields(wrong), permissions) {
            (None, Ok(permissions)) => Ok(Self { nickname: request.nickname.clone(), role: request.role, permissions }),
            (problem, _) => Err(problem.unwrap_or_else(|| Code::RoleRequired.into())),
        }
    }

    /// Returns the member's permissions after the change.
    fn permissions_of(&self, member: &Member) -> Result<Permissions, Problem> {
        match (self.role, self.permissions, member.role) {
            // The master role is transferred, never changed; the Master's nickname may be changed.
            (Role::Master, None, Role::Master) | (Role::Member, None, Role::Member) => Ok(member.permissions()),
            (_, _, Role::Master) => Err(Code::UserIsMaster.into()),
            (Role::Viewer, ..) => Ok(Permissions::default()),
            (Role::Member, Some(permissions), _) => Ok(permissions),
            // Without permissions in the request, the role gets all permissions.
            (Role::Member, None, _) => Ok(Permissions { make_payments: true, manage_accounts: true }),
            _ => Err(Problem::at("role", Code::RoleRequired)),
        }
    }
}

/// Removes a member or withdraws an invitation. A removed person remains a user without a bulk account, and may be
/// invited again.
pub async fn remove(app: App, who: Customer, MemberRequest { user_id }: MemberRequest) -> Answer<Nothing> {
    let Locked { mut tx, account, member } = Locked::named(&app, &who, &user_id).await?;
    let actor = &who.person;
    let (bulk_id, user_id) = (&account.bulk_id, member.user_id);
    if user_id == actor.person_id {
        return Err(Code::UserIsYourself.into());
    }
    if member.role == Role::Master {
        return Err(Code::UserIsMaster.into());
    }
    let (before, id) = (member.state(), user_id.to_string());
    let (fact, is_done) = if member.is_invitation() {
        links::delete_links(&mut tx, LinkOwner::Invitation(user_id)).await?;
        let is_done = sql::withdraw(&mut tx, bulk_id, user_id, app.now()).await?;
        (PeopleFact::InvitationWithdrawn { user_id: id, before }, is_done)
    } else {
        let is_done = sql::leave(&mut tx, bulk_id, user_id).await?;
        session::end_all(&app.auth, &mut tx, user_id).await?;
        (PeopleFact::MemberRemoved { user_id: id, before }, is_done)
    };
    if !is_done {
        return Err(Code::UserNotFound.into());
    }
    let entry = Entry::by(actor, Subject::BulkAccount(bulk_id), fact, &member.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}
