//! The list of banks: refreshed from FPX, and kept while FPX does not answer.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::number::BankId;
use gridbill_core::payments::{GetBankList, MakePayment};
use serde_json::json;

use super::enquiries::NOWHERE;
use super::world::World;
use crate::support::given::{self, BANK, OFFLINE_BANK, SINAR};
use crate::support::portal::until;
use crate::support::{Portal, sql};

#[tokio::test(flavor = "multi_thread")]
async fn the_bank_list_is_requested_again() {
    let world = World::start().await;
    // Two banks are stored. They are returned immediately, and all of FPX's banks soon after.
    world.portal.advance(TimeDelta::minutes(4));
    let stale = world.payer.call::<GetBankList>(Nothing {}).await.expect("banks");
    assert_eq!(stale.len(), 2);
    let banks = until("the list is fresh", async || {
        let banks = world.payer.call::<GetBankList>(Nothing {}).await.expect("banks");
        (banks.len() == 27).then_some(banks)
    });
    let offline: Vec<_> = banks.await.into_iter().filter(|bank| !bank.online).collect();
    assert_eq!(offline.len(), 1);
    assert_eq!(offline[0].bank_id.as_str(), OFFLINE_BANK);

    // Requests within a quarter of a second share one answer.
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    world.sandbox(&format!("/sandbox/api/banks/{BANK}"), json!({ "online": false })).await;
    world.portal.advance(TimeDelta::minutes(4));
    let payer = world.portal.sign_in("payer@sinar.example").await;
    let bills = given::bills(world.portal.pool(), SINAR, 1, "100.00").await;
    for (bank, code) in [(BANK, Code::BankOffline), (OFFLINE_BANK, Code::BankOffline), ("NOSUCH01", Code::BankUnknown)]
    {
        let mut request = given::fpx(&bills, "100.00");
        request.bank_id = Some(BankId::parse(bank).expect("an id"));
        let refused = payer.call::<MakePayment>(request).await.expect_err("refused");
        assert_eq!(refused.fields(), [("bankId", code)], "{bank}");
    }
    let refused = payer.call::<MakePayment>(given::fpx(&bills, "100.00")).await.expect_err("offline");
    assert!(refused.body.fields[0].message.contains("SBI Bank A"), "{:?}", refused.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_is_down() {
    let portal = Portal::with_people_and(&["--fpx-url", NOWHERE]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    portal.advance(TimeDelta::minutes(4));
    assert_eq!(payer.call::<GetBankList>(Nothing {}).await.expect("the old list").len(), 2);
    let refused = payer.call::<MakePayment>(given::fpx(&bills, "100.00")).await.expect_err("refused");
    assert_eq!((refused.status, refused.code()), (503, Code::GatewayUnavailable));
    let payments = sql::value::<i64>(portal.pool(), "select count(*) from payment", &[]).await;
    assert_eq!(payments, 0);
    payer.call::<MakePayment>(given::eft(&bills, "100.00")).await.expect("the bills are payable");
    sql::run(portal.pool(), "delete from fpx_bank", &[]).await;
    let refused = payer.call::<GetBankList>(Nothing {}).await.expect_err("nothing to choose from");
    assert_eq!(refused.code(), Code::GatewayUnavailable);
}
