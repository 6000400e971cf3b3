use super::*;

fn code<T>(checked: Result<T, Problem>) -> Option<(String, Code)> {
    let problem = checked.err()?;
    problem.fields.first().map(|(field, problem)| (field.clone(), problem.code))
}

#[test]
fn a_code_of_an_app_is_six_digits() {
    for typed in ["123456", "123 456", " 1 2 3 4 5 6 "] {
        assert_eq!(parse_totp(typed).as_deref(), Ok("123456"), "{typed}");
    }
    for typed in ["", "12345", "1234567", "12345a", "１２３４５６"] {
        assert_eq!(code(parse_totp(typed)), Some(("totp".to_owned(), Code::FactorCodeInvalid)), "{typed}");
    }
}

#[test]
fn a_recovery_code_is_the_same_in_each_way_of_typing() {
    for typed in ["ABCD-2345-EFGH", "abcd 2345 efgh", "abcd2345efgh\n"] {
        assert_eq!(normal_recovery_code(typed), "ABCD2345EFGH");
    }
}

#[test]
fn a_factor_has_a_short_name() {
    let longest = "é".repeat(MAX_NAME_LENGTH);
    assert_eq!(check_name(Some(" Phone "), "Passkey").as_deref(), Ok("Phone"));
    assert_eq!(check_name(Some("  "), "Passkey").as_deref(), Ok("Passkey"));
    assert_eq!(check_name(None, "Passkey").as_deref(), Ok("Passkey"));
    assert_eq!(check_name(Some(&longest), "Passkey"), Ok(longest.clone()));
    for name in [format!("{longest}e"), "Pho\u{7}ne".to_owned()] {
        assert_eq!(code(check_name(Some(&name), "Passkey")), Some(("name".to_owned(), Code::FactorNameTooLong)));
    }
}

#[test]
fn a_rule_about_second_factors_begins_today_or_soon() {
    let today = Day::parse("2026-11-28").expect("a day");
    let check = |roles: &[Role], days: Option<i64>| check_policy(roles, days.map(|days| today.plus_days(days)), today);
    let policy =
        |roles: &[Role], days| FactorPolicy { roles: roles.to_vec(), required_from: Some(today.plus_days(days)) };
    let roles = [Role::Master, Role::Member];
    assert_eq!(check(&[Role::Master, Role::Member, Role::Master], None), Ok(policy(&roles, 0)), "each role once");
    for days in [0, MAX_GRACE_DAYS] {
        assert_eq!(check(&roles, Some(days)), Ok(policy(&roles, days)));
    }
    for days in [-1, MAX_GRACE_DAYS + 1] {
        let day = Some(("requiredFrom".to_owned(), Code::FactorPolicyDay));
        assert_eq!(code(check(&roles, Some(days))), day);
    }
    assert_eq!(check(&[], Some(-1)), Ok(FactorPolicy { roles: Vec::new(), required_from: None }));
    assert_eq!(code(check(&[Role::Master, Role::Ict], None)), Some(("roles".to_owned(), Code::FactorPolicyRole)));
}

#[test]
fn a_challenged_sign_in_has_no_tokens() {
    let tokens = Tokens {
        access_token: "access".to_owned(),
        refresh_token: "refresh".to_owned(),
        expires_in: 900,
        is_admin: false,
        is_password_reset_required: false,
    };
    assert_eq!(SignInAnswer::Tokens(tokens.clone()).tokens(), Some(tokens));
    let challenge = SignInChallenge { handle: "handle".to_owned(), methods: vec![FactorKind::Totp], passkey: None };
    assert_eq!(SignInAnswer::Challenged(Challenged { challenge }).tokens(), None);
}
