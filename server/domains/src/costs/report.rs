//! The report by cost centre, group and month.

use futures::TryStreamExt as _;
use gridbill_core::costs::{CostReport, CostReportPage, CostReportRequest, check_report_months};
use gridbill_core::page::{self, Page};
use gridbill_core::{Code, Day};

use super::book::{Codings, codings};
use super::sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::list::cursor;

/// Divides every bill of the months among its cost centres, and returns a page of the sums. Each page reads the bills again,
/// because nothing of a report is stored.
pub async fn page(app: App, who: Customer, request: CostReportRequest) -> Answer<CostReportPage> {
    let (from, to) = check_report_months(request.from, request.to, Day::at(app.now()))?;
    let bulk_id = &who.bulk_id;
    let list = format!("costReport from {from} to {to}");
    let start: u64 = cursor::read(&list, request.cursor.as_deref())?.unwrap_or_default();
    let mut db = app.reader.connection().await?;
    let Codings { book, groups, names } = codings(&mut db, bulk_id).await?;
    let mut report = CostReport::default();
    let mut bills = sql::bills(&mut *db, bulk_id, from, to);
    while let Some(bill) = bills.try_next().await? {
        report.add(&book, &bill.account_no, bill.invoice_date, bill.cost)?;
    }
    drop(bills);
    db.return_to_pool();

    let rows = report.rows(&groups, &names);
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let limit = page::page_size(request.record_count).unsigned_abs();
    let before = usize::try_from(start).map_err(|_| Code::CursorInvalid)?;
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    let items: Vec<_> = rows.into_iter().skip(before).take(wanted).collect();
    let end = start.saturating_add(limit);
    let next = (end < total.unsigned_abs()).then(|| cursor::write(&list, &end));
    Ok(CostReportPage {
        rows: Page { items, total, next, not_found: Vec::new(), malformed: Vec::new() },
        centres: report.centres(&names),
        months: report.months(from, to),
        total: report.total(),
        uncoded: report.uncoded(),
        from,
        to,
    })
}
