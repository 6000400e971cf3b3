//! The event of issued bills: to which companies, when, and with which count.

use std::fmt::Write as _;
use std::path::PathBuf;

use gridbill::feed::{self, Bill};
use gridbill_core::bills::SearchBills;
use gridbill_core::findings::{ReleaseBatch, ReleaseBatchRequest};
use gridbill_core::number::BatchId;
use gridbill_core::webhooks::{DeleteWebhook, SetWebhook, WebhookEventType};
use serde_json::{Value, json};

use super::World;
use super::receiver::Receiver;
use crate::accounts::every_invariant_holds;
use crate::feed::Folder;
use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Portal, sql};

const ISSUED: &[WebhookEventType] = &[WebhookEventType::BillsIssued];
const HEADER: &str = "invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,\
                      readingType,readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,\
                      outstandingAmount,taxAmount,totalAmountPayable,lastBillNo,lastAmountPaid\n";

/// The account of each company in these tests, and one that belongs to no bulk account.
const OF_SINAR: &str = "210000000101";
const OF_MAJLIS: &str = "210000000102";
const UNTAGGED: &str = "210000000103";

/// The portal with the accounts of these tests, and a folder for files of the feed.
struct Feed {
    world: World,
    folder: Folder,
}

impl Feed {
    async fn start(test: &str) -> Self {
        let world = World::start().await;
        let query = "
            with known as (
               insert into account_master (account_no, registration_no, company_name, premises_address, city, postal_code,
                                           state, sector, tariff, active)
               select account_no, $2, 'A company', 'Lot 1', 'Shah Alam', '40000', 'Selangor', 'Commercial', 'LV', true
               from unnest($1::text[]) n (account_no) returning account_no)
            insert into electricity_account (account_no, bulk_id, tagged_at)
            select account_no, case account_no when $3 then $2 else $4 end, now() from known where account_no <> $5";
        sql::run(
            world.portal.pool(),
            query,
            &[&[OF_SINAR, OF_MAJLIS, UNTAGGED], &SINAR, &OF_SINAR, &MAJLIS, &UNTAGGED],
        )
        .await;
        Self { world, folder: Folder::new(test) }
    }

    /// Writes a file of bills: the number of the first, how many, account, batch and amount.
    fn file(&self, rows: &[(u32, u32, &str, &str, &str)]) -> PathBuf {
        let mut file = HEADER.to_owned();
        for (first, count, account, batch, amount) in rows {
            for number in *first..first + count {
                writeln!(
                    file,
                    "7000{number:08},900000000003,{account},{batch},2026-11-01,2026-11-01,2026-12-01,Normal,actual,,,LV,,,\
                     {amount},0.00,0.00,{amount},,"
                )
                .expect("written");
            }
        }
        self.folder.write("bills.csv", file)
    }

    async fn import(&self, rows: &[(u32, u32, &str, &str, &str)]) -> feed::Outcome {
        feed::import::<Bill>(&self.world.portal.app, &self.file(rows)).await.expect("imported")
    }

    async fn import_waiting(&self, rows: &[(u32, u32, &str, &str, &str)]) {
        feed::import_waiting(&self.world.portal.app, &self.file(rows)).await.expect("imported");
    }

    /// Audits all bills, as if their lines had been awaited.
    async fn audit(&self) {
        let query = "update batch_review set arrived_at = now() - interval '2 hours'";
        sql::run(self.world.portal.pool(), query, &[]).await;
        gridbill::serve::jobs::audit_bills(&self.world.portal.app).await.expect("audited");
    }

    /// Delivers what is due, and returns batch and count of each event that the receiver got since the last call.
    async fn received(&self, receiver: &Receiver, seen: &mut usize) -> Vec<(String, i64)> {
        self.world.deliver().await;
        let all = receiver.received();
        let new: Vec<Value> = all[*seen..].iter().map(super::receiver::Received::json).collect();
        *seen = all.len();
        let of = |event: &Value| {
            assert_eq!(event["type"], "bill.issued");
            let batch = event["data"]["ids"][0].as_str().expect("a batch").to_owned();
            (batch, event["data"]["count"].as_i64().expect("a count"))
        };
        new.iter().map(of).collect()
    }
}

/// Returns the bulk accounts of all recorded facts about issued bills.
async fn recorded(portal: &Portal) -> Vec<String> {
    sql::values(portal.pool(), "select bulk_id from fact where kind = 'BillsIssued' order by fact_id", &[]).await
}

async fn release(portal: &Portal, batch: &str) {
    let officer = portal.sign_in_staff("pccr@utility.example").await;
    let bill_batch_id = BatchId::parse(batch).expect("a batch");
    let reason = "A cold month".to_owned();
    let request = ReleaseBatchRequest { bill_batch_id, reason, awaits_second_officer: None };
    officer.call::<ReleaseBatch>(request).await.expect("released");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_of_10_000_bills_is_one_event_of_the_company_with_a_webhook() {
    let feed = Feed::start("issued").await;
    let (world, receiver, mut seen) = (&feed.world, Receiver::start().await, 0);
    world.create(&receiver.url(), ISSUED).await;
    // The feed stores 10,000 rows in a transaction: all bills of one company, and then 500 of the other.
    let bills = [(0, 10_000, OF_SINAR, "2800000007", "10.00"), (10_000, 500, OF_MAJLIS, "2800000007", "10.00")];
    assert_eq!(feed.import(&bills).await.new, 10_500);
    assert_eq!(recorded(&world.portal).await, [SINAR], "a company without a webhook costs nothing");
    assert_eq!(feed.received(&receiver, &mut seen).await, [("2800000007".to_owned(), 10_000)]);
    let first = receiver.received()[0].json();
    let expected =
        json!({ "object": "batch", "ids": ["2800000007"], "count": 10_000, "state": "issued", "related": [] });
    assert_eq!(first["data"], expected);
    // The batch gives the bills.
    let asked = json!({ "id": SINAR, "startDate": "2026-11-01", "endDate": "2026-11-20", "criteria": "billBatchId",
                        "searchString": "2800000007", "recordCount": 1 });
    assert_eq!(world.master.call_raw::<SearchBills>(asked).await.expect("bills")["total"], 10_000);
    // Nothing is new in the same file, and further bills of a batch are a further event.
    assert_eq!(feed.import(&bills).await.unchanged, 10_500);
    assert_eq!(world.deliver().await, 0);
    feed.import(&[(20_000, 5, OF_SINAR, "2800000007", "10.00"), (30_000, 2, OF_SINAR, "2800000008", "10.00")]).await;
    let batches = [("2800000007".to_owned(), 10_005), ("2800000008".to_owned(), 2)];
    let mut received = feed.received(&receiver, &mut seen).await;
    received.sort();
    assert_eq!(received, batches);
    let sequences = receiver.received().iter().map(|call| call.json()["sequence"].as_i64()).collect::<Vec<_>>();
    assert!(sequences[1..].iter().all(|sequence| *sequence > sequences[0]), "{sequences:?}");
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bills_of_a_held_batch_are_issued_when_it_is_released() {
    let feed = Feed::start("held").await;
    let (world, receiver, mut seen) = (&feed.world, Receiver::start().await, 0);
    world.create(&receiver.url(), ISSUED).await;
    feed.import_waiting(&[(0, 3, OF_SINAR, "2800000007", "10.00"), (10, 2, OF_MAJLIS, "2800000007", "10.00")]).await;
    feed.import_waiting(&[(20, 4, OF_SINAR, "2800000008", "10.00")]).await;
    assert_eq!((world.deliver().await, recorded(&world.portal).await.len()), (0, 0), "both batches wait");
    // By an officer.
    release(&world.portal, "2800000007").await;
    assert_eq!(feed.received(&receiver, &mut seen).await, [("2800000007".to_owned(), 3)]);
    // By the audit, which finds nothing.
    feed.audit().await;
    assert_eq!(feed.received(&receiver, &mut seen).await, [("2800000008".to_owned(), 4)]);
    // A batch that the audit released waits again when it gets another bill, and one that an officer released does not.
    feed.import_waiting(&[(30, 1, OF_SINAR, "2800000007", "10.00"), (40, 1, OF_SINAR, "2800000008", "10.00")]).await;
    assert_eq!(feed.received(&receiver, &mut seen).await, [("2800000007".to_owned(), 4)]);
    feed.audit().await;
    assert_eq!(feed.received(&receiver, &mut seen).await, [("2800000008".to_owned(), 5)]);
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_released_batch_waits_again_only_for_a_bill_that_it_did_not_have() {
    let feed = Feed::start("again").await;
    let (world, receiver, mut seen) = (&feed.world, Receiver::start().await, 0);
    world.create(&receiver.url(), ISSUED).await;
    let state = async |batch: &str| {
        sql::value::<String>(world.portal.pool(), "select state from batch_review where bill_batch_id = $1", &[&batch])
            .await
    };
    // The second bill is refused each time.
    let file = [(0, 1, OF_SINAR, "2800000007", "10.00"), (5, 1, "219999999999", "2800000007", "10.00")];
    feed.import_waiting(&file).await;
    feed.import_waiting(&[(20, 1, OF_SINAR, "2800000008", "10.00"), (21, 1, OF_SINAR, "2800000008", "10.00")]).await;
    feed.audit().await;
    assert_eq!(feed.received(&receiver, &mut seen).await.len(), 2);
    feed.import_waiting(&file).await;
    assert_eq!(state("2800000007").await, "released");
    feed.audit().await;
    assert_eq!(feed.received(&receiver, &mut seen).await, []);
    // A bill that moves into a batch is new there.
    feed.import_waiting(&[(20, 1, OF_SINAR, "2800000007", "10.00")]).await;
    assert_eq!((state("2800000007").await, state("2800000008").await), ("waiting".to_owned(), "released".to_owned()));
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_release_during_an_import_misses_no_bill() {
    let feed = Feed::start("during").await;
    let (world, receiver, mut seen) = (&feed.world, Receiver::start().await, 0);
    world.create(&receiver.url(), ISSUED).await;
    for round in 0..8 {
        let batch = format!("28000000{:02}", 10 + round);
        let first = round * 1_000;
        feed.import_waiting(&[(first, 3, OF_SINAR, &batch, "10.00")]).await;
        tokio::join!(
            async { feed.import_waiting(&[(first + 100, 200, OF_SINAR, &batch, "10.00")]).await },
            release(&world.portal, &batch)
        );
        let received = feed.received(&receiver, &mut seen).await;
        assert_eq!(received.iter().map(|(_, count)| *count).max(), Some(203), "round {round}: {received:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_corrected_bill_is_issued_only_in_another_batch() {
    let feed = Feed::start("corrected").await;
    let (world, receiver, mut seen) = (&feed.world, Receiver::start().await, 0);
    let webhook = world.create(&receiver.url(), ISSUED).await;
    // A bill of an account without a bulk account belongs to no company.
    feed.import(&[(0, 2, OF_SINAR, "2800000007", "10.00"), (10, 1, UNTAGGED, "2800000007", "10.00")]).await;
    assert_eq!(feed.received(&receiver, &mut seen).await, [("2800000007".to_owned(), 2)]);
    assert_eq!(feed.import(&[(0, 2, OF_SINAR, "2800000007", "12.00")]).await.changed, 2);
    assert_eq!(world.deliver().await, 0, "another amount");
    feed.import(&[(0, 1, OF_SINAR, "2800000008", "13.00")]).await;
    assert_eq!(feed.received(&receiver, &mut seen).await, [("2800000008".to_owned(), 1)]);
    // Events wait while the webhook is off, and nothing is recorded once no webhook receives them.
    let set = |events: &[WebhookEventType], is_enabled: bool| json!({ "id": SINAR, "webhookId": webhook.webhook_id, "events": events, "isEnabled": is_enabled });
    world.master.call_raw::<SetWebhook>(set(ISSUED, false)).await.expect("switched off");
    feed.import(&[(20, 1, OF_SINAR, "2800000009", "10.00")]).await;
    assert_eq!(world.deliver().await, 0);
    world.master.call_raw::<SetWebhook>(set(ISSUED, true)).await.expect("switched on");
    assert_eq!(feed.received(&receiver, &mut seen).await, [("2800000009".to_owned(), 1)]);
    world.master.call_raw::<SetWebhook>(set(&[WebhookEventType::PaymentPaid], true)).await.expect("other events");
    feed.import(&[(30, 1, OF_SINAR, "2800000009", "10.00")]).await;
    world.master.call_raw::<SetWebhook>(set(ISSUED, true)).await.expect("these events");
    let deleted = json!({ "id": SINAR, "webhookId": webhook.webhook_id });
    world.master.call_raw::<DeleteWebhook>(deleted).await.expect("deleted");
    feed.import(&[(40, 1, OF_SINAR, "2800000009", "10.00")]).await;
    assert_eq!(recorded(&world.portal).await.len(), 3);
    every_invariant_holds(world.portal.pool()).await;
}
