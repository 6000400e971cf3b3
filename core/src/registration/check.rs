//! Checks of an application, made in the browser before it is sent and again by the server.

use super::{
    ApplicationAccount, GOVERNMENT, MAX_ACCOUNTS, MAX_LISTED_ACCOUNTS, MAX_REMARK_LENGTH, PRIVATE, RegistrationForm,
    ReviewAction, government_may_register,
};
use crate::accounts::{CheckedAccount, TypedAccount, check_accounts};
use crate::{Code, Day, Problem, company};

/// Checks the remark of a decision. It is required unless the decision is to approve.
/// Fails with [`Code::RemarkRequired`], [`Code::RemarkTooLong`] at `remark`.
pub fn check_review(action: ReviewAction, remark: &str) -> Result<(), Problem> {
    let needed = !matches!(action, ReviewAction::Approve);
    match remark.trim().chars().count() {
        0 if needed => Err(Problem::at("remark", Code::RemarkRequired)),
        0..=MAX_REMARK_LENGTH => Ok(()),
        _ => Err(Problem::at("remark", Problem::new(Code::RemarkTooLong).with("limit", MAX_REMARK_LENGTH))),
    }
}

/// Checks the complete form before it is submitted.
/// Fails with every wrong field: `businessType`, `details.…`, `declarationFileId`.
pub fn check_form(form: &RegistrationForm, today: Day) -> Result<(), Problem> {
    Problem::of_fields(wrong_fields(form, government_may_register(today))).map_or(Ok(()), Err)
}

/// Checks the number of listed accounts, including those that are left out, before they are processed.
/// Fails with [`Code::AccountsTooMany`] at `accounts`.
pub fn check_listed(accounts: &[ApplicationAccount]) -> Result<(), Problem> {
    if accounts.len() <= MAX_LISTED_ACCOUNTS {
        return Ok(());
    }
    let problem = Problem::new(Code::AccountsTooMany).with("limit", MAX_LISTED_ACCOUNTS);
    Err(Problem::at("accounts", problem))
}

/// Checks the complete application before it is submitted: its form and its selected accounts, of which there must be
/// at least one. `today` is none when a government entity answers a request for information, because it may do so on
/// any day.
/// Fails with every wrong field: those of [`check_form`], `accounts`, `accounts.3.accountNo`, `accounts.3.referenceId`.
pub fn check_application(
    form: &RegistrationForm,
    accounts: &[ApplicationAccount],
    today: Option<Day>,
) -> Result<Vec<CheckedAccount>, Problem> {
    check_listed(accounts)?;
    let mut wrong = wrong_fields(form, today.is_none_or(government_may_register));
    let selected: Vec<(usize, &ApplicationAccount)> =
        accounts.iter().enumerate().filter(|(_, account)| account.is_select).collect();
    let typed: Vec<TypedAccount<'_>> = selected
        .iter()
        .map(|(_, account)| TypedAccount {
            account_no: &account.account_no,
            reference_id: account.reference_id.as_deref().unwrap_or_default(),
        })
        .collect();
    if typed.len() > MAX_ACCOUNTS {
        wrong.push(("accounts".to_owned(), Problem::new(Code::AccountsTooMany).with("limit", MAX_ACCOUNTS)));
    } else if typed.is_empty() {
        wrong.push(("accounts".to_owned(), Code::AccountsRequired.into()));
    }
    let checked = check_accounts(&typed);
    if let Err(problem) = &checked {
        wrong.extend(problem.fields.iter().map(|(name, problem)| (in_list(name, &selected), problem.clone())));
    }
    match Problem::of_fields(wrong) {
        Some(problem) => Err(problem),
        None => checked,
    }
}

/// Translates a field name with an index of the selected accounts to one with an index of the whole list.
fn in_list(name: &str, selected: &[(usize, &ApplicationAccount)]) -> String {
    let mut parts = name.splitn(3, '.').skip(1);
    let place = parts.next().and_then(|place| place.parse().ok()).and_then(|place: usize| selected.get(place));
    match (place, parts.next()) {
        (Some((place, _)), Some(field)) => format!("accounts.{place}.{field}"),
        _ => name.to_owned(),
    }
}

fn wrong_fields(form: &RegistrationForm, window_is_open: bool) -> Vec<(String, Problem)> {
    let mut wrong: Vec<(String, Problem)> = Vec::new();
    match form.business_type {
        Some(GOVERNMENT) if !window_is_open => {
            wrong.push(("businessType".to_owned(), Code::GovernmentWindowClosed.into()));
        }
        Some(GOVERNMENT | PRIVATE) => {}
        _ => wrong.push(("businessType".to_owned(), Code::BusinessTypeRequired.into())),
    }
    if let Err(problem) = company::check_company(&form.details) {
        wrong.extend(problem.fields.into_iter().map(|(name, problem)| (format!("details.{name}"), problem)));
    }
    if form.declaration_file_id.as_deref().unwrap_or_default().is_empty() {
        wrong.push(("declarationFileId".to_owned(), Code::DeclarationRequired.into()));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::AccountSource;

    fn account(account_no: &str, is_select: bool) -> ApplicationAccount {
        ApplicationAccount {
            account_no: account_no.to_owned(),
            reference_id: None,
            is_select,
            source: AccountSource::Manual,
        }
    }

    fn codes(accounts: &[ApplicationAccount]) -> Vec<(String, Code)> {
        let problem = check_application(&RegistrationForm::default(), accounts, None).expect_err("an empty form");
        let fields = problem.fields.into_iter().filter(|(name, _)| name.starts_with("accounts"));
        fields.map(|(name, problem)| (name, problem.code)).collect()
    }

    #[test]
    fn accounts_are_named_by_their_place_in_the_whole_list() {
        let list = [
            account("210000000001", true),
            account("wrong", false),
            account("33", true),
            account("210000000001", true),
        ];
        let expected =
            [("accounts.2.accountNo", Code::AccountNumberPrefix), ("accounts.3.accountNo", Code::AccountRepeated)];
        assert_eq!(codes(&list), expected.map(|(name, code)| (name.to_owned(), code)));
    }

    #[test]
    fn at_least_one_account_must_be_selected() {
        let none = [("accounts".to_owned(), Code::AccountsRequired)];
        assert_eq!(codes(&[]), none);
        assert_eq!(codes(&[account("210000000001", false)]), none);
        assert_eq!(codes(&[account("210000000001", true)]), []);
    }

    /// A company may have more accounts than an application can add, so accounts that are left out do not count towards
    /// that limit.
    #[test]
    fn unselected_accounts_count_only_towards_the_list_limit() {
        let many = |taken: usize, left_out: usize| -> Vec<ApplicationAccount> {
            let number = |n: usize| format!("21{n:010}");
            (0..taken + left_out).map(|n| account(&number(n), n < taken)).collect()
        };
        let too_many = [("accounts".to_owned(), Code::AccountsTooMany)];
        assert_eq!(codes(&many(MAX_ACCOUNTS, MAX_LISTED_ACCOUNTS - MAX_ACCOUNTS)), []);
        assert_eq!(codes(&many(MAX_ACCOUNTS + 1, 0)), too_many);
        assert_eq!(codes(&many(1, MAX_LISTED_ACCOUNTS)), too_many);
        assert_eq!(check_listed(&many(0, MAX_LISTED_ACCOUNTS)), Ok(()));
    }

    #[test]
    fn the_window_applies_to_first_submissions_only() {
        let form = RegistrationForm { business_type: Some(GOVERNMENT), ..RegistrationForm::default() };
        let closed = |today: Option<&str>| {
            let today = today.map(|day| Day::parse(day).expect("a day"));
            let problem = check_application(&form, &[], today).expect_err("not whole");
            problem.fields.iter().any(|(_, problem)| problem.code == Code::GovernmentWindowClosed)
        };
        assert!(closed(Some("2026-11-07")) && closed(Some("2026-11-28")));
        assert!(!closed(Some("2026-11-08")) && !closed(Some("2026-11-27")) && !closed(None));
    }
}
