//! Checks lists of accounts against the utility's records, before they are submitted.

use gridbill_core::Problem;
use gridbill_core::accounts::{CheckAccountsRequest, CheckedAccounts, NewAccount, TypedAccount, check_rows};
use gridbill_core::number::AccountNo;

use super::change::check_count;
use super::{lookup, tagging};
use crate::app::App;
use crate::auth::who::Person;
use crate::error::Answer;

/// Checks a list for the user's bulk account, or for a new one.
pub async fn check(app: App, who: Person, request: CheckAccountsRequest) -> Answer<CheckedAccounts> {
    let numbers = numbers(&request.accounts)?;
    lookup::count(&app, &who, numbers.len()).await?;
    let texts: Vec<&str> = numbers.iter().map(AccountNo::as_str).collect();
    let errors = tagging::errors_of(&app, who.bulk_id.as_ref(), &texts).await?;
    let found = errors.iter().map(|(number, error)| (number.as_str(), *error));
    lookup::record(&app, &who, numbers.len(), found).await?;
    Ok(check_rows(typed(&request.accounts), |number| errors.get(number).copied()))
}

fn typed(accounts: &[NewAccount]) -> impl Iterator<Item = TypedAccount<'_>> + Clone {
    accounts.iter().map(|one| TypedAccount {
        account_no: &one.account_no,
        reference_id: one.reference_id.as_deref().unwrap_or_default(),
    })
}

/// The distinct, well-formed numbers.
fn numbers(accounts: &[NewAccount]) -> Result<Vec<AccountNo>, Problem> {
    check_count("accounts", accounts.len())?;
    let mut numbers: Vec<AccountNo> =
        accounts.iter().filter_map(|one| AccountNo::parse(&one.account_no).ok()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}
