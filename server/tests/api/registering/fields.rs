//! Refusals of the registration form: field and exact sentence in both languages.

use gridbill_core::identity::LoginRequest;
use gridbill_core::identity::registering::{AdminForgotPassword, IsNewEmailValid, ResendActivation};
use serde_json::{Value, json};

use super::*;
use crate::support::sql;

/// Field, input, code, and the sentence in both languages.
type Wrong = (&'static str, &'static str, Code, &'static str, &'static str);

const WRONG: &[Wrong] = &[
    ("email", "", Code::EmailRequired, "Please enter an email address.", "Sila masukkan alamat e-mel."),
    (
        "email",
        "nur@baru",
        Code::EmailInvalid,
        "Please enter a valid email address.",
        "Sila masukkan alamat e-mel yang sah.",
    ),
    ("password", "", Code::PasswordRequired, "Please enter your password.", "Sila masukkan kata laluan anda."),
    (
        "password",
        "sinar-1",
        Code::PasswordTooShort,
        "Use at least 8 characters.",
        "Gunakan sekurang-kurangnya 8 aksara.",
    ),
    (
        "password",
        "SINAR-CAHAYA-42",
        Code::PasswordNeedsLowercase,
        "Use at least one lowercase character.",
        "Gunakan sekurang-kurangnya satu huruf kecil.",
    ),
    (
        "password",
        "sinar-cahaya",
        Code::PasswordNeedsNumber,
        "Use at least one number.",
        "Gunakan sekurang-kurangnya satu nombor.",
    ),
    (
        "password",
        "Password1",
        Code::PasswordCommon,
        "This password is too common and easy to guess. Please choose another one.",
        "Kata laluan ini terlalu lazim dan mudah diteka. Sila pilih yang lain.",
    ),
    // Only the server knows the list of common passwords.
    (
        "password",
        "Jamaica1",
        Code::PasswordCommon,
        "This password is too common and easy to guess. Please choose another one.",
        "Kata laluan ini terlalu lazim dan mudah diteka. Sila pilih yang lain.",
    ),
    ("name", "  ", Code::NameRequired, "Please enter a full name.", "Sila masukkan nama penuh."),
    (
        "name",
        "Nur 4",
        Code::NameInvalid,
        "Please enter a valid name. It cannot contain \"4\".",
        "Sila masukkan nama yang sah. Ia tidak boleh mengandungi \"4\".",
    ),
    (
        "identificationType",
        "",
        Code::IdentificationTypeRequired,
        "Please choose IC/MyKad or Passport.",
        "Sila pilih KP/MyKad atau Pasport.",
    ),
    (
        "identificationType",
        "licence",
        Code::IdentificationTypeRequired,
        "Please choose IC/MyKad or Passport.",
        "Sila pilih KP/MyKad atau Pasport.",
    ),
    (
        "identificationNo",
        "",
        Code::IdentificationNoRequired,
        "Please enter the identification number.",
        "Sila masukkan nombor pengenalan.",
    ),
    (
        "identificationNo",
        "901331-14-5678",
        Code::IcInvalid,
        "An IC/MyKad number has 12 digits and begins with the date of birth, such as 900131-14-5678.",
        "Nombor KP/MyKad mempunyai 12 digit dan bermula dengan tarikh lahir, contohnya 900131-14-5678.",
    ),
    ("mobileNo", "", Code::MobileRequired, "Please enter a mobile number.", "Sila masukkan nombor telefon bimbit."),
    (
        "mobileNo",
        "0312345678",
        Code::MobileInvalid,
        "Enter a Malaysian mobile number such as 0123456789. It begins with 01.",
        "Masukkan nombor telefon bimbit Malaysia seperti 0123456789. Ia bermula dengan 01.",
    ),
];

/// Returns the flag of a field under the name that existing clients read.
fn flag(field: &str) -> String {
    let (first, rest) = field.split_at(1);
    format!("isInvalid{}{rest}", first.to_ascii_uppercase())
}

async fn refused_at(portal: &Portal, request: Value, field: &str, code: Code, texts: [&str; 2]) {
    let visitor = portal.visitor();
    for (actor, text) in [(visitor.clone(), texts[0]), (visitor.in_malay(), texts[1])] {
        let refused = actor.call_raw::<Register>(request.clone()).await.expect_err("refused");
        assert_eq!((refused.status, refused.fields()), (422, vec![(field, code)]), "{request}");
        assert_eq!((refused.body.fields[0].message.as_str(), refused.body.error_message.as_str()), (text, text));
        assert_eq!(flags(&refused), [flag(field)], "{request}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_wrong_field_is_named_in_both_languages_and_nothing_changes() {
    let portal = Portal::start().await;
    let before = state(portal.pool()).await;
    for &(field, typed, code, english, malay) in WRONG {
        let mut request = serde_json::to_value(form(NUR)).expect("a form");
        request[field] = json!(typed);
        refused_at(&portal, request, field, code, [english, malay]).await;
    }
    let mut passport = serde_json::to_value(form(NUR)).expect("a form");
    passport["identificationType"] = json!("passport");
    let length =
        ["A passport number has 5 to 25 letters and digits.", "Nombor pasport mempunyai 5 hingga 25 huruf dan digit."];
    let character = [
        "A passport number has letters and digits only. It cannot contain \" \".",
        "Nombor pasport mengandungi huruf dan digit sahaja. Ia tidak boleh mengandungi \" \".",
    ];
    for (number, code, texts) in [
        ("A123", Code::PassportInvalid, length),
        (&"A".repeat(26), Code::PassportInvalid, length),
        ("A12 345", Code::PassportCharacter, character),
    ] {
        passport["identificationNo"] = json!(number);
        refused_at(&portal, passport.clone(), "identificationNo", code, texts).await;
    }
    let mut long = serde_json::to_value(form(NUR)).expect("a form");
    long["password"] = json!(format!("a1{}", "x".repeat(127)));
    let texts = ["Use at most 128 characters.", "Gunakan paling banyak 128 aksara."];
    refused_at(&portal, long, "password", Code::PasswordTooLong, texts).await;
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_wrong_fields_are_reported_together() {
    let portal = Portal::start().await;
    let refused = portal.visitor().call_raw::<Register>(json!({})).await.expect_err("refused");
    assert_eq!(refused.status, 422);
    let expected = [
        ("email", Code::EmailRequired),
        ("password", Code::PasswordRequired),
        ("name", Code::NameRequired),
        ("identificationType", Code::IdentificationTypeRequired),
        ("identificationNo", Code::IdentificationNoRequired),
        ("mobileNo", Code::MobileRequired),
    ];
    assert_eq!(refused.fields(), expected);
    let mut all: Vec<_> = expected.iter().map(|(field, _)| flag(field)).collect();
    all.sort();
    assert_eq!(flags(&refused), all);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_in_use_is_reported_by_check_and_form() {
    let portal = Portal::with_people().await;
    for (email, free) in [(NUR, true), ("Viewer@Sinar.Example", false), ("pccr@utility.example", false)] {
        let valid = portal.visitor().call::<IsNewEmailValid>(address(email)).await.expect("an answer");
        assert_eq!(valid, free, "{email}");
    }
    let before = state(portal.pool()).await;
    for email in ["VIEWER@sinar.example", "pccr@utility.example"] {
        let (refused, texts) = sentences::<Register>(&portal, &form(email)).await;
        assert_eq!((refused.status, refused.fields()), (409, vec![("email", Code::EmailInUse)]));
        assert_eq!(texts, ["Email Address already in used.", "Alamat e-mel telah digunakan."]);
        assert_eq!(flags(&refused), ["isInvalidEmail"]);
        assert_eq!(refused.body.error_topic, "registration");
    }
    assert_eq!(state(portal.pool()).await, before);
    let refused = portal.visitor().call_raw::<IsNewEmailValid>(json!({ "email": "nur@" })).await.expect_err("refused");
    assert_eq!(refused.fields(), [("email", Code::EmailInvalid)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_of_signing_in_and_of_forgotten_passwords() {
    let portal = Portal::with_people().await;
    register(&portal, NUR).await.expect("registered");
    let (refused, texts) = sentences::<Login>(&portal, &credentials(NUR, NEW)).await;
    assert_eq!((refused.status, refused.code()), (422, Code::AccountNotActivated));
    assert_eq!(flags(&refused), ["isNonActivatedUser"]);
    assert_eq!(
        texts,
        [
            "Your account is not activated yet. Please click the link in the e-mail that we sent you.",
            "Akaun anda belum diaktifkan. Sila klik pautan dalam e-mel yang kami hantar.",
        ]
    );
    let empty = LoginRequest { username: String::new(), password: String::new(), invitation_token: None };
    let (refused, texts) = sentences::<Login>(&portal, &empty).await;
    assert_eq!(refused.fields(), [("username", Code::EmailRequired), ("password", Code::PasswordRequired)]);
    assert_eq!(texts, ["Please enter an email address.", "Sila masukkan alamat e-mel."]);

    let unknown = [
        "This e-mail address is not registered. Please check it, or register first.",
        "Alamat e-mel ini tidak berdaftar. Sila semak semula, atau daftar dahulu.",
    ];
    // Each sign-in page knows only the users of its own side.
    for email in ["nobody@baru.example", "pccr@utility.example"] {
        let (refused, texts) = sentences::<ForgotPassword>(&portal, &address(email)).await;
        assert_eq!((refused.status, refused.fields()), (422, vec![("email", Code::EmailNotRegistered)]));
        assert_eq!(texts, unknown);
    }
    for email in ["nobody@baru.example", "viewer@sinar.example"] {
        let (refused, texts) = sentences::<AdminForgotPassword>(&portal, &address(email)).await;
        assert_eq!((refused.status, refused.fields()), (422, vec![("email", Code::EmailNotRegistered)]));
        assert_eq!(texts, unknown);
    }
    let query = "update person set disabled_at = created_at where email = 'viewer@sinar.example'";
    sql::run(portal.pool(), query, &[]).await;
    assert_eq!(code(forgot(&portal, "viewer@sinar.example").await), Code::EmailNotRegistered);
}

#[tokio::test(flavor = "multi_thread")]
async fn requesting_the_activation_again_reveals_nothing_about_the_address() {
    let portal = Portal::with_people().await;
    register(&portal, NUR).await.expect("registered");
    let first = token(&portal, NUR).await;
    for email in [NUR, "viewer@sinar.example", "pccr@utility.example", "nobody@baru.example"] {
        let (status, body) = portal.visitor().send(&ResendActivation::ENTRY, json!({ "email": email })).await;
        assert_eq!((status, body), (200, br#"{"Data":{},"Error":null}"#.to_vec()), "{email}");
        let sent = emails(&portal, email).await.len();
        assert_eq!(sent, if email == NUR { 2 } else { 0 }, "{email}");
    }
    // A stranger may have requested the second link, so the first one is still valid.
    activate(&portal, &first).await.expect("activated");
}
