//! Audit packs over HTTP, verified by core as the browser does it.

use std::io::{Cursor, Read as _};
use std::process::Command;

use chrono::TimeDelta;
use gridbill::facts::seal;
use gridbill_core::chain::{ListedSeal, SealForm, SealedHead};
use gridbill_core::downloads::{Download, DownloadAuditPacks, DownloadState, GetAuditPack};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::TransactionNo;
use gridbill_core::packs::{Outcome, PackRemark, PackRule, Verification, VerifyOptions, verify};
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept};
use gridbill_core::payments::{MakePayment, Status};
use gridbill_core::personal_data::ErasePerson;
use gridbill_core::queries::OpenQuery;
use gridbill_core::staff::DeleteUser;
use gridbill_core::{Code, Language};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::World;
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::portal::until;
use crate::support::{Actor, Portal, sql};
use crate::team::id_of;

/// Pays bills by EFT, and has the payment accepted and posted.
async fn paid(portal: &Portal, bills: i32) -> TransactionNo {
    let bills = given::bills(portal.pool(), SINAR, bills, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let total = format!("{}.00", bills.len() * 100);
    let made = payer.call::<MakePayment>(eft(&bills, &total)).await.expect("a payment");
    let decision = DecisionRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        version: None,
        awaits_second_officer: None,
    };
    pccr.call::<PaymentAccept>(decision).await.expect("accepted");
    portal.work();
    until("it is posted", async || {
        let number = made.transaction_no.as_str();
        let query = "select status from payment where transaction_no = $1";
        let status = sql::value::<Status>(portal.pool(), query, &[&number]).await;
        (status == Status::Paid).then_some(())
    })
    .await;
    made.transaction_no
}

async fn pack(actor: &Actor, number: &TransactionNo) -> (u16, Vec<u8>) {
    actor.send(&GetAuditPack::ENTRY, json!({ "transactionNo": number })).await
}

fn verified(archive: &[u8]) -> Verification {
    verify(archive, &VerifyOptions::default(), Language::En)
}

fn remarks(verification: &Verification) -> Vec<PackRemark> {
    verification.remarks().map(|shown| shown.remark.clone()).collect()
}

/// Returns the outcome of a rule in the first pack.
fn outcome(verification: &Verification, rule: PackRule) -> Outcome {
    verification.packs[0].rules.iter().find(|result| result.rule == rule).expect("the rule").outcome
}

/// Reads a file of an archive with another program.
fn file(archive: &[u8], name: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut bytes = Vec::new();
    archive.by_name(name).expect(name).read_to_end(&mut bytes).expect("its bytes");
    bytes
}

fn json_of(archive: &[u8], name: &str) -> Value {
    serde_json::from_slice(&file(archive, name)).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pack_has_the_payments_files_and_holds_once_its_facts_are_sealed() {
    let world = World::new().await;
    let portal = &world.portal;
    let number = paid(portal, 3).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let (status, archive) = pack(&payer, &number).await;
    assert_eq!(status, 200);
    let found = verified(&archive);
    assert_eq!(found.outcome, Outcome::Unproven, "{found:#?}");
    // The officer's decision is shown by its hash only, no bank line is uploaded, and the seal comes tomorrow.
    let notes = remarks(&found);
    for note in [PackRemark::NoLines, PackRemark::NotSealed, PackRemark::NoProposal] {
        assert!(notes.contains(&note), "{note:?} in {notes:?}");
    }
    assert!(notes.iter().any(|note| matches!(note, PackRemark::FactsWithheld { .. })), "{notes:?}");

    let payment = json_of(&archive, "payment.json");
    assert_eq!((payment["amount"].as_str(), payment["bills"].as_array().map(Vec::len)), (Some("300.00"), Some(3)));
    for bill in payment["bills"].as_array().expect("bills") {
        assert!(file(&archive, bill["file"].as_str().expect("a file")).starts_with(b"%PDF"));
    }
    assert!(file(&archive, "receipt.pdf").starts_with(b"%PDF"));
    let manifest = json_of(&archive, "manifest.json");
    assert_eq!(manifest["transactionNo"], json!(number));
    for listed in manifest["files"].as_array().expect("files") {
        let bytes = file(&archive, listed["name"].as_str().expect("a name"));
        assert_eq!(listed["sha256"], json!(hex::encode(Sha256::digest(&bytes))), "{listed}");
    }
    // Neither the officer's name nor their address is in the facts.
    let chain = String::from_utf8(file(&archive, "chain.json")).expect("text");
    assert!(!chain.contains("PaymentAccepted") && chain.contains("PaymentPosted"), "{chain}");

    seal::seal(&portal.app).await.expect("a seal");
    let (_, archive) = pack(&payer, &number).await;
    let found = verified(&archive);
    assert_eq!(outcome(&found, PackRule::Seal), Outcome::Holds, "{found:#?}");
    assert_eq!(outcome(&found, PackRule::Facts), Outcome::Holds);
    // Facts of other subjects are under the same seal, and none of them is in the pack.
    let chain = json_of(&archive, "chain.json");
    assert_eq!(chain["subjects"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn other_companies_and_roles_get_no_pack() {
    let world = World::new().await;
    let number = paid(&world.portal, 1).await;
    let stranger = world.portal.sign_in("master@majlis.example").await;
    let (status, body) = pack(&stranger, &number).await;
    assert_eq!(status, 404, "{}", String::from_utf8_lossy(&body));
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    assert_eq!(pack(&viewer, &number).await.0, 200);
    let officer = world.portal.sign_in_staff("pccr@utility.example").await;
    assert_eq!(pack(&officer, &number).await.0, 403);
    let month = json!({ "id": SINAR, "month": "2026-11-20" });
    assert_eq!(stranger.call_raw::<DownloadAuditPacks>(month).await.expect_err("refused").status, 404);
    let own = json!({ "id": MAJLIS, "month": "2026-11-20" });
    let refused = stranger.call_raw::<DownloadAuditPacks>(own).await.expect_err("refused");
    assert_eq!(refused.code(), Code::DownloadEmpty);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_packs_of_a_month_are_one_archive() {
    let world = World::new().await;
    let first = paid(&world.portal, 2).await;
    let second = paid(&world.portal, 1).await;
    let asked = json!({ "id": SINAR, "month": "2026-11-07" });
    let made = world.master.call_raw::<DownloadAuditPacks>(asked).await.expect("a download");
    let made: Download = serde_json::from_value(made).expect("a download");
    assert_eq!((made.name.as_str(), made.total), ("Audit packs 2026-11 2026-11-20.zip", 2));
    let ready = world.until(&made.download_id, DownloadState::Ready).await;
    let archive = world.file(&world.master, &ready.download_id).await.expect("a file");
    let found = verified(&archive);
    assert_eq!((found.outcome, found.packs.len()), (Outcome::Unproven, 3), "{found:#?}");
    let mut names: Vec<_> = found.packs.iter().filter_map(|pack| pack.name.clone()).collect();
    names.sort();
    let mut numbers = vec![first.to_string(), second.to_string()];
    numbers.sort();
    assert_eq!(names, numbers);
    let text = format!("{second}/payment.json");
    let place = archive.windows(text.len()).position(|window| window == text.as_bytes()).expect("the file");
    let mut changed = archive.clone();
    changed[place + text.len() + 40] ^= 1;
    let refused = verified(&changed);
    assert!(remarks(&refused).contains(&PackRemark::FileChanged { name: text }), "{refused:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_about_the_bills_are_in_the_pack() {
    let world = World::new().await;
    let number = paid(&world.portal, 1).await;
    let invoice = json_of(&pack(&world.master, &number).await.1, "payment.json")["bills"][0]["invoiceNo"].clone();
    let asked = json!({ "id": SINAR, "invoiceNo": invoice, "message": "Why so much?", "findingIds": [] });
    world.master.call_raw::<OpenQuery>(asked).await.expect("a query");
    let (_, archive) = pack(&world.master, &number).await;
    assert_eq!(json_of(&archive, "queries.json")[0]["messages"][0]["message"], json!("Why so much?"));
    let thread = format!("queries/1-{}.pdf", invoice.as_str().expect("a number"));
    assert!(file(&archive, &thread).starts_with(b"%PDF"));
    assert_ne!(verified(&archive).outcome, Outcome::Fails);
}

/// A seal of an earlier version lists the last facts of all subjects. It is still verified, but proves no single payment.
#[tokio::test(flavor = "multi_thread")]
async fn a_seal_of_an_earlier_version_is_verified_and_proves_no_payment() {
    let world = World::new().await;
    let portal = &world.portal;
    let number = paid(portal, 1).await;
    let through = sql::value::<i64>(portal.pool(), "select max(fact_id) from fact", &[]).await;
    let query = "select distinct on (subject) subject, hash, count(*) over (partition by subject)
                 from fact order by subject, place desc";
    let heads = sql::rows::<(String, Vec<u8>, i64)>(portal.pool(), query, &[]).await;
    let mut listed = ListedSeal::begin(&SealForm { previous: None, day: "2026-11-20", through });
    for (subject, hash, facts) in &heads {
        listed.add(&SealedHead { subject, hash, facts: *facts });
    }
    let facts: i64 = heads.iter().map(|(_, _, facts)| facts).sum();
    let query = "insert into fact_seal (day, through, facts, sealed_at, hash) values ('2026-11-20', $1, $2, now(), $3)";
    sql::run(portal.pool(), query, &[&through, &facts, &listed.hash().to_vec()]).await;
    portal.advance(TimeDelta::days(1));
    seal::seal(&portal.app).await.expect("a seal");
    let broken: Vec<_> = crate::check::broken(portal).await.into_iter().filter(|(_, broken)| *broken > 0).collect();
    assert!(broken.is_empty(), "{broken:?}");
    let payer = portal.sign_in("payer@sinar.example").await;
    let found = verified(&pack(&payer, &number).await.1);
    let note = PackRemark::SealedInList { day: "2026-11-20".to_owned() };
    assert!(remarks(&found).contains(&note), "{found:#?}");
    assert_eq!(found.outcome, Outcome::Unproven);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_verifies_a_pack_and_names_a_change() {
    let world = World::new().await;
    let number = paid(&world.portal, 1).await;
    let (_, mut archive) = pack(&world.master, &number).await;
    let path = world.folder.with_extension("pack.zip");
    std::fs::write(&path, &archive).expect("written");
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_gridbill")).arg("verify").arg(&path).args(more).output();
        let output = output.expect("the command");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    let (code, text) = run(&["--payment", number.as_str()]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("[Holds] Every listed file is there and unchanged"), "{text}");
    let (code, text) = run(&["--payment", "P2611209999999", "--language", "ms"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("bukan pembayaran P2611209999999"), "{text}");
    let place = archive.windows(4).position(|window| window == b"%PDF").expect("a PDF");
    archive[place] ^= 1;
    std::fs::write(&path, &archive).expect("written");
    let (code, text) = run(&[]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains(".pdf was changed."), "{text}");
    std::fs::remove_file(path).ok();
}

/// A pack from before an erasure is verified as before. A later one shows a former user, and proves the erasure.
#[tokio::test(flavor = "multi_thread")]
async fn packs_from_before_and_after_an_erasure_hold() {
    let world = World::new().await;
    let portal = &world.portal;
    let number = paid(portal, 1).await;
    seal::seal(&portal.app).await.expect("a seal");
    let (_, before) = pack(&world.master, &number).await;
    let expected = verified(&before);
    assert_eq!(outcome(&expected, PackRule::Facts), Outcome::Holds);

    let user_id = id_of(portal.pool(), "payer@sinar.example").await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    ict.call_raw::<DeleteUser>(json!({ "userId": user_id })).await.expect("deleted");
    for officer in [ict, pccr] {
        let erasure = json!({ "userId": user_id, "reason": "The user asked for it." });
        officer.call_raw::<ErasePerson>(erasure).await.expect("erased");
    }
    assert_eq!(verified(&before), expected);
    let master = portal.sign_in("master@sinar.example").await;
    let unsealed = verified(&pack(&master, &number).await.1);
    assert_eq!(outcome(&unsealed, PackRule::Facts), Outcome::Holds, "{unsealed:#?}");
    assert_eq!(outcome(&unsealed, PackRule::Seal), Outcome::Unproven, "the erasure is sealed tomorrow");

    portal.advance(TimeDelta::days(1));
    seal::seal(&portal.app).await.expect("a seal");
    let master = portal.sign_in("master@sinar.example").await;
    let (_, after) = pack(&master, &number).await;
    let found = verified(&after);
    assert_eq!(outcome(&found, PackRule::Facts), Outcome::Holds, "{found:#?}");
    assert_eq!(outcome(&found, PackRule::Seal), Outcome::Holds, "{found:#?}");
    assert!(remarks(&found).iter().any(|note| matches!(note, PackRemark::FactsErased { facts: 1.. })), "{found:#?}");
    assert_eq!(json_of(&after, "payment.json")["requestedBy"], json!("Former user"));
    let chain = String::from_utf8(file(&after, "chain.json")).expect("text");
    assert!(chain.contains("Former user") && chain.contains("PersonErased"), "{chain}");
    for text in ["Badrul", "payer@sinar.example", "Farid", "pccr@utility.example"] {
        assert!(!chain.contains(text), "{text} in {chain}");
    }
}
