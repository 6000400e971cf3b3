//! Registration, activation and password reset.

use gridbill_core::Code;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::Side;
use gridbill_core::identity::registering::{
    self as core, CheckLinkRequest, CheckedLink, EmailRequest, InvitationRequest, LinkKind, ResetTokenRequest,
};
use sqlx::PgConnection;

use super::links::{self, FoundLink, LinkOwner};
use super::sql::registering as sql;
use crate::app::App;
use crate::auth::who::Visitor;
use crate::auth::{address, rate_limit};
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::mail::To;

mod activate;
mod register;
mod reset;
use sql::LinkRecipient;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::Register, register::register)
        .json(core::IsNewEmailValid, is_new_email_valid)
        .json(core::GetEmailByInvitationToken, |app, visitor, InvitationRequest { invitation_token }| {
            look(app, visitor, LinkKind::Invitation, invitation_token)
        })
        .json(core::CheckLink, |app, visitor, CheckLinkRequest { kind, token }| look(app, visitor, kind, token))
        .json(core::Activate, activate::activate)
        .json(core::SendNewActivationLink, activate::send_new_link)
        .json(core::ResendActivation, activate::resend)
        .json(core::ForgotPassword, |app, visitor, request| reset::forgot(app, visitor, request, Side::Customer))
        .json(core::ValidateResetToken, |app, visitor, ResetTokenRequest { token }| {
            look(app, visitor, LinkKind::Reset, token)
        })
        .json(core::ResetPassword, |app, visitor, request| reset::reset(app, visitor, request, LinkKind::Reset))
        .json(core::AdminForgotPassword, |app, visitor, request| reset::forgot(app, visitor, request, Side::Staff))
        .json(core::AdminValidateResetToken, |app, visitor, ResetTokenRequest { token }| {
            look(app, visitor, LinkKind::StaffReset, token)
        })
        .json(core::AdminResetPassword, |app, visitor, request| {
            reset::reset(app, visitor, request, LinkKind::StaffReset)
        })
        .json(core::VerifyActivation, activate::verify_staff)
}

async fn is_new_email_valid(app: App, visitor: Visitor, request: EmailRequest) -> Answer<bool> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), &visitor.caller).await?;
    Ok(sql::is_free(&app.pool, &request.email.normal(), app.now()).await?)
}

/// Returns the data of a link. Does not use the link, because e-mail scanners open links, too.
async fn look(app: App, visitor: Visitor, kind: LinkKind, token: String) -> Answer<CheckedLink> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), &visitor.caller).await?;
    let mut db = app.pool.acquire().await?;
    let found = links::found(&mut db, kind, &token).await?;
    if kind == LinkKind::Invitation {
        return super::invitation::look(&app, &mut db, found).await;
    }
    let person = usable(&app, &mut db, kind, found).await?;
    Ok(CheckedLink { email: person.email, is_registered: true, company_name: None, is_sso_offered: false })
}

/// Returns the person who owns a link.
/// Fails with [`Code::LinkInvalid`]; [`Code::AccountAlreadyActivated`] if the account is active, however old the link
/// is.
async fn owner(db: &mut PgConnection, kind: LinkKind, found: FoundLink) -> Answer<LinkRecipient> {
    let LinkOwner::Person(person_id) = found.whom else { return Err(links::refused(Code::LinkInvalid).into()) };
    let person = sql::find_recipient(db, person_id).await?.ok_or_else(|| links::refused(Code::LinkInvalid))?;
    if person.is_active && matches!(kind, LinkKind::Activation | LinkKind::StaffActivation) {
        return Err(links::refused(Code::AccountAlreadyActivated).into());
    }
    Ok(person)
}

/// Returns the person who may use a link now. Fails with the codes of [`FoundLink::good`].
async fn usable(app: &App, db: &mut PgConnection, kind: LinkKind, found: FoundLink) -> Answer<LinkRecipient> {
    let person = owner(db, kind, found).await?;
    found.good(app.now())?;
    Ok(person)
}

/// Counts an e-mail that a visitor requests, by network address, and by recipient within the visitor's network. So
/// a stranger elsewhere does not use up the owner's limit.
async fn count_email(app: &App, visitor: &Visitor, email: &str) -> Answer<()> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.emails(), &visitor.caller).await?;
    let network = address::network(&visitor.caller.address);
    rate_limit::enforce(&app.auth, app.config.limits.emails_to(), &format!("{email} {network}")).await
}

/// Sends a person a new link. Earlier links stay valid, because a stranger may have requested this link.
async fn write_link(app: &App, db: &mut PgConnection, kind: LinkKind, person: &LinkRecipient) -> Answer<()> {
    let issued = links::issue(app, db, kind, LinkOwner::Person(person.person_id)).await?;
    let (link, expires_at) = (issued.address.as_str(), issued.expires_at);
    let email = match kind {
        LinkKind::Activation => IdentityEmail::Activation { link, expires_at },
        LinkKind::Reset | LinkKind::StaffReset => IdentityEmail::Reset { link, expires_at },
        // Other modules send these, with more content.
        LinkKind::StaffActivation | LinkKind::Invitation => {
            return Err(anyhow::anyhow!("a visitor cannot request {kind:?}").into());
        }
    };
    let to = if person.is_active || kind == LinkKind::Activation { person.to() } else { person.to_unproven() };
    app.context().send(db, to, email).await
}

/// Sends a link that a visitor requested, and records it; only the visitor's address is known.
///
/// This limits e-mails that strangers request from many networks. If the mailbox has reached its hourly limit and
/// the last link is still valid, no e-mail is sent; the response is the same.
async fn send_link(
    app: &App,
    db: &mut PgConnection,
    kind: LinkKind,
    visitor: &Visitor,
    person: &LinkRecipient,
) -> Answer<()> {
    let subject = format!("{} {}", kind.code(), person.email);
    let had_enough = rate_limit::count(&mut *db, app.config.limits.links_to(), &subject, app.now()).await?;
    if had_enough && links::is_open(app, db, kind, LinkOwner::Person(person.person_id)).await? {
        return Ok(());
    }
    write_link(app, db, kind, person).await?;
    let fact = PeopleFact::LinkSent { link: Some(kind.code().to_owned()) };
    let caller = &visitor.caller;
    let actor = Actor::Visitor { person_id: None, name: &caller.address, caller };
    facts::record(&app.context(), db, Entry::of(Subject::Person(person.person_id), actor, fact, &person.email)).await
}

impl LinkRecipient {
    fn to(&self) -> To<'_> {
        To { email: &self.email, name: Some(&self.name), language: self.language }
    }

    /// Without the name: the address is not proved yet, and a stranger may have chosen the name.
    fn to_unproven(&self) -> To<'_> {
        To { name: None, ..self.to() }
    }

    /// Records an action of the person on their own account.
    async fn record(&self, app: &App, db: &mut PgConnection, visitor: &Visitor, fact: PeopleFact) -> Answer<()> {
        let actor = Actor::Visitor { person_id: Some(self.person_id), name: &self.name, caller: &visitor.caller };
        let entry = Entry::of(Subject::Person(self.person_id), actor, fact, &self.email);
        facts::record(&app.context(), db, entry).await
    }
}
