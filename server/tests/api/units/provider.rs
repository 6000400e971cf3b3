use gridbill::identity::sso::provider::{base64url, encoded, verify};
use gridbill_core::Code;

/// RFC 7636, appendix B.
#[test]
fn the_challenge_is_that_of_rfc_7636() {
    use sha2::{Digest as _, Sha256};
    let challenge = base64url(&Sha256::digest(b"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
    assert_eq!(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
}

#[test]
fn a_token_without_a_signature_is_refused_before_any_key_is_looked_at() {
    let token = |header: &str| format!("{}.{}.", base64url(header.as_bytes()), base64url(b"{}"));
    for (header, code) in [
        (r#"{"alg":"none"}"#, Code::SsoAlgorithmRefused),
        (r#"{"alg":"HS256","kid":"a"}"#, Code::SsoAlgorithmRefused),
        (r#"{"alg":"RS256","kid":"a"}"#, Code::SsoKeyUnknown),
        (r#"{"alg":"RS256"}"#, Code::SsoKeyUnknown),
        (r#"{"alg":"RS256","crit":["b64"]}"#, Code::SsoTokenInvalid),
        ("{}", Code::SsoTokenInvalid),
        ("", Code::SsoTokenInvalid),
    ] {
        assert_eq!(verify(&token(header), &[]).expect_err(header), code, "{header}");
    }
    assert_eq!(verify("", &[]).expect_err("nothing"), Code::SsoTokenInvalid);
}

#[test]
fn credentials_are_encoded_for_the_header() {
    assert_eq!(encoded("a:b c/ü"), "a%3Ab+c%2F%C3%BC");
}
