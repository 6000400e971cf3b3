//! Accounts are added, taken out, and called or grouped otherwise.

use gridbill_core::accounts::{
    AddAccountsRequest, RemoveAccountRequest, TaggingAction, TaggingBegun, TypedAccount, UpdateAccountsRequest,
    check_accounts,
};
use gridbill_core::number::ReferenceId;
use gridbill_core::registration::MOST_ACCOUNTS;
use gridbill_core::{Code, Problem};
use serde_json::json;
use uuid::Uuid;

use super::sql;
use super::tagging::{self, Asker, Wanted};
use crate::activity::{self, Kind, Note};
use crate::app::App;
use crate::error::Answer;
use crate::who::Customer;

/// Every row is checked at once; none is taken while one is wrong.
pub async fn add(app: App, who: Customer, request: AddAccountsRequest) -> Answer<TaggingBegun> {
    if request.child_accounts.is_empty() {
        return Err(Problem::at("childAccounts", Code::AccountsRequired).into());
    }
    few(request.child_accounts.len())?;
    let typed: Vec<TypedAccount<'_>> = request
        .child_accounts
        .iter()
        .map(|one| TypedAccount {
            account_no: &one.account_no,
            reference_id: one.reference_id.as_deref().unwrap_or_default(),
        })
        .collect();
    let checked = check_accounts(&typed)?;
    let wanted: Vec<Wanted<'_>> = checked
        .iter()
        .map(|one| Wanted {
            account_no: one.account_no.as_str(),
            reference_id: one.reference_id.as_ref().map(ReferenceId::as_str),
        })
        .collect();
    let mut tx = app.pool.begin().await?;
    let by = Asker::from(&who.person);
    let accounts = tagging::ask(&app, &mut tx, &who.bulk_id, by, TaggingAction::Tagging, &wanted).await?;
    let note = Note::by(&who.person, Kind::AccountsAdded, who.bulk_id.as_str());
    activity::note(&app, &mut tx, note.with(json!({ "accounts": accounts }))).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts })
}

/// An account whose bills are being paid stays until that is done.
pub async fn remove(app: App, who: Customer, request: RemoveAccountRequest) -> Answer<TaggingBegun> {
    let account_no = request.account_no.as_str();
    let mut tx = app.pool.begin().await?;
    if !sql::hold(&mut tx, &who.bulk_id, &request.account_no).await? {
        return Err(Code::AccountNotFound.into());
    }
    if sql::is_being_paid(&mut tx, &who.bulk_id, &request.account_no).await? {
        return Err(Code::AccountHasPayment.into());
    }
    let (by, wanted) = (Asker::from(&who.person), [Wanted { account_no, reference_id: None }]);
    let accounts = tagging::ask(&app, &mut tx, &who.bulk_id, by, TaggingAction::Untagging, &wanted).await?;
    if accounts == 0 {
        return Err(Code::AccountIsPending.into());
    }
    activity::note(&app, &mut tx, Note::by(&who.person, Kind::AccountRemoved, account_no)).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts })
}

/// Groups change at once; reference IDs by the job, as the utility's account master has them too.
pub async fn update(app: App, who: Customer, request: UpdateAccountsRequest) -> Answer<TaggingBegun> {
    few(request.data.len())?;
    let mut wrong = Vec::new();
    let mut wanted = Vec::new();
    let mut moved: Vec<(&str, Option<Uuid>)> = Vec::new();
    for (place, one) in request.data.iter().enumerate() {
        if let Some(typed) = one.reference_id.as_deref() {
            let typed = typed.trim();
            match ReferenceId::parse(typed) {
                Err(code) if !typed.is_empty() => wrong.push((format!("data.{place}.referenceId"), code.into())),
                _ => wanted.push(Wanted {
                    account_no: one.account_no.as_str(),
                    reference_id: Some(typed).filter(|typed| !typed.is_empty()),
                }),
            }
        }
        match one.group_id.as_deref().map(str::trim) {
            None => {}
            Some("") => moved.push((one.account_no.as_str(), None)),
            Some(group_id) => match Uuid::parse_str(group_id) {
                Ok(group_id) => moved.push((one.account_no.as_str(), Some(group_id))),
                Err(_) => wrong.push((format!("data.{place}.groupId"), Code::GroupNotFound.into())),
            },
        }
    }
    if let Some(problem) = Problem::of_fields(wrong) {
        return Err(problem.into());
    }
    let mut tx = app.pool.begin().await?;
    let numbers: Vec<&str> = request.data.iter().map(|one| one.account_no.as_str()).collect();
    if !sql::are_here(&mut tx, &who.bulk_id, &numbers).await? {
        return Err(Code::AccountNotFound.into());
    }
    if !sql::regroup(&mut tx, &who.bulk_id, &moved).await? {
        return Err(Code::GroupNotFound.into());
    }
    let by = Asker::from(&who.person);
    tagging::ask(&app, &mut tx, &who.bulk_id, by, TaggingAction::Updating, &wanted).await?;
    let note = Note::by(&who.person, Kind::AccountsChanged, who.bulk_id.as_str());
    activity::note(&app, &mut tx, note.with(json!({ "accounts": numbers }))).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts: i64::try_from(numbers.len()).unwrap_or(i64::MAX) })
}

fn few(accounts: usize) -> Result<(), Problem> {
    if accounts > MOST_ACCOUNTS {
        return Err(Problem::new(Code::AccountsTooMany).with("limit", MOST_ACCOUNTS));
    }
    Ok(())
}
