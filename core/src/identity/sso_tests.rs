//! Tests of the rules for providers and mail domains.

use super::*;

const ISSUER: &str = "https://login.sinar.example";

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

fn abilities(field: &str, listed: &[&str]) -> Abilities {
    serde_json::from_value(serde_json::json!({ field: listed })).expect("abilities")
}

#[test]
fn a_provider_that_can_never_work_is_refused_with_what_is_accepted() {
    let refused = |field: &str, listed: &[&str]| check_abilities(&abilities(field, listed)).err();
    check_abilities(&Abilities::default()).expect("nothing is said");
    let algorithms = "id_token_signing_alg_values_supported";
    for listed in [&["HS256", "RS256"][..], &["none", "ES384"], &["EdDSA"], &["Ed25519"], &["PS512"]] {
        assert_eq!(refused(algorithms, listed), None, "{listed:?}");
    }
    let only = refused(algorithms, &["HS256", "none", "ES512"]).expect("no public key");
    assert_eq!(
        only.sentence(crate::Language::En),
        "This provider offers only HS256, none, ES512 (id_token_signing_alg_values_supported). The portal needs one of \
         RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, EdDSA, Ed25519. Please change it at your provider."
    );
    for (field, good, bad) in [
        ("token_endpoint_auth_methods_supported", "client_secret_post", "private_key_jwt"),
        ("token_endpoint_auth_methods_supported", "none", "tls_client_auth"),
        ("code_challenge_methods_supported", "S256", "plain"),
        ("response_types_supported", "code", "id_token"),
    ] {
        assert_eq!(refused(field, &[bad, good]), None, "{field}");
        let problem = refused(field, &[bad]).expect(field);
        assert_eq!((problem.code, &problem.params["field"]), (Code::SsoProviderUnfit, &field.into()));
        assert_eq!(problem.params["found"], serde_json::json!([bad]));
    }
}

#[test]
fn texts_of_a_provider_are_cut_before_they_are_shown() {
    assert_eq!(detail("HS256"), "HS256");
    assert_eq!(detail("a \u{202e}b\n"), "ab");
    assert_eq!(detail(""), "?");
    assert_eq!(detail(&"a".repeat(200)).len(), 100);
    assert_eq!(error_detail("invalid_client"), "invalid_client");
    for text in ["", "call 0123", "https://evil.example", "<b>", &"a".repeat(41)] {
        assert_eq!(error_detail(text), "?", "{text}");
    }
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
