//! Who needs a second factor in a bulk account.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::{FactorRule, PeopleFact};
use gridbill_core::identity::factors::{FactorPolicyRequest, FactorPolicyState, SetFactorPolicyRequest, check_policy};
use gridbill_core::{Code, Day};

use super::super::sql::policy as sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::auth::{again, factors, guard};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

pub(super) async fn get(app: App, who: Customer, _: FactorPolicyRequest) -> Answer<FactorPolicyState> {
    let rule = sql::rule(&app.pool, &who.bulk_id).await?;
    let counts = sql::counts(&app.pool, &who.bulk_id).await?;
    let payers = sql::payers(&app.pool, &who.bulk_id).await?;
    let (roles, required_from) = rule.map_or_else(|| (Vec::new(), None), |rule| (rule.roles, Some(rule.from)));
    Ok(FactorPolicyState { roles, required_from, counts, payers })
}

/// Sets the rule. A user of a chosen role without a factor keeps the present session, but can only add a factor from
/// that day.
pub(super) async fn set(app: App, who: Customer, request: SetFactorPolicyRequest) -> Answer<Nothing> {
    let person = &who.person;
    let wanted = check_policy(&request.roles, request.required_from, Day::at(app.now()))?;
    let after = wanted.required_from.map(|from| FactorRule { roles: wanted.roles, from });
    let mut tx = app.begin().await?;
    let before = sql::lock_rule(&mut tx, &who.bulk_id).await?;
    if !factors::sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    guard::check_unchanged(&mut tx, person).await?;
    if before == after {
        return Ok(Nothing {});
    }
    again::require_recent_proof(&app.auth, &mut tx, person).await?;
    match &after {
        Some(rule) => sql::set_rule(&mut tx, &who.bulk_id, rule).await?,
        None => sql::delete_rule(&mut tx, &who.bulk_id).await?,
    }
    let fact = PeopleFact::FactorRuleChanged { before, after };
    let entry = Entry::by(person, Subject::BulkAccount(&who.bulk_id), fact, &person.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}
