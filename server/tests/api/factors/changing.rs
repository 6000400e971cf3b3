//! Adding and removing factors, and what follows from it.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::Login;
use gridbill_core::identity::factors::{
    BeginTotp, ConfirmTotp, ConfirmTotpRequest, FactorKind, GetFactors, MAX_FACTORS, RemoveFactor, RemoveFactorRequest,
    RenewRecoveryCodes,
};
use serde_json::json;

use super::{
    MASTER, TotpApp, add_app, challenged, complete, credentials, facts, is_signed_in, next_step, subjects,
    with_recovery_code, with_totp,
};
use crate::support::{Actor, Portal, sql};

async fn remove(actor: &Actor, factor_id: &str) -> Result<Nothing, Code> {
    let request = RemoveFactorRequest { factor_id: factor_id.to_owned() };
    actor.call::<RemoveFactor>(request).await.map_err(|refused| refused.code())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_counts_once_a_code_confirms_it() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let first = master.call::<BeginTotp>(Nothing {}).await.expect("a secret");
    assert_eq!(first.secret.len(), 32);
    let account = format!(":master%40sinar.example?secret={}&issuer=", first.secret);
    assert!(first.address.starts_with("otpauth://totp/") && first.address.contains(&account), "{}", first.address);
    assert!(first.qr_size > 20 && first.qr_path.starts_with('M'));
    assert!(master.call::<GetFactors>(Nothing {}).await.expect("factors").factors.is_empty());
    portal.visitor().call::<Login>(credentials(MASTER)).await.expect("signed in").tokens().expect("no factor yet");

    // A second secret replaces the first.
    portal.advance(chrono::TimeDelta::seconds(1));
    let second = master.call::<BeginTotp>(Nothing {}).await.expect("another secret");
    assert_ne!(first.secret, second.secret);
    let confirm = async |totp: String| {
        let request = ConfirmTotpRequest { totp, name: Some("  Tablet ".to_owned()) };
        master.call::<ConfirmTotp>(request).await.map_err(|refused| refused.code())
    };
    assert_eq!(confirm(TotpApp::of(&first).code(&portal)).await.expect_err("the first"), Code::FactorCodeWrong);
    let added = confirm(TotpApp::of(&second).code(&portal)).await.expect("the second");
    assert_eq!(added.recovery_codes.len(), 10);
    assert_eq!(confirm(TotpApp::of(&second).code(&portal)).await.expect_err("done"), Code::ChallengeExpired);
    let factors = master.call::<GetFactors>(Nothing {}).await.expect("factors");
    let [factor] = factors.factors.as_slice() else { panic!("one factor") };
    assert_eq!((factor.kind, factor.name.as_str(), factor.last_used_at), (FactorKind::Totp, "Tablet", None));
    assert_eq!(factors.recovery_codes_left, 10);

    // Neither secret nor recovery codes are stored in the clear.
    let stored = sql::value::<String>(portal.pool(), "select row_to_json(f)::text from factor f", &[]).await;
    let secret = hex(&TotpApp::of(&second).secret);
    assert!(!stored.contains(&secret), "{stored}");
    let query = "select string_agg(row_to_json(c)::text, ' ') from recovery_code c";
    let codes = sql::value::<String>(portal.pool(), query, &[]).await;
    let code = added.recovery_codes[0].replace('-', "");
    assert!(!codes.contains(&code) && !codes.contains(&hex(code.as_bytes())));
}

/// A right code for another time says so, with the offset. An app with such a clock would never sign in.
#[tokio::test(flavor = "multi_thread")]
async fn adding_an_app_says_when_the_phones_clock_is_wrong() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let app = TotpApp::of(&master.call::<BeginTotp>(Nothing {}).await.expect("a secret"));
    let confirm = async |steps: i64| {
        let request = ConfirmTotpRequest { totp: app.code_in(&portal, steps), name: None };
        let refused = master.call::<ConfirmTotp>(request).await.expect_err("another time");
        assert_eq!((refused.status, refused.body.fields.len()), (422, 1));
        let field = refused.body.fields[0].clone();
        assert_eq!(field.field, "totp");
        (field.code, serde_json::json!(field.params))
    };
    let minutes = |minutes: i64| serde_json::json!({ "minutes": minutes });
    assert_eq!(confirm(2).await, (Code::FactorClockFast, minutes(1)));
    assert_eq!(confirm(-5).await, (Code::FactorClockSlow, minutes(3)));
    assert_eq!(confirm(20).await, (Code::FactorClockFast, minutes(10)));
    // A phone that was set by hand in another time zone.
    assert_eq!(confirm(-8 * 120 + 1).await, (Code::FactorClockZone, serde_json::json!({ "hours": 8 })));
    assert_eq!(confirm(50).await.0, Code::FactorCodeWrong);
    // The code of the step before is right.
    let request = ConfirmTotpRequest { totp: app.code_in(&portal, -1), name: None };
    master.call::<ConfirmTotp>(request).await.expect("added");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Every change ends the other sessions and waiting sign-ins, is recorded, and is e-mailed.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_ends_the_other_sessions() {
    let portal = Portal::with_people().await;
    let other = portal.sign_in(MASTER).await;
    let master = portal.sign_in(MASTER).await;
    let colleague = portal.sign_in("viewer@sinar.example").await;
    let (app, added) = add_app(&portal, &master).await;
    assert!(!is_signed_in(&other).await && is_signed_in(&master).await && is_signed_in(&colleague).await);

    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    let tokens = complete(&visitor, with_totp(&challenge, &app.code(&portal))).await.expect("signed in");
    let other = visitor.with_token(tokens.access_token);
    next_step(&portal);
    let waiting = challenged(&visitor, MASTER).await;
    let renewed = master.call::<RenewRecoveryCodes>(Nothing {}).await.expect("new codes").recovery_codes;
    assert_eq!(renewed.len(), 10);
    assert!(!is_signed_in(&other).await && is_signed_in(&master).await);
    let refused = complete(&visitor, with_totp(&waiting, &app.code(&portal))).await.expect_err("void");
    assert_eq!(refused.code(), Code::ChallengeExpired);
    // The old codes are void, the new ones work.
    let challenge = challenged(&visitor, MASTER).await;
    let refused = complete(&visitor, with_recovery_code(&challenge, &added.recovery_codes[0])).await;
    assert_eq!(refused.expect_err("an old one").code(), Code::RecoveryCodeWrong);
    let tokens = complete(&visitor, with_recovery_code(&challenge, &renewed[0])).await.expect("signed in");
    let other = visitor.with_token(tokens.access_token);

    assert_eq!(remove(&master, "unknown").await, Err(Code::FactorNotFound));
    remove(&master, &added.factor_id).await.expect("removed");
    assert_eq!(remove(&master, &added.factor_id).await, Err(Code::FactorNotFound));
    assert!(!is_signed_in(&other).await && is_signed_in(&master).await && is_signed_in(&colleague).await);
    assert_eq!(master.call::<GetFactors>(Nothing {}).await.expect("factors").recovery_codes_left, 0);
    portal.visitor().call::<Login>(credentials(MASTER)).await.expect("signed in").tokens().expect("no factor");
    let expected = ["FactorAdded", "RecoveryCodesRenewed", "RecoveryCodeUsed", "FactorRemoved"];
    assert_eq!(facts(&portal).await, expected);
    assert_eq!(subjects(&portal, MASTER).await, ["Your two-factor authentication was changed"; 4]);
    let refused = master.call::<RenewRecoveryCodes>(Nothing {}).await.expect_err("no factor");
    assert_eq!(refused.code(), Code::FactorNotFound);
}

/// A user cannot remove a colleague's factor.
#[tokio::test(flavor = "multi_thread")]
async fn a_factor_belongs_to_its_user() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (_, added) = add_app(&portal, &master).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(remove(&viewer, &added.factor_id).await, Err(Code::FactorNotFound));
    assert_eq!(master.call::<GetFactors>(Nothing {}).await.expect("factors").factors.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_limits_of_number_and_name() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let new = master.call::<BeginTotp>(Nothing {}).await.expect("a secret");
    let long = json!({ "totp": TotpApp::of(&new).code(&portal), "name": "x".repeat(61) });
    let refused = master.call_raw::<ConfirmTotp>(long).await.expect_err("too long");
    assert_eq!(refused.fields(), [("name", Code::FactorNameTooLong)]);
    for place in 0..2 {
        let (_, added) = add_app(&portal, &master).await;
        assert_eq!(added.recovery_codes.is_empty(), place > 0, "codes come with the first factor");
    }
    let query = "
        insert into factor (factor_id, person_id, kind, name, added_at, secret)
        select gen_random_uuid(), person_id, kind, name, added_at, secret from factor, generate_series(3, $1) limit $1 - 2";
    sql::run(portal.pool(), query, &[&i32::try_from(MAX_FACTORS).expect("a number")]).await;
    let refused = master.call::<BeginTotp>(Nothing {}).await.expect_err("too many");
    assert_eq!(refused.code(), Code::FactorLimit);
    // The code of any of the apps completes a sign-in.
    let visitor = portal.visitor();
    assert_eq!(challenged(&visitor, MASTER).await.methods, [FactorKind::Totp, FactorKind::RecoveryCode]);
}
