//! File endpoints at addresses that existing clients use; the response is the file itself.

use std::sync::Arc;

use gridbill_core::downloads::{AllFilesRequest, BillReportRequest, ExportFormat, ExportRequest};
use gridbill_core::list::export::AnyRow;
use gridbill_core::payments::TransactionRequest;
use gridbill_core::{Code, Day, Language};
use serde_json::{Map, json};

use super::job::Progress;
use super::rows::{self, Rows};
use super::sending::sent;
use super::{archive, export_spec, making, name, too_large, words};
use crate::app::App;
use crate::auth::who::{Customer, Staff};
use crate::bills;
use crate::endpoint::{Lists, Streamed};
use crate::error::Answer;
use crate::payments::details::FoundPayment;

/// Maximum documents that are combined while a client waits.
const MAX_DOCUMENTS: i64 = 1_000;

/// Returns the unpaid bills of the bulk account as a workbook, or all bills with `isCurrent=false`.
pub async fn bill_report(app: App, who: Customer, request: BillReportRequest) -> Answer<Streamed> {
    let list = rows::list("outstandingBills")?;
    let asked = ExportRequest {
        list: list.name.to_owned(),
        request: Map::new(),
        format: ExportFormat::Xlsx,
        view_bulk_id: None,
    };
    let person = who.person.clone();
    let is_current = request.is_current.unwrap_or(true);
    let rows = Rows::Bills { who, with_paid: !is_current };
    let first = rows.page(&app, None).await?;
    let wanted = export_spec(&app, &asked, list.columns, &person)?;
    let title = if is_current { wanted.title } else { words::bills(person.language) };
    let wanted = making::ExportSpec { title, with_totals: request.is_total.unwrap_or(true), ..wanted };
    making::streamed(&app, rows, first, wanted, name(&app, title, "xlsx")).await
}

/// Returns every bill of the batches, or of the extraction days, that the request names.
pub async fn all_files(app: App, who: Customer, request: AllFilesRequest) -> Answer<Streamed> {
    let batches = split_list(request.batch_ids.as_deref());
    let days: Vec<Day> =
        split_list(request.extract_dates.as_deref()).iter().map(|day| Day::parse(day)).collect::<Result<_, _>>()?;
    if batches.is_empty() && days.is_empty() {
        return Err(Code::DownloadEmpty.into());
    }
    let (by_batch, by_day) = (!batches.is_empty(), !days.is_empty());
    let invoices =
        bills::of_batches(&app, &who, by_batch.then_some(batches.as_slice()), by_day.then_some(days.as_slice()))
            .await?;
    if invoices.is_empty() {
        return Err(Code::DownloadEmpty.into());
    }
    if i64::try_from(invoices.len()).map_err(anyhow::Error::from)? > MAX_DOCUMENTS {
        return Err(too_large(MAX_DOCUMENTS));
    }
    let format = request.format.unwrap_or_default();
    let _permit = app.document_permits.acquire().await?;
    let file = making::documents(&app, &who, &invoices, format, &mut Progress::Untold).await?;
    sent(name(&app, words::bills(who.person.language), archive::extension(format)), file)
}

/// Returns a payment with the invoices that it pays.
pub async fn payment_report(app: App, lists: Arc<Lists>, who: Staff, request: TransactionRequest) -> Answer<Streamed> {
    let (person, number) = (who.person, request.transaction_no);
    let language = person.language;
    let invoices = ExportRequest {
        list: "invoicesForStaff".to_owned(),
        request: [("transactionNo".to_owned(), json!(number))].into_iter().collect(),
        format: ExportFormat::Xlsx,
        view_bulk_id: None,
    };
    let (columns, rows) = Rows::of(&lists, person.clone(), &invoices)?;
    let first = rows.page(&app, None).await?;
    // Not with a search: another payment may have this number as a reference.
    let payment = FoundPayment::by_number(&app.pool, None, &number).await?.transaction;
    let payment: AnyRow = Box::new(payment);
    let about = (words::payment(language), rows::list("allPayments")?.columns, payment);
    let _permit = app.document_permits.acquire().await?;
    let wanted = export_spec(&app, &invoices, columns, &person)?;
    let file = making::table(&app, &rows, first, wanted, Some(about), &mut Progress::Untold).await?;
    sent(report_name(language), file)
}

fn report_name(language: Language) -> String {
    format!("{}.xlsx", words::payment_report(language))
}

fn split_list(text: Option<&str>) -> Vec<String> {
    let parts = text.unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}
