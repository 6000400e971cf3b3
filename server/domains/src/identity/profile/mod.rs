//! A user's profile, and the profile of staff in customer view mode.

use gridbill_core::Code;
use gridbill_core::accounts::sector_name;
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::Profile;
use gridbill_core::identity::person::check_profile;
use gridbill_core::identity::profile::{
    self as core, AcceptTermsRequest, CustomerProfileRequest, UpdateProfileRequest,
};
use gridbill_core::identity::registering::check_terms;
use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use serde::Serialize;
use serde_json::{Map, Value};

use super::sql::profile as sql;
use crate::app::App;
use crate::auth::again;
use crate::auth::who::{Person, Staff};
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::identity::factors;
use crate::mail::To;

mod password;
pub mod preferences;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::UpdateUserProfile, update)
        .json(core::ChangePassword, password::change)
        .json(core::FirstTimeChangePassword, password::first)
        .json(core::ConfirmPassword, factors::confirm)
        .json(core::GetCustomerProfile, in_view_mode)
        .json(core::AcceptTerms, accept_terms)
        .json(core::UserTutorialCompleted, preferences::complete_tutorial)
        .json(core::SetUserPreference, preferences::set)
        .json(core::GetUserPreferences, preferences::get)
        .json(core::UpdateDatePreference, preferences::set_dates)
}

/// Updates the profile. Changing the mobile number needs a recently confirmed password, because the utility
/// identifies callers on the telephone by it.
async fn update(app: App, person: Person, request: UpdateProfileRequest) -> Answer<Nothing> {
    let wanted = check_profile(&request.name, &request.mobile_no)?;
    if request.is_admin.is_some_and(|is_admin| is_admin != person.is_staff) {
        return Err(Code::Forbidden.into());
    }
    let (name, mobile_no) = (wanted.name, Some(wanted.mobile_no.as_str().to_owned()));
    let mut tx = app.begin().await?;
    let (before, language) = sql::lock(&mut tx, person.person_id).await?.ok_or(Code::SignedOut)?;
    let email_opting = request.email_opting.unwrap_or(before.email_opting);
    let after = sql::OwnProfile { name, mobile_no, email_opting };
    if before == after {
        return Ok(Nothing {});
    }
    let has_moved = before.mobile_no != after.mobile_no;
    if has_moved {
        again::require_recent_proof(&app.auth, &mut tx, &person).await?;
    }
    sql::update(&mut tx, person.person_id, &after).await?;
    if has_moved {
        let to = To { email: &person.email, name: Some(&after.name), language };
        app.context().send(&mut tx, to, IdentityEmail::MobileChanged { at: app.now() }).await?;
    }
    record(&app, &mut tx, &person, changes(&before, &after)?).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Accepts the terms. Does nothing if the person has already accepted this version.
async fn accept_terms(
    app: App,
    person: Person,
    AcceptTermsRequest { terms_version: after }: AcceptTermsRequest,
) -> Answer<Nothing> {
    check_terms(&after)?;
    let mut tx = app.begin().await?;
    let before = sql::lock_terms(&mut tx, person.person_id).await?.ok_or(Code::SignedOut)?;
    if before.as_ref() != Some(&after) {
        sql::accept_terms(&mut tx, person.person_id, &after, app.now()).await?;
        record(&app, &mut tx, &person, PeopleFact::TermsAccepted { before, after }).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

/// Returns the profile of a member of staff in customer view mode: read-only, with the customer's view of the bulk
/// account.
async fn in_view_mode(app: App, Staff { person }: Staff, request: CustomerProfileRequest) -> Answer<Profile> {
    viewed(app, person, request.bulk_id).await
}

/// Returns the profile of staff who view a bulk account.
pub async fn viewed(app: App, person: Person, bulk_id: BulkId) -> Answer<Profile> {
    let viewed = sql::bulk_account(&app.pool, &bulk_id).await?;
    let viewed = viewed.ok_or(Code::BulkAccountNotFound)?;
    let language = person.language;
    let own = super::own_profile(app, Person { bulk_id: None, ..person }).await?;
    Ok(Profile {
        viewed_by: own.role,
        role: Some(Role::Viewer),
        permissions: Permissions::default(),
        scopes: Role::scopes_in_view_mode().iter().map(ToString::to_string).collect(),
        user_roles_for_scope: vec![Role::Viewer],
        company_name: Some(viewed.company_name),
        has_valid_contract_account: viewed.sector.is_some(),
        sector_name: viewed.sector.map(|sector| sector_name(&sector, language)),
        bulk_id: Some(bulk_id),
        registration_status_id: viewed.registration_status,
        ..own
    })
}

/// Records a change of the person's profile.
async fn record(app: &App, db: &mut sqlx::PgConnection, person: &Person, fact: PeopleFact) -> Answer<()> {
    let subject = Subject::Person(person.person_id);
    facts::record(&app.context(), db, Entry::by(person, subject, fact, &person.email)).await
}

/// Returns the differing fields, before and after.
fn changes<T: Serialize>(before: &T, after: &T) -> Answer<PeopleFact> {
    let value = |of: &T| serde_json::to_value(of).map_err(anyhow::Error::from);
    let (before, after) = (value(before)?, value(after)?);
    let differing = |of: &Value, other: &Value| -> Map<String, Value> {
        let fields = of.as_object().into_iter().flatten();
        fields.filter(|(name, value)| other.get(*name) != Some(value)).map(|(n, v)| (n.clone(), v.clone())).collect()
    };
    Ok(PeopleFact::ProfileChanged { before: differing(&before, &after), after: differing(&after, &before) })
}
