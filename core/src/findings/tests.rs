use super::*;
use crate::{Code, Language, Problem};

fn code<T>(checked: Result<T, Problem>) -> Option<Code> {
    let problem = checked.err()?;
    Some(problem.fields.first().map_or(problem.code, |(_, problem)| problem.code))
}

#[test]
fn a_decision_has_a_reason() {
    let longest = "é".repeat(MAX_REASON_LENGTH);
    assert_eq!(check_reason(" The meter was read twice. ").as_deref(), Ok("The meter was read twice."));
    assert_eq!(check_reason(&longest), Ok(longest.clone()));
    assert_eq!(code(check_reason(" \n")), Some(Code::RemarkRequired));
    assert_eq!(code(check_reason(&format!("{longest}e"))), Some(Code::RemarkTooLong));
}

#[test]
fn a_decision_is_about_at_least_one_finding_and_not_about_too_many() {
    let chosen = |count| code(check_chosen(&vec![String::new(); count]));
    assert_eq!((chosen(1), chosen(MAX_DECIDED)), (None, None));
    assert_eq!((chosen(0), chosen(MAX_DECIDED + 1)), (Some(Code::NoFindingsChosen), Some(Code::TooLarge)));
}

#[test]
fn a_rule_is_muted_until_today_or_a_later_day() {
    let today = Day::parse("2026-11-28").expect("a day");
    let until = |days| code(check_muted_day(today.plus_days(days), today, Language::En));
    assert_eq!((until(0), until(MAX_MUTED_DAYS)), (None, None));
    assert_eq!((until(-1), until(MAX_MUTED_DAYS + 1)), (Some(Code::MuteDayInvalid), Some(Code::MuteDayInvalid)));
    assert_eq!(last_muted_day(today), today.plus_days(MAX_MUTED_DAYS));
}

#[test]
fn the_share_of_a_batch_is_rounded_down() {
    assert_eq!(share(3, 1), 3_333);
    assert_eq!((share(3, 0), share(3, 3), share(200, 1)), (0, 10_000, 50));
    assert_eq!((share(0, 0), share(1, 1)), (0, 10_000), "a batch without bills has no findings");
}

#[test]
fn a_preview_audits_a_sample_of_all_accounts_that_does_not_change() {
    let account = |number: usize| AccountNo::parse(&format!("21{number:010}")).expect("a number");
    let accounts: Vec<AccountNo> = (0..10 * MAX_PREVIEW_ACCOUNTS).map(account).collect();
    let sample = preview_sample(accounts.clone());
    assert_eq!(sample.len(), MAX_PREVIEW_ACCOUNTS);
    assert_eq!(preview_sample(accounts.iter().rev().cloned().collect()), sample);
    for tenth in accounts.chunks(MAX_PREVIEW_ACCOUNTS) {
        let chosen = sample.iter().filter(|account| tenth.contains(account)).count();
        assert!((30..90).contains(&chosen), "{chosen} of {} accounts", tenth.len());
    }
    assert_eq!(preview_sample(accounts[..MAX_PREVIEW_ACCOUNTS].to_vec()), accounts[..MAX_PREVIEW_ACCOUNTS]);
}
