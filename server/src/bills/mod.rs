//! What a bulk account owes: figures, batches, lists, and what can be selected for payment.

use std::collections::BTreeMap;

use gridbill_core::bills::{
    self as core, Batch, BatchesRequest, Bill, BillDetails, BulkRequest, InvoiceRequest, LeftOut,
    OutstandingBillsRequest, OutstandingCard, Payable, SelectRequest, Selectable,
};
use gridbill_core::{Code, Day, Page, page};

use crate::app::App;
use crate::cursor;
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::who::Customer;

mod narrow;
mod order;
mod sql;

use narrow::Narrow;
use order::After;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetOutstandingBillsCard, card)
        .json(core::GetBillsByBatch, batches)
        .json(core::GetOutstandingBills, |app, who, request| list(app, who, request, false))
        .json(core::GetOutstandingCharges, |app, who, request| list(app, who, request, true))
        .json(core::GetBillDetails, details)
        .json(core::SelectBills, select)
}

async fn card(app: App, who: Customer, _: BulkRequest) -> Answer<OutstandingCard> {
    Ok(sql::card(&app.pool, &who.bulk_id, app.now()).await?)
}

/// The batches that were extracted first, and so are due first, come first.
async fn batches(app: App, who: Customer, request: BatchesRequest) -> Answer<Page<Batch>> {
    const LIST: &str = "batches";
    let after: Option<(Day, String)> = cursor::read(LIST, request.cursor.as_deref())?;
    let rows = page::rows(request.record_count);
    let (batches, total) = sql::batches(&app.pool, &who.bulk_id, after, rows).await?;
    Ok(Page::of(batches, rows, total, |batch| {
        cursor::write(LIST, &(batch.extraction_date, batch.bill_batch_id.as_str()))
    }))
}

/// Unpaid bills, or only those that carry a charge from earlier bills.
async fn list(app: App, who: Customer, request: OutstandingBillsRequest, charges: bool) -> Answer<Page<Bill>> {
    let OutstandingBillsRequest { record_count, cursor, group_ids, filter, sort, .. } = request;
    let narrow = Narrow::new(who.bulk_id, filter, group_ids, Day::at(app.now()))?.charges(charges);
    let list = order::list(sort, charges);
    let after = After::read(&list, cursor.as_deref(), sort)?;
    let rows = page::rows(record_count);
    let mut db = app.reader.connection().await?;
    let (bills, total) = sql::page(&mut db, sql::Slice { narrow: &narrow, sort, after: &after, rows }).await?;
    db.keep();
    Ok(Page::of(bills, rows, total, |bill| order::cursor(&list, sort, bill)))
}

async fn details(app: App, who: Customer, request: InvoiceRequest) -> Answer<BillDetails> {
    let details = sql::details(&app.pool, &who.bulk_id, &request.invoice_no).await?.ok_or(Code::BillNotFound)?;
    let payments = sql::payments(&app.pool, &who.bulk_id, &request.invoice_no).await?;
    let bill = &details.bill;
    let remainder = core::remainder(bill.current_charge, bill.outstanding_amount, bill.total_amount_payable)?;
    Ok(BillDetails { payments, remainder, ..details })
}

/// Core decides over the rows what can be paid, so that a selection is never what the payment then refuses.
async fn select(app: App, who: Customer, request: SelectRequest) -> Answer<Selectable> {
    let narrow =
        Narrow::new(who.bulk_id, request.filter, request.group_ids, Day::at(app.now()))?.invoices(request.invoice_nos);
    let mut left_out = BTreeMap::new();
    let mut bills = Vec::new();
    for row in sql::matching(&app.pool, &narrow).await? {
        match core::refusal(row.status, row.amount, row.current_charge, row.disable_payment) {
            Some(reason) => *left_out.entry(reason).or_default() += 1,
            None => bills.push(Payable {
                invoice_no: row.invoice_no,
                account_no: row.account_no,
                batch_id: row.batch_id,
                amount: row.amount,
            }),
        }
    }
    let left_out = left_out.into_iter().map(|(reason, count)| LeftOut { reason, count }).collect();
    Ok(Selectable { bills, left_out })
}
