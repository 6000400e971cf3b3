//! An FPX payment as the gateway and the portal know it, for the utility's staff.

use gridbill_core::payments::reason;
use gridbill_core::staff::{AdminFPXManualRequery, RequeryData, RequeryRequest};
use gridbill_core::{Code, Language};
use sqlx::PgExecutor;

use super::requery;
use super::sql::{self, Record};
use crate::app::App;
use crate::endpoint::{Act, Tx};
use crate::error::Answer;
use crate::who::Staff;

pub async fn show(app: App, who: Staff, request: RequeryRequest) -> Answer<RequeryData> {
    Ok(data(found(&app.pool, &request).await?, who.person.language))
}

/// Asks FPX now. While it is asked nothing is locked: an answer that arrives by itself is taken meanwhile.
pub async fn requery(Act { app, who, request, mut tx }: Act<AdminFPXManualRequery>) -> Answer<(Tx, RequeryData)> {
    if found(&mut *tx, &request).await?.status.is_final() {
        return Err(Code::RequeryNotNeeded.into());
    }
    let claimed = requery::claim(&app, request.merchant_tran_id.trim()).await?;
    // Somebody else is writing this very row.
    let claimed = claimed.ok_or(Code::KeyInProgress)?;
    let answer = app.gateway.enquire(&claimed.order).await;
    if let Err(error) = &answer {
        tracing::warn!(order_no = claimed.order_no, %error, "a manual enquiry was not answered");
        return Err(Code::GatewayUnavailable.into());
    }
    requery::settle(&app, &mut tx, &claimed, answer).await?;
    let data = data(found(&mut *tx, &request).await?, who.person.language);
    Ok((tx, data))
}

async fn found(db: impl PgExecutor<'_>, request: &RequeryRequest) -> Answer<Record> {
    Ok(sql::record(db, request.merchant_tran_id.trim()).await?.ok_or(Code::TransactionNotFound)?)
}

fn data(record: Record, language: Language) -> RequeryData {
    RequeryData {
        merchant_tran_id: record.order_no,
        transaction_no: record.transaction_no,
        bulk_id: record.bulk_id,
        company_name: record.company_name,
        customer_name: record.customer_name,
        customer_email: record.customer_email,
        total_invoices: record.invoices.into(),
        amount: record.amount,
        payment_transaction_date: record.requested_at,
        status: record.status,
        error_description: reason(record.status, record.bank_code.as_deref(), language).map(str::to_owned),
        acquirer_bank_name: record.bank_name,
        bank_reference: record.fpx_txn_id,
        bank_transaction_date: record.fpx_txn_time,
        last_requery_run_date: record.last_requery_at,
        requery_enabled: !record.status.is_final(),
    }
}
