//! Several payments of one plan: what each method makes of a selection, and groups that stop half-way.

use gridbill_core::approvals::SetApprovalPolicy;
use gridbill_core::number::{InvoiceNo, PaymentGroupNo};
use gridbill_core::payments::{
    GetPaymentDetails, GetPaymentGroup, GetPaymentGroups, GetPaymentTransactions, GroupPaymentState, MakePayment,
    MakePaymentRequest, PaymentGroup, PaymentGroupRequest, PaymentGroups, PaymentGroupsRequest, PaymentMade,
    PaymentMethod, PaymentOfPlan, PaymentPlan, PlanPayments, PlanPaymentsRequest, PlannedBill, Status, plan_payments,
    split,
};
use gridbill_core::queries::{CloseQuery, OpenQuery};
use gridbill_core::{Code, Money};
use serde_json::json;

use crate::check::broken;
use crate::fpx::late::{AT_ONCE, come_late};
use crate::fpx::world::{Paying, World};
use crate::support::given::{self, SINAR, eft, fpx, reference};
use crate::support::state::{broken_invariants, state};
use crate::support::{Actor, Portal, RefusedCall, money, sql};
use crate::team::id_of;

const REFERENCES: usize = 10;

fn planned(bills: &[InvoiceNo], amount: &str) -> Vec<PlannedBill> {
    bills.iter().map(|bill| PlannedBill { invoice_no: bill.clone(), amount: money(amount) }).collect()
}

fn total_of(plan: &PaymentPlan) -> Money {
    Money::sum(plan.payments.iter().map(|payment| payment.total_amount)).expect("a total")
}

/// Returns the request for the first payment of a plan.
fn first(plan: &PaymentPlan) -> MakePaymentRequest {
    let payment = &plan.payments[0];
    let mut invoice_nos: Vec<_> = plan.payments.iter().flat_map(|payment| payment.invoice_nos.clone()).collect();
    invoice_nos.reverse();
    let of_plan = PaymentOfPlan::First { invoice_nos, total_amount: total_of(plan) };
    MakePaymentRequest { plan: Some(of_plan), ..fpx(&payment.invoice_nos, &payment.total_amount.to_string()) }
}

/// Returns the request for the payment that the group asks for next.
fn next(group: &PaymentGroup) -> MakePaymentRequest {
    let next = group.next.as_ref().expect("a payment to make");
    let group_no = group.summary.group_no.clone();
    MakePaymentRequest {
        held_invoice_nos: next.held_invoice_nos.clone(),
        plan: Some(PaymentOfPlan::Next { group_no, place: next.place }),
        ..fpx(&next.invoice_nos, &next.total_amount.to_string())
    }
}

async fn group(actor: &Actor, group_no: &PaymentGroupNo) -> PaymentGroup {
    actor.call::<GetPaymentGroup>(PaymentGroupRequest { group_no: group_no.clone() }).await.expect("a group")
}

async fn groups(actor: &Actor, unfinished_only: bool) -> PaymentGroups {
    let id = given::eft(&[], "0.00").bulk_id;
    let request = PaymentGroupsRequest { id, unfinished_only, record_count: None };
    actor.call::<GetPaymentGroups>(request).await.expect("the groups")
}

/// The paid payments, those in progress, and those still to be made.
fn figures(group: &PaymentGroup) -> (i64, i64, i64) {
    (group.summary.paid, group.summary.in_progress, group.summary.open)
}

fn states(group: &PaymentGroup) -> Vec<GroupPaymentState> {
    group.payments.iter().map(|payment| payment.state).collect()
}

/// Four bills of RM 600,000.00, of which FPX takes one at a time.
struct Four {
    world: World,
    bills: Vec<InvoiceNo>,
    plan: PaymentPlan,
}

impl Four {
    async fn new() -> Self {
        Self::of(World::start().await).await
    }

    async fn of(world: World) -> Self {
        let bills = given::bills(world.portal.pool(), SINAR, 4, "600000.00").await;
        let plan = split(&planned(&bills, "600000.00"), PaymentMethod::Fpx, REFERENCES);
        Self { world, bills, plan }
    }

    async fn make(&self, request: MakePaymentRequest) -> Result<Paying, RefusedCall> {
        let bills = request.invoice_nos.clone();
        self.world.payer.call::<MakePayment>(request).await.map(|made| Paying { made, bills })
    }

    async fn begin(&self) -> (Paying, PaymentGroupNo) {
        let paying = self.make(first(&self.plan)).await.expect("the first payment");
        let group_no = paying.made.group_no.clone().expect("a group");
        (paying, group_no)
    }

    async fn group(&self, group_no: &PaymentGroupNo) -> PaymentGroup {
        group(&self.world.payer, group_no).await
    }

    async fn go_on(&self, group_no: &PaymentGroupNo) -> Paying {
        self.make(next(&self.group(group_no).await)).await.expect("the next payment")
    }

    /// Lets FPX confirm or fail a payment.
    async fn answer(&self, paying: &Paying, code: &str, status: Status) {
        let number = format!("26112000000{}", &paying.order_no()[paying.order_no().len() - 5..]);
        assert!(self.world.direct(&self.world.confirmation(paying, code, &number).await).await);
        assert_eq!(self.world.status(paying).await, status);
    }

    async fn paid(&self, paying: &Paying) {
        self.answer(paying, "00", Status::Paid).await;
    }

    /// Runs statements with all triggers, as the feed would.
    async fn run(&self, statements: &str) {
        sql::run_script(&mut self.world.portal.superuser().await, statements).await;
    }

    async fn settled(&self) {
        assert_eq!(broken_invariants(self.world.portal.pool()).await, [""; 0]);
        let broken: Vec<_> = broken(&self.world.portal).await.into_iter().filter(|(_, broken)| *broken > 0).collect();
        assert!(broken.is_empty(), "{broken:?}");
    }
}

async fn plans(actor: &Actor, bills: &[InvoiceNo]) -> Vec<PaymentPlan> {
    let request = PlanPaymentsRequest { id: eft(&[], "0.00").bulk_id, invoice_nos: bills.to_vec() };
    actor.call::<PlanPayments>(request).await.expect("the plans").plans
}

#[tokio::test(flavor = "multi_thread")]
async fn each_method_plans_the_bills_as_core_does() {
    let portal = Portal::with_people().await;
    let mut bills = given::bills(portal.pool(), SINAR, 2, "500000.00").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let made = |plans: &[PaymentPlan]| {
        let figures = |plan: &PaymentPlan| (plan.payments.len(), plan.payments[0].transfers.len());
        plans.iter().map(figures).collect::<Vec<_>>()
    };
    let fits = plans(&viewer, &bills).await;
    assert_eq!(made(&fits), [(1, 0), (1, 1), (1, 1), (1, 1)], "RM 1,000,000.00 fits FPX and one transfer");
    assert_eq!(fits, plan_payments(&planned(&bills, "500000.00"), REFERENCES));

    bills.extend(given::bills(portal.pool(), SINAR, 1, "2.01").await);
    let mut reversed = bills.clone();
    reversed.reverse();
    let over = plans(&viewer, &reversed).await;
    assert_eq!(made(&over), [(2, 0), (1, 2), (1, 1), (1, 1)], "more than one FPX payment takes");
    let mut selection = planned(&bills[..2], "500000.00");
    selection.extend(planned(&bills[2..], "2.01"));
    assert_eq!(over, plan_payments(&selection, REFERENCES));

    let other = portal.sign_in("master@majlis.example").await;
    let foreign = json!({ "id": given::MAJLIS, "invoiceNos": bills });
    assert_eq!(other.call_raw::<PlanPayments>(foreign).await.expect_err("foreign").code(), Code::InvoiceUnknown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_is_paid_one_payment_after_the_other() {
    let four = Four::new().await;
    assert_eq!(four.plan.payments.len(), 4);
    let (paying, group_no) = four.begin().await;
    assert_eq!(group_no.as_str(), "G2611200000001");
    assert_eq!(figures(&four.group(&group_no).await), (0, 1, 3));
    four.paid(&paying).await;
    for paid in 1..4 {
        let group = four.group(&group_no).await;
        assert_eq!(figures(&group), (paid, 0, 4 - paid));
        assert_eq!(group.next.as_ref().map(|next| i64::from(next.place)), Some(paid + 1));
        assert_eq!(groups(&four.world.payer, true).await.total, 1, "it is unfinished");
        let paying = four.go_on(&group_no).await;
        assert_eq!(paying.made.group_no.as_ref(), Some(&group_no));
        four.paid(&paying).await;
    }
    let group = four.group(&group_no).await;
    assert_eq!(figures(&group), (4, 0, 0));
    assert_eq!((group.next.is_none(), group.summary.paid_amount), (true, money("2400000.00")));
    assert_eq!(groups(&four.world.payer, true).await.total, 0, "nothing is unfinished");
    let all = groups(&four.world.payer, false).await;
    assert_eq!((all.total, &all.groups[0]), (1, &group.summary));
    // History and details name the group.
    let history = json!({ "bulkId": SINAR });
    let history = four.world.payer.call_raw::<GetPaymentTransactions>(history).await.expect("the history");
    let places: Vec<_> = history["items"].as_array().expect("rows").iter().map(|row| &row["groupPlace"]).collect();
    assert_eq!(places, [4, 3, 2, 1]);
    let details = json!({ "transactionNo": group.payments[1].attempts[0].transaction_no });
    let details = four.world.payer.call_raw::<GetPaymentDetails>(details).await.expect("the payment");
    let of_group = &details["transaction"];
    assert_eq!((&of_group["groupNo"], &of_group["groupPlace"]), (&json!(group_no), &json!(2)));
    assert_eq!(of_group["groupPayments"], 4);
    four.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_four_payments_one_fails_and_is_made_again() {
    let four = Four::new().await;
    let (one, group_no) = four.begin().await;
    four.paid(&one).await;
    let two = four.go_on(&group_no).await;
    four.answer(&two, "51", Status::FpxDeclined).await;
    // The failed payment is the next one; another place can be paid first.
    let group = four.group(&group_no).await;
    assert_eq!((figures(&group), group.next.as_ref().map(|next| next.place)), ((1, 0, 3), Some(2)));
    for place in [3, 4] {
        let planned = &four.plan.payments[usize::try_from(place).expect("small") - 1];
        let request = MakePaymentRequest {
            plan: Some(PaymentOfPlan::Next { group_no: group_no.clone(), place }),
            ..fpx(&planned.invoice_nos, "600000.00")
        };
        four.paid(&four.make(request).await.expect("a payment")).await;
    }
    let group = four.group(&group_no).await;
    assert_eq!(figures(&group), (3, 0, 1), "three are paid, one is open");
    assert_eq!(group.payments[1].state, GroupPaymentState::Open);
    let unfinished = groups(&four.world.payer, true).await.groups;
    assert_eq!((unfinished[0].paid, unfinished[0].open, unfinished[0].open_amount), (3, 1, money("600000.00")));
    four.settled().await;

    four.paid(&four.go_on(&group_no).await).await;
    let group = four.group(&group_no).await;
    assert_eq!(figures(&group), (4, 0, 0));
    let attempts: Vec<_> = group.payments[1].attempts.iter().map(|attempt| attempt.status).collect();
    assert_eq!(attempts, [Status::FpxDeclined, Status::Paid]);
    four.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_that_cannot_be_paid_as_planned_are_named_and_left_out() {
    let world = World::start().await;
    // FPX takes two of these bills at a time.
    let bills = given::bills(world.portal.pool(), SINAR, 8, "500000.00").await;
    let plan = split(&planned(&bills, "500000.00"), PaymentMethod::Fpx, REFERENCES);
    let four = Four { world, bills, plan };
    let (Four { bills, world, .. }, naive) = (&four, four.plan.payments.clone());
    let (one, group_no) = four.begin().await;
    four.paid(&one).await;

    // The second payment: one bill was issued again with another amount.
    let changed = &naive[1].invoice_nos[0];
    four.run(&format!(
        "update bill set total_amount_payable = 500001, current_charge = 500001 where invoice_no = '{changed}'"
    ))
    .await;
    // The third: one bill was paid alone. The fourth: both bills are on hold.
    world.payer.call::<MakePayment>(fpx(&naive[2].invoice_nos[..1], "500000.00")).await.expect("a payment");
    let master = world.portal.sign_in("master@sinar.example").await;
    for bill in &naive[3].invoice_nos {
        let query = json!({ "id": SINAR, "invoiceNo": bill, "kind": "amount", "message": "Why?" });
        master.call_raw::<OpenQuery>(query).await.expect("a query");
    }

    let group = four.group(&group_no).await;
    let left_out = |place: usize| -> Vec<_> {
        group.payments[place].left_out.iter().map(|bill| (bill.invoice_no.clone(), bill.reason)).collect()
    };
    assert_eq!(left_out(1), [(changed.clone(), Code::BillAmountChanged)]);
    assert_eq!(left_out(2), [(naive[2].invoice_nos[0].clone(), Code::BillInPayment)]);
    assert_eq!(left_out(3).iter().map(|(_, reason)| *reason).collect::<Vec<_>>(), [Code::BillOnHold; 2]);

    assert_eq!(group.summary.open_amount, money("2000000.00"), "with the bills on hold");

    // A page that is out of date is refused, names the bills, and pays nothing.
    let before = state(world.portal.pool()).await;
    let of = |place: i32| Some(PaymentOfPlan::Next { group_no: group_no.clone(), place });
    let stale = MakePaymentRequest { plan: of(2), ..fpx(&naive[1].invoice_nos, "1000000.00") };
    assert_eq!(four.make(stale).await.map(drop).expect_err("stale").code(), Code::TotalChanged);
    let stale = MakePaymentRequest { plan: of(2), ..fpx(&naive[1].invoice_nos, "1000001.00") };
    let refused = four.make(stale).await.map(drop).expect_err("above the limit");
    assert_eq!(refused.body.fields[0].code, Code::AmountAboveMethod);
    let stale = MakePaymentRequest { plan: of(2), ..fpx(&naive[1].invoice_nos[..1], "500001.00") };
    let refused = four.make(stale).await.map(drop).expect_err("not as planned");
    assert_eq!(
        (refused.code(), &refused.body.params["invoices"][0]["invoiceNo"]),
        (Code::PlanChanged, &json!(changed))
    );
    let stale = MakePaymentRequest { plan: of(3), ..fpx(&naive[2].invoice_nos, "1000000.00") };
    assert_eq!(four.make(stale).await.map(drop).expect_err("paid").code(), Code::DuplicatePayment);
    let stale = MakePaymentRequest { plan: of(4), ..fpx(&naive[3].invoice_nos, "1000000.00") };
    assert_eq!(four.make(stale).await.map(drop).expect_err("on hold").code(), Code::BillsOnHold);
    // A part of a payment, another method, and a place that is paid are refused.
    let of_other = MakePaymentRequest { plan: of(1), ..fpx(&naive[0].invoice_nos, "1000000.00") };
    assert_eq!(four.make(of_other).await.map(drop).expect_err("paid").code(), Code::DuplicatePayment);
    let by_transfer = MakePaymentRequest { plan: of(2), ..eft(&naive[1].invoice_nos[1..], "500000.00") };
    assert_eq!(four.make(by_transfer).await.map(drop).expect_err("by GIRO").code(), Code::PlanChanged);
    let nowhere = MakePaymentRequest { plan: of(9), ..fpx(&naive[1].invoice_nos[1..], "500000.00") };
    assert_eq!(four.make(nowhere).await.map(drop).expect_err("no place").code(), Code::PaymentGroupNotFound);
    assert_eq!(state(world.portal.pool()).await, before);

    // The rest continues.
    for place in [2, 3] {
        let group = four.group(&group_no).await;
        let asked = group.next.as_ref().expect("a payment");
        assert_eq!((asked.place, asked.total_amount), (place, money("500000.00")));
        four.paid(&four.make(next(&group)).await.expect("a payment")).await;
    }
    let group = four.group(&group_no).await;
    assert_eq!((figures(&group), group.next.is_none()), ((3, 0, 1), true), "the last waits for its hold");
    assert_eq!(left_out_reasons(&group, 1), [Code::BillAmountChanged]);
    assert_eq!(left_out_reasons(&group, 2), [Code::BillInPayment]);
    assert_eq!(bills.len(), 8);
    four.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_whose_money_came_late_is_not_asked_for_again() {
    let four = Four::of(World::with(&AT_ONCE).await).await;
    let (one, group_no) = four.begin().await;
    come_late(&four.world, &one, "2611201200000021").await;
    let group = four.group(&group_no).await;
    assert!(group.payments[0].attempts[0].is_money_late);
    assert_eq!((group.payments[0].state, group.next.map(|next| next.place)), (GroupPaymentState::Open, Some(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rest_below_the_minimum_does_not_stop_the_other_payments() {
    let world = World::start().await;
    let mut bills = given::bills(world.portal.pool(), SINAR, 2, "999998.50").await;
    let small = given::bills(world.portal.pool(), SINAR, 1, "1.50").await;
    let mut selection = planned(&bills, "999998.50");
    selection.extend(planned(&small, "1.50"));
    let plan = split(&selection, PaymentMethod::Fpx, REFERENCES);
    assert_eq!(plan.payments.len(), 2);
    let with_small = plan.payments.iter().position(|one| one.invoice_nos.contains(&small[0])).expect("a payment");
    bills.extend(small.clone());
    let four = Four { world, bills, plan };
    let large =
        four.plan.payments[with_small].invoice_nos.iter().find(|bill| **bill != small[0]).expect("a bill").clone();
    let (one, group_no) = four.begin().await;
    four.answer(&one, "51", Status::FpxDeclined).await;
    four.run(&format!("update bill set total_amount_payable = 900, current_charge = 900 where invoice_no = '{large}'"))
        .await;
    let group = four.group(&group_no).await;
    assert_eq!(group.payments[with_small].least, Some(money("2.00")));
    let other = 1 - with_small;
    assert_eq!(group.next.map(|next| usize::try_from(next.place)), Some(Ok(other + 1)));
    assert_eq!(group.payments[other].least, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_policy_that_began_after_a_payment_judges_what_is_left() {
    let four = Four::new().await;
    let (one, group_no) = four.begin().await;
    four.paid(&one).await;
    let master = four.world.portal.sign_in("master@sinar.example").await;
    let payer = id_of(four.world.portal.pool(), "payer@sinar.example").await;
    let step = json!({ "mode": "any", "userIds": [payer] });
    let policy = json!({ "approverGroups": [], "layers": [{ "from": "2000000.00", "steps": [step] }] });
    let set = json!({ "id": SINAR, "policy": policy, "version": 0 });
    master.call_raw::<SetApprovalPolicy>(set).await.expect("a policy");
    four.paid(&four.go_on(&group_no).await).await;
}

/// The bill was chosen in spite of its first hold. Another hold is not among those that the user chose, also of the same cause.
#[tokio::test(flavor = "multi_thread")]
async fn a_hold_that_began_after_the_plan_leaves_its_bill_out() {
    let four = Four::new().await;
    let master = four.world.portal.sign_in("master@sinar.example").await;
    let held = &four.plan.payments[1].invoice_nos[0];
    let ask = async || {
        let query = json!({ "id": SINAR, "invoiceNo": held, "kind": "amount", "message": "Why?" });
        master.call_raw::<OpenQuery>(query).await.expect("a query")["queryId"].clone()
    };
    let query = ask().await;
    let chosen = MakePaymentRequest { held_invoice_nos: vec![held.clone()], ..first(&four.plan) };
    let one = four.make(chosen).await.expect("the first payment");
    let group_no = one.made.group_no.clone().expect("a group");
    four.paid(&one).await;
    let next = four.group(&group_no).await.next.expect("the second payment");
    assert_eq!((next.place, next.held_invoice_nos), (2, vec![held.clone()]));
    let withdrawn = json!({ "queryId": query, "isAccepted": false });
    master.call_raw::<CloseQuery>(withdrawn).await.expect("closed");
    ask().await;
    let group = four.group(&group_no).await;
    assert_eq!(left_out_reasons(&group, 1), [Code::BillOnHold]);
    assert_eq!(group.next.map(|next| next.place), Some(3));
}

fn left_out_reasons(group: &PaymentGroup, place: usize) -> Vec<Code> {
    group.payments[place].left_out.iter().map(|bill| bill.reason).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_that_continue_pay_each_bill_once() {
    let four = Four::new().await;
    let (_, other) = four.world.portal.second().await;
    let (one, group_no) = four.begin().await;
    four.paid(&one).await;
    for round in 1..4 {
        let request = next(&four.group(&group_no).await);
        let calls = (0..6).map(|tab| {
            let payer = if tab % 2 == 0 { four.world.payer.clone() } else { four.world.payer.at(other) };
            let request = request.clone();
            tokio::spawn(async move { payer.call::<MakePayment>(request).await })
        });
        let mut made: Vec<PaymentMade> = Vec::new();
        for call in futures::future::join_all(calls).await {
            match call.expect("no panic") {
                Ok(payment) => made.push(payment),
                Err(refused) => assert_eq!(refused.code(), Code::DuplicatePayment, "{refused:?}"),
            }
        }
        assert_eq!(made.len(), 1, "one tab pays in round {round}");
        let made = made.remove(0);
        four.paid(&Paying { made, bills: request.invoice_nos }).await;
    }
    assert_eq!(states(&four.group(&group_no).await), [GroupPaymentState::Paid; 4]);
    four.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_that_begin_the_same_plan_make_one_group() {
    let four = Four::new().await;
    let calls = (0..6).map(|_| {
        let (payer, request) = (four.world.payer.clone(), first(&four.plan));
        tokio::spawn(async move { payer.call::<MakePayment>(request).await })
    });
    let answers = futures::future::join_all(calls).await.into_iter().map(|call| call.expect("no panic"));
    let (made, refused): (Vec<_>, Vec<_>) = answers.partition(Result::is_ok);
    assert_eq!(made.len(), 1);
    assert!(refused.into_iter().all(|refused| refused.expect_err("refused").code() == Code::DuplicatePayment));
    assert_eq!(groups(&four.world.payer, false).await.total, 1);
    four.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_the_server_does_not_make_is_refused() {
    let four = Four::new().await;
    let (payer, plan) = (&four.world.payer, &four.plan);
    let before = state(four.world.portal.pool()).await;
    let refused = async |request: MakePaymentRequest| payer.call::<MakePayment>(request).await.expect_err("refused");
    // Not the first payment of the plan.
    let second = MakePaymentRequest { plan: first(plan).plan, ..fpx(&plan.payments[1].invoice_nos, "600000.00") };
    assert_eq!(refused(second).await.code(), Code::PlanChanged);
    // A plan of one payment is a payment.
    let alone = MakePaymentRequest {
        plan: Some(PaymentOfPlan::First { invoice_nos: four.bills[..1].to_vec(), total_amount: money("600000.00") }),
        ..fpx(&four.bills[..1], "600000.00")
    };
    assert_eq!(refused(alone).await.code(), Code::PlanChanged);
    // The total of the plan changed.
    let wrong = MakePaymentRequest {
        plan: Some(PaymentOfPlan::First { invoice_nos: four.bills.clone(), total_amount: money("1.00") }),
        ..first(plan)
    };
    assert_eq!(refused(wrong).await.code(), Code::TotalChanged);
    // Without a plan, the method's limit holds as before.
    let whole = refused(fpx(&four.bills, "2400000.00")).await;
    assert_eq!(whole.body.fields[0].code, Code::AmountAboveMethod);
    assert_eq!(state(four.world.portal.pool()).await, before);

    // Another company does not learn of the group, and cannot pay from it.
    let (_, group_no) = four.begin().await;
    let other = four.world.portal.sign_in("master@majlis.example").await;
    let foreign = json!({ "groupNo": group_no });
    assert_eq!(
        other.call_raw::<GetPaymentGroup>(foreign).await.expect_err("foreign").code(),
        Code::PaymentGroupNotFound
    );
    let foreign = MakePaymentRequest {
        bulk_id: serde_json::from_value(json!(given::MAJLIS)).expect("a bulk account"),
        ..next(&four.group(&group_no).await)
    };
    assert_eq!(other.call::<MakePayment>(foreign).await.expect_err("foreign").code(), Code::PaymentGroupNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_begins_no_second_group() {
    let four = Four::new().await;
    let payer = four.world.payer.with_key("begin-once");
    let made = payer.call::<MakePayment>(first(&four.plan)).await.expect("a payment");
    assert_eq!(payer.call::<MakePayment>(first(&four.plan)).await.expect("the same"), made);
    assert_eq!(groups(&four.world.payer, false).await.total, 1);
    four.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn transfers_over_the_limit_of_ten_are_several_payments() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "5000000.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let plan = split(&planned(&bills, "5000000.00"), PaymentMethod::EftGiro, REFERENCES);
    let sizes: Vec<_> = plan.payments.iter().map(|payment| payment.transfers.len()).collect();
    assert_eq!(sizes, [10, 5]);
    let transfers = |payment: usize| {
        let amounts = plan.payments[payment].transfers.iter().enumerate();
        amounts.map(|(n, amount)| reference(&format!("G{payment}N{n}"), &amount.to_string())).collect()
    };
    let request =
        MakePaymentRequest { payment_method: PaymentMethod::EftGiro, reference_numbers: transfers(0), ..first(&plan) };
    let group_no = payer.call::<MakePayment>(request).await.expect("a payment").group_no.expect("a group");
    let found = group(&payer, &group_no).await;
    assert_eq!(found.next.as_ref().map(|next| next.transfers.len()), Some(5));
    let request =
        MakePaymentRequest { payment_method: PaymentMethod::EftGiro, reference_numbers: transfers(1), ..next(&found) };
    payer.call::<MakePayment>(request).await.expect("a payment");
    assert_eq!(figures(&group(&payer, &group_no).await), (0, 2, 0));
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}
