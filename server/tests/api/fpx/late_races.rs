//! Late receipts that several officers decide at the same time, or whose bills are paid at the same time.

use gridbill_core::Code;
use gridbill_core::payments::{MakePayment, Status};

use super::late::{AT_ONCE, PCCR, late, listed, refunded, resolve, to_account, to_bills};
use super::world::World;
use crate::support::given::{self, account_of};

#[tokio::test(flavor = "multi_thread")]
async fn one_of_twelve_concurrent_decisions_wins() {
    let world = World::with(&AT_ONCE).await;
    let paying = late(&world, "2611201200000001").await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let late_id = listed(&pccr, false).await[0].late_id.clone();
    let own = account_of(&paying.bills[0]);
    let calls = (0..12).map(|place| {
        let (pccr, request) = (
            pccr.clone(),
            match place % 3 {
                0 => to_bills(&late_id),
                1 => to_account(&late_id, &own),
                _ => refunded(&late_id, "GIRO-1"),
            },
        );
        tokio::spawn(async move { resolve(&pccr, request).await })
    });
    let answers: Vec<_> =
        futures::future::join_all(calls).await.into_iter().map(|answer| answer.expect("no panic")).collect();
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for refused in answers.into_iter().filter_map(Result::err) {
        assert_eq!(refused.code(), Code::LateMoneyDecided);
    }
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_bills_are_paid_by_it_or_anew_and_never_twice() {
    let world = World::with(&AT_ONCE).await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let mut by_it = 0;
    for round in 0..8 {
        let paying = late(&world, &format!("26112012000000{round:02}")).await;
        let late_id = listed(&pccr, false).await[0].late_id.clone();
        let anew = given::eft(&paying.bills, "200.00");
        let (decided, paid) = tokio::join!(resolve(&pccr, to_bills(&late_id)), world.payer.call::<MakePayment>(anew));
        assert_ne!(decided.is_ok(), paid.is_ok(), "{decided:?} {paid:?}");
        if let Err(refused) = &decided {
            assert_eq!(refused.code(), Code::LateBillsTaken);
            resolve(&pccr, refunded(&late_id, "GIRO-1")).await.expect("it is refunded");
            assert_eq!(world.bill_statuses(&paying).await, [Status::PendingApproval]);
        } else {
            by_it += 1;
            assert_eq!(world.bill_statuses(&paying).await, [Status::Paid]);
        }
    }
    println!("{by_it} of 8 were paid by the late money");
    world.holds().await;
}
