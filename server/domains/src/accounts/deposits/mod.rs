//! The deposits that the utility holds for accounts, and reminders of guarantees that expire
//! (docs/domain/accounts.md#deposits).

use std::collections::BTreeMap;

use gridbill_core::accounts::deposits::{
    self as core, AccountDeposit, DepositsPage, DepositsRequest, deposit_months, deposit_standing, sort_deposits,
};
use gridbill_core::page::{self, Page};
use gridbill_core::{Code, Day, Money};

use crate::app::App;
use crate::auth::who::Customer;
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::list::cursor;

pub mod remind;
pub mod sql;

pub fn mount(mount: Mount) -> Mount {
    mount.list(core::GetDeposits, page)
}

/// Compares the deposits of each account with its bills, and returns a page of them. Each page reads the bills again, because
/// nothing of a comparison is stored.
async fn page(app: App, who: Customer, request: DepositsRequest) -> Answer<DepositsPage> {
    let today = Day::at(app.now());
    let account = request.account_no.as_ref();
    let list = format!("deposits by {:?} {} on {today} of {account:?}", request.sort.by, request.sort.descends());
    let start: u64 = cursor::read(&list, request.cursor.as_deref())?.unwrap_or_default();
    let mut db = app.reader.connection().await?;
    let accounts = sql::deposits(&mut db, &who.bulk_id, account, today).await?;
    let mut months = if accounts.is_empty() {
        BTreeMap::new()
    } else {
        sql::billed_months(&mut db, &who.bulk_id, account, deposit_months(today)).await?
    };
    db.return_to_pool();

    let mut rows = Vec::new();
    for (account_no, sql::AccountDeposits { reference_id, deposits }) in accounts {
        let billed = months.remove(&account_no).unwrap_or_default();
        let standing = deposit_standing(&billed, &deposits, today)?;
        rows.push(AccountDeposit::new(account_no, reference_id, standing));
    }
    sort_deposits(&mut rows, request.sort);
    let held = Money::sum(rows.iter().map(|row| row.held))?;
    let excess = Money::sum(rows.iter().filter_map(|row| row.excess))?;
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let expiring = count(rows.iter().filter(|row| row.expires_soon).count());
    let total = count(rows.len());
    let limit = page::page_size(request.record_count).unsigned_abs();
    let before = usize::try_from(start).map_err(|_| Code::CursorInvalid)?;
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    let items: Vec<_> = rows.into_iter().skip(before).take(wanted).collect();
    let end = start.saturating_add(limit);
    let next = (end < total.unsigned_abs()).then(|| cursor::write(&list, &end));
    let rows = Page { items, total, next, not_found: Vec::new(), malformed: Vec::new() };
    Ok(DepositsPage { rows, held, excess, expiring })
}
