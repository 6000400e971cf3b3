//! Confirming one's identity before a sensitive act: with a factor, for a user who has one.

use chrono::TimeDelta;
use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::factors::{
    BeginPasskey, BeginPasskeyProof, BeginTotp, FactorKind, GetFactors, PasskeyProof, RemoveFactor, RenewRecoveryCodes,
    SetFactorPolicy,
};
use gridbill_core::identity::profile::{
    ChangePassword, ChangePasswordRequest, ConfirmPasswordRequest, UpdateUserProfile,
};
use gridbill_core::identity::{RefreshRequest, RefreshToken};
use gridbill_core::personal_data::own_data::DownloadOwnData;
use gridbill_core::team::TransferMasterBulkUser;
use serde_json::{Value, json};

use super::{MASTER, add_app, add_passkey, challenged, complete, confirm, next_step, with_totp};
use crate::support::given::SINAR;
use crate::support::portal::PASSWORD;
use crate::support::{Actor, Portal, sql};
use crate::team::id_of;

fn password() -> ConfirmPasswordRequest {
    ConfirmPasswordRequest { password: PASSWORD.to_owned(), ..Default::default() }
}

fn totp(code: &str) -> ConfirmPasswordRequest {
    ConfirmPasswordRequest { totp: Some(code.to_owned()), ..Default::default() }
}

/// Makes the session's proof a quarter of an hour old.
pub async fn outlive_proof(portal: &Portal) {
    sql::run(portal.pool(), "update session set proved_at = proved_at - interval '15 minutes'", &[]).await;
}

/// Every call that needs a confirmation, each with a request that is otherwise right.
async fn sensitive(portal: &Portal, factor_id: &str) -> Vec<(&'static str, Value)> {
    let payer = id_of(portal.pool(), "payer@sinar.example").await;
    vec![
        ("UpdateUserProfile", json!({ "name": "Aminah", "mobileNo": "198765432" })),
        ("TransferMasterBulkUser", json!({ "userId": payer, "nickname": "Chief" })),
        ("BeginTotp", json!({})),
        ("DownloadOwnData", json!({})),
        ("BeginPasskey", json!({})),
        ("RemoveFactor", json!({ "factorId": factor_id })),
        ("RenewRecoveryCodes", json!({})),
        ("SetFactorPolicy", json!({ "id": SINAR, "roles": ["viewer"] })),
        ("ChangePassword", json!({ "oldPassword": PASSWORD, "newPassword": "another-Passw0rd" })),
    ]
}

async fn call(actor: &Actor, name: &str, request: Value) -> Result<Value, Code> {
    let answer = match name {
        "UpdateUserProfile" => actor.call_raw::<UpdateUserProfile>(request).await,
        "TransferMasterBulkUser" => actor.call_raw::<TransferMasterBulkUser>(request).await,
        "DownloadOwnData" => actor.call_raw::<DownloadOwnData>(request).await,
        "BeginTotp" => actor.call_raw::<BeginTotp>(request).await,
        "BeginPasskey" => actor.call_raw::<BeginPasskey>(request).await,
        "RemoveFactor" => actor.call_raw::<RemoveFactor>(request).await,
        "RenewRecoveryCodes" => actor.call_raw::<RenewRecoveryCodes>(request).await,
        "SetFactorPolicy" => actor.call_raw::<SetFactorPolicy>(request).await,
        "ChangePassword" => actor.call_raw::<ChangePassword>(request).await,
        _ => panic!("no call {name}"),
    };
    answer.map_err(|refused| refused.code())
}

/// The access matrix: a session without a recent proof does none of it, the password is no proof, a factor is.
#[tokio::test(flavor = "multi_thread")]
async fn every_sensitive_call_refuses_a_session_without_a_proof() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (app, added) = add_app(&portal, &master).await;
    for (name, request) in sensitive(&portal, &added.factor_id).await {
        outlive_proof(&portal).await;
        assert_eq!(call(&master, name, request.clone()).await.expect_err(name), Code::ConfirmIdentity, "{name}");
        let refused = confirm(&master, password()).await.expect_err("the password alone");
        assert_eq!((refused.status, refused.code()), (422, Code::FactorNeeded));
        assert_eq!(call(&master, name, request).await.expect_err(name), Code::ConfirmIdentity, "{name}");
    }
    confirm(&master, totp(&app.code(&portal))).await.expect("a factor proves it");
    call(&master, "UpdateUserProfile", json!({ "name": "Aminah", "mobileNo": "198765432" })).await.expect("changed");
    call(&master, "SetFactorPolicy", json!({ "id": SINAR, "roles": ["viewer"] })).await.expect("set");
}

/// The old password does not lead to a session that counts as proved.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_needs_the_factor() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (app, _) = add_app(&portal, &master).await;
    outlive_proof(&portal).await;
    let request =
        || ChangePasswordRequest { old_password: PASSWORD.to_owned(), new_password: "another-Passw0rd".to_owned() };
    let refused = master.call::<ChangePassword>(request()).await.expect_err("not proved");
    assert_eq!(refused.code(), Code::ConfirmIdentity);
    confirm(&master, totp(&app.code(&portal))).await.expect("proved");
    master.call::<ChangePassword>(request()).await.expect("changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_factor_proves_and_a_wrong_one_does_not() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (app, added) = add_app(&portal, &master).await;
    let (mut telephone, _) = add_passkey(&master).await;
    let methods = master.call::<GetFactors>(Nothing {}).await.expect("factors").methods;
    assert_eq!(methods, [FactorKind::Passkey, FactorKind::Totp, FactorKind::RecoveryCode]);
    let is_proved = async || {
        let proved = call(&master, "UpdateUserProfile", json!({ "name": "Aminah", "mobileNo": "198765432" })).await;
        proved.is_ok()
    };
    for kind in methods {
        outlive_proof(&portal).await;
        sql::run(portal.pool(), "update person set mobile_no = null", &[]).await;
        let wrong = match kind {
            FactorKind::Totp => totp(&app.code_in(&portal, 3)),
            FactorKind::RecoveryCode => {
                ConfirmPasswordRequest { recovery_code: Some("AAAA".to_owned()), ..Default::default() }
            }
            FactorKind::Passkey => {
                let asked = master.call::<BeginPasskeyProof>(Nothing {}).await.expect("a question");
                let credential = super::Authenticator::new().get(&asked.options);
                let passkey = Some(PasskeyProof { handle: asked.handle, credential });
                ConfirmPasswordRequest { passkey, ..Default::default() }
            }
        };
        confirm(&master, wrong).await.expect_err("wrong");
        assert!(!is_proved().await, "{kind:?}");
        let right = match kind {
            FactorKind::Totp => totp(&app.code(&portal)),
            FactorKind::RecoveryCode => {
                let recovery_code = Some(added.recovery_codes[0].clone());
                ConfirmPasswordRequest { recovery_code, ..Default::default() }
            }
            FactorKind::Passkey => {
                let asked = master.call::<BeginPasskeyProof>(Nothing {}).await.expect("a question");
                let credential = telephone.get(&asked.options);
                let passkey = Some(PasskeyProof { handle: asked.handle, credential });
                ConfirmPasswordRequest { passkey, ..Default::default() }
            }
        };
        confirm(&master, right.clone()).await.expect("right");
        assert!(is_proved().await, "{kind:?}");
        confirm(&master, right).await.expect_err("each proof counts once");
    }
}

/// The question to a passkey belongs to the session that asked.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_to_one_session_is_none_to_another() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (mut telephone, _) = add_passkey(&master).await;
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    let options = challenge.passkey.clone().expect("a passkey is asked for");
    let request = super::CompleteSignInRequest {
        totp: None,
        passkey: Some(telephone.get(&options)),
        ..with_totp(&challenge, "")
    };
    let other = visitor.with_token(complete(&visitor, request).await.expect("signed in").access_token);
    let asked = master.call::<BeginPasskeyProof>(Nothing {}).await.expect("a question");
    let credential = telephone.get(&asked.options);
    let proof = || {
        let passkey = Some(PasskeyProof { handle: asked.handle.clone(), credential: credential.clone() });
        ConfirmPasswordRequest { passkey, ..Default::default() }
    };
    assert_eq!(confirm(&other, proof()).await.expect_err("another session").code(), Code::ChallengeExpired);
    confirm(&master, proof()).await.expect("its own");
}

/// A stolen session cannot be used to guess codes. The limit is that of signing in.
#[tokio::test(flavor = "multi_thread")]
async fn codes_cannot_be_guessed_in_a_session() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (app, _) = add_app(&portal, &master).await;
    let wrong = app.code_in(&portal, 5);
    let answers = join_all((0..15).map(|_| confirm(&master, totp(&wrong)))).await;
    let codes: Vec<_> = answers.into_iter().map(|answer| answer.expect_err("refused").code()).collect();
    assert_eq!(codes.iter().filter(|code| **code == Code::FactorCodeWrong).count(), 10);
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    let refused = complete(&visitor, with_totp(&challenge, &app.code(&portal))).await.expect_err("locked");
    assert_eq!(refused.code(), Code::TooManyAttempts);
}

/// A sign-in with a factor is a proof, for a quarter of an hour.
#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_with_a_factor_is_a_proof() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    let mut tokens = complete(&visitor, with_totp(&challenge, &app.code(&portal))).await.expect("signed in");
    let master = visitor.with_token(tokens.access_token.clone());
    master.call::<RenewRecoveryCodes>(Nothing {}).await.expect("a fresh sign-in");
    for _ in 0..3 {
        portal.advance(TimeDelta::minutes(5));
        let request = RefreshRequest { refresh_token: Some(tokens.refresh_token) };
        tokens = visitor.call::<RefreshToken>(request).await.expect("the next pair");
    }
    let master = visitor.with_token(tokens.access_token);
    let refused = master.call::<RenewRecoveryCodes>(Nothing {}).await.expect_err("an old one");
    assert_eq!(refused.code(), Code::ConfirmIdentity);
    next_step(&portal);
    confirm(&master, totp(&app.code(&portal))).await.expect("proved");
    master.call::<RenewRecoveryCodes>(Nothing {}).await.expect("proved again");
}
