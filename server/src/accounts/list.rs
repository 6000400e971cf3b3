//! Lists of a bulk account's electricity accounts: one filter, three orders, pages by the last row.

use gridbill_core::accounts::{Account, AccountFilter, AccountSort, AccountSortBy};
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::page::rows;
use gridbill_core::search::{Search, recognise};
use gridbill_core::{Page, Problem};
use uuid::Uuid;

use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::pattern::contains;

mod sql;

/// What a list is narrowed by, as its queries take it; what is none narrows nothing.
pub struct Narrow {
    pub bulk_id: BulkId,
    pub account_no: Option<String>,
    /// Account numbers or reference IDs.
    pub numbers: Option<Vec<String>>,
    pub pattern: Option<String>,
    pub groups: Option<Vec<Uuid>>,
    pub without_group: bool,
    pub active: Option<bool>,
    pub states: Option<Vec<String>>,
}

impl Narrow {
    /// # Errors
    /// What core says of the searched text.
    pub fn new(bulk_id: &BulkId, filter: &AccountFilter) -> Result<Self, Problem> {
        let searched = recognise(filter.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at("filter.search", problem))?;
        let is_numbers = !searched.is_empty() && searched.text.is_none();
        let Search { accounts, invoices, batches, transactions, text } = searched;
        // A group that is none is as good as one of somebody else: nothing is in it.
        let groups =
            filter.group_ids.as_ref().map(|ids| ids.iter().filter_map(|id| Uuid::parse_str(id).ok()).collect());
        Ok(Self {
            bulk_id: bulk_id.clone(),
            account_no: None,
            pattern: text.as_deref().map(contains),
            // A reference ID may look like any number.
            numbers: is_numbers.then(|| [accounts, invoices, batches, transactions].concat()),
            groups,
            without_group: filter.without_group,
            active: filter.active,
            states: filter.states.clone(),
        })
    }

    pub fn in_group(self, group_id: Uuid) -> Self {
        Self { groups: Some(vec![group_id]), without_group: false, ..self }
    }

    pub fn without_group(self) -> Self {
        Self { groups: None, without_group: true, ..self }
    }
}

pub async fn page(
    app: &App,
    narrow: &Narrow,
    sort: AccountSort,
    record_count: Option<u32>,
    cursor: Option<&str>,
) -> Answer<Page<Account>> {
    let list = format!("accounts by {:?}, descending {}", sort.by, sort.descending);
    let (rows, after) = (rows(record_count), cursor::read::<After>(&list, cursor)?);
    let found = sql::page(&app.pool, narrow, sort, after.as_ref(), rows + 1).await?;
    let total = sql::count(&app.pool, narrow).await?;
    Ok(Page::of(found, rows, total, |account| cursor::write(&list, &place(account, sort.by))))
}

/// One account.
pub async fn one(app: &App, bulk_id: &BulkId, account_no: &AccountNo) -> Answer<Option<Account>> {
    let narrow =
        Narrow { account_no: Some(account_no.to_string()), ..Narrow::new(bulk_id, &AccountFilter::default())? };
    Ok(sql::page(&app.pool, &narrow, AccountSort::default(), None, 1).await?.pop())
}

/// By what the last row was ordered, as it is stored; rows that have nothing there come last.
type After = (Option<String>, String);

fn place(account: &Account, by: AccountSortBy) -> After {
    let text = match by {
        AccountSortBy::AccountNo => None,
        AccountSortBy::ReferenceId => account.reference_id.as_ref().map(ToString::to_string),
        AccountSortBy::GroupName => account.group_name.clone(),
    };
    (text, account.account_no.to_string())
}
