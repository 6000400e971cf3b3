//! Cost and use by month, and the accounts that cost most (docs/domain/bills.md#cost-and-use).

use gridbill_core::bills::{
    BulkRequest, COST_MONTHS, COSTLIEST_ACCOUNTS, CostByMonth, CostRequest, Costliest, MonthCosts, compared_months,
};
use gridbill_core::{Code, Day};
use uuid::Uuid;

use super::sql::cost as sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;

/// Reads the months of a whole bulk account from stored totals; those of an account or group from the bills.
pub async fn by_month(app: App, who: Customer, request: CostRequest) -> Answer<CostByMonth> {
    let now = app.now();
    let current = Day::at(now).first_of_month();
    let first = current.minus_months(COST_MONTHS - 1);
    let mut db = app.reader.connection().await?;
    let months = if request.account_no.is_none() && request.group_id.is_none() {
        sql::of_bulk_account(&mut *db, &who.bulk_id, first, current).await?
    } else {
        let group_id = request.group_id.as_deref().map(Uuid::parse_str).transpose().map_err(|_| Code::GroupNotFound)?;
        sql::of_accounts(&mut *db, &who.bulk_id, request.account_no.as_ref(), group_id, first, current).await?
    };
    db.return_to_pool();
    Ok(CostByMonth { months, as_of: now })
}

pub async fn costliest(app: App, who: Customer, _: BulkRequest) -> Answer<Costliest> {
    let now = app.now();
    let current = Day::at(now).first_of_month();
    let first = current.minus_months(COST_MONTHS - 1);
    let mut db = app.reader.connection().await?;
    let with_bills: Vec<Day> = sql::of_bulk_account(&mut *db, &who.bulk_id, first, current)
        .await?
        .iter()
        .filter_map(|month| (month.bills > 0).then_some(month.month))
        .collect();
    let mut costs = None;
    if let Some((month, compared_with)) = compared_months(current, &with_bills) {
        let limit = i64::try_from(COSTLIEST_ACCOUNTS).unwrap_or(i64::MAX);
        let bulk_id = &who.bulk_id;
        let rising = match compared_with {
            Some(before) => sql::rising(&mut *db, bulk_id, month, before, limit).await?,
            None => Vec::new(),
        };
        costs = Some(MonthCosts {
            month,
            compared_with,
            dearest: sql::dearest(&mut *db, bulk_id, month, compared_with, limit).await?,
            rising,
            states: sql::states(&mut *db, bulk_id, month).await?,
        });
    }
    db.return_to_pool();
    Ok(Costliest { costs, as_of: now })
}
