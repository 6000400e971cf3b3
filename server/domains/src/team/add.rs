//! Inviting a user into a bulk account.

use gridbill_core::fact::{MemberState, PeopleFact};
use gridbill_core::team::{AddMemberRequest, AddedMember, CheckedMember, check_member};
use gridbill_core::{Code, Problem};

use super::account::{self, Account};
use super::invite::{self, Invited};
use super::sql::{self, AddressOwner};
use crate::app::App;
use crate::auth::who::Customer;
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

pub async fn add(app: App, who: Customer, request: AddMemberRequest) -> Answer<AddedMember> {
    let member = check_member(&request.email, request.nickname.as_deref().unwrap_or_default(), &request.permissions)?;
    let Customer { person: actor, bulk_id } = &who;
    invite::count(&app, actor, &member.email).await?;
    let mut tx = app.begin().await?;
    let account = account::lock(&mut tx, actor, bulk_id.clone()).await?;
    let known = may_be_invited(&app, &mut tx, &account, &member.email).await?;
    let invitation_id = app.random.uuid();
    sql::invite(&mut tx, &account.bulk_id, invitation_id, &member, actor.person_id, app.now()).await?;
    let whom = Invited {
        invitation_id,
        email: &member.email,
        name: known.as_ref().and_then(AddressOwner::called),
        language: known.as_ref().map_or(actor.language, |known| known.language),
    };
    invite::write(&app, &mut tx, whom, &account.company, actor).await?;
    let CheckedMember { email, nickname, role, permissions } = member;
    let invited = MemberState { nickname, role, permissions };
    let fact = PeopleFact::Invited { user_id: invitation_id.to_string(), member: invited };
    let entry = Entry::by(actor, Subject::BulkAccount(&account.bulk_id), fact, &email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(AddedMember { user_id: invitation_id.to_string() })
}

/// Checks that the address may be invited, and returns the user who already has it, if any.
async fn may_be_invited(app: &App, tx: &mut Tx, account: &Account, email: &str) -> Answer<Option<AddressOwner>> {
    let known = sql::known(tx, email).await?;
    let theirs = known.as_ref().and_then(|known| known.bulk_id.as_ref());
    let is_here = theirs == Some(&account.bulk_id) || sql::is_invited(tx, &account.bulk_id, email).await?;
    let refused = match known.as_ref() {
        _ if is_here => Some(Code::UserAlreadyInBulkAccount),
        Some(AddressOwner { bulk_id: Some(_), .. }) => Some(Code::UserInAnotherBulkAccount),
        Some(AddressOwner { is_staff: true, .. }) => Some(Code::EmailInUse),
        _ => None,
    };
    if let Some(code) = refused {
        return Err(Problem::at("email", code).into());
    }
    let most = app.config.utility.max_members;
    if sql::size(tx, &account.bulk_id).await? >= most {
        return Err(Problem::new(Code::UsersLimitReached).with("limit", most).into());
    }
    Ok(known)
}
