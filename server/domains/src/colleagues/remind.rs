//! Reminds colleagues of a payment that needs approval at their bank.

use gridbill_core::colleagues::{ColleagueFact, RemindRequest, Reminded};
use gridbill_core::payments::Status;
use gridbill_core::payments::fpx::{approval, check_reminder, next_reminder};
use gridbill_core::{Code, Problem};

use super::email::ColleagueEmail;
use super::people::{self, ColleagueContact};
use super::sql;
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::payments::transition::LockedPayment;

/// Sends the reminder. Locks the payment, so that of two concurrent reminders only one is sent.
pub async fn remind(app: App, who: Customer, request: RemindRequest) -> Answer<Reminded> {
    let (bulk_id, language, now) = (&who.bulk_id, who.person.language, app.now());
    let people = recipients(&app, &who, request.user_id.as_deref()).await?;
    let limit = app.config.limits.colleague_emails();
    rate_limit::enforce(&app.auth, limit, &who.person.person_id.to_string()).await?;
    let mut tx = app.begin().await?;
    let locked = LockedPayment::by_number(&mut tx, bulk_id, &request.transaction_no).await?;
    let locked = locked.ok_or(Code::TransactionNotFound)?;
    let waiting = sql::find_pending_payment(&mut tx, bulk_id, locked.payment_id).await?;
    let approval = approval(waiting.started_at, now, language);
    if locked.state.status != Status::FpxPending || approval.left.is_none() {
        let status = locked.state.status.word_for_customers(language);
        return Err(Problem::new(Code::PaymentMoved).with("status", status).into());
    }
    check_reminder(sql::reminded_at(&mut tx, bulk_id, locked.payment_id).await?, now, language)?;
    sql::record_reminder(&mut tx, bulk_id, locked.payment_id, who.person.person_id, now).await?;
    let company = sql::company(&mut *tx, bulk_id).await?;
    let number = locked.transaction_no.as_str();
    let link = format!("{}/billPayment/transactions/{number}", app.config.public_url());
    for person in &people {
        let email = ColleagueEmail::Reminder {
            sent_by: &who.person.name,
            company: &company,
            bulk_id,
            number,
            amount: locked.state.billed,
            bank: waiting.bank_name.as_deref(),
            until: approval.until,
            link: &link,
        };
        app.context().send(&mut tx, person.to(), email).await?;
    }
    let fact = ColleagueFact::ApprovalReminded { to: people.iter().map(|person| person.email.clone()).collect() };
    let entry = Entry::by(&who.person, Subject::BulkAccount(bulk_id), fact, number);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Reminded { people: people.len(), next_at: next_reminder(now) })
}

/// Returns the named colleague, or all others who may pay.
async fn recipients(app: &App, who: &Customer, user_id: Option<&str>) -> Answer<Vec<ColleagueContact>> {
    if let Some(user_id) = user_id {
        return Ok(vec![people::other(&app.pool, who, user_id).await?]);
    }
    let mut people = people::others(&app.pool, who).await?;
    people.retain(ColleagueContact::may_pay);
    if people.is_empty() { Err(Code::UserNotFound.into()) } else { Ok(people) }
}
