//! Tests of the rules for ID tokens.

use serde_json::json;

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
        aud: vec!["portal".to_owned()],
        azp: None,
        exp: at + 300,
        iat: at,
        nonce: Some("n-0S6_WzA2Mj".to_owned()),
        auth_time: None,
        name: None,
    }
}

fn checked(change: impl FnOnce(&mut IdTokenClaims)) -> Result<(), Problem> {
    checked_since(None, change)
}

fn checked_since(asked_at: Option<Instant>, change: impl FnOnce(&mut IdTokenClaims)) -> Result<(), Problem> {
    let mut claims = claims();
    change(&mut claims);
    let (client_id, nonce) = ("portal", "n-0S6_WzA2Mj");
    check_claims(&claims, &ExpectedToken { issuer: ISSUER, client_id, nonce, now: now(), asked_at })
}

#[test]
fn a_token_is_refused_for_the_rule_that_it_breaks() {
    let at = now().utc().timestamp();
    let several = |clients: &[&str]| clients.iter().map(ToString::to_string).collect::<Vec<_>>();
    let code = |change: &dyn Fn(&mut IdTokenClaims)| checked(change).expect_err("refused").code;
    assert_eq!(checked(|_| ()), Ok(()));
    assert_eq!(code(&|token| token.iss.push('/')), Code::SsoIssuerWrong);
    assert_eq!(code(&|token| token.aud = several(&["other"])), Code::SsoAudienceWrong);
    assert_eq!(code(&|token| token.aud = several(&[])), Code::SsoAudienceWrong);
    assert_eq!(checked(|token| token.aud = several(&["portal"])), Ok(()));
    assert_eq!(code(&|token| token.aud = several(&["portal", "other"])), Code::SsoAudienceWrong);
    assert_eq!(code(&|token| token.azp = Some("other".to_owned())), Code::SsoAudienceWrong);
    let ours = |token: &mut IdTokenClaims| {
        token.aud = several(&["other", "portal"]);
        token.azp = Some("portal".to_owned());
    };
    assert_eq!(checked(ours), Ok(()));
    let found = checked(|token| token.aud = several(&["portal", "other"])).expect_err("refused");
    assert_eq!(found.params["found"], "other");
    assert_eq!(code(&|token| token.nonce = None), Code::SsoNonceWrong);
    assert_eq!(code(&|token| token.nonce = Some("another".to_owned())), Code::SsoNonceWrong);
    for (claim, change, seconds) in [
        ("exp", (|token: &mut IdTokenClaims, at| token.exp = at) as fn(&mut IdTokenClaims, i64), -CLOCK_SECONDS),
        ("iat", |token, at| token.iat = at, CLOCK_SECONDS + 1),
        ("auth_time", |token, at| token.auth_time = Some(at), CLOCK_SECONDS + 1),
    ] {
        let refused = checked(|token| change(token, at + seconds)).expect_err(claim);
        assert_eq!((refused.code, &refused.params["claim"]), (Code::SsoTokenExpired, &claim.into()));
        assert_eq!(refused.params["seconds"], seconds.abs(), "{claim}");
        assert_eq!(checked(|token| change(token, at + seconds - seconds.signum())), Ok(()), "{claim}");
    }
    for sub in ["", &"a".repeat(256), "a\nb"] {
        let refused = checked(|token| token.sub = sub.to_owned()).expect_err("refused");
        assert_eq!((refused.code, &refused.params["claim"]), (Code::SsoClaimInvalid, &"sub".into()));
    }
}

#[test]
fn a_confirmation_needs_a_recent_sign_in_at_the_provider() {
    let at = now().utc().timestamp();
    let since = |auth_time| checked_since(Some(now()), |token| token.auth_time = auth_time);
    for unknown in [None, Some(0)] {
        assert_eq!(since(unknown), Err(Code::SsoSignInTimeMissing.into()));
    }
    let oldest = at - MAX_AGE_SECONDS - CLOCK_SECONDS;
    assert_eq!(since(Some(oldest - 1)), Err(Problem::new(Code::SsoNotFresh).with("seconds", 181)));
    assert_eq!(since(Some(oldest)), Ok(()));
    assert_eq!(since(Some(at + 5)), Ok(()));
    assert_eq!(since(Some(at + CLOCK_SECONDS + 1)).expect_err("in future").code, Code::SsoTokenExpired);
    // A provider's sign-in that just counts is much younger than any other proof may be.
    const { assert!(3 * (MAX_AGE_SECONDS + CLOCK_SECONDS) < crate::identity::PROOF_SECONDS) };
}

#[test]
fn only_public_key_signatures_are_accepted() {
    for accepted in ACCEPTED {
        SigningAlgorithm::from_header(accepted).expect(accepted);
    }
    for refused in ["none", "None", "NONE", "", "HS256", "HS384", "HS512", "rs256", "RS1", "ES256K", "ES512", "Ed448"] {
        let problem = SigningAlgorithm::from_header(refused).expect_err(refused);
        assert_eq!(problem.code, Code::SsoAlgorithmRefused, "{refused}");
        assert_eq!(problem.params["algorithm"], if refused.is_empty() { "?" } else { refused });
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

fn read(change: impl FnOnce(&mut Value)) -> Result<IdTokenClaims, Problem> {
    let mut token = json!({ "iss": ISSUER, "sub": "a", "aud": "portal", "exp": 1_700_000_300, "iat": 1_700_000_000 });
    change(&mut token);
    IdTokenClaims::read(token.as_object().expect("claims"))
}

#[test]
fn a_time_is_any_number_from_1970_to_the_year_9999() {
    let of = |text: &str| {
        let value = serde_json::from_str(text).expect(text);
        read(|token| token["auth_time"] = value).map(|claims| claims.auth_time)
    };
    for (text, seconds) in [
        ("1700000000", 1_700_000_000),
        ("1700000000.9", 1_700_000_000),
        ("1763611200.123456", 1_763_611_200),
        ("1.7e9", 1_700_000_000),
        ("17E+8", 1_700_000_000),
        ("0", 0),
        ("253402300799", 253_402_300_799),
    ] {
        assert_eq!(of(text), Ok(Some(seconds)), "{text}");
    }
    assert_eq!(of("null"), Ok(None));
    for text in
        ["-1", "-0.5", "253402300800", "1700000000000", "1e300", "9223372036854775807", r#""1700000000""#, "true"]
    {
        let refused = of(text).expect_err(text);
        assert_eq!((refused.code, &refused.params["claim"]), (Code::SsoClaimInvalid, &"auth_time".into()), "{text}");
    }
}

#[test]
fn a_claim_of_another_form_is_refused_by_its_name() {
    read(|_| ()).expect("claims");
    for claim in ["iss", "sub", "aud", "exp", "iat"] {
        let missing = read(|token| drop(token.as_object_mut().expect("claims").remove(claim))).expect_err(claim);
        assert_eq!((missing.code, &missing.params["claim"]), (Code::SsoClaimInvalid, &claim.into()));
    }
    for claim in ["iss", "sub", "aud", "azp", "exp", "iat", "nonce", "auth_time"] {
        let wrong = read(|token| token[claim] = json!({})).expect_err(claim);
        assert_eq!((wrong.code, &wrong.params["claim"]), (Code::SsoClaimInvalid, &claim.into()));
    }
    let several = read(|token| token["aud"] = json!(["a", "b"])).expect("claims");
    assert_eq!(several.aud, ["a", "b"]);
    read(|token| token["aud"] = json!(["a", 1])).expect_err("a number");
    assert_eq!(read(|token| token["name"] = json!(["Aina"])).expect("claims").name, None, "a name only helps");
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

/// Claims that providers sent to `proofs/houses/sso.mjs`, with what is read from them.
#[test]
fn claims_of_providers_are_read() {
    for (provider, text, audience, auth_time) in [
        (
            "oidc-provider 9.13.3",
            r#"{"sub":"payer","auth_time":1796023251,"nonce":"n","aud":"gridbill","exp":1796026851,"iat":1796023251,"iss":"http://a"}"#,
            "gridbill",
            Some(1_796_023_251),
        ),
        (
            "Canaille 0.3.6",
            r#"{"iss":"http://a","aud":["gridbill"],"iat":1796023521,"exp":1796027121,"auth_time":1796023521.876549,"nonce":"n",
                "amr":["pwd"],"sub":"aina","name":"Aina Ali","updated_at":1796023513}"#,
            "gridbill",
            Some(1_796_023_521),
        ),
        (
            "Glewlwyd 2.7.5",
            r#"{"sub":"aJT1UZHKMjUn8u6d","iss":"http://a","aud":"gridbill","exp":1796026971,"iat":1796023371,"auth_time":0,
                "azp":"gridbill","nonce":"n","amr":["session"]}"#,
            "gridbill",
            Some(0),
        ),
        (
            "LemonLDAP::NG 2.16.1",
            r#"{"acr":"loa-1","iss":"http://a","azp":"gridbill","sub":"dwho","iat":1796023857,"aud":["gridbill"],"nonce":"n",
                "exp":1796027457,"auth_time":1796023856}"#,
            "gridbill",
            Some(1_796_023_856),
        ),
        (
            "Better Auth 1.7.25",
            r#"{"auth_time":1796024145,"acr":"0","iss":"http://a","sub":"sjHVwOdmpKRuSvYQ","aud":"fnWpQhTXJvUt","nonce":"n",
                "iat":1796024145,"exp":1796060145}"#,
            "fnWpQhTXJvUt",
            Some(1_796_024_145),
        ),
    ] {
        let claims = IdTokenClaims::read(&serde_json::from_str(text).expect(provider)).expect(provider);
        assert_eq!(
            (claims.aud[0].as_str(), claims.auth_time, claims.aud.len()),
            (audience, auth_time, 1),
            "{provider}"
        );
    }
}
