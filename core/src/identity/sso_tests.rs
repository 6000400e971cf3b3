//! Tests of the rules for ID tokens, providers and mail domains.

use super::*;

const ISSUER: &str = "https://login.sinar.example";

fn now() -> Instant {
    Instant::parse("2026-11-20T04:00:00Z").expect("an instant")
}

fn claims() -> IdTokenClaims {
    let at = now().utc().timestamp();
    IdTokenClaims {
        iss: ISSUER.to_owned(),
        sub: "248289761001".to_owned(),
        aud: TokenAudience::One("portal".to_owned()),
        azp: None,
        exp: at + 300,
        iat: at,
        nonce: Some("n-0S6_WzA2Mj".to_owned()),
        auth_time: None,
        name: None,
    }
}

fn checked(change: impl FnOnce(&mut IdTokenClaims)) -> Result<(), Code> {
    checked_since(None, change)
}

fn checked_since(asked_at: Option<Instant>, change: impl FnOnce(&mut IdTokenClaims)) -> Result<(), Code> {
    let mut claims = claims();
    change(&mut claims);
    let (client_id, nonce) = ("portal", "n-0S6_WzA2Mj");
    check_claims(&claims, &ExpectedToken { issuer: ISSUER, client_id, nonce, now: now(), asked_at })
}

#[test]
fn a_token_is_refused_for_the_rule_that_it_breaks() {
    let at = now().utc().timestamp();
    let several = |clients: &[&str]| TokenAudience::Several(clients.iter().map(ToString::to_string).collect());
    assert_eq!(checked(|_| ()), Ok(()));
    assert_eq!(checked(|token| token.iss.push('/')), Err(Code::SsoIssuerWrong));
    assert_eq!(checked(|token| token.aud = TokenAudience::One("other".to_owned())), Err(Code::SsoAudienceWrong));
    assert_eq!(checked(|token| token.aud = several(&[])), Err(Code::SsoAudienceWrong));
    assert_eq!(checked(|token| token.aud = several(&["portal"])), Ok(()));
    assert_eq!(checked(|token| token.aud = several(&["portal", "other"])), Err(Code::SsoAudienceWrong));
    assert_eq!(checked(|token| token.azp = Some("other".to_owned())), Err(Code::SsoAudienceWrong));
    let ours = |token: &mut IdTokenClaims| {
        token.aud = several(&["other", "portal"]);
        token.azp = Some("portal".to_owned());
    };
    assert_eq!(checked(ours), Ok(()));
    assert_eq!(checked(|token| token.nonce = None), Err(Code::SsoNonceWrong));
    assert_eq!(checked(|token| token.nonce = Some("another".to_owned())), Err(Code::SsoNonceWrong));
    assert_eq!(checked(|token| token.exp = at - CLOCK_SECONDS), Err(Code::SsoTokenExpired));
    assert_eq!(checked(|token| token.exp = at - CLOCK_SECONDS + 1), Ok(()));
    assert_eq!(checked(|token| token.exp = i64::MAX), Ok(()));
    assert_eq!(checked(|token| token.iat = at + CLOCK_SECONDS + 1), Err(Code::SsoTokenExpired));
    assert_eq!(checked(|token| token.sub.clear()), Err(Code::SsoTokenInvalid));
    assert_eq!(checked(|token| token.sub = "a".repeat(256)), Err(Code::SsoTokenInvalid));
}

#[test]
fn a_confirmation_needs_a_sign_in_at_the_provider_since_it_began() {
    let at = now().utc().timestamp();
    let since = |auth_time| checked_since(Some(now()), |token| token.auth_time = auth_time);
    assert_eq!(since(None), Err(Code::SsoNotFresh));
    assert_eq!(since(Some(at - CLOCK_SECONDS - 1)), Err(Code::SsoNotFresh));
    assert_eq!(since(Some(at - CLOCK_SECONDS)), Ok(()));
    assert_eq!(since(Some(at + 5)), Ok(()));
}

#[test]
fn only_public_key_signatures_are_accepted() {
    for accepted in ["RS256", "PS256", "ES256"] {
        SigningAlgorithm::from_header(accepted).expect(accepted);
    }
    for refused in ["none", "None", "NONE", "", "HS256", "HS512", "rs256", "RS1"] {
        assert_eq!(SigningAlgorithm::from_header(refused), Err(Code::SsoAlgorithmRefused), "{refused}");
    }
}

#[test]
fn an_answer_of_another_provider_is_refused() {
    assert_eq!(check_answering_issuer(Some(ISSUER), ISSUER, true), Ok(()));
    assert_eq!(check_answering_issuer(Some(ISSUER), ISSUER, false), Ok(()));
    assert_eq!(check_answering_issuer(None, ISSUER, false), Ok(()));
    assert_eq!(check_answering_issuer(None, ISSUER, true), Err(Code::SsoMixedUp));
    assert_eq!(check_answering_issuer(Some("https://evil.example"), ISSUER, false), Err(Code::SsoMixedUp));
}

#[test]
fn a_domain_is_stored_in_one_form() {
    for (typed, domain) in [("sinar.example", "sinar.example"), (" @Sinar.Example ", "sinar.example")] {
        assert_eq!(check_domain(typed).expect("a domain"), domain);
    }
    for wrong in ["", "sinar", "a@b.example", "sinar..example", "-a.example", "sinar.example.", "a b.example"] {
        let refused = check_domain(wrong).expect_err(wrong);
        assert_eq!(refused.code, Code::SsoDomainInvalid, "{wrong}");
    }
    let email = Email::parse("Aina@Sinar.Example").expect("an address");
    assert_eq!(domain_of(&email), "sinar.example");
}

#[test]
fn settings_are_checked_by_field() {
    let request = |issuer: &str, client_id: &str, secret: Option<&str>| SetSsoRequest {
        id: BulkId::parse("3000000001").expect("an account"),
        mode: SsoMode::Optional,
        issuer: issuer.to_owned(),
        client_id: client_id.to_owned(),
        client_secret: secret.map(str::to_owned),
    };
    let provider = check_provider(&request(" https://login.sinar.example ", "portal", Some(""))).expect("settings");
    assert_eq!((provider.issuer.as_str(), provider.client_secret), (ISSUER, None));
    for (issuer, client_id, secret) in [
        ("", "portal", None),
        ("https://a.example/?b", "portal", None),
        (ISSUER, "", None),
        (ISSUER, "a b", None),
        (ISSUER, "portal", Some("a\nb")),
    ] {
        check_provider(&request(issuer, client_id, secret)).expect_err(issuer);
    }
}

#[test]
fn a_new_user_has_the_providers_name_or_the_address() {
    let named =
        |name: Option<&str>| new_name(&IdTokenClaims { name: name.map(str::to_owned), ..claims() }, "a@b.example");
    assert_eq!(named(Some(" Aina\u{7} Binti Ali ")), "Aina Binti Ali");
    assert_eq!(named(Some("  ")), "a@b.example");
    assert_eq!(named(None), "a@b.example");
    assert_eq!(named(Some(&"a".repeat(300))).len(), 100);
    // A name with digits, symbols, markup or hidden characters obeys the rule of names.
    for (given, expected) in [
        ("Badrul Hisham (SJ-2041)", "Badrul Hisham (SJ- )"),
        ("<b>Aina</b> \u{202e}Ali", "b Aina /b Ali"),
        ("Siti\u{200b} Nur 99", "Siti Nur"),
        ("陈 大文", "陈 大文"),
        ("12345", "a@b.example"),
        ("☎☎☎", "a@b.example"),
    ] {
        let name = named(Some(given));
        assert_eq!(name, expected, "{given}");
        assert_eq!(crate::identity::person::parse_name(&name).as_deref(), Ok(&*name), "{given}");
    }
    let unnamed = |email: &str| new_name(&IdTokenClaims { name: None, ..claims() }, email);
    assert_eq!(unnamed("badrul.ali99@sinar.example"), "badrul.ali");
    assert_eq!(unnamed("x99@sinar.example"), "x @sinar.example");
}

#[test]
fn a_domain_is_lost_on_the_day_that_its_master_was_told() {
    let since = Instant::parse("2026-11-20T15:30:00Z").expect("an instant");
    // 23:30 of that day in Malaysia.
    assert_eq!(loss_day(since).to_string(), "2026-12-04");
    let reading = |is_found, missing_since, at: &str| {
        read_domain(is_found, missing_since, Instant::parse(at).expect("an instant"))
    };
    assert_eq!(reading(true, None, "2026-11-20T15:30:00Z"), DomainReading::Seen);
    assert_eq!(reading(false, None, "2026-11-20T15:30:00Z"), DomainReading::FirstMissing);
    assert_eq!(reading(false, Some(since), "2026-11-20T15:30:00Z"), DomainReading::StillMissing);
    assert_eq!(reading(false, Some(since), "2026-12-03T15:59:59Z"), DomainReading::StillMissing, "the day before");
    assert_eq!(reading(false, Some(since), "2026-12-03T16:00:00Z"), DomainReading::Lost, "the day begins");
    assert_eq!(reading(true, Some(since), "2027-12-03T16:00:00Z"), DomainReading::Seen, "it came back in time");
}
