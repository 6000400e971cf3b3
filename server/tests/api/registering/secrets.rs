//! No password or token is written to the log at any level.

use gridbill_core::identity::registering::{
    AdminForgotPassword, AdminResetPassword, CheckLink, CheckLinkRequest, GetEmailByInvitationToken, InvitationRequest,
    ResetTokenRequest, SendNewActivationLink, ValidateResetToken, VerifyActivation,
};

use super::*;
use crate::support::given::SINAR;
use crate::support::log::Log;
use crate::support::sql;

// On one thread, so that the thread's subscriber receives everything.
#[tokio::test]
async fn the_log_from_registering_to_signing_in_has_no_password_or_token() {
    let (log, _listening) = Log::listen();
    let portal = Portal::with_people().await;
    let visitor = portal.visitor();
    let mut secrets = vec![NEW.to_owned(), "bulan-purnama-7".to_owned(), "salah-sekali-3".to_owned()];
    register(&portal, NUR).await.expect("registered");
    let first = token(&portal, NUR).await;
    visitor.call::<SendNewActivationLink>(LinkRequest { token: first.clone() }).await.expect("an e-mail");
    let second = token(&portal, NUR).await;
    for token in [&first, &second] {
        let request = CheckLinkRequest { kind: LinkKind::Activation, token: token.clone() };
        drop(visitor.call::<CheckLink>(request).await);
        drop(activate(&portal, token).await);
    }
    sign_in(&portal, NUR, "salah-sekali-3").await.expect_err("wrong");
    let tokens = sign_in(&portal, NUR, NEW).await.expect("signed in");
    forgot(&portal, NUR).await.expect("an e-mail");
    let third = token(&portal, NUR).await;
    visitor.call::<ValidateResetToken>(ResetTokenRequest { token: third.clone() }).await.expect("a valid link");
    reset(&portal, &third, "bulan-purnama-7").await.expect("reset");
    reset(&portal, &third, "bulan-purnama-7").await.expect_err("used");
    let (_, invitation) = invited(&portal, SINAR, NUR).await;
    let request = InvitationRequest { invitation_token: invitation.clone() };
    visitor.call::<GetEmailByInvitationToken>(request).await.expect("a valid link");
    let by = LoginRequest { invitation_token: Some(invitation.clone()), ..credentials(NUR, "bulan-purnama-7") };
    let joined = visitor.call::<Login>(by).await.expect("signed in").tokens().expect("no second factor");
    let staff = staff_to_come(&portal, "ismail@utility.example").await;
    let verified = visitor.call::<VerifyActivation>(LinkRequest { token: staff.clone() }).await.expect("activated");
    visitor.call::<AdminForgotPassword>(address("ismail@utility.example")).await.expect("an e-mail");
    let fourth = token(&portal, "ismail@utility.example").await;
    let request = ResetPasswordRequest { token: fourth.clone(), password: NEW.to_owned() };
    visitor.call::<AdminResetPassword>(request).await.expect("reset");
    secrets.extend([first, second, third, fourth, invitation, staff]);
    for pair in [tokens, joined, verified] {
        secrets.extend([pair.access_token, pair.refresh_token]);
    }

    let log = log.text();
    for told in ["/user-svc/api/v1/User/Register", "/user-svc/api/v1/User/ValidateResetToken", "insert into link"] {
        assert!(log.contains(told), "the log is incomplete: {told} is missing among {} bytes", log.len());
    }
    for secret in &secrets {
        assert!(secret.len() >= 12 && !log.contains(secret.as_str()), "the log tells {secret}");
    }
    let query = "select password_hash from person where password_hash is not null";
    let hashes = sql::values::<String>(portal.pool(), query, &[]).await;
    for hash in hashes {
        assert!(!log.contains(&hash), "the log tells a hash");
    }
}
