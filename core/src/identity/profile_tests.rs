use super::*;
use crate::identity::password::check_change;

fn fields(checked: Result<(), Problem>) -> Vec<(String, Code)> {
    let wrong = checked.err().map(|problem| problem.fields).unwrap_or_default();
    wrong.into_iter().map(|(field, problem)| (field, problem.code)).collect()
}

#[test]
fn every_listed_preference_is_known_and_nothing_else_is() {
    for (code, values) in PREFERENCES {
        for value in *values {
            assert_eq!(check_preference(code, value), Ok(()));
        }
        let unknown = [("configValue".to_owned(), Code::PreferenceUnknown)];
        assert_eq!(fields(check_preference(code, "another")), unknown);
    }
    // The value of one preference is invalid for another.
    assert!(check_preference("language", "dark").is_err());
    assert_eq!(fields(check_preference("colour", "dark")), [("preferenceCode".to_owned(), Code::PreferenceUnknown)]);
}

#[test]
fn hidden_columns_are_an_object_of_lists() {
    let longest = |length: usize| {
        let around = r#"{"payments":[""]}"#.len();
        format!(r#"{{"payments":["{}"]}}"#, "é".repeat(length - around))
    };
    for value in ["{}", r#"{"payments":[]}"#, r#"{"payments":["method"],"bills":["group","due"]}"#, &longest(2000)] {
        assert_eq!(check_preference(COLUMNS, value), Ok(()), "{value}");
    }
    let wrong =
        ["", "[]", "null", "method", r#"{"payments":"method"}"#, r#"{"payments":[1]}"#, "{} {}", &longest(2001)];
    for value in wrong {
        assert_eq!(
            fields(check_preference(COLUMNS, value)),
            [("configValue".to_owned(), Code::PreferenceUnknown)],
            "{value}"
        );
    }
}

#[test]
fn favourite_dates_are_read_out_of_one_text() {
    let read = |text: &str| match parse_favourite_dates(text) {
        Ok(range) => Ok(format!("{} {}", range.start_date, range.end_date)),
        Err(problem) => Err((problem.fields[0].0.clone(), problem.code)),
    };
    let both = Ok("2026-11-01 2026-11-30".to_owned());
    assert_eq!(read("2026-11-01,2026-11-30"), both);
    assert_eq!(read(" 2026-11-01 , 2026-11-30 "), both);
    assert_eq!(read(r#"{"startDate":"2026-11-01","endDate":"2026-11-30"}"#), both);
    for (text, code) in [
        ("", Code::PreferenceUnknown),
        ("2026-11-01", Code::PreferenceUnknown),
        ("[\"2026-11-01\",\"2026-11-30\"]", Code::DateInvalid),
        ("2026-11-01,2026-11-31", Code::DateInvalid),
        ("2026-11-30,2026-11-01", Code::DateRangeReversed),
        (r#"{"startDate":"2026-11-30","endDate":"2026-11-01"}"#, Code::DateRangeReversed),
    ] {
        assert_eq!(read(text), Err(("configValue".to_owned(), code)), "{text}");
    }
}

#[test]
fn every_wrong_password_is_reported_at_its_field() {
    let wrong = |old, new| fields(check_change(old, new));
    assert!(wrong("old-Passw0rd", "new-Passw0rd").is_empty());
    let both =
        [("oldPassword".to_owned(), Code::OldPasswordRequired), ("newPassword".to_owned(), Code::PasswordRequired)];
    assert_eq!(wrong("", ""), both);
    assert_eq!(wrong("same-Passw0rd", "same-Passw0rd"), [("newPassword".to_owned(), Code::PasswordAsBefore)]);
    assert_eq!(wrong("short1", "short1"), [("newPassword".to_owned(), Code::PasswordTooShort)]);
}
