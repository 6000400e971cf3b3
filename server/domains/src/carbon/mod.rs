//! The emissions report (docs/domain/carbon.md).

use std::collections::HashMap;

use futures::TryStreamExt as _;
use gridbill_core::carbon::{
    self as core, CarbonAccount, CarbonReport, CarbonReportPage, CarbonReportRequest, FactorTable, check_carbon_months,
};
use gridbill_core::number::AccountNo;
use gridbill_core::page::{self, Page};
use gridbill_core::{Code, Day};

use crate::app::App;
use crate::auth::who::Customer;
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::list::cursor;

pub mod sheet;
pub mod sql;

pub fn mount(mount: Mount) -> Mount {
    mount.list(core::GetCarbonReport, page)
}

/// Adds up the bills of the months, and returns a page of the rows. Each page reads the bills again, because nothing of a
/// report is stored.
async fn page(app: App, who: Customer, request: CarbonReportRequest) -> Answer<CarbonReportPage> {
    let today = Day::at(app.now());
    let (from, to) = check_carbon_months(request.from, request.to, today)?;
    let by = request.by.unwrap_or_default();
    let list = format!("carbonReport by {by:?} from {from} to {to}");
    let start: u64 = cursor::read(&list, request.cursor.as_deref())?.unwrap_or_default();
    let bulk_id = &who.bulk_id;
    let mut db = app.reader.connection().await?;
    let factors = FactorTable::new(sql::factors(&mut *db).await?);
    let accounts: HashMap<AccountNo, CarbonAccount> = sql::accounts(&mut db, bulk_id).await?;
    let certificates = sql::certificates(&mut *db, bulk_id, from, to).await?;
    let mut report = CarbonReport::new(&accounts, &factors, by, (from, to), today).with_certificates(certificates);
    let mut bills = sql::bills(&mut *db, bulk_id, from, to);
    while let Some(bill) = bills.try_next().await? {
        report.add(&bill);
    }
    drop(bills);
    db.return_to_pool();

    let result = report.finish();
    let total = i64::try_from(result.rows.len()).unwrap_or(i64::MAX);
    let limit = page::page_size(request.record_count).unsigned_abs();
    let before = usize::try_from(start).map_err(|_| Code::CursorInvalid)?;
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    let items: Vec<_> = result.rows.into_iter().skip(before).take(wanted).collect();
    let end = start.saturating_add(limit);
    let next = (end < total.unsigned_abs()).then(|| cursor::write(&list, &end));
    let rows = Page { items, total, next, not_found: Vec::new(), malformed: Vec::new() };
    let method = core::method(who.person.language);
    Ok(CarbonReportPage { rows, sums: result.sums, method, from, to })
}
