//! Search of all customers' accounts, for staff.

use gridbill_core::accounts::AccountRequest;
use gridbill_core::accounts::ValidatedAccount;
use gridbill_core::accounts::{FoundAccount, SearchAccountsRequest};
use gridbill_core::number::AccountNo;
use gridbill_core::page::page_size;
use gridbill_core::search::{Search, recognise, required_text};
use gridbill_core::{Code, Page, Problem};

use super::{sql, tagging};
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{contains, cursor};

/// The list's name, which is part of its cursors.
const LIST: &str = "accounts of everybody";
/// Matches above which a sequential scan by number finds a page sooner than the index.
const MANY: i64 = 20_000;

/// The parsed search; an account matches if any part matches.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct AccountSearch {
    pub numbers: Vec<String>,
    /// Reference IDs that look like numbers.
    pub references: Vec<String>,
    pub reference: Option<String>,
    pub company: Option<String>,
}

impl AccountSearch {
    pub fn new(criteria: Option<&str>, text: &str) -> Result<Self, Problem> {
        let text = text.trim();
        let wanted = match criteria.map(str::trim).filter(|criteria| !criteria.is_empty()) {
            None => Self::all_fields(text),
            Some("accountNo") => Self::accounts(text),
            Some("referenceId") => {
                required_text(text).map(|text| Self { reference: Some(contains(&text)), ..Self::default() })
            }
            Some("companyName") => {
                required_text(text).map(|text| Self { company: Some(contains(&text)), ..Self::default() })
            }
            Some(_) => {
                let reason = "criteria: it is accountNo, referenceId or companyName";
                return Err(Problem::at("criteria", Problem::new(Code::Unreadable).with("reason", reason)));
            }
        };
        wanted.map_err(|problem| Problem::at("searchString", problem))
    }

    fn all_fields(text: &str) -> Result<Self, Problem> {
        let found = recognise(text)?;
        if found.is_empty() {
            return Err(Code::SearchTooShort.into());
        }
        let Search { accounts, invoices, batches, transactions, text, .. } = found;
        let references = accounts.iter().chain(&invoices).chain(&batches).chain(&transactions).cloned().collect();
        let pattern = text.as_deref().map(contains);
        Ok(Self { numbers: accounts, references, reference: pattern.clone(), company: pattern })
    }

    /// Parses account numbers, separated by commas. Any invalid part refuses the whole search, so that no number is
    /// silently ignored.
    fn accounts(text: &str) -> Result<Self, Problem> {
        if let Err(problem) = recognise(text)
            && problem.code == Code::SearchTooMany
        {
            return Err(problem);
        }
        let parts = text.split([',', ';', '\n', '\r', '\t']).map(str::trim).filter(|part| !part.is_empty());
        let numbers: Vec<_> = parts.map(AccountNo::parse).collect::<Result<_, _>>()?;
        if numbers.is_empty() {
            return Err(Code::AccountNumberLength.into());
        }
        Ok(Self { numbers: numbers.iter().map(AccountNo::to_string).collect(), ..Self::default() })
    }
}

pub async fn table(app: App, _: Staff, request: SearchAccountsRequest) -> Answer<Page<FoundAccount>> {
    let wanted = AccountSearch::new(request.criteria.as_deref(), &request.search_string)?;
    let (rows, after) = (page_size(request.record_count), cursor::read::<String>(LIST, request.cursor.as_deref())?);
    let mut tx = app.pool.begin().await?;
    sql::search::plan_each(&mut tx).await?;
    let total = sql::search::count(&mut tx, &wanted).await?;
    let found = sql::search::page(&mut tx, &wanted, after.as_deref(), rows + 1, total > MANY).await?;
    tx.commit().await?;
    Ok(Page::of(found, rows, total, |account| cursor::write(LIST, &account.account_no)))
}

/// Checks whether an account can be added to some bulk account.
pub async fn validate(app: App, _: Staff, request: AccountRequest) -> Answer<ValidatedAccount> {
    let error_type = tagging::error_of(&app, None, request.account_no.as_str()).await?;
    let premises_address = sql::search::premises(&app.pool, &request.account_no).await?;
    Ok(ValidatedAccount { account_no: request.account_no, premises_address, error_type })
}
