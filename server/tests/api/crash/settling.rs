//! `kill -9` of the serving process and of an import while a payment and a settlement of the same bill race.

use std::fmt::Write as _;
use std::time::Duration;

use futures::future::join_all;
use gridbill_core::endpoint::{Endpoint as _, EndpointSpec};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;
use tokio::time::sleep;

use super::process::{Home, free_address};
use super::storm::RetryingUser;
use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::{either, sql};

/// Bills of a round, each with a payment and a settlement.
const RACES: i32 = 16;
const MAKE_PAYMENT: &EndpointSpec = &MakePayment::ENTRY;

/// Pays a bill until there is an answer. Returns whether it was paid.
async fn pay(mut user: RetryingUser, bill: InvoiceNo) -> bool {
    let request = serde_json::to_value(eft(std::slice::from_ref(&bill), "100.00")).expect("a request");
    let (status, answer) = user.call(MAKE_PAYMENT, &request, bill.as_str()).await;
    let answer = String::from_utf8_lossy(&answer);
    assert!(status == 200 || answer.contains(r#""reason":"billPaidElsewhere""#), "{answer}");
    status == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_kills_pays_each_bill_once() {
    let rounds = either(3, 63);
    let home = Home::make("settling");
    let pool = home.database().await;
    given::people_in(&pool).await;
    let bills = given::bills(&pool, SINAR, rounds * RACES, "100.00").await;
    let (address, database) = (free_address(), home.url());
    let mut server = home.serve(address).await;
    let mut payer = RetryingUser::new([address; 2], "payer@sinar.example", 0);
    payer.sign_in().await;
    let mut by_portal = 0;
    for (round, bills) in bills.chunks(usize::try_from(RACES).expect("a number")).enumerate() {
        let mut file = "settlementNo,accountNo,invoiceNo,method,paidOn,amount,reversalOf,reference\n".to_owned();
        for bill in bills {
            let _ = writeln!(file, "S{bill},{},{bill},jompay,2026-11-18,100.00,,", account_of(bill));
        }
        let path = home.folder().join("settlements.csv");
        std::fs::write(&path, file).expect("written");
        let import = ["import", "settlements", path.to_str().expect("a path")];
        let importing = home.begin_on(&database, &import);
        // Sometimes the payments begin before the import, sometimes after it.
        sleep(Duration::from_millis(60 * (round as u64 % 8))).await;
        let paying: Vec<_> = bills.iter().map(|bill| tokio::spawn(pay(payer.clone(), bill.clone()))).collect();
        sleep(Duration::from_millis(40 + 35 * (round as u64 % 11))).await;
        drop(importing);
        server.kill();
        server = home.serve(address).await;
        let made = join_all(paying).await.into_iter().filter(|made| *made.as_ref().expect("an answer")).count();
        let again = home.run(&import);
        assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
        let query = "
            select (select count(*) from payment_item i where i.invoice_no = any($1)),
                   (select count(*) from bill where invoice_no = any($1) and closed = 'paidElsewhere'),
                   (select count(*) from settlement_part p where p.invoice_no = any($1) and state = 'waits')";
        let (items, settled, waits): (i64, i64, i64) = sql::row(&pool, query, &[&bills]).await;
        let made = i64::try_from(made).expect("a number");
        assert_eq!((items, items + settled, waits), (made, i64::from(RACES), made), "round {round}");
        by_portal += made;
    }
    let check = home.run(&["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    eprintln!("{rounds} kills: {} bills, of them {by_portal} paid in the portal", rounds * RACES);
}
