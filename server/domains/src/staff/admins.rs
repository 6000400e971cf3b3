//! Adding, changing and removing staff users. At least one user who may add others always remains.

use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::fact::{PeopleFact, StaffState};
use gridbill_core::identity::Side;
use gridbill_core::identity::registering::LinkKind;
use gridbill_core::number::Email;
use gridbill_core::permission::{Permissions, Role, Scope};
use gridbill_core::staff::{
    AddStaffUserRequest, AddTNBUser, AddedStaffUser, CheckedStaffUser, UpdateStaffUserRequest, UpdatedStaffUser,
    UserRequest, check_staff_user,
};
use gridbill_core::{Code, Language, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::email::{StaffActivation, StaffRoleChanged};
use super::sql::proposals::{self as waiting, NewProposal};
use super::sql::{self, User};
use super::{business, id, proposals};
use crate::app::App;
use crate::auth::who::{Person, Staff};
use crate::auth::{again, guard};
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::identity::links::{self, Issued, LinkOwner};
use crate::mail::To;
use crate::team::invite as invitations;

pub async fn add(app: App, Staff { person: actor }: Staff, request: AddStaffUserRequest) -> Answer<AddedStaffUser> {
    let nickname = request.nickname.as_deref().unwrap_or_default();
    let email = request.email_address.as_str();
    let user = check_staff_user(Some(email), &request.username, nickname, &request.mobile_no, request.role)?;
    let email = Email::parse(email)?.normal();
    invitations::count(&app, &actor, &email).await?;
    let mut tx = app.begin().await?;
    let person_id = app.random.uuid();
    let awaits_second_officer = proposals::needs_second_officer(&app, None, user.role);
    if awaits_second_officer {
        if sql::is_taken(&mut tx, &email).await? {
            return Err(Problem::at("emailAddress", Code::StaffEmailInUse).into());
        }
        let new_user = Some((email.as_str(), &user));
        let new = NewProposal { person_id, role_before: None, role: user.role, new_user };
        proposals::propose(&app, &mut tx, &actor, &new, &email).await?;
    } else {
        if waiting::waits(&mut tx, None, Some(&email)).await? {
            return Err(Problem::at("emailAddress", Code::StaffProposalWaits).into());
        }
        added(&app, &mut tx, person_id, &email, &user, actor.language).await?;
        let entry = Entry::by(&actor, Subject::Person(person_id), staff_added_fact(person_id, user, None), &email);
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(AddedStaffUser { user_id: person_id.to_string(), awaits_second_officer })
}

/// Adds a staff user, and sends the activation e-mail. Fails with [`Code::StaffEmailInUse`].
pub async fn added(
    app: &App,
    db: &mut PgConnection,
    person_id: Uuid,
    email: &str,
    user: &CheckedStaffUser,
    language: Language,
) -> Answer<Issued> {
    if !sql::add_staff(db, person_id, email, user, language, app.now()).await? {
        return Err(Problem::at("emailAddress", Code::StaffEmailInUse).into());
    }
    invite(app, db, person_id, To { email, name: Some(&user.username), language }).await
}

async fn invite(app: &App, db: &mut PgConnection, person_id: Uuid, to: To<'_>) -> Answer<Issued> {
    let link = links::issue(app, db, LinkKind::StaffActivation, LinkOwner::Person(person_id)).await?;
    let email = StaffActivation { link: &link.address, expires_at: link.expires_at };
    app.context().send(db, to, email).await?;
    Ok(link)
}

/// Returns the fact about a new staff user.
pub fn staff_added_fact(person_id: Uuid, user: CheckedStaffUser, proposed_by: Option<Uuid>) -> PeopleFact {
    let proposed_by = proposed_by.map(|by| by.to_string());
    PeopleFact::StaffAdded { user_id: person_id.to_string(), after: state(user), proposed_by }
}

fn state(user: CheckedStaffUser) -> StaffState {
    let CheckedStaffUser { username, nickname, mobile_no, role } = user;
    StaffState { username, nickname, mobile_no: Some(mobile_no.to_string()), role: Some(role), bulk_id: None }
}

pub async fn update(
    app: App,
    Staff { person: actor }: Staff,
    request: UpdateStaffUserRequest,
) -> Answer<UpdatedStaffUser> {
    let mut tx = app.begin().await?;
    let (admins, user) = lock(&mut tx, &request.user_id).await?;
    let UpdateStaffUserRequest { username, mobile_no, .. } = &request;
    let nickname = request.nickname.as_deref().or(user.nickname.as_deref()).unwrap_or_default();
    let role = request.role.or(user.role);
    let mut after = check_staff_user(None, username, nickname, mobile_no, role)?;
    let mut proposed = None;
    if Some(after.role) != user.role {
        if user.person_id == actor.person_id {
            return Err(Code::UserIsYourself.into());
        }
        if !may_add(after.role) {
            check_another_remains(&admins, user.person_id)?;
        }
        if waiting::waits(&mut tx, Some(user.person_id), None).await? {
            return Err(Problem::at("role", Code::StaffProposalWaits).into());
        }
        if let Some(now) = user.role.filter(|now| proposals::needs_second_officer(&app, Some(*now), after.role)) {
            proposed = Some(after.role);
            after.role = now;
        }
    }
    guard::check_unchanged(&mut tx, &actor).await?;
    if let Some(role) = proposed {
        let new = NewProposal { person_id: user.person_id, role_before: user.role, role, new_user: None };
        proposals::propose(&app, &mut tx, &actor, &new, &user.email).await?;
    }
    let answer = UpdatedStaffUser { awaits_second_officer: proposed.is_some() };
    let (before, changed) = (user.state(), state(after.clone()));
    // Nothing changed, so nothing is recorded.
    if before == changed {
        tx.commit().await?;
        return Ok(answer);
    }
    // A user who changes their own mobile number must have confirmed the password and gets an e-mail, as in the
    // profile.
    let has_moved = user.person_id == actor.person_id && before.mobile_no != changed.mobile_no;
    if has_moved {
        again::require_recent_proof(&app.auth, &mut tx, &actor).await?;
    }
    if has_moved {
        let to = To { email: &user.email, name: Some(&after.username), language: user.language };
        app.context().send(&mut tx, to, IdentityEmail::MobileChanged { at: app.now() }).await?;
    }
    change_role(&app, &mut tx, &actor, &user, after, None).await?;
    tx.commit().await?;
    Ok(answer)
}

/// Stores a changed user and records the fact. Sends the user an e-mail if the role changed.
pub async fn change_role(
    app: &App,
    tx: &mut Tx,
    actor: &Person,
    user: &User,
    after: CheckedStaffUser,
    proposed_by: Option<Uuid>,
) -> Answer<()> {
    sql::update_staff(tx, user.person_id, &after).await?;
    if let Some(before) = user.role.filter(|before| *before != after.role) {
        let to = To { email: &user.email, name: Some(&after.username), language: user.language };
        let email = StaffRoleChanged { by: &actor.name, before, after: after.role, at: app.now() };
        app.context().send(tx, to, email).await?;
    }
    let fact = PeopleFact::StaffChanged {
        user_id: user.person_id.to_string(),
        before: user.state(),
        after: state(after),
        proposed_by: proposed_by.map(|by| by.to_string()),
    };
    let entry = Entry::by(actor, Subject::Person(user.person_id), fact, &user.email);
    facts::record(&app.context(), tx, entry.concerning(user.person_id)).await
}

pub async fn remove(app: App, Staff { person: actor }: Staff, UserRequest { user_id }: UserRequest) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    let (admins, user) = lock(&mut tx, &user_id).await?;
    if user.person_id == actor.person_id {
        return Err(Code::UserIsYourself.into());
    }
    check_another_remains(&admins, user.person_id)?;
    guard::check_unchanged(&mut tx, &actor).await?;
    waiting::delete_of(&mut tx, user.person_id).await?;
    business::delete_user(&app, &mut tx, &actor, &user).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

pub async fn send_again(app: App, who: Staff, UserRequest { user_id }: UserRequest) -> Answer<Nothing> {
    let user_id = id(&user_id)?;
    if let Some(email) = sql::waiting_address(&app.pool, user_id, Side::Staff).await? {
        invitations::count(&app, &who.person, &email).await?;
    }
    let mut tx = app.begin().await?;
    let user = sql::lock(&mut tx, user_id, Side::Staff).await?.ok_or(Code::UserNotFound)?;
    if user.is_activated {
        return Err(Code::UserIsNotInvited.into());
    }
    let to = To { email: &user.email, name: Some(&user.name), language: user.language };
    invite(&app, &mut tx, user.person_id, to).await?;
    let fact = PeopleFact::LinkSent { link: Some(LinkKind::StaffActivation.code().to_owned()) };
    let entry = Entry::by(&who.person, Subject::Person(user.person_id), fact, &user.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Locks all users who may add others, and then the user. So two users who remove each other run one after the
/// other.
async fn lock(tx: &mut Tx, user_id: &str) -> Answer<(Vec<Uuid>, User)> {
    let person_id = id(user_id)?;
    let roles: Vec<_> = Role::ALL.iter().copied().filter(|role| may_add(*role)).map(Role::code).collect();
    let admins = sql::lock_able_staff(tx, &roles).await?;
    Ok((admins, sql::lock(tx, person_id, Side::Staff).await?.ok_or(Code::UserNotFound)?))
}

/// Whether a role may add staff users.
fn may_add(role: Role) -> bool {
    AddTNBUser::ENTRY.scope.is_some_and(|scope: Scope| role.allows(Permissions::default(), scope))
}

/// Checks that another user who can sign in and may add others remains.
fn check_another_remains(admins: &[Uuid], without: Uuid) -> Result<(), Code> {
    if admins.iter().any(|admin| *admin != without) { Ok(()) } else { Err(Code::LastUserAdmin) }
}
