//! Sends a colleague the instructions for a bank transfer: amount, account and reference.

use std::collections::BTreeSet;

use gridbill_core::bills::select;
use gridbill_core::colleagues::{ColleagueFact, SendInstructionsRequest, reference_to_quote};
use gridbill_core::endpoint::Nothing;
use gridbill_core::payments::MAX_INVOICES;
use gridbill_core::{Code, Money, Problem};

use super::email::ColleagueEmail;
use super::{none_payable, people, sql};
use crate::app::App;
use crate::auth::who::Customer;
use crate::bills;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::payments::{details, virtual_account};

/// Computes the amount again, and refuses if it differs from the amount that the caller saw.
pub async fn send(app: App, who: Customer, request: SendInstructionsRequest) -> Answer<Nothing> {
    let to = people::other(&app.pool, &who, &request.user_id).await?;
    let amount = amount(&app, &who, &request).await?;
    if amount != request.amount {
        let changed = Problem::new(Code::TotalChanged).with("total", amount.shown());
        return Err(changed.with("seen", request.amount.shown()).into());
    }
    people::count(&app, &who, &to).await?;
    let company = sql::company(&app.pool, &who.bulk_id).await?;
    let account = virtual_account(&app, &who.bulk_id);
    let reference = reference_to_quote(&who.bulk_id, request.transaction_no.as_ref());
    let link = request.transaction_no.as_ref();
    let link = link.map(|number| format!("{}/billPayment/transactions/{number}", app.config.public_url()));
    let email = ColleagueEmail::Instructions {
        sent_by: &who.person.name,
        company: &company,
        amount,
        account: &account,
        reference,
        link: link.as_deref(),
    };
    let mut tx = app.begin().await?;
    app.context().send(&mut tx, to.to(), email).await?;
    let fact = ColleagueFact::InstructionsSent { to: to.email.clone(), amount };
    facts::record(&app.context(), &mut tx, Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, reference))
        .await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Returns the missing amount of the payment, or the total of the bills.
async fn amount(app: &App, who: &Customer, request: &SendInstructionsRequest) -> Answer<Money> {
    let Some(number) = &request.transaction_no else { return total(app, who, request).await };
    let found = details::FoundPayment::by_number(&app.pool, Some(&who.bulk_id), number).await?;
    let moved = || {
        let status = found.transaction.status.word_for_customers(who.person.language);
        Problem::new(Code::PaymentMoved).with("status", status)
    };
    Ok(found.settlement()?.missing.ok_or_else(moved)?)
}

async fn total(app: &App, who: &Customer, request: &SendInstructionsRequest) -> Answer<Money> {
    let asked: BTreeSet<_> = request.invoice_nos.iter().collect();
    if asked.len() > MAX_INVOICES {
        return Err(Problem::new(Code::InvoicesTooMany).with("limit", MAX_INVOICES).into());
    }
    let found = bills::selectable_of(app, &who.bulk_id, &request.invoice_nos).await?;
    if found.bills.is_empty() {
        return Err(none_payable(&found).into());
    }
    if found.bills.len() != asked.len() {
        return Err(Code::InvoiceNotPayable.into());
    }
    Ok(select(found.bills.iter().map(|bill| (&bill.account_no, bill.amount)))?.total)
}
