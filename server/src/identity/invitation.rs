//! Taking an invitation into a bulk account, by registering or by signing in. Team sends, changes and withdraws them.

use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::registering::{CheckedLink, LinkKind};
use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Code, Instant};
use sqlx::PgConnection;
use uuid::Uuid;

use super::links::{self, For, Found};
use super::sql::invitations as sql;
use crate::app::App;
use crate::auth::who::Caller;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::registration;

/// An invitation that may be taken.
pub struct Invitation {
    pub(super) id: Uuid,
    pub(super) bulk_id: String,
    pub(super) company_name: String,
    pub(super) email: String,
    pub(super) nickname: Option<String>,
    pub(super) role: String,
    pub(super) make_payments: bool,
    pub(super) manage_accounts: bool,
    pub(super) accepted_at: Option<Instant>,
    pub(super) withdrawn_at: Option<Instant>,
}

/// The invitation that a link is to. One that was withdrawn is as if it had never been, whatever became of its links.
async fn open(app: &App, db: &mut PgConnection, found: Found) -> Answer<Invitation> {
    let For::Invitation(invitation_id) = found.whom else { return Err(links::refused(Code::LinkInvalid).into()) };
    let invitation = sql::invitation(db, invitation_id).await?;
    if invitation.withdrawn_at.is_some() {
        return Err(links::refused(Code::LinkInvalid).into());
    }
    if invitation.accepted_at.is_some() {
        return Err(links::refused(Code::LinkUsed).into());
    }
    found.good(app.now())?;
    Ok(invitation)
}

/// To whom a link invites, and into which company's bulk account.
///
/// # Errors
/// The link's codes.
pub async fn look(app: &App, db: &mut PgConnection, found: Found) -> Answer<CheckedLink> {
    let invitation = open(app, db, found).await?;
    let is_registered = sql::is_customer(db, &invitation.email).await?;
    Ok(CheckedLink { email: invitation.email, is_registered, company_name: Some(invitation.company_name) })
}

/// The invitation of a token, locked, for whoever has that e-mail address.
///
/// # Errors
/// The link's codes; [`Code::LinkInvalid`] for anybody whom it was not sent to.
pub async fn locked(app: &App, db: &mut PgConnection, token: &str, email: &str) -> Answer<Invitation> {
    let found = links::locked(db, LinkKind::Invitation, token).await?;
    let invitation = open(app, db, found).await?;
    if invitation.email == email { Ok(invitation) } else { Err(links::refused(Code::LinkInvalid).into()) }
}

/// Takes an invitation: the person, whom the caller has locked as well, joins the bulk account.
///
/// # Errors
/// [`Code::JoinsFromAnother`], [`Code::JoinsAgain`], [`Code::JoinsWhileRegistering`], which are said to the person
/// invited; staff, who join none, find the link invalid.
pub async fn accept(
    app: &App,
    db: &mut PgConnection,
    invitation: &Invitation,
    person_id: Uuid,
    name: &str,
    caller: &Caller,
) -> Answer<()> {
    let now = app.now();
    match sql::belongs(db, person_id).await? {
        (true, _) => return Err(links::refused(Code::LinkInvalid).into()),
        (false, Some(bulk_id)) if bulk_id == invitation.bulk_id => return Err(Code::JoinsAgain.into()),
        (false, Some(_)) => return Err(Code::JoinsFromAnother.into()),
        (false, None) if registration::is_being_made(db, person_id).await? => {
            return Err(Code::JoinsWhileRegistering.into());
        }
        (false, None) => {}
    }
    sql::join(db, person_id, invitation).await?;
    sql::accepted(db, invitation.id, now).await?;
    links::used(app, db, LinkKind::Invitation, For::Invitation(invitation.id)).await?;
    let bulk_id = BulkId::parse(&invitation.bulk_id)?;
    let (make_payments, manage_accounts) = (invitation.make_payments, invitation.manage_accounts);
    let fact = PeopleFact::InvitationAccepted {
        role: Role::from_code(&invitation.role).ok_or_else(|| anyhow::anyhow!("an invitation without a role"))?,
        permissions: Permissions { make_payments, manage_accounts },
    };
    let actor = Actor::Visitor { person_id: Some(person_id), name, caller };
    let entry = Entry::of(Subject::BulkAccount(&bulk_id), actor, fact, &invitation.email);
    facts::record(&app.context(), db, entry).await
}
