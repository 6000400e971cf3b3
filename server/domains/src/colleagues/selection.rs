//! Sends bills to a colleague who may pay them.

use gridbill_core::bills::select;
use gridbill_core::colleagues::{
    ColleagueFact, SELECTION_DAYS, SelectionSent, SendSelectionRequest, SentSelection, SentSelectionRequest, check_note,
};
use gridbill_core::payments::MAX_INVOICES;
use gridbill_core::{Code, Problem};
use uuid::Uuid;

use super::email::ColleagueEmail;
use super::{none_payable, people, sql};
use crate::app::App;
use crate::auth::who::Customer;
use crate::bills;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Stores the list of bills. Their amounts are read again when the selection is opened.
pub async fn send(app: App, who: Customer, request: SendSelectionRequest) -> Answer<SelectionSent> {
    let bulk_id = &who.bulk_id;
    let note = check_note(request.note.as_deref())?;
    let to = people::other(&app.pool, &who, &request.user_id).await?;
    if !to.may_pay() {
        return Err(Problem::at("userId", Code::ColleagueMayNotPay).into());
    }
    if request.invoice_nos.len() > MAX_INVOICES {
        return Err(Problem::new(Code::InvoicesTooMany).with("limit", MAX_INVOICES).into());
    }
    let found = bills::selectable_of(&app, bulk_id, &request.invoice_nos).await?;
    if found.bills.is_empty() {
        return Err(none_payable(&found).into());
    }
    people::count(&app, &who, &to).await?;
    let invoices: Vec<_> = found.bills.iter().map(|bill| bill.invoice_no.clone()).collect();
    let total = select(found.bills.iter().map(|bill| (&bill.account_no, bill.amount)))?.total;
    let (selection_id, sent_at) = (app.random.uuid(), app.now());
    let expires_at = sent_at.plus_seconds(SELECTION_DAYS * 86_400);
    let new = sql::NewSelection {
        selection_id,
        bulk_id,
        sent_by: who.person.person_id,
        sent_to: to.person_id,
        note: note.as_deref(),
        invoices: &invoices,
        sent_at,
        expires_at,
    };
    let mut tx = app.begin().await?;
    sql::insert_selection(&mut tx, new).await?;
    let company = sql::company(&mut *tx, bulk_id).await?;
    let link = format!("{}/billPayment/pay/sent/{selection_id}", app.config.public_url());
    let email = ColleagueEmail::Selection {
        sent_by: &who.person.name,
        company: &company,
        bulk_id,
        bills: invoices.len(),
        total,
        note: note.as_deref(),
        expires_at,
        link: &link,
    };
    app.context().send(&mut tx, to.to(), email).await?;
    let fact = ColleagueFact::SelectionSent { to: to.email.clone(), bills: invoices.len(), total };
    let entry = Entry::by(&who.person, Subject::BulkAccount(bulk_id), fact, bulk_id.as_str());
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    let selection_id = selection_id.to_string();
    Ok(SelectionSent { selection_id, bills: invoices.len(), expires_at, left_out: found.left_out })
}

/// Opens a selection. Every user of the bulk account who may pay can open it, since the recipient may have passed
/// it on.
pub async fn open(app: App, who: Customer, request: SentSelectionRequest) -> Answer<SentSelection> {
    let selection_id = Uuid::parse_str(&request.selection_id).map_err(|_| Code::SentSelectionNotFound)?;
    let kept = sql::find_selection(&app.pool, &who.bulk_id, selection_id, app.now()).await?;
    let kept = kept.ok_or(Code::SentSelectionNotFound)?;
    let found = bills::selectable_of(&app, &who.bulk_id, &kept.invoices).await?;
    Ok(SentSelection {
        sent_by: kept.sent_by,
        sent_at: kept.sent_at,
        expires_at: kept.expires_at,
        note: kept.note,
        bills: found.bills,
        left_out: found.left_out,
    })
}

/// Deletes expired selections.
pub async fn delete_expired(app: &App) -> Answer<()> {
    Ok(sql::delete_expired(&app.pool, app.now()).await?)
}
