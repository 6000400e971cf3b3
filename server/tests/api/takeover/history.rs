//! Closed payments of the other portal: what customers see of them, and what they are kept out of.

use gridbill::feed::{self, AccountReference, Bill, Company, Outcome, PastPayment};
use gridbill_core::bills::GetOutstandingBills;
use gridbill_core::number::BulkId;
use gridbill_core::payments::{
    GetPaymentActivity, GetPaymentDetails, GetPaymentTransactions, MakePayment, MakePaymentRequest,
};
use serde_json::{Value, json};

use super::{HISTORY, KEDAI, SINAR, World, history};
use crate::accounts::every_invariant_holds;
use crate::support::given::{self, Person, eft};

/// Adds a user who may pay, with the tests' password.
async fn payer(world: &World) -> crate::support::Actor {
    let email = "payer@sinar.example";
    let person = Person { email, name: "Siti", role: "member", bulk_id: Some(SINAR), pays: true, keeps: false };
    given::person(world.portal.pool(), person).await;
    world.portal.sign_in(email).await
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_payments_are_listed_marked_and_outside_the_chain() {
    let world = World::start("history").await;
    world.take_over("2026-12-01").await;
    let payer = payer(&world).await;
    let page = payer.call_raw::<GetPaymentTransactions>(json!({ "bulkId": SINAR })).await.expect("payments");
    let rows: Vec<&Value> = page["items"].as_array().expect("rows").iter().collect();
    let numbers: Vec<&str> = rows.iter().map(|row| row["transactionNo"].as_str().expect("a number")).collect();
    assert_eq!(numbers, ["P2611030000001", "P2611030000002"], "the newest first, and no other company's");
    let paid = rows[0];
    assert_eq!((&paid["status"], &paid["requestedBy"]), (&json!(4), &json!("Aminah")));
    assert_eq!(
        (&paid["takenOverAt"], &paid["paymentDate"]),
        (&json!("2026-11-20T04:00:00.000Z"), &json!("2026-11-02T16:00:00.000Z"))
    );
    assert_eq!(paid["referenceNumbers"], json!(["FPX123"]));
    assert_eq!(
        (&rows[1]["status"], &rows[1]["totalInvoices"], &rows[1]["transactionAmount"]),
        (&json!(6), &json!(2), &json!("1300.20"))
    );
    let details = payer.call_raw::<GetPaymentDetails>(json!({ "transactionNo": numbers[0] })).await.expect("a payment");
    assert_eq!((&details["receiptNo"], &details["mayGiveUp"]), (&json!("R2611030000001"), &json!(false)));
    let activity = payer.call_raw::<GetPaymentActivity>(json!({ "transactionNo": numbers[0] })).await.expect("history");
    assert_eq!(activity["timeline"].as_array().expect("entries").len(), 1);
    assert_eq!((&activity["init"]["by"], &activity["init"]["to"]), (&json!("Aminah"), &json!(4)));
    let unpaid = payer.call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.expect("bills");
    let open: Vec<&str> = unpaid["items"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["invoiceNo"].as_str().expect("a number"))
        .collect();
    assert!(!open.contains(&"510000000001") && open.contains(&"510000000002"), "{open:?}");
    // The payment is no event of this portal, and no e-mail says that it is.
    for table in ["fact", "fpx_request", "mail", "notification"] {
        assert_eq!(world.count(table).await, 0, "{table}");
    }
    every_invariant_holds(world.portal.pool()).await;
    // A bill whose payment was declined can be paid here.
    given::banks(world.portal.pool()).await;
    let bulk_id = BulkId::parse(SINAR).expect("a bulk account");
    let request = MakePaymentRequest { bulk_id, ..eft(&[given::invoice("510000000002")], "650.10") };
    payer.call::<MakePayment>(request).await.expect("a payment");
    every_invariant_holds(world.portal.pool()).await;
    // A second run changes nothing.
    assert_eq!(world.import::<PastPayment>("history.csv").await, Outcome { unchanged: 3, ..Outcome::default() });
    assert_eq!(world.import::<Bill>("bills.csv").await.rejected, 0);
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_wrong_payment_is_refused_with_what_to_do() {
    let world = World::start("history-refused").await;
    world.take_over("2026-12-01").await;
    let row = |number: &str, change: &dyn Fn(&str) -> String| {
        let row = format!("{number},{SINAR},510000000002,210000000002,EFT_GIRO,,GIRO1,,2026-11-05,650.10,paid");
        change(&row)
    };
    let rows = [
        row("P2611050000001", &|row| row.replace(",paid", ",pending")),
        row("P2611050000002", &|row| row.replace("650.10", "600.00")),
        row("P2611050000003", &|row| row.replace("510000000002", "519999999999")),
        row("P2611050000004", &|row| row.replace(SINAR, KEDAI)),
        row("P2611050000005", &|row| row.replace("210000000002", "210000000001")),
        row("P2611050000006", &|row| row.replace("510000000002,210000000002", "510000000001,210000000001")),
        row("P2611200000007", &|row| row.to_owned()),
        row("P2611050000008", &|row| row.replace("2026-11-05", "2026-12-05")),
        row("P2611030000001", &|row| row.to_owned()),
        row("P2611050000009", &|row| row.replace(SINAR, "3000000999")),
        row("P2611050000010", &|row| row.replace(",paid", ",failed")),
        row("P2611050000011", &|row| row.replace("650.10", "0.00")),
    ];
    let outcome = world.deliver::<PastPayment>("more.csv", &format!("{HISTORY}{}\n", rows.join("\n"))).await;
    assert_eq!((outcome.new, outcome.rejected), (0, 12), "{}", world.rejected("more"));
    let rejected = world.rejected("more");
    for reason in [
        "status: Only closed payments are taken over: paid, declined or failed.",
        "amount: Bill 510000000002 is over RM 650.10.",
        "invoiceNo: Bill 519999999999 is unknown. Import the file of bills first",
        "bulkId: Bill 510000000002 is in bulk account 3000000101.",
        "accountNo: Bill 510000000002 is of account 210000000002.",
        "invoiceNo: Payment P2611030000001 holds bill 510000000001.",
        "transactionNo: A number begins with its day (yyMMdd)",
        "paidOn: This day is in the future.",
        "transactionNo: A payment of this number was taken over with other content",
        "bulkId: This company was not taken over. Import the file of companies first.",
        "status: Only an FPX payment fails.",
        "amount: An amount is above zero.",
    ] {
        assert!(rejected.contains(reason), "{reason}\n{rejected}");
    }
    // A payment is taken over as a whole, and a bill is paid once, also within a file.
    let twice = format!(
        "{HISTORY}{}\n{}\n",
        row("P2611050000020", &|row| row.to_owned()),
        row("P2611050000021", &|row| row.to_owned())
    );
    let outcome = world.deliver::<PastPayment>("twice.csv", &twice).await;
    assert_eq!((outcome.new, outcome.rejected), (1, 1));
    assert!(world.rejected("twice").contains("Payment P2611050000020 holds bill 510000000002."));
    let mixed = history().replace("P2611030000002,3000000101,510000000002", "P2611030000002,3000000102,510000000002");
    let outcome = world.deliver::<PastPayment>("mixed.csv", &mixed).await;
    assert_eq!((outcome.unchanged, outcome.rejected), (2, 2), "{}", world.rejected("mixed"));
    every_invariant_holds(world.portal.pool()).await;
}

/// A payment of two bills of which an import can read one only.
#[tokio::test(flavor = "multi_thread")]
async fn a_payment_of_which_a_row_cannot_be_read_is_refused_whole() {
    let world = World::start("history-whole").await;
    world.write_all("2026-12-01");
    world.import::<Company>("companies.csv").await;
    world.import::<AccountReference>("references.csv").await;
    let row = |number: &str, bill: u8| {
        format!("{number},{SINAR},51000000000{bill},21000000000{bill},EFT_GIRO,,GIRO1,,2026-11-05,650.10,declined")
    };
    let (one, two) = (row("P2611050000001", 1), row("P2611050000001", 2));
    let other = row("P2611050000002", 1);
    let unquoted = one.replace("650.10", "1,234.50");
    let wrong = one.replace("650.10", "none");
    let whole = "transactionNo: The rows of a payment are consecutive.";
    let same = |line: u8| format!("Line {line} of the file, of the same transactionNo, is refused.");
    for (rows, refused, reasons) in [
        ([&unquoted, &two, &other], 2, vec![same(2), "has 12 fields instead of 11".to_owned()]),
        ([&unquoted, &other, &two], 2, vec![same(2), "has 12 fields instead of 11".to_owned()]),
        ([&other, &two, &unquoted], 2, vec![same(4), "has 12 fields instead of 11".to_owned()]),
        ([&one, &other, &two], 2, vec![same(4), whole.to_owned()]),
        (
            [&wrong, &other, &two],
            2,
            vec!["amount: ".to_owned(), format!("{whole} This payment is in the file already")],
        ),
    ] {
        let rows: Vec<&str> = rows.map(String::as_str).to_vec();
        let file = world.folder.write("parts.csv", format!("{HISTORY}{}\n", rows.join("\n")));
        let outcome = feed::dry_run::<PastPayment>(&world.portal.app, &file).await.expect("a dry run");
        let rejected = world.rejected("parts");
        assert_eq!((outcome.new, outcome.rejected), (1, refused), "{rejected}");
        for reason in reasons {
            assert!(rejected.contains(&reason), "{reason}\n{rejected}");
        }
    }
    // The last row is cut off, and could be read.
    let cut = format!("{HISTORY}{other}\n{one}\n{}", two.replace(",declined", ",paid"));
    let outcome = world.deliver::<PastPayment>("cut.csv", &cut).await;
    assert_eq!((outcome.new, outcome.rejected), (1, 2), "{}", world.rejected("cut"));
    assert!(world.rejected("cut").contains("this last line has no line end"), "{}", world.rejected("cut"));
    // So may be a number that is not even whole, but not one of another payment.
    for (end, new) in [("P26110", 0), ("P2611050000003,30", 1)] {
        let file = world.folder.write("cut.csv", format!("{HISTORY}{one}\n{end}"));
        let outcome = feed::dry_run::<PastPayment>(&world.portal.app, &file).await.expect("a dry run");
        assert_eq!((outcome.new, outcome.rejected), (new, 2 - new), "{}", world.rejected("cut"));
    }
}
