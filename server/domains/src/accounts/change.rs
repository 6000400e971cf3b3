//! Adds accounts, and changes their reference IDs and groups.

use std::collections::{BTreeSet, HashMap};

use gridbill_core::accounts::{
    AccountUpdate, AddAccountsRequest, TaggingAction, TaggingBegun, TypedAccount, UpdateAccountsRequest, check_accounts,
};
use gridbill_core::fact::{AccountState, AccountsFact, ChangedAccount};
use gridbill_core::number::{BulkId, ReferenceId};
use gridbill_core::registration::MAX_ACCOUNTS;
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::{self, Locked};
use super::tagging::{self, AccountToTag, Asker};
use crate::app::App;
use crate::auth::guard;
use crate::auth::who::{Customer, Person};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Adds accounts. All rows are checked; none is added if any row is wrong or already queued.
pub async fn add(app: App, who: Customer, request: AddAccountsRequest) -> Answer<TaggingBegun> {
    let (actor, bulk_id, accounts) = (&who.person, &who.bulk_id, &request.child_accounts);
    check_count("childAccounts", accounts.len())?;
    let typed: Vec<TypedAccount<'_>> = accounts
        .iter()
        .map(|one| TypedAccount {
            account_no: &one.account_no,
            reference_id: one.reference_id.as_deref().unwrap_or_default(),
        })
        .collect();
    // Core names its own fields in a refusal; translate them to the fields of this request.
    let checked = check_accounts(&typed).map_err(|problem| {
        let renamed = |name: String| name.replacen("accounts.", "childAccounts.", 1);
        Problem { fields: problem.fields.into_iter().map(|(name, at)| (renamed(name), at)).collect(), ..problem }
    })?;
    let wanted: Vec<AccountToTag<'_>> = checked
        .iter()
        .map(|one| AccountToTag {
            account_no: one.account_no.as_str(),
            reference_id: one.reference_id.as_ref().map(ReferenceId::as_str),
        })
        .collect();
    let mut tx = app.begin().await?;
    let busy = tagging::ask(&app, &mut tx, bulk_id, Asker::from(actor), TaggingAction::Tagging, &wanted).await?;
    none_busy("childAccounts", checked.iter().map(|one| one.account_no.as_str()), &busy)?;
    let count = count(wanted.len());
    record(&app, &mut tx, actor, bulk_id, AccountsFact::AccountsAdded { accounts: count }).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts: count })
}

/// Changes groups immediately. Reference IDs change in a job, which also locks the utility's account master. All rows
/// change, or none.
pub async fn update(app: App, who: Customer, request: UpdateAccountsRequest) -> Answer<TaggingBegun> {
    check_count("data", request.data.len())?;
    let asked = AccountChanges::all(&request.data)?;
    let bulk_id = &who.bulk_id;
    let mut tx = app.begin().await?;
    // The lock order of all transactions: groups before accounts.
    let groups: Vec<Uuid> =
        asked.iter().filter_map(|one| one.group.named()).collect::<BTreeSet<_>>().into_iter().collect();
    let known: BTreeSet<Uuid> = sql::lock_groups(&mut tx, bulk_id, &groups).await?.into_iter().collect();
    let numbers: Vec<&str> = asked.iter().map(|one| one.account_no).collect();
    let locked = sql::lock_all(&mut tx, bulk_id, &numbers).await?;
    guard::check_unchanged(&mut tx, &who.person).await?;
    let locked: HashMap<&str, &Locked> = locked.iter().map(|one| (one.account_no.as_str(), one)).collect();
    let mut wrong: Vec<(String, Problem)> = Vec::new();
    for (place, one) in asked.iter().enumerate() {
        if !locked.contains_key(one.account_no) {
            wrong.push((format!("data.{place}.accountNo"), Code::AccountNotFound.into()));
        }
        if one.group.named().is_some_and(|group_id| !known.contains(&group_id)) {
            wrong.push((format!("data.{place}.groupId"), Code::GroupNotFound.into()));
        }
    }
    if let Some(problem) = Problem::of_fields(wrong) {
        return Err(problem.into());
    }
    // Rows without changes are skipped.
    let changed: Vec<(&AccountChanges<'_>, &Locked)> = asked
        .iter()
        .filter_map(|one| locked.get(one.account_no).map(|locked| (one, *locked)))
        .filter(|(one, locked)| one.changes_group(locked) || one.changes_reference(locked))
        .collect();
    let moved = changed.iter().filter(|(one, locked)| one.changes_group(locked));
    let moved: Vec<(&str, Option<Uuid>)> = moved.map(|(one, _)| (one.account_no, one.group.named())).collect();
    sql::regroup(&mut tx, bulk_id, &moved).await?;
    let renamed = changed.iter().filter(|(one, locked)| one.changes_reference(locked));
    let wanted: Vec<AccountToTag<'_>> = renamed
        .map(|(one, _)| AccountToTag { account_no: one.account_no, reference_id: one.reference.named() })
        .collect();
    if !wanted.is_empty() {
        let by = Asker::from(&who.person);
        let busy = tagging::ask(&app, &mut tx, bulk_id, by, TaggingAction::Updating, &wanted).await?;
        none_busy("data", numbers.iter().copied(), &busy)?;
    }
    if !changed.is_empty() {
        let accounts = changed.iter().map(|(one, locked)| one.recorded(locked)).collect();
        record(&app, &mut tx, &who.person, bulk_id, AccountsFact::AccountsChanged { accounts }).await?;
    }
    tx.commit().await?;
    Ok(TaggingBegun { accounts: count(changed.len()) })
}

/// The requested change of a field.
#[derive(Clone, Copy)]
enum FieldChange<T> {
    /// Keep the current value.
    Leave,
    /// Set a value, or clear it.
    Set(Option<T>),
}

impl<T: Copy> FieldChange<T> {
    /// The value to set, if any.
    fn named(self) -> Option<T> {
        match self {
            Self::Leave => None,
            Self::Set(value) => value,
        }
    }

    fn or(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Leave => before,
            Self::Set(value) => value,
        }
    }
}

/// The requested changes of one account.
struct AccountChanges<'a> {
    account_no: &'a str,
    reference: FieldChange<&'a str>,
    group: FieldChange<Uuid>,
}

impl<'a> AccountChanges<'a> {
    /// Parses all rows. Fails with Lists every wrong row.
    fn all(rows: &'a [AccountUpdate]) -> Result<Vec<Self>, Problem> {
        let (mut asked, mut wrong, mut seen) = (Vec::with_capacity(rows.len()), Vec::new(), BTreeSet::new());
        for (place, row) in rows.iter().enumerate() {
            let account_no = row.account_no.as_str();
            if !seen.insert(account_no) {
                wrong.push((format!("data.{place}.accountNo"), Code::AccountRepeated.into()));
            }
            let reference = match row.reference_id.as_deref().map(str::trim) {
                None => FieldChange::Leave,
                Some("") => FieldChange::Set(None),
                Some(typed) => {
                    if let Err(code) = ReferenceId::parse(typed) {
                        wrong.push((format!("data.{place}.referenceId"), code.into()));
                    }
                    FieldChange::Set(Some(typed))
                }
            };
            let group = match row.group_id.as_deref().map(str::trim) {
                None => FieldChange::Leave,
                Some("") => FieldChange::Set(None),
                Some(typed) => {
                    let group_id = Uuid::parse_str(typed).ok();
                    if group_id.is_none() {
                        wrong.push((format!("data.{place}.groupId"), Code::GroupNotFound.into()));
                    }
                    FieldChange::Set(group_id)
                }
            };
            asked.push(Self { account_no, reference, group });
        }
        Problem::of_fields(wrong).map_or(Ok(asked), Err)
    }

    fn changes_group(&self, locked: &Locked) -> bool {
        self.group.or(locked.group_id) != locked.group_id
    }

    fn changes_reference(&self, locked: &Locked) -> bool {
        let before = locked.reference_id.as_deref();
        self.reference.or(before) != before
    }

    /// The states before and after, for the fact.
    fn recorded(&self, locked: &Locked) -> ChangedAccount {
        let state = |reference_id: Option<&str>, group_id: Option<Uuid>| AccountState {
            reference_id: reference_id.map(str::to_owned),
            group_id: group_id.map(|group_id| group_id.to_string()),
        };
        let reference_id = locked.reference_id.as_deref();
        ChangedAccount {
            account_no: self.account_no.to_owned(),
            before: state(reference_id, locked.group_id),
            after: state(self.reference.or(reference_id), self.group.or(locked.group_id)),
        }
    }
}

/// Records a user's action on accounts of a bulk account.
pub async fn record(
    app: &App,
    db: &mut PgConnection,
    actor: &Person,
    bulk_id: &BulkId,
    fact: AccountsFact,
) -> Answer<()> {
    let entry = Entry::by(actor, Subject::BulkAccount(bulk_id), fact, bulk_id.as_str());
    facts::record(&app.context(), db, entry).await
}

/// Refuses the whole request if a tagging of any account is queued already, and names each of them.
fn none_busy<'a>(list: &str, asked: impl Iterator<Item = &'a str>, busy: &[String]) -> Result<(), Problem> {
    let busy: BTreeSet<&str> = busy.iter().map(String::as_str).collect();
    let wrong = asked.enumerate().filter(|(_, account_no)| busy.contains(account_no));
    let wrong = wrong.map(|(place, _)| (format!("{list}.{place}.accountNo"), Code::AccountIsPending.into()));
    Problem::of_fields(wrong.collect()).map_or(Ok(()), Err)
}

pub fn count(accounts: usize) -> i64 {
    i64::try_from(accounts).unwrap_or(i64::MAX)
}

/// Checks that there is at least one account, and at most the maximum.
pub fn check_count(field: &str, accounts: usize) -> Result<(), Problem> {
    match accounts {
        0 => Err(Problem::at(field, Code::AccountsRequired)),
        1..=MAX_ACCOUNTS => Ok(()),
        _ => Err(Problem::at(field, Problem::new(Code::AccountsTooMany).with("limit", MAX_ACCOUNTS))),
    }
}
