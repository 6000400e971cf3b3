//! Bills whose totals contain earlier bills: what is owed, once.

use futures::future::join_all;
use gridbill::feed::{self, Bill};
use gridbill_core::accounts::{AddAccounts, RemoveChildAccounts};
use gridbill_core::bills::{Closure, GetBillDetails, GetBillHistory, GetOutstandingBills, GetOutstandingBillsCard};
use gridbill_core::home::GetBillDataForGraph;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::fpx::LateWay;
use gridbill_core::payments::staff::{GetLateConfirmations, PaymentReject, RejectRequest, ResolveLateConfirmation};
use gridbill_core::payments::{MakePayment, Status};
use gridbill_core::settlements::GetUnmatchedSettlements;
use gridbill_core::{Code, Money};
use serde_json::{Value, json};

use super::{BILLS, World, closed, numbers, open};
use crate::accounts::{every_invariant_holds, worked};
use crate::support::given::{self, MAJLIS, SINAR, account_of, eft};
use crate::support::{Portal, either, sql};

fn money(text: &str) -> Money {
    Money::parse(text).expect("an amount")
}

const NEWER: &str = "700000000001";
/// A bill that replaces it.
const REPLACING: &str = "700000000002";

impl World {
    /// Imports a newer bill of the first account with charges of RM 50.00.
    async fn import_newer(&self, extracted: &str, outstanding: &str, total: &str) -> feed::Outcome {
        self.import_bill(NEWER, &format!("{extracted},{extracted}"), outstanding, total, "").await
    }

    /// Imports a bill with its day of extraction and of invoice, and the reason for which the utility has closed it.
    async fn import_bill(
        &self,
        invoice_no: &str,
        days: &str,
        outstanding: &str,
        total: &str,
        stopped: &str,
    ) -> feed::Outcome {
        let header = BILLS.replace('\n', ",disablePayment\n");
        let account_no = account_of(&self.bills[0]);
        let row = format!(
            "{invoice_no},900000000003,{account_no},2800000003,{days},2026-12-20,Normal,actual,,,LV,,,50.00,{outstanding},0.00,{total},,,\
             {stopped}\n"
        );
        let path = self.folder.write("bills.csv", header + &row);
        let done = feed::import::<Bill>(&self.portal.app, &path).await.expect("imported");
        every_invariant_holds(self.portal.pool()).await;
        done
    }

    async fn newer(&self) -> (i16, Option<String>, String) {
        sql::row(
            self.portal.pool(),
            "select status, closed, contained::text from bill where invoice_no = $1",
            &[&NEWER],
        )
        .await
    }

    async fn cases(&self) -> Value {
        let pccr = self.portal.sign_in_staff("pccr@utility.example").await;
        pccr.call_raw::<GetLateConfirmations>(json!({})).await.expect("the queue")["items"].clone()
    }

    async fn pay_newer(&self, amount: &str) -> Result<gridbill_core::payments::PaymentMade, Code> {
        let newer = gridbill_core::number::InvoiceNo::parse(NEWER).expect("a number");
        self.payer.call::<MakePayment>(eft(&[newer], amount)).await.map_err(|refused| refused.code())
    }
}

fn contains(amount: &str) -> (i16, Option<String>, String) {
    (1, None, amount.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_a_newer_one_contains_leaves_every_sum_and_is_paid_with_it() {
    let world = World::start("contained").await;
    assert_eq!(world.import_newer("2026-11-15", "100.00", "150.00").await.new, 1);
    assert_eq!(world.bills().await[0], closed(4, Closure::Carried, "0.00"));
    assert_eq!(world.newer().await, contains("100.00"));
    let unpaid = world.payer.call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.expect("bills");
    assert_eq!(numbers(&unpaid), [world.bills[1].as_str(), world.bills[2].as_str(), NEWER]);
    let card = world.payer.call_raw::<GetOutstandingBillsCard>(json!({ "id": SINAR })).await.expect("the card");
    assert_eq!((&card["payableBills"], &card["amountPayable"]), (&json!(3), &json!("350.00")), "{card}");
    let graph = world.payer.call_raw::<GetBillDataForGraph>(json!({ "id": SINAR })).await.expect("the graph");
    let months = graph["months"].as_array().expect("months").iter();
    let amounts: Vec<&str> =
        months.map(|month| month["amount"].as_str().expect("an amount")).filter(|one| *one != "0.00").collect();
    assert_eq!(amounts, ["350.00"], "{graph}");
    let history = world.payer.call_raw::<GetBillHistory>(json!({ "id": SINAR, "filter": { "state": "paid" } })).await;
    assert_eq!(history.expect("history")["items"], json!([]), "it is not called paid");
    let refused = world.payer.call::<MakePayment>(eft(&world.bills[..1], "100.00")).await.expect_err("it is closed");
    assert_eq!(refused.list::<Value>("invoices")[0]["reason"], json!(Code::BillCarried));
    let details = async |invoice_no: &str| {
        let request = json!({ "id": SINAR, "invoiceNo": invoice_no });
        world.payer.call_raw::<GetBillDetails>(request).await.expect("a bill")
    };
    assert_eq!(details(world.bills[0].as_str()).await["carriedTo"], json!(NEWER));
    let carries = json!([{ "invoiceNo": world.bills[0], "amount": "100.00" }]);
    assert_eq!(details(NEWER).await["carries"], carries);
    let made = world.pay_newer("150.00").await.expect("a payment");
    world.accept(&made).await;
    world.settled().await;
    assert_eq!((world.newer().await.0, world.bills().await[0].clone()), (4, closed(4, Closure::Carried, "0.00")));
    assert_eq!(world.cases().await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn amounts_that_do_not_fit_and_utilities_that_bill_apart_leave_the_earlier_bill_open() {
    let world = World::start("unfit").await;
    world.import_newer("2026-11-15", "99.00", "149.00").await;
    assert_eq!((world.bills().await[0].clone(), world.newer().await), (open(), contains("0.00")));
    // The utility corrects the balance, and takes it off again.
    assert_eq!(world.import_newer("2026-11-15", "100.00", "150.00").await.changed, 1);
    assert_eq!(world.bills().await[0], closed(4, Closure::Carried, "0.00"));
    world.import_newer("2026-11-15", "0.00", "50.00").await;
    assert_eq!((world.bills().await[0].clone(), world.newer().await), (open(), contains("0.00")));
    // The total does not contain the outstanding amount.
    world.import_newer("2026-11-15", "100.00", "50.00").await;
    assert_eq!(world.bills().await[0], open());

    let world = World { portal: Portal::with_people_and(&["--balances=apart"]).await, ..world };
    given::bills(world.portal.pool(), SINAR, 3, "100.00").await;
    world.import_newer("2026-11-15", "100.00", "150.00").await;
    assert_eq!((world.bills().await[0].clone(), world.newer().await), (open(), contains("0.00")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_of_the_earlier_bill_after_the_extraction_is_a_case_for_officers() {
    let world = World::start("late").await;
    let made = world.pay(0).await;
    world.accept(&made).await;
    // The balance was taken after the payment: the utility asks for paid money again, which is a finding.
    world.import_newer("2026-12-15", "100.00", "150.00").await;
    assert_eq!((world.newer().await, world.cases().await), (contains("0.00"), json!([])));
    world.import_newer("2026-11-15", "100.00", "150.00").await;
    assert_eq!(world.newer().await, contains("100.00"));
    assert_eq!(world.bills().await[0], (4, None, "0.00".to_owned()), "the portal's payment keeps it");
    let cases = world.cases().await;
    let case = &cases[0];
    assert_eq!((&case["reason"], &case["amount"]), (&json!("paidAndCarried"), &json!("100.00")));
    assert_eq!(case["transactionNo"], json!(made.transaction_no));
    // The utility corrects the bill, and then does not.
    world.import_newer("2026-11-15", "0.00", "50.00").await;
    assert_eq!(world.cases().await, json!([]));
    world.import_newer("2026-11-15", "100.00", "150.00").await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let refund = json!({ "lateId": world.cases().await[0]["lateId"], "way": LateWay::Refund, "reference": "GIRO-1" });
    pccr.call_raw::<ResolveLateConfirmation>(refund).await.expect("decided");
    // Another bill replaces the one that contains it: the same money is not given back again.
    let cancel = "update bill set e_invoice_uuid = repeat('A', 26), e_invoice_status = 'cancelled', e_invoice_cancelled_at = now()
                  where invoice_no = $1";
    sql::run(world.portal.pool(), cancel, &[&NEWER]).await;
    world.import_bill(REPLACING, "2026-11-15,2026-11-15", "100.00", "150.00", "").await;
    world.settled().await;
    let containing = "select contained::text from bill where invoice_no = $1";
    assert_eq!(sql::value::<String>(world.portal.pool(), containing, &[&REPLACING]).await, "100.00");
    assert_eq!(world.cases().await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_in_a_payment_keeps_it_and_is_carried_when_the_payment_is_declined() {
    let world = World::start("held").await;
    let made = world.pay(0).await;
    world.import_newer("2026-11-15", "100.00", "150.00").await;
    assert_eq!(world.bills().await[0], (Status::PendingApproval as i16, None, "0.00".to_owned()));
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let decision = RejectRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        remark: Some("No money arrived.".to_owned()),
        version: None,
    };
    pccr.call::<PaymentReject>(decision).await.expect("declined");
    world.settled().await;
    assert_eq!((world.bills().await[0].clone(), world.cases().await), (closed(4, Closure::Carried, "0.00"), json!([])));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settlement_of_the_earlier_bill_pays_the_newer_one_that_contains_it() {
    let world = World::start("redirected").await;
    world.import_newer("2026-11-15", "100.00", "150.00").await;
    // Paid on 18 November, after the extraction.
    world.import(&[world.row("S1", 0, "100.00")]).await;
    assert_eq!(world.bills().await[0], closed(4, Closure::Carried, "0.00"));
    let settled = "select closed || ' ' || settled_amount from bill where invoice_no = $1";
    let value = async || sql::value::<String>(world.portal.pool(), settled, &[&NEWER]).await;
    assert_eq!(value().await, "partlyPaid 100.00");
    world.import(&[world.unnamed("S2", 0, "50.00", "")]).await;
    assert_eq!(value().await, "paidElsewhere 150.00");
    every_invariant_holds(world.portal.pool()).await;
    // Before the extraction, it pays the earlier bill, and the utility's balance is another.
    world.import_newer("2026-11-19", "0.00", "50.00").await;
    world.settled().await;
    assert_eq!(world.bills().await[0], closed(4, Closure::PaidElsewhere, "100.00"));
    assert_eq!(value().await, "paidElsewhere 50.00");
}

/// The newer bill contains the rest of the earlier one. What bounces later is open, and in the bill after it.
#[tokio::test(flavor = "multi_thread")]
async fn a_settlement_that_bounces_after_the_extraction_opens_what_it_paid_only() {
    let world = World::start("bounced").await;
    let (account_no, of) = (account_of(&world.bills[0]), &world.bills[0]);
    world.import(&[format!("S1,{account_no},{of},cheque,2026-11-10,40.00,,")]).await;
    world.import_newer("2026-11-15", "60.00", "110.00").await;
    let carried = |settled: &str| closed(4, Closure::Carried, settled);
    assert_eq!((world.bills().await[0].clone(), world.newer().await), (carried("40.00"), contains("60.00")));
    world.import(&[format!("S2,{account_no},,cheque,2026-11-18,40.00,S1,")]).await;
    every_invariant_holds(world.portal.pool()).await;
    assert_eq!((world.bills().await[0].clone(), world.newer().await), (carried("0.00"), contains("60.00")));
    world.import_bill(REPLACING, "2026-11-19,2026-11-19", "150.00", "200.00", "").await;
    let query = "select carried_amount::text from bill where invoice_no = $1";
    assert_eq!(sql::value::<String>(world.portal.pool(), query, &[&NEWER]).await, "150.00");
    assert_eq!(world.cases().await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_booking_of_the_newer_bills_payment_for_each_bill_in_it_is_no_second_payment() {
    let world = World::start("booked").await;
    world.import_newer("2026-11-15", "100.00", "150.00").await;
    let made = world.pay_newer("150.00").await.expect("a payment");
    world.accept(&made).await;
    let account_no = account_of(&world.bills[0]);
    let row = |number, of: &str, amount| {
        format!("{number},{account_no},{of},portal,2026-11-20,{amount},,{}", made.transaction_no)
    };
    world.import(&[row("S1", world.bills[0].as_str(), "100.00"), row("S2", NEWER, "50.00")]).await;
    world.settled().await;
    assert_eq!(world.parts().await, ["S1 100.00 confirms", "S2 50.00 confirms"]);
    assert_eq!(world.cases().await, json!([]));
}

/// The utility books one payment of two bills of an account for one of them, and once more.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_booking_of_a_payment_confirms_nothing_and_staff_see_it() {
    let world = World::start("again").await;
    world.import_newer("2026-11-15", "0.00", "50.00").await;
    let both = [world.bills[0].clone(), InvoiceNo::parse(NEWER).expect("a number")];
    let made = world.payer.call::<MakePayment>(eft(&both, "150.00")).await.expect("a payment");
    world.accept(&made).await;
    let account_no = account_of(&world.bills[0]);
    let row = |number, of: &str, amount| {
        format!("{number},{account_no},{of},bankTransfer,2026-11-20,{amount},,{}", made.transaction_no)
    };
    world.import(&[row("S1", world.bills[0].as_str(), "150.00")]).await;
    assert_eq!(world.parts().await, ["S1 150.00 confirms"]);
    world.import(&[row("S2", NEWER, "50.00")]).await;
    world.settled().await;
    assert_eq!(world.parts().await, ["S1 150.00 confirms", "S2 50.00 unmatched"]);
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let unmatched = pccr.call_raw::<GetUnmatchedSettlements>(json!({})).await.expect("the list");
    assert_eq!(
        (&unmatched["items"][0]["settlementNo"], unmatched["items"].as_array().map(Vec::len)),
        (&json!("S2"), Some(1))
    );
    assert_eq!(world.cases().await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_account_takes_its_bill_and_what_it_contains_to_the_next_company() {
    let world = World::start("moved").await;
    world.import_newer("2026-11-15", "100.00", "150.00").await;
    let account_no = account_of(&world.bills[0]).to_string();
    let owners = async || {
        let query =
            "select coalesce(bulk_id, 'none') || ' ' || coalesce(closed, 'open') from bill where account_no = $1
                     order by invoice_no";
        sql::values::<String>(world.portal.pool(), query, &[&account_no]).await
    };
    let owned = |company: &str| vec![format!("{company} carried"), format!("{company} open")];
    assert_eq!(owners().await, owned(SINAR));
    world.portal.work();
    let keeper = world.portal.sign_in("keeper@sinar.example").await;
    let request = json!({ "bulkId": SINAR, "accounts": [account_no] });
    keeper.call_raw::<RemoveChildAccounts>(request).await.expect("requested");
    worked(world.portal.pool()).await;
    world.settled().await;
    assert_eq!(owners().await, owned("none"));
    let add = json!({ "bulkId": MAJLIS, "childAccounts": [{ "accountNo": account_no }] });
    let council = world.portal.sign_in("master@majlis.example").await;
    council.call_raw::<AddAccounts>(add).await.expect("requested");
    worked(world.portal.pool()).await;
    world.settled().await;
    assert_eq!(owners().await, owned(MAJLIS));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_waits_for_the_job_of_a_removed_account() {
    let world = World::start("noted").await;
    let made = world.pay(0).await;
    world.accept(&made).await;
    world.import_newer("2026-11-15", "100.00", "150.00").await;
    world.portal.work();
    let keeper = world.portal.sign_in("keeper@sinar.example").await;
    let request = json!({ "bulkId": SINAR, "accounts": [account_of(&world.bills[0]).to_string()] });
    keeper.call_raw::<RemoveChildAccounts>(request).await.expect("requested");
    worked(world.portal.pool()).await;
    every_invariant_holds(world.portal.pool()).await;
    world.settled().await;
    assert_eq!(world.cases().await.as_array().map(Vec::len), Some(1), "the company still gets its payment back");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_utility_closes_a_bill_with_a_reason_and_opens_it_again() {
    let world = World::start("stopped").await;
    world.import_bill(NEWER, "2026-11-15,2026-11-15", "0.00", "50.00", "Under review").await;
    assert_eq!(world.newer().await, closed(1, Closure::Disabled, "0.00"));
    assert_eq!(world.pay_newer("50.00").await.expect_err("it is closed"), Code::InvoiceNotPayable);
    world.import_bill(NEWER, "2026-11-15,2026-11-15", "0.00", "50.00", "").await;
    assert_eq!(world.newer().await, contains("0.00"));
    world.pay_newer("50.00").await.expect("a payment");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_gives_the_reasons_that_core_gives() {
    let portal = Portal::with_people().await;
    for (settled, flags) in
        ["0.00", "40.00", "100.00"].into_iter().flat_map(|settled| (0..8).map(move |flags| (settled, flags)))
    {
        let [is_carried, is_stopped, is_reported] = [1, 2, 4].map(|flag| flags & flag != 0);
        let query = "select bill_closure(100, $1::text::numeric, $2, $3, $4)";
        let found: Option<String> =
            sql::value(portal.pool(), query, &[&settled, &is_carried, &is_stopped, &is_reported]).await;
        let closed = Closure::of(money("100.00"), money(settled), is_carried, is_stopped, is_reported);
        assert_eq!(found.as_deref(), closed.map(Closure::name));
        let query = "select closure_disables_payment($1)";
        let disables: bool = sql::value(portal.pool(), query, &[&found]).await;
        assert_eq!(disables, Closure::disables_payment(closed));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_payments_of_a_bill_and_the_bill_that_contains_it() {
    for round in 0..either(6, 300) {
        let world = World::start(&format!("carry-race-{round}")).await;
        let request = || eft(&world.bills[..1], "100.00");
        let paying = join_all((0..16).map(|_| world.payer.call::<MakePayment>(request())));
        let (paid, imported) = tokio::join!(paying, world.import_newer("2026-11-15", "100.00", "150.00"));
        assert_eq!((imported.new, imported.rejected), (1, 0));
        let made = paid.iter().filter(|made| made.is_ok()).count();
        let is_carried = world.bills().await[0] == closed(4, Closure::Carried, "0.00");
        assert_eq!(made, usize::from(!is_carried), "it is in one payment, or carried");
        assert_eq!(world.newer().await, contains("100.00"));
    }
}
