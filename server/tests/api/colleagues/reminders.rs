//! Reminders about a payment that awaits approval at the bank.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::colleagues::{RemindAuthoriser, RemindRequest};
use gridbill_core::payments::{GetPaymentDetails, Status, TransactionRequest};

use super::{KEEPER, MASTER, PAYER, emails, facts};
use crate::fpx::world::World;
use crate::support::clock::noon;
use crate::team::{id_of, session_of};

#[tokio::test(flavor = "multi_thread")]
async fn payers_are_reminded_once_in_four_hours() {
    let world = World::start().await;
    let portal = &world.portal;
    let paying = world.pay().await;
    let transaction_no = paying.made.transaction_no.clone();
    let all_payers = RemindRequest { transaction_no: transaction_no.clone(), user_id: None };
    let early = world.payer.call::<RemindAuthoriser>(all_payers.clone()).await.expect_err("it does not wait yet");
    assert_eq!(early.code(), Code::PaymentMoved);
    world.maker(&paying, "confirm").await;
    world.becomes(&paying, Status::FpxPending).await;
    let before = emails(portal).await.len();

    // Of two simultaneous requests, one is sent.
    let (one, other) = tokio::join!(
        world.payer.call::<RemindAuthoriser>(all_payers.clone()),
        world.payer.call::<RemindAuthoriser>(all_payers.clone()),
    );
    let (sent, refused) = match (one, other) {
        (Ok(sent), Err(refused)) | (Err(refused), Ok(sent)) => (sent, refused),
        both => panic!("{both:?}"),
    };
    assert_eq!((sent.people, sent.next_at), (1, noon().plus_seconds(4 * 3600)));
    assert_eq!((refused.status, refused.code()), (429, Code::ReminderTooSoon));
    let reminders: Vec<_> =
        emails(portal).await.into_iter().filter(|(_, s, _)| s.contains("is waiting for approval at")).collect();
    assert_eq!(emails(portal).await.len(), before + 1);
    let [(to, _, text)] = &reminders[..] else { panic!("{reminders:?}") };
    assert_eq!(to, MASTER, "not oneself, and not who may not pay");
    assert!(text.contains("25 Nov 2026, 12:00") && text.contains(transaction_no.as_str()), "{text}");
    assert_eq!(facts(portal, "ApprovalReminded").await, [transaction_no.as_str()]);
    let request = TransactionRequest { transaction_no: transaction_no.clone(), record_count: None, cursor: None };
    let details = world.payer.call::<GetPaymentDetails>(request).await.expect("details");
    assert_eq!(details.reminded_at, Some(noon()));

    portal.advance(TimeDelta::hours(4));
    let payer = session_of(portal, PAYER).await;
    let keeper = Some(id_of(portal.pool(), KEEPER).await);
    let chosen = RemindRequest { transaction_no: transaction_no.clone(), user_id: keeper };
    assert_eq!(payer.call::<RemindAuthoriser>(chosen).await.expect("sent").people, 1);
    assert_eq!(emails(portal).await.len(), before + 2);

    let stranger = session_of(portal, "master@majlis.example").await;
    let refused = stranger.call::<RemindAuthoriser>(all_payers.clone()).await.expect_err("not theirs");
    assert_eq!((refused.status, emails(portal).await.len()), (404, before + 2));
    portal.advance(TimeDelta::days(5));
    let payer = session_of(portal, PAYER).await;
    let late = payer.call::<RemindAuthoriser>(all_payers).await.expect_err("its time is over");
    assert_eq!(late.code(), Code::PaymentMoved);
}
