//! E-mailed links: each is valid for its own purpose, for a limited time, and once.

use gridbill_core::identity::AdminLogin;
use gridbill_core::identity::registering::{
    AdminForgotPassword, AdminResetPassword, AdminValidateResetToken, CheckLink, CheckLinkRequest, CheckedLink,
    GetEmailByInvitationToken, InvitationRequest, ResetTokenRequest, SendNewActivationLink, ValidateResetToken,
    VerifyActivation,
};

use futures::future::join_all;

use super::*;
use crate::support::given::SINAR;
use crate::support::portal::{PASSWORD, until_blocked};
use crate::support::sql;

const STAFF: &str = "baharu@utility.example";
const INVITED: &str = "dijemput@baru.example";

/// Returns a valid link of every kind.
async fn all(portal: &Portal) -> Vec<(LinkKind, String)> {
    register(portal, NUR).await.expect("registered");
    let activation = token(portal, NUR).await;
    forgot(portal, "viewer@sinar.example").await.expect("an e-mail");
    let reset = token(portal, "viewer@sinar.example").await;
    portal.visitor().call::<AdminForgotPassword>(address("glb@utility.example")).await.expect("an e-mail");
    let staff_reset = token(portal, "glb@utility.example").await;
    vec![
        (LinkKind::Activation, activation),
        (LinkKind::StaffActivation, staff_to_come(portal, STAFF).await),
        (LinkKind::Reset, reset),
        (LinkKind::StaffReset, staff_reset),
        (LinkKind::Invitation, invited(portal, SINAR, INVITED).await.1),
    ]
}

async fn look(portal: &Portal, kind: LinkKind, token: &str) -> Result<CheckedLink, RefusedCall> {
    portal.visitor().call::<CheckLink>(CheckLinkRequest { kind, token: token.to_owned() }).await
}

/// Every call that takes a link, with the kind that it takes.
const DOORS: &[(LinkKind, &str)] = &[
    (LinkKind::Activation, "Activate"),
    (LinkKind::Activation, "SendNewActivationLink"),
    (LinkKind::StaffActivation, "VerifyActivation"),
    (LinkKind::Reset, "ValidateResetToken"),
    (LinkKind::Reset, "ResetPassword"),
    (LinkKind::StaffReset, "AdminValidateResetToken"),
    (LinkKind::StaffReset, "AdminResetPassword"),
    (LinkKind::Invitation, "GetEmailByInvitationToken"),
    (LinkKind::Invitation, "Register"),
    (LinkKind::Invitation, "Login"),
    (LinkKind::Invitation, "AdminLogin"),
];

async fn knock(portal: &Portal, door: &str, token: &str) -> Result<(), RefusedCall> {
    let (visitor, token) = (portal.visitor(), token.to_owned());
    let link = LinkRequest { token: token.clone() };
    let validated = ResetTokenRequest { token: token.clone() };
    let new = ResetPasswordRequest { token: token.clone(), password: "bulan-purnama-7".to_owned() };
    let comes_with =
        |email: &str| LoginRequest { invitation_token: Some(token.clone()), ..credentials(email, PASSWORD) };
    match door {
        "Activate" => visitor.call::<Activate>(link).await.map(drop),
        "SendNewActivationLink" => visitor.call::<SendNewActivationLink>(link).await.map(drop),
        "VerifyActivation" => visitor.call::<VerifyActivation>(link).await.map(drop),
        "ValidateResetToken" => visitor.call::<ValidateResetToken>(validated).await.map(drop),
        "ResetPassword" => visitor.call::<ResetPassword>(new).await.map(drop),
        "AdminValidateResetToken" => visitor.call::<AdminValidateResetToken>(validated).await.map(drop),
        "AdminResetPassword" => visitor.call::<AdminResetPassword>(new).await.map(drop),
        "GetEmailByInvitationToken" => {
            visitor.call::<GetEmailByInvitationToken>(InvitationRequest { invitation_token: token }).await.map(drop)
        }
        "Register" => {
            let form = RegisterRequest { invitation_token: Some(token), ..form(INVITED) };
            visitor.call::<Register>(form).await.map(drop)
        }
        "Login" => visitor.call::<Login>(comes_with("payer@sinar.example")).await.map(drop),
        "AdminLogin" => visitor.call::<AdminLogin>(comes_with("ict@utility.example")).await.map(drop),
        _ => panic!("no door {door}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_of_another_kind_is_invalid_at_every_door_and_changes_nothing() {
    let portal = Portal::with_people().await;
    let good = all(&portal).await;
    let strange = ["unknown", "\u{1}", &"a".repeat(64), &"é".repeat(1_000)].map(str::to_owned);
    let all = good.iter().map(|(kind, token)| (Some(*kind), token));
    let before = state(portal.pool()).await;
    let mut tried = 0;
    for (kind, token) in all.chain(strange.iter().map(|token| (None, token))) {
        for &(taken, door) in DOORS.iter().filter(|(taken, _)| kind != Some(*taken)) {
            let refused = knock(&portal, door, token).await.expect_err(door);
            assert_eq!((refused.status, refused.code()), (422, Code::LinkInvalid), "{kind:?} at {door}, for {taken:?}");
            assert_eq!(flags(&refused), ["invalidToken", "isInvalid"], "{kind:?} at {door}");
            tried += 1;
        }
        for &other in LinkKind::ALL {
            let looked = look(&portal, other, token).await;
            assert_eq!(
                looked.as_ref().err().map(RefusedCall::code),
                (kind != Some(other)).then_some(Code::LinkInvalid)
            );
            tried += 1;
        }
    }
    assert_eq!(tried, 9 * DOORS.len() - DOORS.len() + 9 * 5);
    assert_eq!(state(portal.pool()).await, before);
    let request = CheckLinkRequest { kind: LinkKind::Reset, token: "unknown".to_owned() };
    let (refused, texts) = sentences::<CheckLink>(&portal, &request).await;
    assert_eq!(texts, ["The link is invalid.", "Pautan ini tidak sah."]);
    assert_eq!(refused.body.error_topic, "link");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_valid_link_names_its_recipient_and_reading_does_not_use_it_up() {
    let portal = Portal::with_people().await;
    let links = all(&portal).await;
    let before = state(portal.pool()).await;
    for _ in 0..2 {
        for ((kind, token), email) in
            links.iter().zip([NUR, STAFF, "viewer@sinar.example", "glb@utility.example", INVITED])
        {
            let found = look(&portal, *kind, token).await.expect("a valid link");
            assert_eq!(found.email, email);
            assert_eq!(found.is_registered, *kind != LinkKind::Invitation);
            let company = (*kind == LinkKind::Invitation).then_some("Sinar Jaya Sdn. Bhd.");
            assert_eq!(found.company_name.as_deref(), company);
        }
        for door in ["ValidateResetToken", "AdminValidateResetToken", "GetEmailByInvitationToken"] {
            let kind = DOORS.iter().find(|(_, name)| *name == door).expect("a door").0;
            let (_, token) = links.iter().find(|(found, _)| *found == kind).expect("a link");
            knock(&portal, door, token).await.expect("a valid link");
        }
    }
    assert_eq!(state(portal.pool()).await, before);
    // The link's page has the token in the fragment, which no server receives.
    let mut tx = portal.pool().begin().await.expect("a transaction");
    let anybody = sql::value::<uuid::Uuid>(&mut *tx, "select person_id from person limit 1", &[]).await;
    let issued = links::issue(&portal.app, &mut tx, LinkKind::Reset, LinkOwner::Person(anybody)).await.expect("a link");
    let page = issued.address.split('#').next().expect("a page");
    assert!(page.ends_with("/account/resetPassword") && !page.contains('?'), "{page}");
}

/// Issues another valid link of a kind to the same recipient.
async fn another(portal: &Portal, kind: LinkKind) -> String {
    let person = |email: &'static str| async move {
        let query = "select person_id from person where email = $1";
        let id = sql::value::<uuid::Uuid>(portal.pool(), query, &[&email]).await;
        LinkOwner::Person(id)
    };
    let whom = match kind {
        LinkKind::Activation => person(NUR).await,
        LinkKind::StaffActivation => person(STAFF).await,
        LinkKind::Reset => person("viewer@sinar.example").await,
        LinkKind::StaffReset => person("glb@utility.example").await,
        LinkKind::Invitation => {
            LinkOwner::Invitation(sql::value(portal.pool(), "select invitation_id from invitation", &[]).await)
        }
    };
    link(portal, kind, whom).await
}

/// Returns the call that uses the link up.
fn way_in(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Activation => "Activate",
        LinkKind::StaffActivation => "VerifyActivation",
        LinkKind::Reset => "ResetPassword",
        LinkKind::StaffReset => "AdminResetPassword",
        LinkKind::Invitation => "Register",
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_expires_at_its_time() {
    let portal = Portal::with_people().await;
    all(&portal).await;
    for (&kind, seconds) in LinkKind::ALL.iter().zip([86_400, 86_400, 3_600, 3_600, 604_800]) {
        let token = another(&portal, kind).await;
        portal.advance(TimeDelta::seconds(seconds - 1));
        look(&portal, kind, &token).await.expect("in its last second");
        portal.advance(TimeDelta::seconds(1));
        let request = CheckLinkRequest { kind, token: token.clone() };
        let (refused, texts) = sentences::<CheckLink>(&portal, &request).await;
        let english = "The link has expired. Please ask for a new one.";
        assert_eq!(texts, [english, "Pautan ini telah tamat tempoh. Sila minta pautan baharu."], "{kind:?}");
        assert_eq!((refused.status, flags(&refused)), (422, vec!["isExpired", "tokenExpired"]));
        let before = state(portal.pool()).await;
        // The staff's sign-in accepts no invitation, and an expired link can still request a new one.
        let doors = DOORS.iter().filter(|(taken, _)| *taken == kind);
        for &(_, door) in doors.filter(|(_, door)| !["SendNewActivationLink", "AdminLogin"].contains(door)) {
            assert_eq!(code(knock(&portal, door, &token).await), Code::LinkExpired, "{door}");
        }
        assert_eq!(state(portal.pool()).await, before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_link_ends_all_links_of_its_kind() {
    let portal = Portal::with_people().await;
    for (kind, older) in all(&portal).await {
        let token = another(&portal, kind).await;
        // Strangers may request some kinds, which must not end an earlier link. Repeating an invitation replaces its
        // link.
        let is_replaced = matches!(kind, LinkKind::StaffActivation | LinkKind::Invitation);
        let looked = look(&portal, kind, &older).await.err().map(|refused| refused.code());
        assert_eq!(looked, is_replaced.then_some(Code::LinkExpired), "{kind:?}: a newer one was sent");
        knock(&portal, way_in(kind), &token).await.expect("opens");
        let before = state(portal.pool()).await;
        let (expected, texts, up) = match kind {
            LinkKind::Activation | LinkKind::StaffActivation => (
                Code::AccountAlreadyActivated,
                ["Your account is already activated. Please sign in.", "Akaun anda telah diaktifkan. Sila log masuk."],
                "activatedUser",
            ),
            _ => (Code::LinkUsed, ["The link has already been used.", "Pautan ini telah digunakan."], "isUsed"),
        };
        for token in [&token, &older] {
            let request = CheckLinkRequest { kind, token: token.clone() };
            let (refused, told) = sentences::<CheckLink>(&portal, &request).await;
            assert_eq!((refused.status, told), (422, texts.map(str::to_owned)), "{kind:?}");
            assert_eq!(flags(&refused), [up]);
            for &(_, door) in DOORS.iter().filter(|(taken, _)| *taken == kind) {
                assert_eq!(code(knock(&portal, door, token).await), expected, "{door}");
            }
        }
        assert_eq!(state(portal.pool()).await, before, "{kind:?}");
    }
}

/// Simultaneous uses of one link count as one, also if all of them have found it unused before one writes.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_opened_by_many_at_once_opens_once() {
    let portal = Portal::with_people().await;
    for (kind, token) in all(&portal).await {
        let mut held = portal.pool().begin().await.expect("a transaction");
        sql::run(&mut *held, "lock table person, invitation in exclusive mode", &[]).await;
        let release = async {
            until_blocked(&portal, 3).await;
            held.rollback().await.expect("released");
        };
        let (answers, ()) = tokio::join!(join_all((0..3).map(|_| knock(&portal, way_in(kind), &token))), release);
        let opened = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(opened, 1, "{kind:?}");
        for refused in answers.into_iter().filter_map(Result::err) {
            let codes = [Code::LinkUsed, Code::AccountAlreadyActivated];
            assert!(codes.contains(&refused.code()), "{kind:?} {:?}", refused.code());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_of_users_who_may_not_sign_in_are_invalid() {
    let portal = Portal::with_people().await;
    let links = all(&portal).await;
    sql::run(portal.pool(), "update person set disabled_at = created_at", &[]).await;
    let before = state(portal.pool()).await;
    for (kind, token) in links.iter().filter(|(kind, _)| *kind != LinkKind::Invitation) {
        assert_eq!(code(look(&portal, *kind, token).await), Code::LinkInvalid);
        for &(_, door) in DOORS.iter().filter(|(taken, _)| taken == kind) {
            assert_eq!(code(knock(&portal, door, token).await), Code::LinkInvalid, "{door}");
        }
    }
    assert_eq!(state(portal.pool()).await, before);
}
