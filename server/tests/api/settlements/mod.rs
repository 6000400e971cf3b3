//! Payments of bills outside the portal: what they change, in which order they may come, and next to payments of the portal.

use std::fmt::Write as _;

use gridbill::feed::{self, Bill, Outcome, Settlement};
use gridbill::serve::jobs::settle_bills;
use gridbill_core::Code;
use gridbill_core::bills::{Closure, GetBillDetails, GetBillHistory, GetOutstandingBills};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::fpx::LateWay;
use gridbill_core::payments::staff::{
    DecisionRequest, GetLateConfirmations, PaymentAccept, PaymentReject, RejectRequest, ResolveLateConfirmation,
};
use gridbill_core::payments::{MakePayment, PaymentMade, Status};
use gridbill_core::settlements::{GetSettlements, GetUnmatchedSettlements};
use serde_json::{Value, json};

use crate::accounts::every_invariant_holds;
use crate::feed::Folder;
use crate::support::given::{self, MAJLIS, SINAR, account_of, eft};
use crate::support::portal::until;
use crate::support::{Actor, Portal, sql};

mod carried;
mod lists;
mod races;
mod stated;

pub const HEADER: &str = "settlementNo,accountNo,invoiceNo,method,paidOn,amount,reversalOf,reference\n";

/// The portal with three bills of RM 100.00, and a folder for files of the feed.
struct World {
    portal: Portal,
    payer: Actor,
    bills: Vec<InvoiceNo>,
    folder: Folder,
}

impl World {
    async fn start(test: &str) -> Self {
        let portal = Portal::with_people().await;
        let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
        let payer = portal.sign_in("payer@sinar.example").await;
        Self { portal, payer, bills, folder: Folder::new(test) }
    }

    /// A row that names the bill.
    fn row(&self, number: &str, bill: usize, amount: &str) -> String {
        let invoice_no = &self.bills[bill];
        format!("{number},{},{invoice_no},jompay,2026-11-18,{amount},,REF {number}", account_of(invoice_no))
    }

    /// A row of the bill's account that names no bill.
    fn unnamed(&self, number: &str, bill: usize, amount: &str, reversal_of: &str) -> String {
        format!("{number},{},,counter,2026-11-19,{amount},{reversal_of},", account_of(&self.bills[bill]))
    }

    async fn import(&self, rows: &[String]) -> Outcome {
        let path = self.folder.write("settlements.csv", format!("{HEADER}{}\n", rows.join("\n")));
        feed::import::<Settlement>(&self.portal.app, &path).await.expect("imported")
    }

    /// Returns status, reason and settled amount of each bill.
    async fn bills(&self) -> Vec<(i16, Option<String>, String)> {
        let query = "select status, closed, settled_amount::text from bill where bulk_id = $1 order by invoice_no";
        sql::rows(self.portal.pool(), query, &[&SINAR]).await
    }

    /// Returns the parts of all settlements: number, amount and state.
    async fn parts(&self) -> Vec<String> {
        let query = "select settlement_no || ' ' || amount || ' ' || state from settlement_part order by 1";
        sql::values(self.portal.pool(), query, &[]).await
    }

    async fn pay(&self, bill: usize) -> PaymentMade {
        let request = eft(std::slice::from_ref(&self.bills[bill]), "100.00");
        self.payer.call::<MakePayment>(request).await.expect("a payment")
    }

    async fn accept(&self, made: &PaymentMade) {
        let pccr = self.portal.sign_in_staff("pccr@utility.example").await;
        let decision = DecisionRequest {
            e_bulk_payment_id: made.e_bulk_payment_id.clone(),
            version: None,
            awaits_second_officer: None,
        };
        pccr.call::<PaymentAccept>(decision).await.expect("accepted");
        self.portal.work();
        until("it is paid", async || {
            let status = sql::value::<Status>(self.portal.pool(), "select status from payment", &[]).await;
            (status == Status::Paid).then_some(())
        })
        .await;
    }

    async fn settled(&self) {
        settle_bills(&self.portal.app).await.expect("settled");
        every_invariant_holds(self.portal.pool()).await;
    }
}

fn open() -> (i16, Option<String>, String) {
    (1, None, "0.00".to_owned())
}

fn closed(status: i16, closed: Closure, amount: &str) -> (i16, Option<String>, String) {
    (status, Some(closed.name().to_owned()), amount.to_owned())
}

fn numbers(page: &Value) -> Vec<&str> {
    page["items"].as_array().expect("rows").iter().map(|row| row["invoiceNo"].as_str().expect("a number")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_paid_elsewhere_is_paid_and_leaves_what_is_owed() {
    let world = World::start("elsewhere").await;
    let done = world.import(&[world.row("S1", 0, "100.00"), world.row("S2", 1, "40.00")]).await;
    assert_eq!((done.new, done.rejected), (2, 0));
    let expected = [closed(4, Closure::PaidElsewhere, "100.00"), closed(1, Closure::PartlyPaid, "40.00"), open()];
    assert_eq!(world.bills().await, expected);
    let unpaid = world.payer.call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.expect("bills");
    assert_eq!(numbers(&unpaid), [world.bills[1].as_str(), world.bills[2].as_str()]);
    let partly = &unpaid["items"][0];
    assert_eq!((&partly["reason"], &partly["disablePayment"]), (&json!("billPartlyPaid"), &json!(true)));
    assert_eq!((&partly["closed"], &partly["settledAmount"]), (&json!("partlyPaid"), &json!("40.00")));
    let history = world.payer.call_raw::<GetBillHistory>(json!({ "id": SINAR })).await.expect("history");
    let paid = history["items"].as_array().expect("rows").iter().find(|row| row["closed"] == json!("paidElsewhere"));
    assert_eq!(paid.expect("the bill")["status"], json!(4));
    for (bill, code) in [(0, Code::BillPaidElsewhere), (1, Code::BillPartlyPaid)] {
        let request = eft(std::slice::from_ref(&world.bills[bill]), "100.00");
        let refused = world.payer.call::<MakePayment>(request).await.expect_err("it is closed");
        let reasons: Vec<Value> = refused.list("invoices");
        assert_eq!(reasons[0]["reason"], json!(code), "{reasons:?}");
    }
    let theirs = world.payer.call_raw::<GetSettlements>(json!({ "id": SINAR })).await.expect("settlements");
    let rows = theirs["items"].as_array().expect("rows");
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[1]["settlementNo"], &rows[1]["state"]), (&json!("S1"), &json!("applied")));
    let other = world.portal.sign_in("master@majlis.example").await;
    let none = other.call_raw::<GetSettlements>(json!({ "id": MAJLIS })).await.expect("settlements");
    assert_eq!(none["items"], json!([]));
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_may_come_twice_in_any_order_before_their_bill_and_are_never_changed() {
    let world = World::start("order").await;
    let rows = [world.row("S1", 0, "70.00"), world.row("S2", 0, "50.00"), world.unnamed("S3", 0, "30.00", "S1")];
    let expected = ["S1 30.00 reversed", "S1 40.00 applied", "S2 50.00 applied"];
    for order in [[2, 0, 1], [1, 2, 0]] {
        for row in order {
            world.import(&rows[row..=row]).await;
        }
        assert_eq!(world.parts().await, expected);
        assert_eq!(world.bills().await[0], closed(1, Closure::PartlyPaid, "90.00"));
        every_invariant_holds(world.portal.pool()).await;
    }
    let again = world.import(&rows).await;
    assert_eq!((again.new, again.unchanged, again.rejected), (0, 3, 0));
    let other =
        world.import(&[world.row("S1", 0, "71.00"), "S9,210000009999,,card,2026-11-18,1.00,,".to_owned()]).await;
    assert_eq!((other.new, other.rejected), (0, 2));
    let rejected = world.folder.read("settlements.rejected.csv");
    assert!(rejected.contains("Take it back by a row with reversalOf."), "{rejected}");
    assert!(rejected.contains("This account is unknown."), "{rejected}");
    assert_eq!(world.parts().await, expected);

    // The settlement of a bill that is not known yet waits for it.
    let account_no = account_of(&world.bills[1]);
    world.import(&[format!("S4,{account_no},700000000001,duitNowQr,2026-11-18,25.00,,")]).await;
    let staff = world.portal.sign_in_staff("pccr@utility.example").await;
    let waiting = staff.call_raw::<GetUnmatchedSettlements>(json!({})).await.expect("unmatched");
    assert_eq!((&waiting["items"][0]["settlementNo"], &waiting["items"][0]["state"]), (&json!("S4"), &json!("waits")));
    let mut file = BILLS.to_owned();
    writeln!(file, "{}", bill(700_000_000_001, account_no.as_str(), "25.00", "", "")).expect("written");
    let path = world.folder.write("bills.csv", file);
    feed::import::<Bill>(&world.portal.app, &path).await.expect("imported");
    world.settled().await;
    let state = sql::row::<(i16, Option<String>)>(
        world.portal.pool(),
        "select status, closed from bill where invoice_no = '700000000001'",
        &[],
    );
    assert_eq!(state.await, (4, Some("paidElsewhere".to_owned())));
}

const BILLS: &str = "invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,\
                     readingType,readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,\
                     outstandingAmount,taxAmount,totalAmountPayable,lastBillNo,lastAmountPaid\n";

/// A row of the file of bills.
fn bill(number: u64, account_no: &str, amount: &str, last_bill_no: &str, last_amount_paid: &str) -> String {
    format!(
        "{number},900000000003,{account_no},2800000003,2026-11-01,2026-11-01,2026-12-01,Normal,actual,,,LV,,,{amount},0.00,0.00,\
         {amount},{last_bill_no},{last_amount_paid}"
    )
}

/// Its last row is complete, but its reference is cut off, and a stored row is never changed.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_row_of_a_file_that_is_still_being_copied_waits_for_the_whole_file() {
    let world = World::start("copied").await;
    let rows = [world.row("S1", 0, "70.00"), world.row("S2", 1, "50.00")];
    let part = format!("{HEADER}{}", rows.join("\n"));
    let path = world.folder.write("settlements.csv", &part[..part.len() - 1]);
    let done = feed::import::<Settlement>(&world.portal.app, &path).await.expect("imported");
    assert_eq!((done.new, done.rejected), (1, 1));
    let told = world.folder.read("settlements.rejected.csv");
    assert!(told.contains("3,\"this last line has no line end, as if the file was still being copied: "), "{told}");
    let whole = world.import(&rows).await;
    assert_eq!((whole.new, whole.unchanged, whole.rejected), (1, 1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn money_without_a_number_pays_the_oldest_bill_and_a_reversal_opens_it_again() {
    let world = World::start("oldest").await;
    world.import(&[world.unnamed("S1", 0, "130.00", "")]).await;
    assert_eq!(world.bills().await[0], closed(4, Closure::PaidElsewhere, "100.00"));
    let staff = world.portal.sign_in_staff("pccr@utility.example").await;
    let unmatched = staff.call_raw::<GetUnmatchedSettlements>(json!({})).await.expect("unmatched");
    assert_eq!(unmatched["items"][0]["amount"], json!("30.00"));
    world.import(&[world.unnamed("S2", 0, "130.00", "S1")]).await;
    assert_eq!(world.bills().await[0], open());
    // A reversal cannot be taken back. In one file with it, the money waits for the staff.
    assert_eq!(world.import(&[world.unnamed("S3", 0, "130.00", "S2")]).await.rejected, 1);
    assert_eq!((world.bills().await[0].clone(), world.parts().await), (open(), vec!["S1 130.00 reversed".to_owned()]));
    let rows = [("S4", ""), ("S5", "S4"), ("S6", "S5")].map(|(number, of)| world.unnamed(number, 1, "20.00", of));
    assert_eq!(world.import(&rows).await.rejected, 0);
    assert_eq!(world.parts().await[1..], ["S4 20.00 reversed", "S6 20.00 waits"]);
    world.pay(0).await;
    every_invariant_holds(world.portal.pool()).await;

    let world = World { portal: Portal::with_people_and(&["--settlements-by-staff"]).await, ..world };
    given::bills(world.portal.pool(), SINAR, 3, "100.00").await;
    world.import(&[world.unnamed("S1", 0, "130.00", "")]).await;
    assert_eq!((world.bills().await[0].clone(), world.parts().await), (open(), vec!["S1 130.00 unmatched".to_owned()]));
}

/// Officers have refunded a settlement. Its reversal is money that the utility has twice less, and waits for staff.
#[tokio::test(flavor = "multi_thread")]
async fn what_officers_gave_back_pays_nothing_and_its_reversal_waits() {
    let world = World::start("given-back").await;
    let made = world.pay(0).await;
    world.accept(&made).await;
    world.import(&[world.row("S1", 0, "100.00")]).await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let cases = pccr.call_raw::<GetLateConfirmations>(json!({})).await.expect("the queue");
    let refund = json!({ "lateId": cases["items"][0]["lateId"], "way": LateWay::Refund, "reference": "GIRO-1" });
    pccr.call_raw::<ResolveLateConfirmation>(refund).await.expect("decided");
    world.import(&[world.unnamed("S2", 0, "100.00", "S1")]).await;
    world.settled().await;
    assert_eq!(world.parts().await, ["S1 100.00 paidTwice", "S2 100.00 waits"]);
    let waiting = pccr.call_raw::<GetUnmatchedSettlements>(json!({})).await.expect("unmatched");
    assert_eq!(waiting["items"][0]["settlementNo"], json!("S2"));
}

/// Money that pays no bill leaves the company with its account, also if it names a bill that the company keeps.
#[tokio::test(flavor = "multi_thread")]
async fn unmatched_money_is_of_the_company_that_has_the_account() {
    let world = World::start("unmatched").await;
    world.import(&[world.row("S1", 0, "130.00")]).await;
    let owners = async || {
        let query = "select state || ' ' || coalesce(bulk_id, 'none') from settlement_part order by place";
        sql::values::<String>(world.portal.pool(), query, &[]).await
    };
    assert_eq!(owners().await, [format!("applied {SINAR}"), format!("unmatched {SINAR}")]);
    let leaves = "delete from electricity_account where account_no = $1";
    sql::run(world.portal.pool(), leaves, &[&account_of(&world.bills[0]).to_string()]).await;
    assert_eq!(owners().await, [format!("applied {SINAR}"), "unmatched none".to_owned()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_of_another_account_reaches_neither_the_bill_nor_the_settlement_that_it_names() {
    let world = World::start("another").await;
    world.import(&[world.unnamed("S1", 0, "40.00", ""), world.row("S2", 0, "60.00")]).await;
    let paid = closed(4, Closure::PaidElsewhere, "100.00");
    assert_eq!(world.bills().await[0], paid);
    let other = account_of(&world.bills[1]);
    let foreign = [
        format!("R1,{other},,counter,2026-11-19,60.00,S2,"),
        format!("R2,{other},{},counter,2026-11-19,40.00,S1,", world.bills[0]),
        format!("S3,{other},{},jompay,2026-11-19,5.00,,", world.bills[0]),
    ];
    for row in foreign {
        world.import(&[row]).await;
        assert_eq!(world.bills().await[0], paid);
        every_invariant_holds(world.portal.pool()).await;
    }
    let parts = ["R1 60.00 waits", "R2 40.00 waits", "S1 40.00 applied", "S2 60.00 applied", "S3 5.00 waits"];
    assert_eq!(world.parts().await, parts);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_in_a_payment_of_the_portal_waits_and_money_that_came_twice_is_a_case_for_officers() {
    let world = World::start("twice").await;
    let made = world.pay(0).await;
    let own = format!(
        "S0,{},{},portal,2026-11-20,100.00,,{}",
        account_of(&world.bills[0]),
        world.bills[0],
        made.transaction_no
    );
    world.import(&[world.row("S1", 0, "100.00"), own]).await;
    assert_eq!(world.parts().await, ["S0 100.00 confirms", "S1 100.00 waits"]);
    assert_eq!(world.bills().await[0], (Status::PendingApproval as i16, None, "0.00".to_owned()));
    world.accept(&made).await;
    world.settled().await;
    assert_eq!(world.parts().await, ["S0 100.00 confirms", "S1 100.00 paidTwice"]);
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let cases = pccr.call_raw::<GetLateConfirmations>(json!({})).await.expect("the queue");
    let case = &cases["items"][0];
    assert_eq!((&case["reason"], &case["amount"]), (&json!("paidElsewhere"), &json!("100.00")));
    assert_eq!(case["transactionNo"], json!(made.transaction_no));
    // A part is taken back: what came twice is less, and what an officer proposed was about another amount.
    let propose = "insert into late_proposal (alert_id, way, reference, proposed_by, proposed_at)
                   select alert_id, 'refund', 'GIRO-0', person_id, now() from fpx_alert, person
                   where email = 'pccr@utility.example'";
    sql::run(world.portal.pool(), propose, &[]).await;
    world.import(&[world.unnamed("R1", 0, "40.00", "S1")]).await;
    every_invariant_holds(world.portal.pool()).await;
    let cases = pccr.call_raw::<GetLateConfirmations>(json!({})).await.expect("the queue");
    let case = &cases["items"][0];
    assert_eq!((&case["amount"], &case["proposed"]), (&json!("60.00"), &json!(null)), "{cases}");
    // Without a second officer's limit, one officer decides.
    let refund =
        |seen| json!({ "lateId": case["lateId"], "way": LateWay::Refund, "reference": "GIRO-1", "amount": seen });
    let refused = pccr.call_raw::<ResolveLateConfirmation>(refund("100.00")).await.expect_err("another amount");
    assert_eq!(refused.code(), Code::LateAmountChanged);
    pccr.call_raw::<ResolveLateConfirmation>(refund("60.00")).await.expect("decided");
    let decided = "select amount::text from late_decision";
    assert_eq!(sql::value::<String>(world.portal.pool(), decided, &[]).await, "60.00");
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reversal_belongs_to_what_it_takes_back_whichever_bill_it_names() {
    let world = World::start("reversal").await;
    let account_no = account_of(&world.bills[0]);
    let path = world
        .folder
        .write("bills.csv", format!("{BILLS}{}\n", bill(700_000_000_001, account_no.as_str(), "55.00", "", "")));
    feed::import::<Bill>(&world.portal.app, &path).await.expect("imported");
    world.import(&[world.row("S1", 0, "100.00")]).await;
    // It comes before the reversal that it takes back, so it waits without an end.
    world.import(&[format!("R2,{account_no},700000000001,counter,2026-11-19,40.00,R1,")]).await;
    world.import(&[format!("R1,{account_no},700000000001,counter,2026-11-19,40.00,S1,")]).await;
    assert_eq!(world.bills().await[0], closed(1, Closure::PartlyPaid, "60.00"));
    world.import(&[format!("S2,{account_no},700000000001,counter,2026-11-19,5.00,,")]).await;
    let parts = ["R2 40.00 waits", "S1 40.00 reversed", "S1 60.00 applied", "S2 5.00 applied"];
    assert_eq!(world.parts().await, parts);
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partly_paid_bill_that_is_corrected_to_what_was_paid_is_paid() {
    let world = World::start("corrected").await;
    world.import(&[world.row("S1", 0, "80.00")]).await;
    let number = world.bills[0].as_str().parse().expect("digits");
    for (amount, parts) in [
        ("80.00", vec!["S1 80.00 applied"]),
        ("60.00", vec!["S1 20.00 unmatched", "S1 60.00 applied"]),
        ("-5.00", vec!["S1 80.00 unmatched"]),
        ("80.00", vec!["S1 80.00 applied"]),
    ] {
        let row = bill(number, account_of(&world.bills[0]).as_str(), amount, "", "");
        let path = world.folder.write("bills.csv", format!("{BILLS}{row}\n"));
        let done = feed::import::<Bill>(&world.portal.app, &path).await.expect("imported");
        assert_eq!((done.changed, done.rejected), (1, 0), "{amount}");
        world.settled().await;
        assert_eq!(world.parts().await, parts, "{amount}");
    }
    assert_eq!(world.bills().await[0], closed(4, Closure::PaidElsewhere, "80.00"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_whose_payment_was_declined_is_paid_by_the_settlement_that_waited() {
    let world = World::start("declined").await;
    let made = world.pay(0).await;
    world.import(&[world.row("S1", 0, "100.00")]).await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let decision = RejectRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        remark: Some("No money arrived.".to_owned()),
        version: None,
    };
    pccr.call::<PaymentReject>(decision).await.expect("declined");
    assert_eq!(world.bills().await[0], open());
    world.settled().await;
    assert_eq!(world.bills().await[0], closed(4, Closure::PaidElsewhere, "100.00"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_the_next_one_names_as_paid_leaves_select_all_and_is_not_called_paid() {
    let world = World::start("reported").await;
    let first = &world.bills[0];
    let account_no = account_of(first);
    let import = async |rows: &[String]| {
        let path = world.folder.write("bills.csv", format!("{BILLS}{}\n", rows.join("\n")));
        feed::import::<Bill>(&world.portal.app, &path).await.expect("imported")
    };
    let next = |paid| bill(700_000_000_001, account_no.as_str(), "55.00", first.as_str(), paid);
    import(&[next("99.99")]).await;
    assert_eq!(world.bills().await[0], open(), "another amount");
    import(&[next("100.00")]).await;
    assert_eq!(world.bills().await[0], closed(1, Closure::ReportedPaid, "0.00"));
    let request = eft(std::slice::from_ref(first), "100.00");
    let refused = world.payer.call::<MakePayment>(request).await.expect_err("it is closed");
    assert_eq!(refused.list::<Value>("invoices")[0]["reason"], json!("billReportedPaid"));
    every_invariant_holds(world.portal.pool()).await;
    import(&[next("")]).await;
    assert_eq!(world.bills().await[0], open());
    import(&[next("100.00")]).await;
    assert_eq!(world.bills().await[0], closed(1, Closure::ReportedPaid, "0.00"));
    let corrected = bill(700_000_000_001, account_no.as_str(), "55.00", "", "");
    import(&[corrected]).await;
    assert_eq!(world.bills().await[0], open(), "no bill names it any more");
    import(&[next("100.00")]).await;
    let cancel = "update bill set e_invoice_uuid = 'F9D425P6DS7D8IU0', e_invoice_status = 'cancelled',
                                  e_invoice_cancelled_at = now() where invoice_no = '700000000001'";
    world.portal.damage(cancel).await;
    import(&[bill(700_000_000_002, account_no.as_str(), "55.00", first.as_str(), "0.00")]).await;
    assert_eq!(world.bills().await[0], open(), "the bill that named it was cancelled");
    import(&[bill(700_000_000_001, account_no.as_str(), "55.00", "", "")]).await;
    // A bill that a payment of the portal holds does not say so.
    world.pay(0).await;
    import(&[next("100.00")]).await;
    let request = json!({ "id": SINAR, "invoiceNo": first });
    let details = world.payer.call_raw::<GetBillDetails>(request).await.expect("a bill");
    let listed = world.payer.call_raw::<GetBillHistory>(json!({ "id": SINAR })).await.expect("bills");
    let listed =
        listed["items"].as_array().and_then(|bills| bills.iter().find(|bill| bill["invoiceNo"] == first.as_str()));
    for bill in [&details["bill"], listed.expect("the bill")] {
        assert_eq!((&bill["closed"], &bill["disablePayment"]), (&json!(null), &json!(false)));
    }
}
