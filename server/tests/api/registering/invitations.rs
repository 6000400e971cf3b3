//! Joining a bulk account by an invitation, when registering or signing in.

use gridbill_core::announcements::WriteAnnouncement;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::registering::{CheckLink, CheckLinkRequest};
use gridbill_core::identity::{AdminLogin, GetUserProfile, Profile};
use gridbill_core::permission::Role;

use super::*;
use crate::support::given::{MAJLIS, SINAR};
use crate::support::portal::PASSWORD;
use crate::support::sql;

async fn register_by(portal: &Portal, email: &str, token: &str) -> Result<Registered, RefusedCall> {
    let request = RegisterRequest { invitation_token: Some(token.to_owned()), ..form(email) };
    portal.visitor().call::<Register>(request).await
}

async fn sign_in_by(portal: &Portal, email: &str, password: &str, token: &str) -> Result<Tokens, RefusedCall> {
    let request = LoginRequest { invitation_token: Some(token.to_owned()), ..credentials(email, password) };
    let answer = portal.visitor().call::<Login>(request).await;
    answer.map(|answer| answer.tokens().expect("no second factor"))
}

async fn profile(portal: &Portal, tokens: Tokens) -> Profile {
    let actor = portal.visitor().with_token(tokens.access_token);
    actor.call::<GetUserProfile>(Nothing {}).await.expect("a profile")
}

async fn is_registered(portal: &Portal, token: &str) -> bool {
    let request = CheckLinkRequest { kind: LinkKind::Invitation, token: token.to_owned() };
    portal.visitor().call::<CheckLink>(request).await.expect("a valid link").is_registered
}

async fn withdraw(portal: &Portal, id: Uuid) {
    sql::run(portal.pool(), "update invitation set withdrawn_at = invited_at where invitation_id = $1", &[&id]).await;
}

fn joined(profile: &Profile) {
    assert_eq!(profile.bulk_id.as_ref().map(|id| id.as_str()), Some(SINAR));
    assert_eq!(profile.company_name.as_deref(), Some("Sinar Jaya Sdn. Bhd."));
    assert_eq!((profile.role, profile.permissions.make_payments), (Some(Role::Member), true));
    assert!(!profile.permissions.manage_accounts);
    assert_eq!(profile.nickname.as_deref(), Some("Kak Nur"));
}

#[tokio::test(flavor = "multi_thread")]
async fn registering_by_an_invitation_activates_and_joins() {
    let portal = Portal::with_people().await;
    let (id, token) = invited(&portal, SINAR, NUR).await;
    assert!(!is_registered(&portal, &token).await);
    let registered = register_by(&portal, "NUR@baru.example", &token).await.expect("registered");
    assert_eq!((registered.email.as_str(), registered.is_activated), (NUR, true));
    assert!(emails(&portal, NUR).await.is_empty(), "nothing is left to activate");
    joined(&profile(&portal, sign_in(&portal, NUR, NEW).await.expect("signed in")).await);
    let query = "select accepted_at from invitation where invitation_id = $1";
    let accepted = sql::value::<Option<chrono::DateTime<chrono::Utc>>>(portal.pool(), query, &[&id]).await;
    assert!(accepted.is_some());
    let query = "select kind, bulk_id, about from fact order by fact_id";
    let notes = sql::rows::<(String, Option<String>, String)>(portal.pool(), query, &[]).await;
    let notes: Vec<_> = notes.iter().map(|(kind, by, about)| (kind.as_str(), by.as_deref(), about.as_str())).collect();
    assert_eq!(notes, [("Registered", None, NUR), ("InvitationAccepted", Some(SINAR), NUR)]);
    assert_eq!(code(register_by(&portal, NUR, &token).await), Code::LinkUsed);
}

/// The invitation proves the address like the activation link, so a pending registration need not expire first.
#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_takes_over_a_registration_that_waits_for_its_activation() {
    let portal = Portal::with_people().await;
    let waiting = RegisterRequest { password: "bintang-timur-9".to_owned(), ..form(NUR) };
    portal.visitor().call::<Register>(waiting).await.expect("registered");
    let activation = token(&portal, NUR).await;
    let (_, token) = invited(&portal, SINAR, NUR).await;
    assert!(!is_registered(&portal, &token).await, "who cannot sign in yet registers");
    assert_eq!(code(sign_in_by(&portal, NUR, "bintang-timur-9", &token).await), Code::AccountNotActivated);
    register_by(&portal, NUR, &token).await.expect("registered");
    joined(&profile(&portal, sign_in(&portal, NUR, NEW).await.expect("signed in")).await);
    assert_eq!(code(sign_in(&portal, NUR, "bintang-timur-9").await), Code::WrongCredentials);
    assert_eq!(code(activate(&portal, &activation).await), Code::AccountAlreadyActivated);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_by_an_invitation_joins() {
    let portal = Portal::with_people().await;
    active(&portal, NUR).await;
    let (_, token) = invited(&portal, SINAR, NUR).await;
    assert!(is_registered(&portal, &token).await);
    let tokens = sign_in_by(&portal, NUR, NEW, &token).await.expect("signed in");
    joined(&profile(&portal, tokens).await);
    assert_eq!(code(sign_in_by(&portal, NUR, NEW, &token).await), Code::LinkUsed);
    let tokens = sign_in_by(&portal, NUR, NEW, "").await.expect("no invitation is none");
    joined(&profile(&portal, tokens).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unsuitable_invitation_signs_no_user_in_and_counts_no_attempt() {
    let portal = Portal::with_people().await;
    active(&portal, NUR).await;
    active(&portal, "ali@baru.example").await;
    let (withdrawn, gone) = invited(&portal, SINAR, NUR).await;
    withdraw(&portal, withdrawn).await;
    let (_, good) = invited(&portal, SINAR, NUR).await;
    let (_, staffs) = invited(&portal, SINAR, "ict@utility.example").await;
    let (_, members) = invited(&portal, MAJLIS, "viewer@sinar.example").await;
    let (_, twice) = invited(&portal, SINAR, "viewer@sinar.example").await;
    sign_in(&portal, NUR, "wrong").await.expect_err("one wrong attempt");
    sign_in(&portal, "ali@baru.example", "wrong").await.expect_err("one wrong attempt");
    let before = state(portal.pool()).await;
    for (email, password, token, expected) in [
        (NUR, NEW, gone.as_str(), Code::LinkInvalid),
        (NUR, NEW, "unknown", Code::LinkInvalid),
        ("ali@baru.example", NEW, &good, Code::LinkInvalid),
        ("viewer@sinar.example", PASSWORD, &members, Code::JoinsFromAnother),
        ("viewer@sinar.example", PASSWORD, &twice, Code::JoinsAgain),
    ] {
        assert_eq!(code(sign_in_by(&portal, email, password, token).await), expected, "{email}");
    }
    let staff = LoginRequest { invitation_token: Some(staffs), ..credentials("ict@utility.example", PASSWORD) };
    assert_eq!(code(portal.visitor().call::<AdminLogin>(staff).await), Code::LinkInvalid, "staff join no bulk account");
    for (email, expected) in [(NUR, Code::LinkInvalid), ("siti@baru.example", Code::LinkInvalid)] {
        assert_eq!(code(register_by(&portal, email, &gone).await), expected, "{email}");
    }
    assert_eq!(code(register_by(&portal, "siti@baru.example", &good).await), Code::LinkInvalid);
    assert_eq!(code(register_by(&portal, NUR, &good).await), Code::EmailInUse, "who is a user signs in");
    assert_eq!(state(portal.pool()).await, before);

    // A wrong password is reported and counted as usual, with or without an invitation.
    let refused = sign_in_by(&portal, NUR, "wrong", &good).await.expect_err("wrong");
    assert_eq!((refused.code(), &refused.body.params["attempt"]), (Code::WrongCredentials, &serde_json::json!(2)));
    let (_, texts) = sentences::<Login>(
        &portal,
        &LoginRequest { invitation_token: Some(members), ..credentials("viewer@sinar.example", PASSWORD) },
    )
    .await;
    assert_eq!(
        texts,
        [
            "You already belong to another bulk account. Its Master user has to remove you there before you can accept this invitation.",
            "Anda sudah berada dalam akaun pukal lain. Pengguna Master akaun itu perlu mengeluarkan anda sebelum anda boleh menerima jemputan ini.",
        ]
    );
}

/// A user invited by two companies joins the one whose invitation is used first.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_concurrently_accepted_invitations_wins() {
    let portal = Portal::with_people().await;
    active(&portal, NUR).await;
    let (_, sinar) = invited(&portal, SINAR, NUR).await;
    let (_, majlis) = invited(&portal, MAJLIS, NUR).await;
    let tries = (0..20).map(|turn| sign_in_by(&portal, NUR, NEW, if turn % 2 == 0 { &sinar } else { &majlis }));
    let answers = futures::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for refused in answers.into_iter().filter_map(Result::err) {
        assert!([Code::LinkUsed, Code::JoinsFromAnother].contains(&refused.code()), "{:?}", refused.code());
    }
    let query = "select count(*) from invitation where accepted_at is not null";
    let accepted = sql::value::<i64>(portal.pool(), query, &[]).await;
    assert_eq!(accepted, 1);
}

/// A freeze of registrations concerns new companies, not colleagues of a registered one.
#[tokio::test(flavor = "multi_thread")]
async fn an_invited_colleague_registers_while_registrations_are_frozen() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let mut form = crate::announcements::form("Registration");
    form["fromTime"] = "12:00".into();
    form["freezes"] = serde_json::json!(["registration"]);
    ict.call_raw::<WriteAnnouncement>(serde_json::json!({ "form": form })).await.expect("frozen");
    assert_eq!(code(register(&portal, "new@company.example").await), Code::FeatureFrozen);
    let blank = RegisterRequest { invitation_token: Some(" ".to_owned()), ..super::form("new@company.example") };
    assert_eq!(code(portal.visitor().call::<Register>(blank).await), Code::FeatureFrozen);
    assert_eq!(code(register_by(&portal, "new@company.example", "made-up").await), Code::LinkInvalid);
    let (_, token) = invited(&portal, SINAR, NUR).await;
    register_by(&portal, NUR, &token).await.expect("registered");
}
