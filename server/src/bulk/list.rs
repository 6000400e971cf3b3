//! All bulk accounts, as staff find them.

use gridbill_core::accounts::{
    BulkAccountRow, BulkAccountsCards, BulkAccountsRequest, BulkIdForRoc, BulkIdForRocRequest,
};
use gridbill_core::endpoint::Nothing;
use gridbill_core::page::rows;
use gridbill_core::registration::form::normal_registration_no;
use gridbill_core::search::SHORTEST_TEXT;
use gridbill_core::{Code, Page, Problem};

use super::sql;
use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::pattern::contains;
use crate::who::Staff;

/// The list's name, which its cursors are bound to.
const LIST: &str = "bulk accounts";

/// As the number is written somewhere; one that was never taken is nobody's.
pub async fn of_company(app: App, _: Staff, request: BulkIdForRocRequest) -> Answer<BulkIdForRoc> {
    let number = normal_registration_no(&request.roc);
    if number.is_empty() {
        return Err(Problem::at("roc", Code::RegistrationNoRequired).into());
    }
    // PostgreSQL takes no such text, so no company has such a number.
    let bulk_id = if number.contains('\0') { None } else { sql::of_company(&app.pool, &number).await? };
    Ok(BulkIdForRoc { bulk_id })
}

pub async fn cards(app: App, _: Staff, _: Nothing) -> Answer<BulkAccountsCards> {
    Ok(sql::cards(&app.pool, app.now()).await?)
}

pub async fn table(app: App, _: Staff, request: BulkAccountsRequest) -> Answer<Page<BulkAccountRow>> {
    let search = request.search.as_deref().unwrap_or_default().trim();
    if !search.is_empty() && search.chars().count() < SHORTEST_TEXT {
        return Err(Problem::at("search", Code::SearchTooShort).into());
    }
    let pattern = (!search.is_empty()).then(|| contains(search));
    let (rows, after) = (rows(request.record_count), cursor::read(LIST, request.cursor.as_deref())?);
    let narrow =
        sql::Narrow { pattern, business_type: request.business_type, without_accounts: request.without_accounts };
    let items = sql::page(&app.pool, &narrow, after.as_ref(), rows + 1).await?;
    let total = sql::count(&app.pool, &narrow).await?;
    Ok(Page::of(items, rows, total, |row| cursor::write(LIST, &(&row.company_name, &row.bulk_id))))
}
