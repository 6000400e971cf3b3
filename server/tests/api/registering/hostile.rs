//! Hostile input is refused with code and sentence, and changes nothing. Unusual but valid input is accepted.

use gridbill_core::identity::registering::IsNewEmailValid;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde_json::{Value, json};

use super::*;
use crate::support::raw::RawClient;
use crate::support::{either, sql};

fn wrong_names() -> Vec<String> {
    let strange = [
        "\u{1}\u{2}\u{3}",
        "\u{7f}",
        "\u{85}",
        "\u{202e}",
        "\u{2066}",
        "\u{2028}",
        "\n",
        "\r\n",
        "\t",
        "\u{e000}",
        "\u{10ffff}",
        "\u{fffd}",
        "😀",
        "<b>",
        "1",
        "\"",
        "\\",
        "{{7}}",
        "%00",
        ";",
    ];
    let mut names: Vec<_> = strange.iter().map(|part| format!("Nur{part}Aisyah")).collect();
    names.extend(strange.iter().map(|part| part.repeat(3)));
    names.push("N".repeat(101));
    names.push("Ñ".repeat(100_000));
    names.push("-- . --".to_owned());
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_are_none_are_refused_and_change_nothing() {
    let portal = Portal::start().await;
    let before = state(portal.pool()).await;
    for name in wrong_names() {
        let refused = portal.visitor().call::<Register>(RegisterRequest { name: name.clone(), ..form(NUR) }).await;
        let refused = refused.expect_err("refused");
        let blank = name.trim_matches(|one: char| one.is_whitespace() || one == '\u{2066}').is_empty();
        let expected = match () {
            () if blank => Code::NameRequired,
            () if name.trim().contains(['\n', '\r', '\u{85}', '\u{2028}']) => Code::LineBreak,
            () if name.starts_with("--") => Code::NameTooShort,
            () if name.starts_with("NN") || name.starts_with('Ñ') => Code::NameTooLong,
            () => Code::NameInvalid,
        };
        assert_eq!((refused.status, refused.fields()), (422, vec![("name", expected)]), "{name:?}");
    }
    assert_eq!(state(portal.pool()).await, before);
}

/// Names, addresses and numbers that were copied from chats and web pages are stored without what cannot be seen.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_seen_is_dropped() {
    let portal = Portal::start().await;
    for (place, hidden) in ["\u{200f}", "\u{61c}", "\u{200b}", "\u{feff}", "\u{3164}", "\u{180e}", "\u{ad}", "\u{fe0f}"]
        .into_iter()
        .enumerate()
    {
        let request = RegisterRequest {
            email: format!("{hidden}nur{place}@baru.example{hidden}"),
            name: format!("\u{2068}Nur{hidden}\u{a0}Aisyah\u{2069}"),
            mobile_no: format!("\u{202a}+60{hidden}\u{a0}13\u{2011}456 7890\u{202c}"),
            identification_no: format!("900131{hidden}-14\u{2011}5678"),
            ..form(NUR)
        };
        let registered = portal.visitor().call::<Register>(request).await.expect("registered");
        assert_eq!(registered.email, format!("nur{place}@baru.example"));
    }
    let query = "select distinct name, mobile_no, identification_no from person where email like 'nur%@baru.example'";
    let stored = sql::rows::<(String, Option<String>, Option<String>)>(portal.pool(), query, &[]).await;
    let one = ("Nur Aisyah".to_owned(), Some("134567890".to_owned()), Some("900131145678".to_owned()));
    assert_eq!(stored, [one]);
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_overlong_or_of_another_type_is_refused_and_changes_nothing() {
    let portal = Portal::start().await;
    let before = state(portal.pool()).await;
    let long = "9".repeat(200_000);
    for (field, value, expected) in [
        ("email", json!(format!("{long}@baru.example")), Code::EmailInvalid),
        ("email", json!("nur\u{202e}@baru.example"), Code::EmailInvalid),
        ("email", json!("nur\0@baru.example"), Code::Unreadable),
        ("email", json!("nur@baru.example\r\nbcc: all@baru.example"), Code::LineBreak),
        ("email", json!("Nur <nur@baru.example>"), Code::EmailSpaces),
        ("password", json!(format!("a{long}")), Code::PasswordTooLong),
        ("identificationType", json!(long), Code::IdentificationTypeRequired),
        ("identificationNo", json!(long), Code::IcInvalid),
        ("identificationNo", json!("９００１３１１４５６７８"), Code::IcCharacter),
        ("mobileNo", json!(long), Code::MobileInvalid),
        ("mobileNo", json!("+65123456789"), Code::TelephoneForeign),
        ("mobileNo", json!("1\u{0}2345678"), Code::Unreadable),
        ("name", json!("Nur\0Aisyah"), Code::Unreadable),
        ("name", json!(["Nur"]), Code::Unreadable),
        ("password", json!(12_345_678), Code::Unreadable),
        ("email", Value::Null, Code::Unreadable),
    ] {
        let mut request = serde_json::to_value(form(NUR)).expect("a form");
        request[field] = value;
        let refused = portal.visitor().call_raw::<Register>(request).await.expect_err("refused");
        assert_eq!(refused.fields(), [(field, expected)]);
        assert!(!refused.body.error_message.is_empty());
    }
    let refused = portal.visitor().call_raw::<IsNewEmailValid>(json!({ "email": "a".repeat(20_000) })).await;
    assert_eq!(refused.expect_err("refused").fields(), [("email", Code::EmailInvalid)]);
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_megabytes_are_too_large_at_every_call() {
    let portal = Portal::start().await;
    let before = state(portal.pool()).await;
    let wire = RawClient::to(portal.address);
    let mut body = serde_json::to_value(form(NUR)).expect("a form");
    body["name"] = json!("N".repeat(10 << 20));
    body["token"] = json!("t".repeat(10 << 10));
    let body = body.to_string();
    for path in [
        Register::ENTRY.path(),
        Activate::ENTRY.path(),
        ForgotPassword::ENTRY.path(),
        ResetPassword::ENTRY.path(),
        Login::ENTRY.path(),
    ] {
        let answer = wire.send("POST", path, &[("accept-language", "ms")], body.clone()).await;
        assert_eq!((answer.status, answer.code().as_deref()), (413, Some("tooLarge")), "{path}");
        assert!(answer.json()["Error"]["errorMessage"].as_str().is_some_and(|text| text.contains("2 MB")));
    }
    assert_eq!(state(portal.pool()).await, before);
}

/// Returns a valid request with random lengths and scripts.
fn any_form(rng: &mut ChaCha20Rng, turn: usize) -> RegisterRequest {
    let some = |rng: &mut ChaCha20Rng, alphabet: &str, least: usize, most: usize| -> String {
        let alphabet: Vec<char> = alphabet.chars().collect();
        let length = rng.random_range(least..=most);
        (0..length).map(|_| *alphabet.choose(rng).expect("a character")).collect()
    };
    let passport = rng.random_bool(0.5);
    RegisterRequest {
        // Without `=`: followed by two digits it encodes another character, possibly a control character.
        email: format!("{}{turn}@{}.Example", some(rng, "aZ09+_'!#$&*/?^`{|}~-", 1, 50), some(rng, "aZ09", 1, 60)),
        password: some(rng, "aZ9 \u{1}é總😀\u{202e}\"\\", 6, 126) + "a7",
        name: some(rng, "aZé總ஃ", 2, 50) + &some(rng, "aZ é'’.-/@,()總ñ", 0, 49) + "n",
        identification_type: if passport { "Passport".to_owned() } else { "IC".to_owned() },
        identification_no: if passport {
            some(rng, "aZ09", 5, 25)
        } else {
            "900131-14-".to_owned() + &some(rng, "09", 4, 4)
        },
        mobile_no: "1".to_owned() + &some(rng, "0123456789", 7, 10),
        invitation_token: None,
        terms_version: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_forms_that_can_sign_in_after_activation() {
    let portal = Portal::start().await;
    let mut rng = ChaCha20Rng::seed_from_u64(20_261_120);
    for turn in 0..either(6, 40) {
        let form = any_form(&mut rng, turn);
        gridbill_core::identity::person::check_registration(&form)
            .unwrap_or_else(|problem| panic!("{form:?}: {problem}"));
        let registered = portal.visitor().call::<Register>(form.clone()).await;
        let registered = registered.unwrap_or_else(|refused| panic!("{form:?}: {refused:?}"));
        let token = token(&portal, &registered.email).await;
        activate(&portal, &token).await.unwrap_or_else(|refused| panic!("{form:?}: {refused:?}"));
        for email in [form.email.clone(), registered.email.to_ascii_uppercase()] {
            sign_in(&portal, &email, &form.password).await.unwrap_or_else(|refused| panic!("{form:?}: {refused:?}"));
        }
        // No other password works, even with one character more or less.
        let shorter: String = form.password.chars().skip(1).collect();
        for other in [format!("{} ", form.password), shorter] {
            assert_eq!(code(sign_in(&portal, &form.email, &other).await), Code::WrongCredentials, "{form:?}");
        }
    }
}
