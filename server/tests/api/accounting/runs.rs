//! Runs: samples, real runs, repeated files, changes after a run, and two runs at once.

use std::collections::BTreeSet;

use gridbill_core::Code;
use gridbill_core::accounting::{
    AccountingPreset, AccountingStream, GetAccountingDocuments, GetAccountingProfiles, GetAccountingRuns,
    PlanAccounting, RunAccounting, SaveAccountingProfile,
};
use gridbill_core::downloads::CancelDownload;
use serde_json::{Value, json};

use super::{World, journal, profile};
use crate::accounts::every_invariant_holds;
use crate::costs::part;
use crate::support::given::SINAR;
use crate::support::sql;

async fn documents(world: &World, request: Value) -> Vec<Value> {
    let page = world.payer.call_raw::<GetAccountingDocuments>(request).await.expect("documents");
    page["items"].as_array().expect("items").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sample_marks_nothing_and_a_real_run_exports_each_bill_once() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    let sample = world.run(&id, 1, true).await.expect("a sample");
    assert_eq!((&sample["runNo"], &sample["sums"]["documents"]), (&Value::Null, &json!(3)));
    let (name, of_sample) = world.file(&sample["download"]).await;
    assert_eq!((name.as_str(), world.marked().await), ("Books sample.csv", 0));
    let run = world.real(&id).await;
    assert_eq!(
        (&run["runNo"], &run["sums"]["lines"], &run["sums"]["suspense"]),
        (&json!(1), &json!(5), &json!("100.01"))
    );
    assert_eq!((&run["sums"]["debit"], &run["sums"]["credit"]), (&json!("300.03"), &json!("300.03")));
    let (name, of_run) = world.file(&run["download"]).await;
    assert_eq!((name.as_str(), world.marked().await), ("Books 1.csv", 3));
    assert_eq!(of_run, of_sample, "the sample is the file of the run that follows it");
    let refused = world.run(&id, 1, false).await.expect_err("nothing new");
    assert_eq!((refused.status, refused.code()), (409, Code::AccountingNothingNew));
    let sample = world.run(&id, 1, true).await.expect("an empty sample");
    assert_eq!((&sample["sums"]["documents"], &sample["download"]), (&json!(0), &Value::Null));
    // The file is made again from the run, and has the same bytes although a coding has changed.
    world.code(0, json!([part("HQ", 10_000)])).await;
    let again = world.again(&id, 1).await.expect("again");
    assert_eq!(world.file(&again).await.1, of_run);
    assert_eq!(world.again(&id, 2).await.expect_err("no such run").code(), Code::AccountingRunNotFound);
    every_invariant_holds(world.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_with_uncoded_accounts_and_no_suspense_account_is_refused_and_names_them() {
    let world = World::new().await;
    let mut draft = journal("Books");
    draft["suspense"] = Value::Null;
    let id = world.save(draft).await;
    for is_sample in [true, false] {
        let refused = world.run(&id, 1, is_sample).await.expect_err("uncoded");
        assert_eq!((refused.status, refused.code()), (409, Code::AccountingUncoded));
        assert_eq!(refused.body.params["accounts"], world.account(2).as_str());
        assert_eq!((&refused.body.params["bills"], &refused.body.params["count"]), (&json!(1), &json!(1)));
        assert_eq!(refused.body.params["from"], refused.body.params["to"]);
    }
    assert_eq!(world.marked().await, 0);
    world.code(2, json!([part("PLANT", 10_000)])).await;
    assert_eq!(world.real(&id).await["runNo"], 1, "a refused run takes no number");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_changed_after_its_export_gives_a_reversal_and_a_new_document() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    // Another coding for the first bill, another amount for the second, a coding instead of the suspense account for the third.
    world.code(0, json!([part("HQ", 2_500), part("PLANT", 7_500)])).await;
    let second = world.bills[1].to_string();
    world.correct(1).await;
    world.code(2, json!([part("HQ", 10_000)])).await;
    let run = world.real(&id).await;
    assert_eq!((&run["sums"]["documents"], &run["sums"]["reversals"]), (&json!(6), &json!(3)));
    let text = world.text(&run["download"]).await;
    let of_second: Vec<&str> = text.lines().filter(|line| line.contains(&second)).collect();
    let numbers: BTreeSet<&str> = of_second.iter().filter_map(|line| line.split(',').nth(1)).collect();
    let [reversal, new] = [format!("{second}-R"), format!("{second}-2")];
    assert_eq!(numbers, BTreeSet::from([reversal.as_str(), new.as_str()]));
    assert!(of_second[2].ends_with(",100.01,"), "the supplier's line is reversed: {}", of_second[2]);
    assert_eq!(world.marked().await, 3);
    let listed = documents(&world, json!({ "id": SINAR, "sourceNo": second })).await;
    let current: Vec<&Value> = listed.iter().filter(|one| one["isCurrent"] == true).collect();
    assert_eq!((listed.len(), current.len(), &current[0]["documentNo"]), (3, 1, &json!(format!("{second}-2"))));
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    // A bill whose e-invoice was cancelled leaves the books.
    world.cancel_e_invoice(1).await;
    let run = world.real(&id).await;
    assert_eq!((&run["sums"]["documents"], &run["sums"]["reversals"]), (&json!(1), &json!(1)));
    assert_eq!(world.marked().await, 2);
    every_invariant_holds(world.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exported_bill_whose_coding_is_removed_keeps_its_document() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    sql::run(world.pool(), "delete from account_coding where account_no = $1", &[&world.account(0).as_str()]).await;
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    // Another amount is booked, on the suspense account.
    world.correct(0).await;
    let run = world.real(&id).await;
    assert_eq!((&run["sums"]["documents"], &run["sums"]["reversals"]), (&json!(2), &json!(1)));
    world.cancel_e_invoice(0).await;
    let run = world.real(&id).await;
    assert_eq!((&run["sums"]["documents"], &run["sums"]["reversals"]), (&json!(1), &json!(1)));
    every_invariant_holds(world.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_real_runs_at_once_export_each_bill_once() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    let runs = futures::future::join_all((0..4).map(|_| world.run(&id, 1, false))).await;
    let (made, refused): (Vec<_>, Vec<_>) = runs.into_iter().partition(Result::is_ok);
    assert_eq!((made.len(), refused.len()), (1, 3));
    for refused in refused {
        assert_eq!(refused.expect_err("refused").code(), Code::AccountingNothingNew);
    }
    assert_eq!(world.marked().await, 3);
    every_invariant_holds(world.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_refused_if_the_profile_changed_after_the_sample() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.run(&id, 1, true).await.expect("a sample");
    let mut changed = journal("Books");
    changed["payableAccount"] = "400-9999".into();
    let request = json!({ "id": SINAR, "profileId": id, "version": 1, "draft": changed });
    world.payer.call_raw::<SaveAccountingProfile>(request).await.expect("changed");
    let refused = world.run(&id, 1, false).await.expect_err("changed");
    assert_eq!((refused.status, refused.code()), (409, Code::AccountingProfileChanged));
    assert_eq!(world.marked().await, 0);
    assert_eq!(world.run(&id, 2, false).await.expect("a run")["sums"]["documents"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_call_with_one_key_is_one_run() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    let request = json!({ "id": SINAR, "profileId": id, "version": 1, "isSample": false });
    let keyed = world.payer.with_key("run-1");
    let first = keyed.call_raw::<RunAccounting>(request.clone()).await.expect("a run");
    let second = keyed.call_raw::<RunAccounting>(request).await.expect("the same answer");
    assert_eq!(first, second);
    let page = world.payer.call_raw::<GetAccountingRuns>(json!({ "id": SINAR })).await.expect("runs");
    assert_eq!(page["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(page["items"][0]["madeBy"], "Badrul");
}

/// The process may die after the run was committed: the row of the download is lost only with the run.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_without_its_download_gives_its_file_again() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    let run = world.real(&id).await;
    let cancelled = json!({ "downloadId": run["download"]["downloadId"] });
    world.payer.call_raw::<CancelDownload>(cancelled).await.expect("cancelled");
    assert_eq!(world.marked().await, 3);
    let again = world.again(&id, 1).await.expect("again");
    let text = world.text(&again).await;
    for bill in &world.bills {
        assert!(text.contains(bill.as_str()), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_files_are_an_archive_with_the_same_bytes_each_time() {
    let world = World::new().await;
    let mut draft = profile(AccountingPreset::XeroBills, AccountingStream::Bills, "Xero");
    draft["suspense"] = json!({ "ledgerAccount": "9999" });
    draft["documentsPerFile"] = json!(2);
    let id = world.save(draft).await;
    let run = world.real(&id).await;
    let (name, bytes) = world.file(&run["download"]).await;
    assert_eq!(name, "Xero 1.zip");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).expect("an archive");
    let names: Vec<String> = (0..archive.len())
        .map(|place| archive.by_index(place).expect("a file").name().expect("a name").into_owned())
        .collect();
    assert_eq!(names, ["Xero 1 1.csv", "Xero 1 2.csv"]);
    let mut lines = Vec::new();
    for name in names {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut archive.by_name(&name).expect("a file"), &mut text).expect("text");
        assert!(text.starts_with("*ContactName,*InvoiceNumber,"), "each file has headings");
        lines.push(text.lines().count());
    }
    assert_eq!(lines, [1 + 4, 1 + 1]);
    let again = world.again(&id, 1).await.expect("again");
    assert_eq!(world.file(&again).await.1, bytes);
}

/// Inserts the paid payment of a bill.
async fn pay(world: &World, place: usize, transaction_no: &str, method: &str) {
    let query = "
        with paid as (
            insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, requested_by,
                                 requested_at, paid_amount)
            select gen_random_uuid(), $3, $1, $4, 4, 100.01, 1, 1, person_id, now(), 100.01
            from person where email = 'payer@sinar.example'
            returning payment_id
        ), item as (
            insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
            select $1, payment_id, $2, (select account_no from bill where invoice_no = $2), 100.01, true from paid
        )
        insert into receipt (bulk_id, payment_id, receipt_no, amount, at)
        select $1, payment_id, 'R' || substr($3, 2), 100.01, '2026-11-20T20:00:00Z' from paid";
    sql::run(world.pool(), query, &[&SINAR, &world.bills[place].as_str(), &transaction_no, &method]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_has_the_reference_of_its_bank_or_all_of_its_numbers() {
    let world = World::new().await;
    let [eft, fpx] = ["P2611200000001", "P2611200000002"];
    pay(&world, 0, eft, "EFT_GIRO").await;
    pay(&world, 1, fpx, "FPX").await;
    // Two transfers, and another for the difference.
    let references = "insert into payment_reference (payment_id, version, place, number, amount, method)
                      select payment_id, r.version, r.place, r.number, r.amount, 'EFT_GIRO'
                      from payment, (values (1, 1, 'B-2', 60), (1, 2, 'C-3', 30), (2, 1, 'A-1', 10.01))
                                    as r (version, place, number, amount)
                      where transaction_no = $1";
    sql::run(world.pool(), references, &[&eft]).await;
    let request = "insert into fpx_request (payment_id, order_no, fields, sent_at, fpx_txn_id)
                   select payment_id, 'ORDER-1', '{}', now(), '2611201200000101' from payment where transaction_no = $1";
    sql::run(world.pool(), request, &[&fpx]).await;
    let id = world.save(profile(AccountingPreset::Own, AccountingStream::Payments, "Payments")).await;
    let text = world.text(&world.real(&id).await["download"]).await;
    let references: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split(',').nth(3)).collect();
    assert_eq!(references, ["B-2 C-3 A-1", "2611201200000101"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_payments_are_exported_with_their_bills() {
    let world = World::new().await;
    let payments = profile(AccountingPreset::Journal, AccountingStream::Payments, "Payments");
    let id = world.save(payments).await;
    assert_eq!(world.run(&id, 1, false).await.expect_err("none is paid").code(), Code::AccountingNothingNew);
    let invoice = world.bills[0].to_string();
    pay(&world, 0, "P2611200000001", "EFT_GIRO").await;
    let run = world.real(&id).await;
    let text = world.text(&run["download"]).await;
    let expected = format!(
        "2026-11-21,P2611200000001,1,400-0000,,Payment P2611200000001 invoice {invoice},100.01,\r\n\
         2026-11-21,P2611200000001,2,310-0000,,Payment P2611200000001,,100.01\r\n"
    );
    assert!(text.ends_with(&expected), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_of_a_batch_that_waits_are_not_exported() {
    let world = World::new().await;
    let query = "insert into batch_review (bill_batch_id, extraction_date, state)
                 values ('2800000001', '2026-11-10', 'waiting')";
    sql::run(world.pool(), query, &[]).await;
    let id = world.save(journal("Books")).await;
    assert_eq!(world.run(&id, 1, false).await.expect_err("held").code(), Code::AccountingNothingNew);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_with_an_account_of_its_own_is_booked_there_and_reverses_nothing() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    // The profile gets an account for the retail charge; exported documents stay.
    let mut changed = journal("Books");
    changed["chargeAccounts"] = json!([{ "kind": "retail", "ledgerAccount": "1800" }]);
    let request = json!({ "id": SINAR, "profileId": id, "version": 1, "draft": changed });
    world.payer.call_raw::<SaveAccountingProfile>(request).await.expect("changed");
    world.deliver_lines(&world.bills).await;
    assert_eq!(world.run(&id, 2, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    // Another coding of the first bill: its new document has the charge on the account of its own.
    world.code(0, json!([part("HQ", 2_500), part("PLANT", 7_500)])).await;
    let run = world.run(&id, 2, false).await.expect("a run");
    let text = world.text(&run["download"]).await;
    let number = format!("{}-2", world.bills[0]);
    let lines: Vec<Vec<&str>> =
        text.lines().filter(|line| line.contains(&number)).map(|line| line.split(',').collect()).collect();
    // Account, cost centre, debit and credit.
    let booked: Vec<[&str; 4]> = lines.iter().map(|cells| [cells[3], cells[4], cells[6], cells[7]]).collect();
    let expected = [
        ["6100-01", "HQ", "23.00", ""],
        ["1800", "HQ", "2.00", ""],
        ["6100-01", "PLANT", "69.01", ""],
        ["1800", "PLANT", "6.00", ""],
        ["400-0000", "", "", "100.01"],
    ];
    assert_eq!(booked, expected);
    every_invariant_holds(world.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_whose_lines_come_after_its_export_is_corrected_once() {
    let world = World::new().await;
    let mut draft = journal("Books");
    draft["chargeAccounts"] = json!([{ "kind": "retail", "ledgerAccount": "1800" }]);
    let id = world.save(draft).await;
    let plan = async || {
        let request = json!({ "id": SINAR, "profileId": id });
        let plan = world.payer.call_raw::<PlanAccounting>(request).await.expect("a plan");
        (plan["lackingCharges"].clone(), plan["sums"]["documents"].clone(), plan["sums"]["reversals"].clone())
    };
    // The third bill is on the suspense account, which no charge leaves.
    assert_eq!(plan().await, (json!(2), json!(3), json!(0)));
    let text = world.text(&world.real(&id).await["download"]).await;
    assert!(!text.contains(",1800,"), "{text}");
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    world.deliver_lines(&world.bills).await;
    assert_eq!(plan().await, (json!(0), json!(4), json!(2)));
    let text = world.text(&world.real(&id).await["download"]).await;
    let number = format!(",{}-2,", world.bills[0]);
    let lines: Vec<Vec<&str>> =
        text.lines().filter(|line| line.contains(&number)).map(|line| line.split(',').collect()).collect();
    // Account, cost centre, debit and credit.
    let booked: Vec<[&str; 4]> = lines.iter().map(|cells| [cells[3], cells[4], cells[6], cells[7]]).collect();
    let expected = [
        ["6100-01", "HQ", "46.01", ""],
        ["1800", "HQ", "4.00", ""],
        ["6100-01", "PLANT", "46.00", ""],
        ["1800", "PLANT", "4.00", ""],
        ["400-0000", "", "", "100.01"],
    ];
    assert_eq!(booked, expected);
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    every_invariant_holds(world.pool()).await;
}

/// The rest of each bill is energy, whose account is that of the coding.
#[tokio::test(flavor = "multi_thread")]
async fn a_kind_of_the_utility_follows_its_role_or_is_named_in_the_refusal() {
    let world = World::new().await;
    let kinds = "insert into charge_kind (kind, from_day, name_en, name_ms, role, sign, in_fund_base, in_consumption)
                 values ('greenPremium', '2020-01-01', 'Green premium', 'Premium hijau', 'adjustment', 'any', false, false),
                        ('topUp', '2020-01-01', 'Top-up demand', 'Kehendak tambahan', 'demand', 'any', false, false)";
    sql::run(world.pool(), kinds, &[]).await;
    let line = |kind: &str, amount: &str| json!({ "kind": kind, "block": null, "tariff": null, "from": null, "to": null, "priced": null, "amount": amount });
    let charges = json!({ "lines": [line("energy", "92.01"), line("greenPremium", "8.00")], "readings": [] });
    let query = "insert into bill_charges (bulk_id, invoice_no, charges) select bulk_id, invoice_no, $1 from bill";
    sql::run(world.pool(), query, &[&charges]).await;
    let mut draft = journal("Books");
    draft["chargeAccounts"] = json!([{ "kind": "afa", "ledgerAccount": "6150" }]);
    let id = world.save(draft.clone()).await;
    let sample = world.run(&id, 1, true).await.expect("a sample");
    let text = world.text(&sample["download"]).await;
    assert!(text.lines().any(|line| line.contains(",6150,HQ,") && line.contains(",4.00,")), "{text}");

    let charges = json!({ "lines": [line("energy", "92.01"), line("topUp", "8.00")], "readings": [] });
    sql::run(world.pool(), "update bill_charges set charges = $1", &[&charges]).await;
    draft["chargeAccounts"] = json!([
        { "kind": "capacity", "ledgerAccount": "6110" },
        { "kind": "network", "ledgerAccount": "6120" },
    ]);
    let changed = json!({ "id": SINAR, "profileId": id, "version": 1, "draft": draft });
    world.payer.call_raw::<SaveAccountingProfile>(changed).await.expect("changed");
    let plan = json!({ "id": SINAR, "profileId": id });
    let plan = world.payer.call_raw::<PlanAccounting>(plan).await.expect("a plan");
    assert_eq!(plan["unmapped"], json!(["topUp"]));
    let refused = world.run(&id, 2, false).await.expect_err("two accounts");
    assert_eq!(refused.code(), Code::AccountingChargeUnmapped);
    assert!(refused.body.error_message.contains("Top-up demand"), "{}", refused.body.error_message);
    // The form offers every kind by its name.
    let profiles = world.payer.call_raw::<GetAccountingProfiles>(json!({ "id": SINAR })).await.expect("profiles");
    let named = profiles["kinds"].as_array().expect("kinds");
    assert!(named.contains(&json!({ "kind": "topUp", "name": "Top-up demand" })), "{named:?}");
    assert_eq!(named.len(), 11);
    assert_eq!(world.marked().await, 0);

    // An exported bill whose amount changed is not left out in silence. Its lines come after it.
    let energy = json!({ "lines": [line("energy", "100.01")], "readings": [] });
    sql::run(world.pool(), "update bill_charges set charges = $1", &[&energy]).await;
    world.run(&id, 2, false).await.expect("exported");
    let more = "update bill set current_charge = current_charge + 1, total_amount_payable = total_amount_payable + 1";
    sql::run(world.pool(), more, &[]).await;
    let charges = json!({ "lines": [line("energy", "92.01"), line("topUp", "9.00")], "readings": [] });
    sql::run(world.pool(), query, &[&charges]).await;
    assert_eq!(world.run(&id, 2, false).await.expect_err("changed").code(), Code::AccountingChargeUnmapped);
    // Neither is one that was exported before its lines.
    sql::run(world.pool(), "delete from bill_charges", &[]).await;
    world.run(&id, 2, false).await.expect("without lines");
    sql::run(world.pool(), query, &[&charges]).await;
    assert_eq!(world.run(&id, 2, false).await.expect_err("two accounts").code(), Code::AccountingChargeUnmapped);
}
