//! A bulk account's company and contacts, viewed and changed by its Master and by staff.

use gridbill_core::Code;
use gridbill_core::accounts::profile::{Editor, changed_profile_fields, check_profile};
use gridbill_core::accounts::{
    BulkAccountRequest, BulkProfile, BusinessType, CompanyName, ProfileChange, UpdateBulkProfileRequest,
};
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::CompanyFact;
use gridbill_core::number::BulkId;

use super::sql;
use crate::app::App;
use crate::auth::guard;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Loads the profile. Customers without an electricity account have no access to bills and payments, so they get no
/// figures.
pub async fn look(app: App, who: Customer, _: BulkAccountRequest) -> Answer<BulkProfile> {
    let profile = profile(&app, &who.bulk_id).await?;
    if !who.person.has_account && !who.person.is_staff {
        return Ok(profile);
    }
    let figures = sql::figures(&app.pool, &who.bulk_id).await?;
    Ok(BulkProfile {
        last_bill_date: figures.last_bill_date,
        last_payment_date: figures.last_payment_date,
        total_unpaid_bills: Some(figures.total_unpaid_bills),
        latest_total_amount: figures.latest_total_amount,
        latest_current_charges: figures.latest_current_charges,
        latest_outstanding_charges: figures.latest_outstanding_charges,
        ..profile
    })
}

async fn profile(app: &App, bulk_id: &BulkId) -> Answer<BulkProfile> {
    sql::profile(&app.pool, bulk_id).await?.ok_or_else(|| Code::BulkAccountNotFound.into())
}

pub async fn company_name(app: App, who: Customer, _: BulkAccountRequest) -> Answer<CompanyName> {
    let profile = profile(&app, &who.bulk_id).await?;
    Ok(CompanyName { company_name: profile.details.company_name })
}

pub async fn business_type(app: App, who: Customer, _: BulkAccountRequest) -> Answer<BusinessType> {
    let profile = profile(&app, &who.bulk_id).await?;
    Ok(BusinessType { business_type: profile.business_type })
}

/// Changes the profile. A user who saw an older version is refused. Clients that send no version overwrite.
pub async fn update(app: App, who: Customer, request: UpdateBulkProfileRequest) -> Answer<Nothing> {
    let Customer { person: actor, bulk_id } = &who;
    let editor = if actor.is_staff { Editor::Utility } else { Editor::Customer };
    let mut tx = app.begin().await?;
    let locked = sql::lock(&mut tx, bulk_id).await?.ok_or(Code::BulkAccountNotFound)?;
    guard::check_unchanged(&mut tx, actor).await?;
    if request.version.is_some_and(|seen| seen != locked.version) {
        return Err(Code::ProfileIsOlder.into());
    }
    let after = check_profile(&locked.details, &request.form, editor)?;
    let changes = changed_profile_fields(&locked.details, &after);
    if !changes.is_empty() {
        sql::store(&mut tx, bulk_id, &after).await?;
        let fact = CompanyFact::BulkProfileChanged { version: locked.version + 1, changes };
        let entry = Entry::by(actor, Subject::BulkAccount(bulk_id), fact, &after.company_name);
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

/// Lists the changes, newest first.
pub async fn history(app: App, who: Customer, _: BulkAccountRequest) -> Answer<Vec<ProfileChange>> {
    Ok(sql::history(&app.pool, &who.bulk_id).await?)
}
