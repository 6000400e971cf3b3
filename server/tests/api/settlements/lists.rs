//! The lists of settlements and their exports, and the settlements in audit packs.

use std::io::{Cursor, Read as _};

use gridbill_core::bills::{GetBillHistory, GetOutstandingBills};
use gridbill_core::downloads::{Download, DownloadAuditPacks, ExportList, GetAuditPack, GetDownloadFile, GetDownloads};
use gridbill_core::endpoint::{Endpoint, Nothing};
use gridbill_core::packs::{Outcome, PackRemark, VerifyOptions, verify};
use gridbill_core::settlements::{GetSettlements, GetUnmatchedSettlements};
use gridbill_core::{Code, Language};
use serde_json::{Value, json};

use super::{World, numbers};
use crate::support::given::{MAJLIS, SINAR, account_of};
use crate::support::portal::until;
use crate::support::{Actor, sql};

/// Six parts of five settlements: paid in full, a part of a bill, more than a bill, taken back, and of an unknown bill.
async fn settled() -> World {
    let world = World::start("lists").await;
    let account_no = account_of(&world.bills[2]);
    let rows = [
        world.row("TNG-1", 0, "100.00"),
        format!("TNG-2,{},{},counter,2026-11-10,40.00,,", account_of(&world.bills[1]), world.bills[1]),
        format!("PBB-3,{account_no},{},card,2026-11-12,130.00,,", world.bills[2]),
        format!("PBB-4,{account_no},{},cheque,2026-11-05,15.00,,", world.bills[2]),
        format!("PBB-5,{account_no},,cheque,2026-11-06,15.00,PBB-4,"),
        format!("PBB-6,{account_no},700000000001,duitNowQr,2026-11-18,25.00,,=1+1"),
    ];
    let done = world.import(&rows).await;
    assert_eq!((done.new, done.rejected), (6, 0));
    world
}

/// Returns number, amount and state of all rows, page by page.
async fn rows<E: Endpoint>(actor: &Actor, mut request: Value) -> Vec<String> {
    let mut rows = Vec::new();
    request["recordCount"] = json!(2);
    loop {
        let page = actor.call_raw::<E>(request.clone()).await.expect("a page");
        rows.extend(page["items"].as_array().expect("rows").iter().map(|row| {
            let text = |field: &str| row[field].as_str().expect(field).to_owned();
            format!("{} {} {}", text("settlementNo"), text("amount"), text("state"))
        }));
        if page["next"].is_null() {
            assert_eq!(page["total"], json!(rows.len()), "{request}");
            return rows;
        }
        request["cursor"] = page["next"].clone();
    }
}

const ALL: [&str; 6] = [
    "TNG-1 100.00 applied",
    "PBB-6 25.00 waits",
    "PBB-3 30.00 unmatched",
    "PBB-3 100.00 applied",
    "TNG-2 40.00 applied",
    "PBB-4 15.00 reversed",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_customers_settlements_have_every_filter_and_order() {
    let world = settled().await;
    let of = async |filter: Value, by: &str, descending: bool| {
        let request = json!({ "id": SINAR, "filter": filter, "sort": { "by": by, "descending": descending } });
        rows::<GetSettlements>(&world.payer, request).await
    };
    assert_eq!(of(json!({}), "paidOn", true).await, ALL);
    let mut oldest = ALL;
    oldest.reverse();
    assert_eq!(of(json!({}), "paidOn", false).await, oldest);
    let by_amount = [ALL[5], ALL[1], ALL[2], ALL[4], ALL[3], ALL[0]];
    assert_eq!(of(json!({}), "amount", false).await, by_amount);
    let third = &world.bills[2];
    for (filter, expected) in [
        (json!({ "search": "tng" }), vec![ALL[0], ALL[4]]),
        (json!({ "search": third }), vec![ALL[2], ALL[3], ALL[5]]),
        (json!({ "search": account_of(third) }), vec![ALL[1], ALL[2], ALL[3], ALL[5]]),
        (json!({ "accountNos": [account_of(third)] }), vec![ALL[1], ALL[2], ALL[3], ALL[5]]),
        (json!({ "invoiceNos": [third, world.bills[0]] }), vec![ALL[0], ALL[2], ALL[3], ALL[5]]),
        (json!({ "method": "card" }), vec![ALL[2], ALL[3]]),
        (json!({ "state": "reversed" }), vec![ALL[5]]),
        (json!({ "from": "2026-11-10", "to": "2026-11-12" }), vec![ALL[2], ALL[3], ALL[4]]),
        (json!({ "state": "applied", "method": "counter", "search": "TNG" }), vec![ALL[4]]),
        (json!({ "search": "nothing" }), vec![]),
    ] {
        assert_eq!(of(filter.clone(), "paidOn", true).await, expected, "{filter}");
    }
    let refused = world.payer.call_raw::<GetSettlements>(json!({ "id": SINAR, "filter": { "search": "ab" } })).await;
    assert_eq!(refused.expect_err("too short").fields()[0].1, Code::SearchTooShort);
    let other = world.portal.sign_in("master@majlis.example").await;
    for filter in [json!({}), json!({ "search": "TNG" }), json!({ "invoiceNos": [third] })] {
        assert!(rows::<GetSettlements>(&other, json!({ "id": MAJLIS, "filter": filter })).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_who_approve_payments_list_what_pays_no_bill() {
    let world = settled().await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let of = async |filter: Value| rows::<GetUnmatchedSettlements>(&pccr, json!({ "filter": filter })).await;
    assert_eq!(of(json!({})).await, [ALL[1], ALL[2]]);
    assert_eq!(of(json!({ "state": "waits" })).await, [ALL[1]]);
    assert_eq!(of(json!({ "method": "card", "from": "2026-11-12" })).await, [ALL[2]]);
    assert_eq!(of(json!({ "search": "pbb-6" })).await, [ALL[1]]);
    assert!(of(json!({ "state": "applied" })).await.is_empty());
    let page = pccr.call_raw::<GetUnmatchedSettlements>(json!({})).await.expect("a page");
    assert_eq!(page["items"][1]["bulkId"], json!(SINAR));
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    for actor in [&ict, &world.payer] {
        let refused = actor.call_raw::<GetUnmatchedSettlements>(json!({})).await.expect_err("refused");
        assert_eq!(refused.status, 403);
    }
}

async fn file(actor: &Actor, asked: Result<Value, impl std::fmt::Debug>) -> Vec<u8> {
    let download: Download = serde_json::from_value(asked.expect("a download")).expect("a download");
    let id = download.download_id;
    until("the file is ready", async || {
        let listed = actor.call::<GetDownloads>(Nothing {}).await.expect("downloads").items;
        listed.into_iter().find(|one| one.download_id == id && one.bytes.is_some())
    })
    .await;
    let (status, bytes) = actor.send(&GetDownloadFile::ENTRY, json!({ "downloadId": id })).await;
    assert_eq!(status, 200);
    bytes
}

fn records(bytes: &[u8]) -> Vec<Vec<String>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").expect("a mark");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    reader.records().map(|record| record.expect("a record").iter().map(str::to_owned).collect()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_lists_are_exported_as_they_are_shown() {
    let world = settled().await;
    let request = json!({ "id": SINAR, "filter": { "search": "PBB" } });
    let asked = json!({ "list": "settlements", "request": request, "format": "csv" });
    let exported = records(&file(&world.payer, world.payer.call_raw::<ExportList>(asked).await).await);
    let headings = [
        "Settlement number",
        "Paid on",
        "Method",
        "Account number",
        "Reference ID",
        "Invoice number",
        "Amount (RM)",
        "Status",
        "Reference",
    ];
    assert_eq!(exported[0], headings);
    let rows: Vec<_> = exported[1..].iter().map(|row| format!("{} {} {}", row[0], row[6], row[7])).collect();
    let expected =
        ["PBB-6 25.00 Waits", "PBB-3 30.00 Pays no bill", "PBB-3 100.00 Pays the bill", "PBB-4 15.00 Taken back"];
    assert_eq!(rows, expected);
    assert_eq!((exported[1][1].as_str(), exported[1][2].as_str()), ("2026-11-18", "DuitNow QR"));
    assert_eq!(exported[1][8], "'=1+1", "no text is a formula");

    let pccr = world.portal.sign_in_staff("pccr@utility.example").await.in_malay();
    let asked = json!({ "list": "unmatchedSettlements", "request": {}, "format": "csv" });
    let exported = records(&file(&pccr, pccr.call_raw::<ExportList>(asked.clone()).await).await);
    assert_eq!((exported.len(), exported[0].len()), (3, 10));
    assert_eq!((exported[1][0].as_str(), exported[1][8].as_str()), ("PBB-6", "Menunggu"));
    let refused = world.payer.call_raw::<ExportList>(asked).await.expect_err("for staff only");
    assert_eq!(refused.status, 403);
    for list in ["settlements", "unmatchedSettlements"] {
        let (actor, request) =
            if list == "settlements" { (&world.payer, json!({ "id": SINAR })) } else { (&pccr, json!({})) };
        let asked = json!({ "list": list, "request": request, "format": "xlsx" });
        assert!(file(actor, actor.call_raw::<ExportList>(asked).await).await.starts_with(b"PK"), "{list}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_are_filtered_by_the_reason_for_which_they_are_closed() {
    let world = settled().await;
    let [first, second, third] = &world.bills[..] else { panic!("three bills") };
    let request = |closed: &str| json!({ "id": SINAR, "filter": { "closed": closed } });
    for (closed, past, unpaid) in [
        ("paidElsewhere", vec![first, third], vec![]),
        ("partlyPaid", vec![second], vec![second]),
        ("reportedPaid", vec![], vec![]),
    ] {
        for (page, expected) in [
            (world.payer.call_raw::<GetBillHistory>(request(closed)).await.expect("history"), past),
            (world.payer.call_raw::<GetOutstandingBills>(request(closed)).await.expect("bills"), unpaid),
        ] {
            let mut found = numbers(&page);
            found.sort_unstable();
            assert_eq!(
                (found, &page["total"]),
                (expected.iter().map(|one| one.as_str()).collect(), &json!(expected.len()))
            );
        }
    }
    let refused = world.payer.call_raw::<GetBillHistory>(request("lost")).await.expect_err("refused");
    assert_eq!(refused.status, 400);
    let asked = json!({ "list": "billHistory", "request": { "id": SINAR }, "format": "csv" });
    let exported = records(&file(&world.payer, world.payer.call_raw::<ExportList>(asked).await).await);
    assert_eq!(exported[0].last().map(String::as_str), Some("Paid elsewhere (RM)"));
    let mut settled: Vec<_> = exported[1..].iter().map(|row| (&*row[0], row[row.len() - 1].as_str())).collect();
    settled.sort_unstable();
    assert_eq!(settled, [(first.as_str(), "100.00"), (second.as_str(), "40.00"), (third.as_str(), "100.00")]);
    // What the next bill says of a bill that a payment has paid is no reason.
    let query = "update bill set closed = 'reportedPaid' where invoice_no = $1 and status = 4";
    sql::run(world.portal.pool(), query, &[first]).await;
    let page = world.payer.call_raw::<GetBillHistory>(request("reportedPaid")).await.expect("history");
    assert_eq!(page["total"], json!(0));
}

fn packed(archive: &[u8], name: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut bytes = Vec::new();
    archive.by_name(name).expect(name).read_to_end(&mut bytes).expect("its bytes");
    bytes
}

/// Returns number, invoice, amount and use of the settlements in a pack.
fn settlements(archive: &[u8], name: &str) -> Vec<String> {
    let rows = records(&packed(archive, name));
    rows[1..].iter().map(|row| format!("{} {} {} {}", row[0], row[5], row[6], row[7])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn audit_packs_have_the_settlements_and_name_a_change_of_them() {
    let world = World::start("packs").await;
    let account_no = account_of(&world.bills[1]);
    let made = world.pay(0).await;
    let first = &world.bills[0];
    let own = format!("S3,{},{first},portal,2026-11-20,100.00,,{}", account_of(first), made.transaction_no);
    world.import(&[own]).await;
    world.accept(&made).await;
    // Of the month before, in which the company has nothing else.
    let other = [
        format!("S1,{account_no},{},jompay,2026-10-31,30.00,,", world.bills[1]),
        format!("S2,{account_no},{},jompay,2026-11-01,20.00,,", world.bills[1]),
    ];
    world.import(&other).await;
    let month = |day: &str| json!({ "id": SINAR, "month": day });
    let october = world.payer.call_raw::<DownloadAuditPacks>(month("2026-10-10")).await;
    let archive = file(&world.payer, october).await;
    assert_eq!(settlements(&archive, "settlements.csv"), [format!("S1 {} 30.00 Pays the bill", world.bills[1])]);
    let found = verify(&archive, &VerifyOptions::default(), Language::En);
    assert_eq!((found.outcome, found.packs.len()), (Outcome::Holds, 1), "{found:#?}");
    assert_eq!(found.packs[0].company_name.as_deref(), Some("Sinar Jaya Sdn. Bhd."), "{found:#?}");
    let nothing = world.payer.call_raw::<DownloadAuditPacks>(month("2026-09-10")).await.expect_err("nothing");
    assert_eq!(nothing.code(), Code::DownloadEmpty);

    let number = made.transaction_no.to_string();
    let (status, archive) = world.payer.send(&GetAuditPack::ENTRY, json!({ "transactionNo": number })).await;
    assert_eq!(status, 200);
    let confirmed = format!("S3 {first} 100.00 Confirms the portal's payment");
    assert_eq!(settlements(&archive, "settlements.csv"), [confirmed.as_str()], "only those of its bill");
    let november = world.payer.call_raw::<DownloadAuditPacks>(month("2026-11-20")).await;
    let archive = file(&world.payer, november).await;
    let carried = format!("S2 {} 20.00 Pays the bill", world.bills[1]);
    assert_eq!(settlements(&archive, "settlements.csv"), [confirmed.as_str(), carried.as_str()]);
    assert_eq!(settlements(&archive, &format!("{number}/settlements.csv")), [confirmed.as_str()]);
    let is_listed = |found: &gridbill_core::packs::Verification| {
        found.packs.iter().filter(|pack| pack.files.iter().any(|file| file.name == "settlements.csv")).count()
    };
    let found = verify(&archive, &VerifyOptions::default(), Language::En);
    assert_eq!((found.outcome, is_listed(&found)), (Outcome::Unproven, 2), "{found:#?}");

    // Another amount of the month's settlement is found.
    let text = b"20.00,Pays the bill";
    let place = archive.windows(text.len()).position(|window| window == text).expect("the row");
    let mut changed = archive.clone();
    changed[place] = b'9';
    let refused = verify(&changed, &VerifyOptions::default(), Language::En);
    let remark = PackRemark::FileChanged { name: "settlements.csv".to_owned() };
    assert!(refused.remarks().any(|shown| shown.remark == remark), "{refused:#?}");
    assert_eq!(refused.outcome, Outcome::Fails);
}
