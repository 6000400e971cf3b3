//! The whole path of a new user: register, activate, sign in, reset the password.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::GetUserProfile;
use gridbill_core::identity::registering::{CheckLink, CheckLinkRequest, LinkKind};

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn register_activate_sign_in_forget_and_reset() {
    let portal = Portal::start().await;
    let registered = register(&portal, " Nur@Baru.Example ").await.expect("registered");
    assert_eq!((registered.email.as_str(), registered.is_activated), (NUR, false));
    assert_eq!(code(sign_in(&portal, NUR, NEW).await), Code::AccountNotActivated);

    let first = token(&portal, NUR).await;
    let look = CheckLinkRequest { kind: LinkKind::Activation, token: first.clone() };
    assert_eq!(portal.visitor().call::<CheckLink>(look.clone()).await.expect("a valid link").email, NUR);
    assert_eq!(activate(&portal, &first).await.expect("activated").email, NUR);
    assert_eq!(code(activate(&portal, &first).await), Code::AccountAlreadyActivated);
    assert_eq!(code(portal.visitor().call::<CheckLink>(look).await), Code::AccountAlreadyActivated);

    let tokens = sign_in(&portal, NUR, NEW).await.expect("signed in");
    let nur = portal.visitor().with_token(tokens.access_token);
    let profile = nur.call::<GetUserProfile>(Nothing {}).await.expect("a profile");
    assert_eq!(profile.name, "Nur Aisyah binti Ali");
    assert_eq!(profile.mobile_no.as_deref(), Some("123456789"));
    assert_eq!(profile.identification_no.as_deref(), Some("••••••••5678"));
    assert_eq!((profile.role, profile.bulk_id, profile.registration_status_id), (None, None, 1));

    forgot(&portal, NUR).await.expect("an e-mail");
    let link = token(&portal, NUR).await;
    reset(&portal, &link, "bulan-purnama-7").await.expect("a new password");
    assert_eq!(code(nur.call::<GetUserProfile>(Nothing {}).await), Code::SignedOut, "every session ended");
    assert_eq!(code(reset(&portal, &link, "bulan-purnama-8").await), Code::LinkUsed);
    assert_eq!(code(sign_in(&portal, NUR, NEW).await), Code::WrongCredentials);
    sign_in(&portal, NUR, "bulan-purnama-7").await.expect("the new password opens");
}
