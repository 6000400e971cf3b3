//! Accepting an invitation into a bulk account, by registering or by signing in. The `team` domain sends, changes
//! and withdraws invitations.

use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::registering::{CheckedLink, LinkKind};
use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Code, Instant};
use sqlx::PgConnection;
use uuid::Uuid;

use super::links::{self, FoundLink, LinkOwner};
use super::sql::invitations as sql;
use super::sso;
use crate::app::App;
use crate::auth::who::Caller;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::registration;

/// An invitation that can be accepted.
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

/// Returns the invitation of a link. A withdrawn invitation counts as never sent, even if its links are still
/// valid.
async fn open(app: &App, db: &mut PgConnection, found: FoundLink) -> Answer<Invitation> {
    let LinkOwner::Invitation(invitation_id) = found.whom else { return Err(links::refused(Code::LinkInvalid).into()) };
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

/// Returns the invited e-mail address and the company's name. Fails with the codes of [`FoundLink::good`].
pub async fn look(app: &App, db: &mut PgConnection, found: FoundLink) -> Answer<CheckedLink> {
    let invitation = open(app, db, found).await?;
    let is_registered = sql::is_customer(&mut *db, &invitation.email).await?;
    // A new user joins through the provider; one with an account here connects it in a session.
    let is_sso_offered = !is_registered && sso::is_offered(db, &invitation.bulk_id, &invitation.email).await?;
    let company_name = Some(invitation.company_name);
    Ok(CheckedLink { email: invitation.email, is_registered, company_name, is_sso_offered })
}

/// Locks and returns the invitation of a token, if it was sent to that e-mail address.
/// Fails with the codes of [`FoundLink::good`]; [`Code::LinkInvalid`] for any other e-mail address.
pub async fn locked(app: &App, db: &mut PgConnection, token: &str, email: &str) -> Answer<Invitation> {
    let invitation = of_token(app, db, token).await?;
    if invitation.email == email { Ok(invitation) } else { Err(links::refused(Code::LinkInvalid).into()) }
}

/// Locks and returns the invitation of a token. The caller must check that the invitation is for this user.
/// Fails with the codes of [`FoundLink::good`].
pub async fn of_token(app: &App, db: &mut PgConnection, token: &str) -> Answer<Invitation> {
    let found = links::locked(db, LinkKind::Invitation, token).await?;
    open(app, db, found).await
}

/// Accepts an invitation: the person joins the bulk account. The caller must have locked the person as well.
/// Fails with [`Code::JoinsFromAnother`], [`Code::JoinsAgain`] and [`Code::JoinsWhileRegistering`], which are shown to
/// the invited user; [`Code::LinkInvalid`] for staff, who cannot join a bulk account.
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
    sql::mark_accepted(db, invitation.id, now).await?;
    links::mark_used(app, db, LinkKind::Invitation, LinkOwner::Invitation(invitation.id)).await?;
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
