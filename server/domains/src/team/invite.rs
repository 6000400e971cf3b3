//! Sends the e-mail with the invitation link.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::registering::LinkKind;
use gridbill_core::team::MemberRequest;
use gridbill_core::{Code, Language};
use sqlx::PgConnection;
use uuid::Uuid;

use super::account::{self, Locked};
use super::email::TeamEmail;
use super::sql;
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::{Customer, Person};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::identity::links::{self, LinkOwner};
use crate::mail::To;

/// The recipient of an invitation.
pub struct Invited<'a> {
    pub invitation_id: Uuid,
    pub email: &'a str,
    /// `None` for a recipient who cannot sign in yet and has to register.
    pub name: Option<&'a str>,
    pub language: Language,
}

/// Counts an e-mail to an unproved address, by sender and by recipient. Must be called before the work, outside of a
/// transaction. Fails with [`Code::TooManyAttempts`].
pub async fn count(app: &App, actor: &Person, email: &str) -> Answer<()> {
    rate_limit::enforce(&app.auth, app.config.limits.invitations(), &actor.person_id.to_string()).await?;
    rate_limit::enforce(&app.auth, app.config.limits.invitations_to(), email).await
}

/// Creates a new link, which replaces earlier links, and sends the e-mail.
pub async fn write(
    app: &App,
    db: &mut PgConnection,
    whom: Invited<'_>,
    company: &str,
    invited_by: &Person,
) -> Answer<()> {
    let link = links::issue(app, db, LinkKind::Invitation, LinkOwner::Invitation(whom.invitation_id)).await?;
    let email = TeamEmail::Invitation {
        link: &link.address,
        expires_at: link.expires_at,
        company,
        invited_by: &invited_by.name,
        is_registered: whom.name.is_some(),
    };
    app.context().send(db, To { email: whom.email, name: whom.name, language: whom.language }, email).await
}

/// Sends an invitation again, also if its link has expired.
pub async fn send_again(app: App, who: Customer, MemberRequest { user_id }: MemberRequest) -> Answer<Nothing> {
    let actor = &who.person;
    // Looked up only for the rate limit; the check that the invitation belongs to this bulk account follows.
    if let Some(email) = sql::invited_address(&app.pool, account::id(&user_id)?).await? {
        count(&app, actor, &email).await?;
    }
    let Locked { mut tx, account, member } = Locked::named(&app, &who, &user_id).await?;
    if !member.is_invitation() {
        return Err(Code::UserIsNotInvited.into());
    }
    let known = sql::known(&mut tx, &member.email).await?;
    let whom = Invited {
        invitation_id: member.user_id,
        email: &member.email,
        name: known.as_ref().and_then(sql::AddressOwner::called),
        language: known.as_ref().map_or(member.language, |known| known.language),
    };
    write(&app, &mut tx, whom, &account.company, actor).await?;
    if !sql::sent(&mut tx, &account.bulk_id, member.user_id, app.now()).await? {
        return Err(Code::UserNotFound.into());
    }
    let subject = Subject::BulkAccount(&account.bulk_id);
    let entry = Entry::by(actor, subject, PeopleFact::InvitationSentAgain, &member.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}
