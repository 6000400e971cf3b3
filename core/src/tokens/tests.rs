use super::*;

#[test]
fn a_name_is_required_and_short() {
    assert_eq!(check_name("  ERP import "), Ok("ERP import".to_owned()));
    for wrong in ["", "  ", "two\nlines", &"x".repeat(MAX_NAME_LENGTH + 1)] {
        let refused = check_name(wrong).expect_err(wrong);
        assert_eq!(refused.fields[0].1.code, Code::ApiTokenNameInvalid);
    }
}

#[test]
fn scopes_are_stored_once_in_one_order() {
    let chosen = check_scopes(&[TokenScope::Downloads, TokenScope::BillsRead, TokenScope::Downloads]);
    assert_eq!(chosen, Ok(vec![TokenScope::BillsRead, TokenScope::Downloads]));
    assert!(check_scopes(&[]).is_err());
}

#[test]
fn a_token_ends_at_the_end_of_a_day_within_366_days() {
    let today = Day::parse("2026-11-26").expect("a day");
    assert_eq!(check_expiry(today, today), Ok(today.plus_days(1).begins()));
    assert!(check_expiry(today.plus_days(365), today).is_ok());
    for wrong in [today.plus_days(-1), today.plus_days(366)] {
        assert!(check_expiry(wrong, today).is_err(), "{wrong}");
    }
}

#[test]
fn a_state_follows_from_the_times() {
    let now = Day::parse("2026-11-26").expect("a day").begins();
    let (later, before) = (now.plus_seconds(1), now.plus_seconds(-1));
    assert_eq!(TokenState::of(now, later, false, None), TokenState::Active);
    assert_eq!(TokenState::of(now, later, false, Some(later)), TokenState::Rotating);
    assert_eq!(TokenState::of(now, later, false, Some(now)), TokenState::Active);
    assert_eq!(TokenState::of(now, now, false, Some(later)), TokenState::Expired);
    assert_eq!(TokenState::of(now, before, true, None), TokenState::Revoked);
}

#[test]
fn reminders_are_30_and_7_days_before_the_last_day() {
    let last = Day::parse("2026-11-26").expect("a day");
    let expires_at = last.plus_days(1).begins();
    let at = |days: i64, seconds: i64| reminder_days(last.plus_days(-days).begins().plus_seconds(seconds), expires_at);
    assert_eq!(at(30, -1), None);
    assert_eq!(at(30, 0), Some(30));
    assert_eq!(at(7, -1), Some(30));
    assert_eq!(at(7, 0), Some(7));
    assert_eq!(at(0, 0), Some(7));
}
