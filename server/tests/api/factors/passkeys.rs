//! Passkeys, with an authenticator of the tests: registering, the second step, and signing in without an e-mail address.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::factors::{
    BeginPasskey, BeginPasskeySignIn, CompleteSignInRequest, FactorKind, FinishPasskey, FinishPasskeyRequest,
    FinishPasskeySignIn, FinishPasskeySignInRequest, GetFactors, PasskeyChallenge, RemoveFactor, RemoveFactorRequest,
};
use gridbill_core::identity::{Side, Tokens};
use serde_json::{Value, json};

use super::{MASTER, add_passkey, challenged, complete, events, facts, sessions, with_totp};
use crate::support::portal::until;
use crate::support::{Actor, Portal};
use crate::team::id_of;

use super::authenticator::Authenticator;

async fn begin(visitor: &Actor) -> PasskeyChallenge {
    visitor.call::<BeginPasskeySignIn>(Nothing {}).await.expect("a question")
}

async fn finish(visitor: &Actor, asked: &PasskeyChallenge, passkey: Value, side: Side) -> Result<Tokens, Code> {
    let request = FinishPasskeySignInRequest { handle: asked.handle.clone(), passkey, side };
    visitor.call::<FinishPasskeySignIn>(request).await.map_err(|refused| refused.code())
}

async fn register(actor: &Actor, authenticator: &mut Authenticator) -> Result<(), Code> {
    let asked = actor.call::<BeginPasskey>(Nothing {}).await.expect("a question");
    let credential = authenticator.create(&asked.options);
    let request = FinishPasskeyRequest { handle: asked.handle, credential, name: None };
    actor.call::<FinishPasskey>(request).await.map(drop).map_err(|refused| refused.code())
}

/// Each way to spoil an authenticator's answer.
fn spoiled(good: &Authenticator) -> Vec<(&'static str, Authenticator)> {
    let with = |change: fn(&mut Authenticator)| {
        let mut authenticator = good.clone();
        change(&mut authenticator);
        authenticator
    };
    vec![
        ("another origin", with(|it| it.origin = "http://localhost.example:8080".to_owned())),
        ("another port", with(|it| it.origin = "http://localhost:8081".to_owned())),
        ("TLS or not", with(|it| it.origin = "https://localhost:8080".to_owned())),
        ("another relying party", with(|it| it.relying_party = "example".to_owned())),
        ("a user who was not verified", with(|it| it.is_verified = false)),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_is_registered_and_signs_in_alone() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let asked = master.call::<BeginPasskey>(Nothing {}).await.expect("a question");
    let selection = &asked.options["publicKey"]["authenticatorSelection"];
    assert_eq!((&selection["residentKey"], &selection["userVerification"]), (&json!("required"), &json!("required")));
    assert_eq!(asked.options["publicKey"]["rp"]["id"], "localhost");
    let (mut telephone, added) = add_passkey(&master).await;
    assert_eq!(added.recovery_codes.len(), 10);
    let factors = master.call::<GetFactors>(Nothing {}).await.expect("factors");
    assert!(factors.can_add_passkey);
    assert_eq!((factors.factors[0].kind, factors.factors[0].name.as_str()), (FactorKind::Passkey, "Telephone"));
    assert_eq!(facts(&portal).await, ["FactorAdded"]);

    let visitor = portal.visitor();
    let asked = begin(&visitor).await;
    assert_eq!(asked.options["publicKey"]["userVerification"], "required");
    let credential = telephone.get(&asked.options);
    let tokens = finish(&visitor, &asked, credential.clone(), Side::Customer).await.expect("signed in");
    assert!(!tokens.is_admin);
    let master = visitor.with_token(tokens.access_token);
    let factors = master.call::<GetFactors>(Nothing {}).await.expect("factors");
    assert_eq!(factors.factors[0].last_used_at, Some(portal.app.now()));
    // The sign-in counts as a proof of identity.
    master.call::<BeginPasskey>(Nothing {}).await.expect("proved");
    // The question is used up, and the answer fits no other question.
    assert_eq!(finish(&visitor, &asked, credential.clone(), Side::Customer).await.err(), Some(Code::ChallengeExpired));
    let other = begin(&visitor).await;
    assert_eq!(finish(&visitor, &other, credential, Side::Customer).await.err(), Some(Code::PasskeyRefused));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_is_the_second_step() {
    let portal = Portal::with_people().await;
    let (mut telephone, _) = add_passkey(&portal.sign_in(MASTER).await).await;
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    assert_eq!(challenge.methods, [FactorKind::Passkey, FactorKind::RecoveryCode]);
    let options = challenge.passkey.clone().expect("a question");
    let answer = |passkey| CompleteSignInRequest { totp: None, passkey: Some(passkey), ..with_totp(&challenge, "") };
    for (what, mut wrong) in spoiled(&telephone) {
        let refused = complete(&visitor, answer(wrong.get(&options))).await.expect_err(what);
        assert_eq!((refused.code(), refused.fields()), (Code::PasskeyRefused, vec![("passkey", Code::PasskeyRefused)]));
    }
    let other = challenged(&visitor, MASTER).await;
    let foreign = telephone.clone().get(&other.passkey.expect("a question"));
    let refused = complete(&visitor, answer(foreign)).await.expect_err("another challenge");
    assert_eq!(refused.code(), Code::PasskeyRefused);
    for nonsense in [json!({}), json!("x"), json!({ "id": 1 }), Value::Array(Vec::new())] {
        let refused = complete(&visitor, answer(nonsense)).await.expect_err("nonsense");
        assert_eq!(refused.code(), Code::PasskeyRefused);
    }
    let right = answer(telephone.get(&options));
    complete(&visitor, right.clone()).await.expect("signed in");
    assert_eq!(complete(&visitor, right).await.expect_err("replayed").code(), Code::ChallengeExpired);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_answers_sign_nobody_in() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (telephone, _) = add_passkey(&master).await;
    let (viewers, _) = add_passkey(&portal.sign_in("viewer@sinar.example").await).await;
    let visitor = portal.visitor();
    let before = (sessions(&portal, MASTER).await, facts(&portal).await);
    for (what, mut wrong) in spoiled(&telephone) {
        let asked = begin(&visitor).await;
        let credential = wrong.get(&asked.options);
        assert_eq!(
            finish(&visitor, &asked, credential, Side::Customer).await.err(),
            Some(Code::PasskeyRefused),
            "{what}"
        );
    }
    // The viewer's passkey in the Master's name, an unknown passkey, and the wrong side.
    let master_id: uuid::Uuid = id_of(portal.pool(), MASTER).await.parse().expect("an id");
    for mut wrong in [viewers.of_user(master_id.as_bytes()), Authenticator::new().of_user(master_id.as_bytes())] {
        let asked = begin(&visitor).await;
        let credential = wrong.get(&asked.options);
        assert_eq!(finish(&visitor, &asked, credential, Side::Customer).await.err(), Some(Code::PasskeyRefused));
    }
    let asked = begin(&visitor).await;
    let credential = telephone.clone().get(&asked.options);
    assert_eq!(finish(&visitor, &asked, credential, Side::Staff).await.err(), Some(Code::PasskeyRefused));
    let expected = vec![("wrong".to_owned(), 8)];
    until("the events", || async { (events(&portal).await == expected).then_some(()) }).await;
    // Each was counted, and nothing changed.
    assert_eq!((sessions(&portal, MASTER).await, facts(&portal).await), before);
    assert_eq!(master.call::<GetFactors>(Nothing {}).await.expect("factors").factors[0].last_used_at, None);
    // A stolen handle.
    let asked = begin(&visitor).await;
    let credential = telephone.clone().get(&asked.options);
    let thief = visitor.with("user-agent", "Another browser");
    let refused = finish(&thief, &asked, credential.clone(), Side::Customer).await;
    assert_eq!(refused.err(), Some(Code::ChallengeExpired));
    finish(&visitor, &asked, credential, Side::Customer).await.expect("the owner");
}

/// A counter that goes back is the sign of a copied passkey.
#[tokio::test(flavor = "multi_thread")]
async fn a_counter_never_goes_back() {
    let portal = Portal::with_people().await;
    let (mut telephone, _) = add_passkey(&portal.sign_in(MASTER).await).await;
    let copy = telephone.clone();
    let visitor = portal.visitor();
    for _ in 0..3 {
        let asked = begin(&visitor).await;
        let credential = telephone.get(&asked.options);
        finish(&visitor, &asked, credential, Side::Customer).await.expect("signed in");
    }
    let asked = begin(&visitor).await;
    let credential = copy.clone().get(&asked.options);
    assert_eq!(finish(&visitor, &asked, credential, Side::Customer).await.err(), Some(Code::PasskeyRefused));
    // The same for the second step, also if both questions were asked before the counter advanced.
    let challenge = challenged(&visitor, MASTER).await;
    let late = telephone.clone().get(&challenge.passkey.clone().expect("a question"));
    let asked = begin(&visitor).await;
    let credential = telephone.get(&asked.options);
    finish(&visitor, &asked, credential, Side::Customer).await.expect("signed in");
    let request = CompleteSignInRequest { totp: None, passkey: Some(late), ..with_totp(&challenge, "") };
    assert_eq!(complete(&visitor, request).await.expect_err("an old counter").code(), Code::PasskeyRefused);
    until("the events", || async { (events(&portal).await == [("wrong".to_owned(), 2)]).then_some(()) }).await;
    // An authenticator without a counter always says zero.
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let mut cloud = Authenticator::new();
    cloud.is_counting = false;
    let asked = viewer.call::<BeginPasskey>(Nothing {}).await.expect("a question");
    let credential = cloud.create(&asked.options);
    let request = FinishPasskeyRequest { handle: asked.handle, credential, name: None };
    viewer.call::<FinishPasskey>(request).await.expect("registered");
    for _ in 0..2 {
        let asked = begin(&visitor).await;
        let credential = cloud.get(&asked.options);
        finish(&visitor, &asked, credential, Side::Customer).await.expect("signed in");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_registration_adds_nothing() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    for (what, mut wrong) in spoiled(&Authenticator::new()) {
        assert_eq!(register(&master, &mut wrong).await, Err(Code::PasskeyRefused), "{what}");
    }
    let asked = master.call::<BeginPasskey>(Nothing {}).await.expect("a question");
    let other = master.call::<BeginPasskey>(Nothing {}).await.expect("another question");
    let credential = Authenticator::new().create(&other.options);
    let request = FinishPasskeyRequest { handle: asked.handle, credential, name: None };
    let refused = master.call::<FinishPasskey>(request).await.expect_err("another challenge");
    assert_eq!(refused.code(), Code::PasskeyRefused);
    assert!(master.call::<GetFactors>(Nothing {}).await.expect("factors").factors.is_empty());
    // A passkey is registered once, also for another user.
    let mut telephone = Authenticator::new();
    register(&master, &mut telephone).await.expect("registered");
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(register(&viewer, &mut telephone).await, Err(Code::PasskeyRefused));
    let asked = master.call::<BeginPasskey>(Nothing {}).await.expect("a question");
    assert_eq!(asked.options["publicKey"]["excludeCredentials"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_passkey_opens_nothing() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (mut telephone, added) = add_passkey(&master).await;
    let visitor = portal.visitor();
    let asked = begin(&visitor).await;
    master.call::<RemoveFactor>(RemoveFactorRequest { factor_id: added.factor_id }).await.expect("removed");
    let credential = telephone.get(&asked.options);
    assert_eq!(finish(&visitor, &asked, credential, Side::Customer).await.err(), Some(Code::PasskeyRefused));
}

/// A passkey belongs to a name. At a bare number there are none, and everything else works.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_name_there_are_no_passkeys() {
    let portal = Portal::with_people_and(&["--public-url=http://203.0.113.7"]).await;
    let master = portal.sign_in(MASTER).await;
    assert!(!master.call::<GetFactors>(Nothing {}).await.expect("factors").can_add_passkey);
    let refused = master.call::<BeginPasskey>(Nothing {}).await.expect_err("no passkeys");
    assert_eq!(refused.code(), Code::PasskeysUnavailable);
    let refused = portal.visitor().call::<BeginPasskeySignIn>(Nothing {}).await.expect_err("no passkeys");
    assert_eq!(refused.code(), Code::PasskeysUnavailable);
    super::add_app(&portal, &master).await;
}

/// A sign-in page asks whenever it opens, so its questions have a limit of their own: four for each sign-in.
#[tokio::test(flavor = "multi_thread")]
async fn questions_of_one_address_are_limited() {
    let portal = Portal::with_people_and(&["--sign-ins-per-address=1"]).await;
    let visitor = portal.visitor();
    for _ in 0..4 {
        begin(&visitor).await;
    }
    let refused = visitor.call::<BeginPasskeySignIn>(Nothing {}).await.expect_err("too many");
    assert_eq!(refused.code(), Code::TooManyAttempts);
}
