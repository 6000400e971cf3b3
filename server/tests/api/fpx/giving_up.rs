//! The maker or staff cancel a payment that FPX has no record of. Money that still arrives is a late receipt.

use gridbill_core::Code;
use gridbill_core::payments::staff::{AdminFPXManualRequery, GiveUpFpxPayment, RequeryRequest};
use gridbill_core::payments::{GetPaymentDetails, GiveUpPayment, GiveUpRequest, GivenUp, MakePayment, Status};
use serde_json::json;

use super::world::{Paying, World};
use crate::support::given;
use crate::support::{Actor, RefusedCall};

fn about(paying: &Paying) -> GiveUpRequest {
    GiveUpRequest { transaction_no: paying.made.transaction_no.clone() }
}

async fn give_up(maker: &Actor, paying: &Paying) -> Result<GivenUp, RefusedCall> {
    maker.call::<GiveUpPayment>(about(paying)).await
}

async fn may_give_up(actor: &Actor, paying: &Paying) -> bool {
    let request = json!({ "transactionNo": paying.made.transaction_no });
    actor.call_raw::<GetPaymentDetails>(request).await.expect("the payment")["mayGiveUp"] == json!(true)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_maker_gives_it_up_and_pays_the_bills_anew() {
    let world = World::start().await;
    let paying = world.make().await;
    let early = give_up(&world.payer, &paying).await.expect_err("FPX was not asked yet");
    assert_eq!((early.status, early.code()), (409, Code::GiveUpTooEarly));
    // Staff ask too early: the payer may still be on the way to the bank.
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let asked = RequeryRequest { merchant_tran_id: paying.order_no().to_owned() };
    assert!(!pccr.call::<AdminFPXManualRequery>(asked).await.expect("requested").may_give_up);
    assert_eq!(give_up(&world.payer, &paying).await.expect_err("too early").code(), Code::GiveUpTooEarly);

    assert_eq!(world.requery_after(3).await, 1);
    assert!(may_give_up(&world.payer, &paying).await);
    let master = world.portal.sign_in("master@sinar.example").await;
    assert!(!may_give_up(&master, &paying).await);
    let other = give_up(&master, &paying).await.expect_err("a colleague's");
    assert_eq!((other.status, other.code()), (403, Code::NotYourPayment));
    let stranger = world.portal.sign_in("master@majlis.example").await;
    assert_eq!(give_up(&stranger, &paying).await.expect_err("another company's").status, 404);

    let given_up = give_up(&world.payer, &paying).await.expect("given up");
    assert_eq!((given_up.status, given_up.is_given_up), (Status::Failed, true));
    assert_eq!(world.bill_statuses(&paying).await, [Status::PaymentRequired]);
    assert_eq!(give_up(&world.payer, &paying).await.expect_err("the payment has ended").code(), Code::PaymentMoved);
    let anew = given::fpx(&paying.bills, "200.00");
    world.payer.call::<MakePayment>(anew).await.expect("its bills are paid again");
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_fpx_now_knows_is_not_cancelled() {
    let world = World::start().await;
    let paying = world.make().await;
    world.requery_after(3).await;
    // The payer's browser reached the bank after all.
    world.go(&paying).await;
    let answer = give_up(&world.payer, &paying).await.expect("the enquiries ran");
    assert_eq!((answer.status, answer.is_given_up), (Status::PaymentInitiated, false));
    assert_eq!(give_up(&world.payer, &paying).await.expect_err("FPX knows the payment").code(), Code::GiveUpTooEarly);
    world.fault(&paying, "lose").await;
    world.maker(&paying, "confirm").await;
    world.requery_after(3).await;
    assert_eq!(world.status(&paying).await, Status::FpxPending);
    let payer = world.portal.sign_in("payer@sinar.example").await;
    assert_eq!(give_up(&payer, &paying).await.expect_err("it is with the authorizer").code(), Code::PaymentMoved);
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_after_giving_up_is_late_even_without_a_callback() {
    let world = World::start().await;
    let paying = world.make().await;
    world.requery_after(3).await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let glb = world.portal.sign_in_staff("glb@utility.example").await;
    let refused = glb.call::<GiveUpFpxPayment>(about(&paying)).await.expect_err("GLB changes nothing");
    assert_eq!(refused.code(), Code::Forbidden);
    assert!(pccr.call::<GiveUpFpxPayment>(about(&paying)).await.expect("given up").is_given_up);

    // The form was still open in the browser, and every callback is lost.
    world.go(&paying).await;
    for (who, action) in [("maker", "confirm"), ("authorizer", "approve")] {
        world.fault(&paying, "lose").await;
        if who == "maker" {
            world.maker(&paying, action).await;
        } else {
            world.authorizer(&paying, action).await;
        }
    }
    assert_eq!(world.alerts(&paying).await.len(), 0);
    assert_eq!(world.requery_after(60).await, 1, "enquiries continue");
    assert_eq!(world.alerts(&paying).await[0].0, "lateApproval");
    assert_eq!(world.status(&paying).await, Status::Failed);
    assert_eq!(world.requery_after(24 * 60).await, 0, "the money is recorded");
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_payment_is_queried_until_its_deadline() {
    let world = World::start().await;
    let paying = world.make().await;
    world.requery_after(3).await;
    assert!(give_up(&world.payer, &paying).await.expect("an answer").is_given_up);
    assert_eq!(world.requery_after(24 * 60).await, 1);
    assert_eq!(world.requery_after(5 * 24 * 60).await, 1, "once more at the end");
    assert_eq!(world.requery_after(24 * 60).await, 0);
    assert_eq!(world.status(&paying).await, Status::Failed);
    assert_eq!(world.alerts(&paying).await.len(), 0);
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn giving_up_during_a_confirmation_loses_no_money() {
    // With this setting a payment can be cancelled at once, before a session expires.
    let world = World::with(&["--give-up-after", "0"]).await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let mut given_up = 0;
    for round in 0..10_u32 {
        let paying = world.make().await;
        let asked = RequeryRequest { merchant_tran_id: paying.order_no().to_owned() };
        assert!(pccr.call::<AdminFPXManualRequery>(asked).await.expect("requested").may_give_up);
        let fpx_txn_id = format!("26112012000001{round:02}");
        let approved = world.confirmation(&paying, "00", &fpx_txn_id).await;
        let (answer, ok) = tokio::join!(give_up(&world.payer, &paying), async {
            tokio::time::sleep(std::time::Duration::from_millis(u64::from(round) * 3)).await;
            world.direct(&approved).await
        });
        assert!(ok, "FPX is answered OK either way");
        let (status, alerts) = (world.status(&paying).await, world.alerts(&paying).await);
        match status {
            Status::Paid => assert_eq!((alerts.len(), world.receipts(&paying).await), (0, 1)),
            Status::Failed => {
                assert!(answer.expect("given up").is_given_up);
                assert_eq!((alerts.len(), world.receipts(&paying).await), (1, 0));
                assert_eq!(alerts[0].0, "lateApproval");
                given_up += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    println!("{given_up} of 10 were cancelled before the bank's message");
    world.holds().await;
}
