//! Transferring the master role to another user. The previous Master cannot undo it.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::{MasterState, NewMaster, PeopleFact};
use gridbill_core::identity::person::parse_nickname;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::team::TransferMasterRequest;
use gridbill_core::{Code, Problem};
use uuid::Uuid;

use super::account::Locked;
use super::email::TeamEmail;
use super::sql::{self, Member};
use crate::app::App;
use crate::auth::who::{Customer, Person};
use crate::auth::{again, session};
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::mail::To;

/// Transfers the role. If several transfers run at once, only the first succeeds, because the others expected another
/// Master.
pub async fn transfer(app: App, who: Customer, request: TransferMasterRequest) -> Answer<Nothing> {
    let actor = &who.person;
    let old = sql::master(&app.pool, &who.bulk_id).await?;
    let mut locked = Locked::named(&app, &who, &request.user_id).await?;
    let nickname = may_become_master(actor, &locked.member, &request)?;
    if sql::master(&mut *locked.tx, &locked.account.bulk_id).await? != old {
        return Err(Code::MasterChanged.into());
    }
    let people: Vec<Uuid> = old.into_iter().chain([locked.member.user_id, actor.person_id]).collect();
    sql::lock(&mut locked.tx, &people).await?;
    again::require_recent_proof(&app.auth, &mut locked.tx, actor).await?;
    give(&app, actor, locked, old, nickname).await
}

/// Checks that the member can become the Master, and returns their nickname.
fn may_become_master(
    actor: &Person,
    member: &Member,
    request: &TransferMasterRequest,
) -> Result<Option<String>, Problem> {
    if member.user_id == actor.person_id {
        return Err(Code::UserIsYourself.into());
    }
    if member.role == Role::Master {
        return Err(Code::UserIsMaster.into());
    }
    if !member.is_activated {
        return Err(Code::UserNotActive.into());
    }
    let nickname = request.nickname.as_deref().map_or_else(|| Ok(member.nickname.clone()), parse_nickname);
    nickname.map_err(|problem| Problem::at("nickname", problem))
}

async fn give(
    app: &App,
    actor: &Person,
    locked: Locked,
    old: Option<Uuid>,
    nickname: Option<String>,
) -> Answer<Nothing> {
    let Locked { mut tx, account, member } = locked;
    let (bulk_id, company) = (&account.bulk_id, account.company.as_str());
    let mut from = None;
    if let Some(old) = old {
        let old = sql::member(&mut tx, bulk_id, old).await?.ok_or(Code::MasterChanged)?;
        // The old Master steps down first, because a bulk account must never have two Masters.
        let nobody = Permissions::default();
        if !sql::update(&mut tx, bulk_id, old.user_id, old.nickname.as_deref(), Role::Viewer, nobody).await? {
            return Err(Code::MasterChanged.into());
        }
        session::end_all(&app.auth, &mut tx, old.user_id).await?;
        write(app, &mut tx, &old, TeamEmail::GaveMasterAway { company, to: display_name(&member) }).await?;
        from = Some(old);
    }
    let permissions = Permissions::default();
    if !sql::update(&mut tx, bulk_id, member.user_id, nickname.as_deref(), Role::Master, permissions).await? {
        return Err(Code::UserNotFound.into());
    }
    // Staff can transfer the role, too, so the old Master need not be the one who did.
    write(app, &mut tx, &member, TeamEmail::BecameMaster { company, from: &actor.name }).await?;
    let fact = PeopleFact::MasterTransferred {
        before: MasterState {
            user_id: from.as_ref().map(|old| old.user_id.to_string()),
            master: from.map(|old| old.email),
            role: member.role,
            permissions: member.permissions(),
            nickname: member.nickname.clone(),
        },
        after: NewMaster { user_id: member.user_id.to_string(), master: member.email.clone(), nickname },
    };
    let entry = Entry::by(actor, Subject::BulkAccount(bulk_id), fact, &member.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

fn display_name(member: &Member) -> &str {
    member.name.as_deref().unwrap_or(&member.email)
}

async fn write(app: &App, tx: &mut Tx, to: &Member, email: TeamEmail<'_>) -> Answer<()> {
    let to = To { email: &to.email, name: to.name.as_deref(), language: to.language };
    app.context().send(tx, to, email).await
}
