//! Users who were taken over: when they receive their e-mail, how many of them, and how they activate the account.

use gridbill::feed::{Company, User};
use gridbill_core::Code;
use gridbill_core::identity::registering::{
    EmailRequest, ForgotPassword, IsNewEmailValid, Register, RegisterRequest, ResendActivation, ResetPassword,
    ResetPasswordRequest,
};
use gridbill_core::identity::{GetUserProfile, Login, LoginRequest};
use gridbill_core::number::Email;
use gridbill_core::permission::Role;
use serde_json::json;

use super::{World, companies, users};
use crate::accounts::every_invariant_holds;
use crate::support::sql;

const PASSWORD: &str = "sinar-cahaya-42";
const AMINAH: &str = "aminah@sinar.example";

fn address(email: &str) -> EmailRequest {
    EmailRequest { email: Email::parse(email).expect("an address") }
}

fn registration(email: &str) -> RegisterRequest {
    RegisterRequest {
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        name: "A stranger".to_owned(),
        identification_type: "ic".to_owned(),
        identification_no: "900131-14-5678".to_owned(),
        mobile_no: "123456789".to_owned(),
        invitation_token: None,
        terms_version: None,
    }
}

/// Returns the token in the newest e-mail to an address.
async fn token(world: &World, email: &str) -> String {
    let query = "select body_text from mail where recipient = $1 order by created_at desc limit 1";
    let text = sql::value::<String>(world.portal.pool(), query, &[&email]).await;
    let (_, rest) = text.split_once("/account/resetPassword#").expect("a link");
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn users_of_a_company_activate_their_account_from_its_cut_over_day() {
    let world = World::start("cut-over").await;
    world.take_over("2026-11-21").await;
    assert_eq!(world.obstacles().await, [None, None]);
    let visitor = world.portal.visitor();
    world.send().await;
    assert_eq!(world.mailed().await, Vec::<String>::new(), "it is the day before");
    // No page for visitors knows the address, and no stranger can register it.
    let refused = visitor.call::<ForgotPassword>(address(AMINAH)).await.expect_err("it is not active");
    assert_eq!(refused.code(), Code::EmailNotRegistered);
    visitor.call::<ResendActivation>(address(AMINAH)).await.expect("the answer is always the same");
    assert!(!visitor.call::<IsNewEmailValid>(address(AMINAH)).await.expect("an answer"));
    let refused = visitor.call::<Register>(registration(AMINAH)).await.expect_err("it is used");
    assert_eq!(refused.code(), Code::EmailInUse);
    assert_eq!(world.mailed().await, Vec::<String>::new());

    world.days(1);
    for _ in 0..4 {
        world.send().await;
    }
    let mut mailed = world.mailed().await;
    mailed.sort_unstable();
    assert_eq!(mailed, [AMINAH, "badrul@sinar.example", "devi@sinar.example", "endon@kedai.example"]);
    let refused = visitor.call::<Register>(registration(AMINAH)).await.expect_err("it is used");
    assert_eq!(refused.code(), Code::EmailInUse);
    // The first link sets the password. It is valid for a week.
    world.days(6);
    let request = ResetPasswordRequest { token: token(&world, AMINAH).await, password: PASSWORD.to_owned() };
    visitor.call::<ResetPassword>(request.clone()).await.expect("activated");
    assert_eq!(visitor.call::<ResetPassword>(request).await.expect_err("once").code(), Code::LinkUsed);
    let login = LoginRequest { username: AMINAH.to_owned(), password: PASSWORD.to_owned(), invitation_token: None };
    let tokens = visitor.call::<Login>(login).await.expect("signed in").tokens().expect("no second factor");
    let aminah = visitor.with_token(tokens.access_token);
    let profile = aminah.call_raw::<GetUserProfile>(json!({})).await.expect("a profile");
    assert_eq!((&profile["name"], &profile["role"]), (&json!("Aminah binti Ali"), &json!(Role::Master)));
    assert_eq!((&profile["bulkId"], &profile["mobileNo"]), (&json!(super::SINAR), &json!("123456789")));
    assert!(profile["termsToAccept"].is_string(), "the terms are accepted at the first sign-in: {profile}");
    // A user whose link has expired asks for another.
    world.days(2);
    visitor.call::<ForgotPassword>(address("badrul@sinar.example")).await.expect("sent");
    let token = token(&world, "badrul@sinar.example").await;
    let request = ResetPasswordRequest { token, password: PASSWORD.to_owned() };
    visitor.call::<ResetPassword>(request).await.expect("activated");
    let names = "select name from person where email = 'badrul@sinar.example'";
    assert_eq!(sql::value::<String>(world.portal.pool(), names, &[]).await, "Badrul");

    // Nothing that the file says changes a user who is active, or the details of a company in use.
    let changed = world.deliver::<User>("users.csv", &users().replace("Badrul", "Budi").replace("Devi", "Dewi")).await;
    assert_eq!((changed.new, changed.changed, changed.unchanged, changed.rejected), (0, 1, 3, 0));
    let renamed = companies("2026-11-21").replace("Jalan Merdeka", "Jalan Baru");
    let changed = world.deliver::<Company>("companies.csv", &renamed).await;
    assert_eq!((changed.changed, changed.unchanged), (1, 1), "only the company that nobody uses");
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn activation_emails_go_out_at_the_set_pace_and_a_postponed_company_waits() {
    let world = World::with("pace", &["--activations-per-hour=2"]).await;
    world.take_over("2026-11-20").await;
    world.send().await;
    assert_eq!(world.mailed().await, [AMINAH], "the Master of the first company comes first");
    for _ in 0..3 {
        world.send().await;
        assert_eq!(world.mailed().await.len(), 2);
    }
    // The way back: a later day stops the e-mails.
    let outcome = world.deliver::<Company>("companies.csv", &companies("2026-12-01")).await;
    assert_eq!((outcome.changed, outcome.rejected), (2, 0));
    world.days(1);
    world.send().await;
    assert_eq!(world.mailed().await.len(), 2);
    world.days(10);
    world.send().await;
    assert_eq!(world.mailed().await.len(), 3);
    let off = World::with("pace-off", &["--activations-per-hour=0"]).await;
    off.take_over("2026-11-20").await;
    off.send().await;
    assert_eq!(off.mailed().await, Vec::<String>::new());
}
