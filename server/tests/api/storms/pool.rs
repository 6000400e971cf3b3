//! Hundreds of FPX payments and enquiries while the gateway accepts connections but never answers. Other users' reads
//! must not be delayed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::BulkId;
use gridbill_core::payments::staff::{AdminFPXManualRequery, RequeryRequest};
use gridbill_core::payments::{GetTransactionsCards, MakePayment, TransactionsCardsRequest};
use tokio::net::TcpListener;

use super::every_invariant_holds;
use crate::support::given::{self, MAJLIS, SINAR, eft, fpx};
use crate::support::{Actor, Portal, either};

/// Number of simultaneous readers of another company.
const READERS: usize = 4;
/// Maximum duration of a read. A slower one would have waited for the gateway. Generous for a busy machine.
const MAX_TIME: Duration = Duration::from_secs(3);
/// Maximum duration of 99 % of the reads in the long form.
const P99: Duration = Duration::from_millis(250);

/// Starts a gateway that accepts connections and never answers. Returns its address.
async fn silent_gateway() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        let mut taken = Vec::new();
        loop {
            taken.push(listener.accept().await.expect("a connection"));
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_fpx_payments_while_the_gateway_hangs() {
    let many = either(20, 200);
    let gateway = silent_gateway().await;
    let portal = Portal::with_people_and(&["--fpx-url", &gateway, "--connections", "8"]).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let reader = portal.sign_in("master@majlis.example").await;
    // While the bank list is fresh, a payment needs no answer from the gateway.
    let bills = given::bills(portal.pool(), SINAR, many, "100.00").await;
    let started = bills.iter().map(|bill| payer.call::<MakePayment>(fpx(std::slice::from_ref(bill), "100.00")));
    let started: Vec<_> = join_all(started).await.into_iter().map(|made| made.expect("a payment")).collect();
    let bills = given::bills(portal.pool(), SINAR, many, "100.00").await;
    portal.advance(chrono::TimeDelta::minutes(4));

    let is_over = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = (0..READERS).map(|_| tokio::spawn(read(reader.clone(), Arc::clone(&is_over)))).collect();
    let paying = bills.iter().map(|bill| payer.call::<MakePayment>(fpx(std::slice::from_ref(bill), "100.00")));
    let asking = started.iter().map(|made| {
        ict.call::<AdminFPXManualRequery>(RequeryRequest { merchant_tran_id: made.transaction_no.to_string() })
    });
    let (paid, asked) = tokio::join!(join_all(paying), join_all(asking));
    is_over.store(true, Ordering::Relaxed);

    for refused in paid.into_iter().map(|paid| paid.map(drop)).chain(asked.into_iter().map(|asked| asked.map(drop))) {
        let refused = refused.expect_err("the gateway says nothing");
        assert_eq!((refused.status, refused.code()), (503, Code::GatewayUnavailable));
    }
    let mut reads: Vec<Duration> =
        join_all(readers).await.into_iter().flat_map(|reads| reads.expect("reads")).collect();
    reads.sort_unstable();
    let (p99, longest) = (reads[reads.len() * 99 / 100], reads[reads.len() - 1]);
    eprintln!(
        "{} reads next to {many} payments and {many} enquiries: p99 {p99:.1?}, at most {longest:.1?}",
        reads.len()
    );
    assert!(longest < MAX_TIME, "{longest:?}");
    assert!(either(0, 1) == 0 || p99 < P99, "{p99:?}");
    // The failed payments left nothing behind, so the bills can be paid by another method.
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    every_invariant_holds(&portal).await;
}

/// Reads repeatedly as another company. Returns the durations.
async fn read(reader: Actor, is_over: Arc<AtomicBool>) -> Vec<Duration> {
    let request = TransactionsCardsRequest { bulk_id: BulkId::parse(MAJLIS).expect("a bulk account") };
    let request = serde_json::to_value(request).expect("a request");
    let mut reads = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let began = Instant::now();
        let (status, body) = reader.send(&GetTransactionsCards::ENTRY, request.clone()).await;
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
        reads.push(began.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    reads
}
