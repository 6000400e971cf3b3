//! Cost centres, the coding of accounts and groups, and the report by cost centre (docs/domain/costs.md).

use std::borrow::Cow;
use std::collections::BTreeSet;

use gridbill_core::accounts::Account;
use gridbill_core::costs::{
    self as core, AccountCoding, AccountCodingRequest, CodingsSet, CostCentre, CostCentresRequest, GroupCoding,
    GroupCodings, GroupCodingsRequest, MAX_COST_CENTRES, NewAccountCoding, RemoveCostCentreRequest, RemovedCostCentre,
    SaveCostCentreRequest, SetAccountCodingsRequest, SetGroupCodingRequest, UncodedAccountsRequest, check_parts,
    check_periods, codes_of, parse_cost_centre_code,
};
use gridbill_core::fact::{AccountsFact, CostCentreState, RecodedAccount};
use gridbill_core::registration::MAX_ACCOUNTS;
use gridbill_core::{Code, Day, Page, Problem};
use uuid::Uuid;

use crate::accounts::list::Accounts;
use crate::accounts::{bulk, lock_all};
use crate::app::App;
use crate::auth::who::Customer;
use crate::endpoint::{Mount, Tx};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::list::{self as lists, searched_pattern};

mod book;
mod list;
mod report;
pub mod sql;
mod workbook;

pub use book::{Codings, codings};
use list::CostCentres;

pub use sql::active_codes;

pub fn mount(mount: Mount) -> Mount {
    mount
        .list(core::GetCostCentres, table)
        .json(core::SaveCostCentre, save)
        .json(core::RemoveCostCentre, remove)
        .json(core::GetAccountCoding, coding)
        .json(core::SetAccountCodings, set_codings)
        .list(core::GetUncodedAccounts, uncoded)
        .json(core::GetGroupCodings, group_codings)
        .json(core::SetGroupCoding, set_group_coding)
        .list(core::GetCostReport, report::page)
        .file(core::DownloadCodings, workbook::download)
        .upload(core::UploadCodings, workbook::upload)
}

async fn table(app: App, who: Customer, request: CostCentresRequest) -> Answer<Page<CostCentre>> {
    let pattern = searched_pattern("search", request.search.as_deref())?;
    let centres = CostCentres { bulk_id: &who.bulk_id, code: None, pattern, is_active: request.is_active };
    lists::page(&app.pool, &centres, request.sort, request.page()).await
}

/// Returns a cost centre with the number of codings that use it.
async fn one(tx: &mut Tx, who: &Customer, code: &str) -> Answer<Option<CostCentre>> {
    let centre = CostCentres { bulk_id: &who.bulk_id, code: Some(code), pattern: None, is_active: None };
    lists::one(&mut **tx, &centre).await
}

async fn save(app: App, who: Customer, request: SaveCostCentreRequest) -> Answer<CostCentre> {
    let (code, name) = core::check_cost_centre(&request.code, &request.name)?;
    let mut tx = bulk::begin_change(&app, &who).await?;
    let stored = one(&mut tx, &who, &code).await?;
    let before = match (&stored, request.is_new) {
        (Some(_), true) => return Err(Problem::at("code", Code::CostCentreExists).into()),
        (None, false) => return Err(Code::CostCentreNotFound.into()),
        (None, true) if sql::count_centres(&mut tx, &who.bulk_id).await? >= MAX_COST_CENTRES => {
            return Err(Problem::new(Code::CostCentresTooMany).with("limit", MAX_COST_CENTRES).into());
        }
        (stored, _) => stored.as_ref().map(state),
    };
    let after = CostCentreState { name: name.clone(), is_active: request.is_active };
    if before.as_ref() != Some(&after) {
        sql::save_centre(&mut tx, &who.bulk_id, &code, &name, request.is_active).await?;
        record(&app, &mut tx, &who, AccountsFact::CostCentreSaved { before, after }, &code).await?;
    }
    tx.commit().await?;
    let (coded_accounts, coded_groups) = stored.map_or((0, 0), |stored| (stored.coded_accounts, stored.coded_groups));
    Ok(CostCentre { code, cost_centre_name: name, is_active: request.is_active, coded_accounts, coded_groups })
}

async fn remove(app: App, who: Customer, request: RemoveCostCentreRequest) -> Answer<RemovedCostCentre> {
    let mut tx = bulk::begin_change(&app, &who).await?;
    let code = parse_cost_centre_code(&request.code)?;
    let stored = one(&mut tx, &who, &code).await?.ok_or(Code::CostCentreNotFound)?;
    if stored.coded_accounts > 0 || stored.coded_groups > 0 {
        let problem = Problem::new(Code::CostCentreInUse);
        return Err(problem.with("accounts", stored.coded_accounts).with("groups", stored.coded_groups).into());
    }
    sql::delete_centre(&mut tx, &who.bulk_id, &code).await?;
    record(&app, &mut tx, &who, AccountsFact::CostCentreRemoved { before: state(&stored) }, &code).await?;
    tx.commit().await?;
    Ok(RemovedCostCentre { code })
}

fn state(centre: &CostCentre) -> CostCentreState {
    CostCentreState { name: centre.cost_centre_name.clone(), is_active: centre.is_active }
}

async fn coding(app: App, who: Customer, request: AccountCodingRequest) -> Answer<AccountCoding> {
    let account_no = request.account_no;
    let mut db = app.pool.acquire().await?;
    let own = sql::group_of(&mut db, &who.bulk_id, &account_no).await?.ok_or(Code::AccountNotFound)?;
    let periods = sql::periods(&mut db, &who.bulk_id, Some(&[account_no.as_str()])).await?.remove(account_no.as_str());
    let periods = periods.unwrap_or_default();
    let group_default = match own.group_id {
        Some(group_id) => sql::group_codings(&mut db, &who.bulk_id, Some(group_id)).await?.pop(),
        None => None,
    };
    let used: BTreeSet<&str> = codes_of(&periods).collect();
    let mut cost_centres = sql::names(&mut db, &who.bulk_id).await?;
    cost_centres.retain(|centre| centre.is_active || used.contains(centre.code.as_str()));
    Ok(AccountCoding {
        account_no,
        periods,
        group_default: group_default.filter(|group| !group.parts.is_empty()),
        cost_centres,
    })
}

/// Replaces the coding of all accounts, or of none.
async fn set_codings(app: App, who: Customer, request: SetAccountCodingsRequest) -> Answer<CodingsSet> {
    let mut numbers: Vec<&str> = request.accounts.iter().map(|account| account.account_no.as_str()).collect();
    numbers.sort_unstable();
    if numbers.is_empty() {
        return Err(Problem::at("accounts", Code::AccountsRequired).into());
    }
    if numbers.len() > MAX_ACCOUNTS {
        let problem = Problem::new(Code::AccountsTooMany).with("limit", MAX_ACCOUNTS);
        return Err(Problem::at("accounts", problem).into());
    }
    if let Some(place) = repeated(&request) {
        return Err(Problem::at(&format!("accounts.{place}.accountNo"), Code::AccountRepeated).into());
    }
    let mut tx = bulk::begin_change(&app, &who).await?;
    if lock_all(&mut tx, &who.bulk_id, &numbers).await?.len() != numbers.len() {
        return Err(Code::AccountNotFound.into());
    }
    let active = sql::active_codes(&mut tx, &who.bulk_id).await?;
    let mut before = sql::periods(&mut tx, &who.bulk_id, Some(&numbers)).await?;
    let mut wrong = Vec::new();
    let (mut changed, mut replaced) = (Vec::new(), Vec::new());
    for (place, account) in request.accounts.iter().enumerate() {
        let before = before.remove(account.account_no.as_str()).unwrap_or_default();
        // A period that was coded before its cost centre became inactive can stay.
        let inactive: Vec<_> = codes_of(&before).filter(|code| !active.contains(*code)).map(str::to_owned).collect();
        let mut known = Cow::Borrowed(&active);
        if !inactive.is_empty() {
            known.to_mut().extend(inactive);
        }
        match check_periods(&account.periods, &known, &format!("accounts.{place}.periods")) {
            Ok(after) if after == before => {}
            Ok(after) => {
                replaced.push(NewAccountCoding { account_no: account.account_no.clone(), periods: before.clone() });
                changed.push(RecodedAccount { account_no: account.account_no.to_string(), before, after });
            }
            Err(problem) => wrong.extend(problem.fields),
        }
    }
    if let Some(problem) = Problem::of_fields(wrong) {
        return Err(problem.into());
    }
    let accounts = i64::try_from(changed.len()).unwrap_or(i64::MAX);
    if !changed.is_empty() {
        sql::replace_periods(&mut tx, &who.bulk_id, &changed).await?;
        let about = who.bulk_id.clone();
        record(&app, &mut tx, &who, AccountsFact::AccountsCoded { accounts: changed }, about.as_str()).await?;
    }
    tx.commit().await?;
    Ok(CodingsSet { accounts, replaced })
}

/// Returns the index of the first account that is listed twice.
fn repeated(request: &SetAccountCodingsRequest) -> Option<usize> {
    let mut seen = BTreeSet::new();
    request.accounts.iter().position(|account| !seen.insert(account.account_no.as_str()))
}

async fn uncoded(app: App, who: Customer, request: UncodedAccountsRequest) -> Answer<Page<Account>> {
    let accounts = Accounts::new(&who.bulk_id, &request.filter)?.uncoded_on(Day::at(app.now()));
    accounts.page(&app, request.sort, request.page()).await
}

async fn group_codings(app: App, who: Customer, _: GroupCodingsRequest) -> Answer<GroupCodings> {
    let mut db = app.pool.acquire().await?;
    let groups = sql::group_codings(&mut db, &who.bulk_id, None).await?;
    let used: BTreeSet<&str> = groups.iter().flat_map(|group| &group.parts).map(|part| part.code.as_str()).collect();
    let mut cost_centres = sql::names(&mut db, &who.bulk_id).await?;
    cost_centres.retain(|centre| centre.is_active || used.contains(centre.code.as_str()));
    Ok(GroupCodings { groups, cost_centres })
}

async fn set_group_coding(app: App, who: Customer, request: SetGroupCodingRequest) -> Answer<GroupCoding> {
    let group_id = Uuid::parse_str(request.group_id.trim()).map_err(|_| Code::GroupNotFound)?;
    let mut tx = bulk::begin_change(&app, &who).await?;
    let stored = sql::group_codings(&mut tx, &who.bulk_id, Some(group_id)).await?.pop().ok_or(Code::GroupNotFound)?;
    let after = if request.parts.is_empty() {
        Vec::new()
    } else {
        let mut known = sql::active_codes(&mut tx, &who.bulk_id).await?;
        known.extend(stored.parts.iter().map(|part| part.code.clone()));
        check_parts(&request.parts, &known, "parts")?
    };
    if stored.parts != after {
        sql::replace_group_parts(&mut tx, &who.bulk_id, group_id, &after).await?;
        let before = stored.parts;
        let fact = AccountsFact::GroupCoded { group_id: group_id.to_string(), before, after: after.clone() };
        record(&app, &mut tx, &who, fact, &stored.group_name).await?;
    }
    tx.commit().await?;
    Ok(GroupCoding { group_id: group_id.to_string(), group_name: stored.group_name, parts: after })
}

async fn record(app: &App, tx: &mut Tx, who: &Customer, fact: AccountsFact, about: &str) -> Answer<()> {
    facts::record(&app.context(), tx, Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, about)).await
}
