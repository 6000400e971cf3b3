//! An FPX payment as the gateway and the portal know it, for staff.

use gridbill_core::payments::fpx::{FpxStatusInput, fpx_status, is_unknown_to_bank};
use gridbill_core::payments::staff::{
    AdminFPXManualRequery, FpxRecords, FpxRecordsRequest, RequeryData, RequeryRequest,
};
use gridbill_core::payments::{failure_sentence, reason_code};
use gridbill_core::{Code, Instant, Language, Problem};
use sqlx::PgExecutor;

use super::requery::{self, AnsweredEnquiry};
use super::sql::{self, Record};
use crate::app::App;
use crate::auth::who::Staff;
use crate::endpoint::{Act, Prepare, Tx};
use crate::error::Answer;

pub async fn show(app: App, who: Staff, request: RequeryRequest) -> Answer<RequeryData> {
    Ok(data(find_record(&app.pool, &request).await?, who.person.language, app.config.payments.give_up_after))
}

/// Maximum records per request.
const MAX_RECORDS: usize = 50;

/// Loads several records, in the order of the request.
pub async fn several(app: App, who: Staff, request: FpxRecordsRequest) -> Answer<FpxRecords> {
    let mut asked: Vec<&str> = Vec::new();
    for order_no in request.merchant_tran_ids.iter().map(|order_no| order_no.trim()).filter(|typed| !typed.is_empty()) {
        if !asked.contains(&order_no) {
            asked.push(order_no);
        }
        if asked.len() > MAX_RECORDS {
            return Err(Problem::new(Code::TooLarge).with("limit", MAX_RECORDS).into());
        }
    }
    let mut records = sql::records(&app.pool, &asked).await?;
    let place = |record: &Record| asked.iter().position(|order_no| *order_no == record.order_no);
    records.sort_by_key(place);
    let not_found = asked.iter().filter(|order_no| !records.iter().any(|record| record.order_no == **order_no));
    let after = app.config.payments.give_up_after;
    Ok(FpxRecords {
        not_found: not_found.map(|order_no| (*order_no).to_owned()).collect(),
        items: records.into_iter().map(|record| data(record, who.person.language, after)).collect(),
    })
}

/// Asks FPX now. Holds no lock, so a message that FPX sends in the meantime can be processed.
pub async fn ask(Prepare { app, request, .. }: Prepare<AdminFPXManualRequery>) -> Answer<AnsweredEnquiry> {
    if find_record(&app.pool, &request).await?.status.is_final() {
        return Err(Code::RequeryNotNeeded.into());
    }
    requery::ask(&app, request.merchant_tran_id.trim()).await
}

/// Applies FPX's answer.
pub async fn settle(
    Act { context, who, request, prepared, mut tx }: Act<AdminFPXManualRequery, AnsweredEnquiry>,
) -> Answer<(Tx, RequeryData)> {
    requery::settle(&context, &mut tx, &prepared.request, Some(prepared.answer)).await?;
    let after = context.config().payments.give_up_after;
    let data = data(find_record(&mut *tx, &request).await?, who.person.language, after);
    Ok((tx, data))
}

async fn find_record(db: impl PgExecutor<'_>, request: &RequeryRequest) -> Answer<Record> {
    let mut records = sql::records(db, &[request.merchant_tran_id.trim()]).await?;
    Ok(records.pop().ok_or(Code::TransactionNotFound)?)
}

fn data(record: Record, language: Language, after: u32) -> RequeryData {
    let heard = record.heard_code.as_deref().zip(record.heard_at);
    let code = reason_code(record.bank_code.as_deref(), record.heard_code.as_deref());
    RequeryData {
        may_give_up: is_unknown_to_bank(record.status, record.sent_at, heard, after),
        late_ids: record.late_ids.iter().map(ToString::to_string).collect(),
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
        fpx_status: fpx_status(FpxStatusInput {
            status: record.status,
            heard: record.heard_code.as_deref().or(record.bank_code.as_deref()),
            credit: record.credit_code.as_deref(),
        }),
        is_unanswered: record.is_unanswered,
        error_description: failure_sentence(record.status, code, language).map(str::to_owned),
        acquirer_bank_name: record.bank_name,
        bank_reference: record.fpx_txn_id,
        bank_transaction_date: record.fpx_txn_time.as_deref().and_then(Instant::from_compact),
        last_requery_run_date: record.last_requery_at,
        requery_enabled: !record.status.is_final(),
    }
}
