//! One payment with everything that staff need to decide on it.

use gridbill_core::Money;
use gridbill_core::payments::officers::needs_two;
use gridbill_core::payments::staff::{AdminPaymentDetails, AdminPaymentHead, Proposed};
use gridbill_core::payments::{Status, TransactionRequest};

use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::facts;
use crate::payments::details::FoundPayment;
use crate::payments::repeated;

pub async fn details(app: App, who: Staff, request: TransactionRequest) -> Answer<AdminPaymentDetails> {
    let found = FoundPayment::by_number(&app.pool, None, &request.transaction_no).await?;
    let activity = found.activity(&app.pool, who.person.language).await?;
    let references = found.references(&app.pool).await?;
    let own = who.person.person_id;
    let is_related = match found.proposed_by.filter(|by| *by != own) {
        Some(by) => facts::are_related(&app.pool, by, own).await?,
        None => false,
    };
    let bulk_id = &found.transaction.bulk_id;
    let repeated_references = repeated::of_payment(&app.pool, bulk_id, found.payment_id, &references).await?;
    Ok(AdminPaymentDetails {
        init: activity.init,
        insufficient: activity.insufficient,
        excessive: activity.excessive,
        excessive_account: found.credit_account_no.clone(),
        latest_reconcile_request: found.latest_reconcile_request(),
        timeline: activity.timeline,
        references,
        repeated_references,
        invoices: found.invoices(&app.pool, &request).await?,
        head: head(&app, &who, found, is_related)?,
    })
}

fn head(app: &App, who: &Staff, found: FoundPayment, is_related: bool) -> Answer<AdminPaymentHead> {
    let reason = found.reason(who.person.language);
    let above = app.config.payments.second_officer_above;
    let (fpx_status, bank_transaction_date) = (found.fpx_status(), found.bank_transaction_date());
    let settlement = found.settlement()?;
    let credited = settlement.billed.plus(settlement.excess.unwrap_or(Money::ZERO))?;
    let needs_second_officer = found.proposed_by.is_some() || needs_two(credited, above);
    let proposed = found.proposed_by.zip(found.proposer).zip(found.proposed_at);
    let transaction = found.transaction;
    Ok(AdminPaymentHead {
        e_bulk_payment_id: transaction.e_bulk_payment_id,
        transaction_no: transaction.transaction_no,
        company_name: transaction.company_name,
        bulk_id: transaction.bulk_id,
        status: transaction.status,
        payment_method: transaction.payment_method,
        bank_name: transaction.bank_name,
        merchant_tran_id: found.merchant_tran_id,
        billed_amount: transaction.transaction_amount,
        paid_amount: transaction.paid_amount,
        settlement,
        total_invoices: transaction.total_invoices,
        total_accounts: transaction.total_accounts,
        requested_by: transaction.requested_by,
        requested_at: transaction.payment_date,
        version: found.version,
        approved: found.decided_at.map(|_| transaction.status != Status::Declined),
        decided_by: found.decided_by,
        decided_at: found.decided_at,
        reason,
        remark: found.remark,
        needs_second_officer,
        proposed: proposed.map(|((person_id, by), at)| {
            let is_own = person_id == who.person.person_id;
            Proposed { by, at, is_own, is_related }
        }),
        fpx_status,
        fpx_transaction_id: found.fpx_transaction_id,
        bank_transaction_date,
    })
}
