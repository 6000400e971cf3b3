//! Payments outside the portal in the books: each is exported once, and reversed when the utility takes it back.

use std::fmt::Write as _;

use gridbill::feed::{self, Outcome, Settlement};
use gridbill_core::Code;
use gridbill_core::accounting::{AccountingPreset, AccountingStream, RunAccounting, SaveAccountingProfile};
use serde_json::json;

use super::{World, profile};
use crate::accounts::every_invariant_holds;
use crate::feed::Folder;
use crate::support::given::{MAJLIS, SINAR};
use crate::support::sql;

/// Imports settlements, and checks every invariant.
async fn import(world: &World, folder: &Folder, rows: &[(&str, Option<usize>, &str, &str)]) {
    let done = deliver(world, folder, rows).await;
    assert_eq!(done.rejected, 0);
    every_invariant_holds(world.pool()).await;
}

/// Imports settlements: number, place of the bill or none, amount, the settlement that it takes back.
async fn deliver(world: &World, folder: &Folder, rows: &[(&str, Option<usize>, &str, &str)]) -> Outcome {
    let mut file = "settlementNo,accountNo,invoiceNo,method,paidOn,amount,reversalOf,reference\n".to_owned();
    for (number, bill, amount, reversal_of) in rows {
        let invoice_no = bill.map(|bill| world.bills[bill].to_string()).unwrap_or_default();
        let account_no = world.account(bill.unwrap_or_default());
        let _ =
            writeln!(file, "{number},{account_no},{invoice_no},cheque,2026-11-18,{amount},{reversal_of},REF {number}");
    }
    let path = folder.write("settlements.csv", file);
    feed::import::<Settlement>(&world.portal.app, &path).await.expect("imported")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settlement_that_bounces_after_the_export_has_one_reversal() {
    let world = World::new().await;
    let folder = Folder::new("accounting_settlements");
    let draft = profile(AccountingPreset::Journal, AccountingStream::Settlements, "Elsewhere");
    let id = world.save(draft).await;
    // The whole of one bill, and more than another.
    import(&world, &folder, &[("S-1", Some(0), "100.01", ""), ("S-2", Some(1), "120.00", "")]).await;
    let text = world.text(&world.real(&id).await["download"]).await;
    let [first, second] = [&world.bills[0], &world.bills[1]];
    let expected = format!(
        "2026-11-18,S-1,1,400-0000,,Payment S-1 invoice {first},100.01,\r\n\
         2026-11-18,S-1,2,310-0000,,Payment S-1,,100.01\r\n\
         2026-11-18,S-2,1,400-0000,,Payment S-2 invoice {second},100.01,\r\n\
         2026-11-18,S-2,2,400-0000,,Payment S-2,19.99,\r\n\
         2026-11-18,S-2,3,310-0000,,Payment S-2,,120.00\r\n"
    );
    assert!(text.ends_with(&expected), "{text}");
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);

    // A cheque bounces, and a part of the other payment is recalled. The file comes twice.
    for _ in 0..2 {
        import(&world, &folder, &[("R-1", Some(0), "100.01", "S-1"), ("R-2", Some(1), "60.00", "S-2")]).await;
    }
    let text = world.text(&world.real(&id).await["download"]).await;
    let expected = format!(
        "2026-11-18,S-1#R,1,400-0000,,Reversal of S-1 Payment S-1 invoice {first},,100.01\r\n\
         2026-11-18,S-1#R,2,310-0000,,Reversal of S-1 Payment S-1,100.01,\r\n\
         2026-11-18,S-2#R,1,400-0000,,Reversal of S-2 Payment S-2 invoice {second},,100.01\r\n\
         2026-11-18,S-2#R,2,400-0000,,Reversal of S-2 Payment S-2,,19.99\r\n\
         2026-11-18,S-2#R,3,310-0000,,Reversal of S-2 Payment S-2,120.00,\r\n\
         2026-11-18,S-2#2,1,400-0000,,Payment S-2 invoice {second},60.00,\r\n\
         2026-11-18,S-2#2,2,310-0000,,Payment S-2,,60.00\r\n"
    );
    assert!(text.ends_with(&expected), "{text}");
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    every_invariant_holds(world.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reversal_names_the_bank_that_its_document_was_booked_on() {
    let world = World::new().await;
    let folder = Folder::new("accounting_settlement_banks");
    import(&world, &folder, &[("S-1", Some(0), "100.01", "")]).await;
    let mut draft = profile(AccountingPreset::Own, AccountingStream::Settlements, "Elsewhere");
    let id = world.save(draft.clone()).await;
    world.real(&id).await;
    // The company changes its bank, and then the cheque bounces.
    draft["bankAccount"] = "310-0001".into();
    draft["payableAccount"] = "400-0001".into();
    let request = json!({ "id": SINAR, "profileId": id, "version": 1, "draft": draft });
    world.payer.call_raw::<SaveAccountingProfile>(request).await.expect("changed");
    import(&world, &folder, &[("R-1", Some(0), "100.01", "S-1"), ("S-2", Some(1), "1.00", "")]).await;
    let text = world.text(&world.run(&id, 2, false).await.expect("a run")["download"]).await;
    let [first, second] = [&world.bills[0], &world.bills[1]];
    let expected = format!(
        "S-1#R,18/11/2026,S-1,REF S-1,{first},310-0000,400-0000,-100.01\r\n\
         S-2,18/11/2026,S-2,REF S-2,{second},310-0001,400-0001,1.00\r\n"
    );
    assert!(text.ends_with(&expected), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settlement_stays_in_the_books_of_the_company_that_had_the_account() {
    let world = World::new().await;
    let folder = Folder::new("accounting_settlement_moves");
    // A part of a bill, whose account then goes to another company; and a number like that of a later document.
    import(&world, &folder, &[("S-1", Some(0), "40.00", ""), ("S-1-2", Some(1), "10.00", "")]).await;
    let profile = |name| profile(AccountingPreset::Own, AccountingStream::Settlements, name);
    let id = world.save(profile("Elsewhere")).await;
    world.real(&id).await;
    let [number, account_no] = [world.bills[0].to_string(), world.account(0)];
    let query = "with moved as (update electricity_account set bulk_id = $3 where account_no = $2)
                 update bill set bulk_id = $3 where invoice_no = $1";
    sql::run(world.pool(), query, &[&number, &account_no, &MAJLIS]).await;
    let majlis = world.portal.sign_in("master@majlis.example").await;
    let saved = majlis.call_raw::<SaveAccountingProfile>(json!({ "id": MAJLIS, "draft": profile("Theirs") })).await;
    let theirs = saved.expect("a profile")["profileId"].clone();
    let request = json!({ "id": MAJLIS, "profileId": theirs, "version": 1, "isSample": false });
    let refused = majlis.call_raw::<RunAccounting>(request).await.expect_err("they paid nothing");
    assert_eq!(refused.code(), Code::AccountingNothingNew);
    deliver(&world, &folder, &[("R-1", None, "15.00", "S-1")]).await;
    let text = world.text(&world.real(&id).await["download"]).await;
    let row = |document, amount| format!("{document},18/11/2026,S-1,REF S-1,{number},310-0000,400-0000,{amount}\r\n");
    assert!(text.ends_with(&(row("S-1#R", "-40.00") + &row("S-1#2", "25.00"))), "{text}");
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    let done = deliver(&world, &folder, &[("S-1#2", Some(1), "1.00", ""), ("=S", Some(1), "1.00", "")]).await;
    assert_eq!((done.new, done.rejected), (0, 2), "numbers that accounting gives, or could not have");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_books_of_a_company_name_no_bill_of_the_next_one() {
    let world = World::new().await;
    let folder = Folder::new("accounting_settlement_credit");
    // More than the bill, and the rest pays a bill of the company that has the account next.
    import(&world, &folder, &[("S-1", None, "130.01", "")]).await;
    let draft = profile(AccountingPreset::Own, AccountingStream::Settlements, "Elsewhere");
    let id = world.save(draft.clone()).await;
    world.real(&id).await;
    let query = "update electricity_account set bulk_id = $2 where account_no = $1";
    sql::run(world.pool(), query, &[&world.account(0), &MAJLIS]).await;
    let query = "insert into bill select (jsonb_populate_record(b, jsonb_build_object(
                     'invoice_no', '519999999999', 'bulk_id', $2::text, 'status', 1, 'closed', null, 'settled_amount', 0,
                     'settled_on', null))).* from bill b where invoice_no = $1";
    sql::run(world.pool(), query, &[&world.bills[0].as_str(), &MAJLIS]).await;
    assert_eq!(deliver(&world, &folder, &[("S-2", None, "1.00", "")]).await.rejected, 0);
    let query = "select invoice_no || ' ' || amount from settlement_part where settlement_no = 'S-1' and state = 'applied' order by 1";
    let paid = [format!("{} 100.01", world.bills[0]), "519999999999 30.00".to_owned()];
    assert_eq!(sql::values::<String>(world.pool(), query, &[]).await, paid);
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    // In a profile that exports it for the first time, the rest is a credit.
    let mut draft = draft;
    draft["name"] = "Again".into();
    let text = world.text(&world.real(&world.save(draft).await).await["download"]).await;
    assert!(text.contains(",30.00") && !text.contains("519999999999"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn settlements_are_exported_from_the_first_day_of_the_profile() {
    let world = World::new().await;
    let folder = Folder::new("accounting_settlement_days");
    import(&world, &folder, &[("S-1", Some(0), "40.00", ""), ("S-2", Some(0), "10.00", "")]).await;
    let mut draft = profile(AccountingPreset::Own, AccountingStream::Settlements, "Elsewhere");
    draft["fromDay"] = "2026-11-19".into();
    let id = world.save(draft.clone()).await;
    assert_eq!(world.run(&id, 1, false).await.expect_err("an earlier day").code(), Code::AccountingNothingNew);
    draft["fromDay"] = "2026-11-18".into();
    draft["name"] = "From their day".into();
    let id = world.save(draft).await;
    let text = world.text(&world.real(&id).await["download"]).await;
    let bill = &world.bills[0];
    let row =
        |number, amount| format!("{number},18/11/2026,{number},REF {number},{bill},310-0000,400-0000,{amount}\r\n");
    assert!(text.ends_with(&(row("S-1", "40.00") + &row("S-2", "10.00"))), "{text}");
}
