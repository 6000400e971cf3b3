//! Payments outside the portal in the books: each is exported once, and reversed when the utility takes it back.

use std::fmt::Write as _;

use gridbill::feed::{self, Settlement};
use gridbill_core::Code;
use gridbill_core::accounting::{AccountingPreset, AccountingStream};

use super::{World, profile};
use crate::accounts::every_invariant_holds;
use crate::feed::Folder;

/// Imports settlements: number, place of the bill or none, amount, the settlement that it takes back.
async fn import(world: &World, folder: &Folder, rows: &[(&str, Option<usize>, &str, &str)]) {
    let mut file = "settlementNo,accountNo,invoiceNo,method,paidOn,amount,reversalOf,reference\n".to_owned();
    for (number, bill, amount, reversal_of) in rows {
        let invoice_no = bill.map(|bill| world.bills[bill].to_string()).unwrap_or_default();
        let account_no = world.account(bill.unwrap_or_default());
        let _ =
            writeln!(file, "{number},{account_no},{invoice_no},cheque,2026-11-18,{amount},{reversal_of},REF {number}");
    }
    let path = folder.write("settlements.csv", file);
    let done = feed::import::<Settlement>(&world.portal.app, &path).await.expect("imported");
    assert_eq!(done.rejected, 0);
    every_invariant_holds(world.pool()).await;
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
        "2026-11-18,S-1-R,1,400-0000,,Reversal of S-1 Payment S-1 invoice {first},,100.01\r\n\
         2026-11-18,S-1-R,2,310-0000,,Reversal of S-1 Payment S-1,100.01,\r\n\
         2026-11-18,S-2-R,1,400-0000,,Reversal of S-2 Payment S-2 invoice {second},,100.01\r\n\
         2026-11-18,S-2-R,2,400-0000,,Reversal of S-2 Payment S-2,,19.99\r\n\
         2026-11-18,S-2-R,3,310-0000,,Reversal of S-2 Payment S-2,120.00,\r\n\
         2026-11-18,S-2-2,1,400-0000,,Payment S-2 invoice {second},60.00,\r\n\
         2026-11-18,S-2-2,2,310-0000,,Payment S-2,,60.00\r\n"
    );
    assert!(text.ends_with(&expected), "{text}");
    assert_eq!(world.run(&id, 1, false).await.expect_err("nothing new").code(), Code::AccountingNothingNew);
    every_invariant_holds(world.pool()).await;
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
