//! Reconciliation: the amount received differs from the bills. The utility requests it, and the customer settles it.

use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::staff::{
    DecisionRequest, GetAdminPaymentDetails, PaymentAccept, PaymentReject, ReconciliationRequest, RejectRequest,
    RequestReconciliation,
};
use gridbill_core::payments::{
    ActivityRequest, Event, ExcessiveRequest, GetPaymentActivity, GetPaymentDetails, InsufficientRequest,
    MakeExcessiveReconciliationPayment, MakePayment, MakeReconciliationPaymentInsufficient, PaymentMade, PaymentMethod,
    PrintPayment, Status,
};
use serde_json::{Value, json};

use crate::support::given::{self, BANK, SINAR, eft};
use crate::support::portal::until;
use crate::support::state::{bill_statuses, broken_invariants, state};
use crate::support::{Actor, Portal, money, pdf_text, sql};

struct World {
    portal: Portal,
    payer: Actor,
    pccr: Actor,
    bills: Vec<InvoiceNo>,
    made: PaymentMade,
}

/// Makes a payment of RM 300.00 that awaits the utility's decision.
async fn world() -> World {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "300.00")).await.expect("a payment");
    World { portal, payer, pccr, bills, made }
}

impl World {
    fn ask(&self, reconcile_type: i16, amount: &str) -> ReconciliationRequest {
        ReconciliationRequest {
            e_bulk_payment_id: self.made.e_bulk_payment_id.clone(),
            reconcile_amount: money(amount),
            reconcile_type,
            version: None,
        }
    }

    fn difference(&self, number: &str) -> InsufficientRequest {
        InsufficientRequest {
            transaction_no: self.made.transaction_no.clone(),
            bank_id: serde_json::from_value(BANK.into()).expect("a bank"),
            payment_mode: PaymentMethod::Cheque,
            bulk_cheque_eft_number: number.to_owned(),
        }
    }

    fn credit(&self, invoice: &InvoiceNo) -> ExcessiveRequest {
        ExcessiveRequest { invoice_no: invoice.clone(), transaction_no: self.made.transaction_no.clone() }
    }

    /// Returns the settlement (document, received, missing, excess, figure) and the receipt number. Checks that
    /// customer and staff see the same.
    async fn settlement(&self) -> (String, Option<String>) {
        let request = json!({ "transactionNo": self.made.transaction_no });
        let theirs = self.payer.call_raw::<GetPaymentDetails>(request.clone()).await.expect("the details");
        let staffs = self.pccr.call_raw::<GetAdminPaymentDetails>(request).await.expect("the details");
        let found = &theirs["settlement"];
        assert_eq!(found, &staffs["head"]["settlement"]);
        assert_eq!(found["billed"], json!("300.00"));
        let shown =
            ["document", "received", "missing", "excess", "figure"].map(|field| found[field].as_str().unwrap_or("-"));
        self.prints(&theirs).await;
        (shown.join(" "), theirs["receiptNo"].as_str().map(str::to_owned))
    }

    /// Checks that the PDF has the page's figures in both languages, and is titled receipt only if it is one.
    async fn prints(&self, details: &Value) {
        let request = json!({ "transactionNo": self.made.transaction_no });
        let is_receipt = details["settlement"]["document"] == "receipt";
        for (who, receipt, none) in [
            (self.payer.clone(), "Receiptnumber", "Thisisnotareceipt."),
            (self.payer.in_malay(), "Nomborresit", "Inibukanresit."),
        ] {
            let (status, bytes) = who.send(&PrintPayment::ENTRY, request.clone()).await;
            assert_eq!(status, 200);
            let text = pdf_text(&bytes);
            assert_eq!((text.contains(receipt), text.contains(none)), (is_receipt, !is_receipt), "{text}");
            let lines = details["lines"].as_array().expect("lines");
            assert!(!lines.is_empty());
            let items = details["invoices"]["items"].as_array().expect("invoices");
            for line in lines.iter().chain(items) {
                let amount = money(line["amount"].as_str().expect("an amount")).shown();
                assert!(text.contains(&amount.split_whitespace().collect::<String>()), "{amount} is missing: {text}");
            }
            for invoice_no in &self.bills {
                assert!(text.contains(invoice_no.as_str()), "{invoice_no} is missing: {text}");
            }
        }
    }

    async fn status(&self) -> Status {
        sql::value(self.portal.pool(), "select status from payment", &[]).await
    }

    async fn accept_and_post(&self) {
        let decision = DecisionRequest {
            e_bulk_payment_id: self.made.e_bulk_payment_id.clone(),
            version: None,
            awaits_second_officer: None,
        };
        self.pccr.call::<PaymentAccept>(decision).await.expect("accepted");
        self.portal.work();
        until("it is posted", async || (self.status().await == Status::Paid).then_some(())).await;
        assert_eq!(bill_statuses(self.portal.pool()).await, [Status::Paid; 3]);
        assert_eq!(broken_invariants(self.portal.pool()).await, [""; 0]);
    }

    async fn receipt_and_credit(&self) -> (String, Option<(String, String)>) {
        let query = "select r.amount::text, c.account_no, c.amount::text
                     from receipt r left join account_credit c using (payment_id)";
        let (received, account, credited) =
            sql::row::<(String, Option<String>, Option<String>)>(self.portal.pool(), query, &[]).await;
        (received, account.zip(credited))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn too_little_was_paid_and_the_difference_follows() {
    let world = world().await;
    let moved = world.pccr.call::<RequestReconciliation>(world.ask(1, "50.00")).await.expect("requested");
    assert_eq!(moved.status, Status::InsufficientPending);
    assert_eq!(bill_statuses(world.portal.pool()).await, [Status::InsufficientPending; 3]);
    let details =
        world.payer.call_raw::<GetPaymentDetails>(json!({ "transactionNo": world.made.transaction_no })).await;
    let details = details.expect("the details");
    assert_eq!((&details["reconcileType"], &details["reconcileAmount"]), (&json!(1), &json!("50.00")));
    assert_eq!(details["transaction"]["paidAmount"], "250.00");
    assert_eq!(world.settlement().await, ("advice 250.00 50.00 - 50.00".to_owned(), None));

    let moved = world.payer.call::<MakeReconciliationPaymentInsufficient>(world.difference("000777")).await;
    assert_eq!(moved.expect("paid").status, Status::PendingApproval);
    assert_eq!(world.settlement().await, ("advice 250.00 - - 300.00".to_owned(), None), "sent, and not seen yet");
    let query = "select version, number, amount::text from payment_reference order by version";
    let references = sql::rows::<(i32, String, String)>(world.portal.pool(), query, &[]).await;
    let references: Vec<_> =
        references.iter().map(|(at, number, amount)| (*at, number.as_str(), amount.as_str())).collect();
    let number = given::number_of(&world.bills);
    assert_eq!(references, [(1, number.as_str(), "300.00"), (2, "000777", "50.00")]);

    // A second request must differ from the first.
    let same = world.pccr.call::<RequestReconciliation>(world.ask(1, "50.00")).await.expect_err("refused");
    assert_eq!(same.fields(), [("reconcileAmount", Code::ReconcileAmountAsBefore)]);
    world.pccr.call::<RequestReconciliation>(world.ask(1, "20.00")).await.expect("requested again");
    world.payer.call::<MakeReconciliationPaymentInsufficient>(world.difference("000778")).await.expect("paid");

    // A third request may not repeat the first: that money may have arrived since, and would be requested twice.
    let first = world.pccr.call::<RequestReconciliation>(world.ask(1, "50.00")).await.expect_err("refused");
    assert_eq!(first.fields(), [("reconcileAmount", Code::ReconcileAmountAsBefore)]);

    let request = ActivityRequest { transaction_no: world.made.transaction_no.clone() };
    let activity = world.payer.call::<GetPaymentActivity>(request).await.expect("the activity");
    let told: Vec<_> = activity.timeline.iter().map(|e| (e.event, e.amount, e.version, e.by.as_str())).collect();
    assert_eq!(
        told,
        [
            (Event::Submitted, money("300.00"), 1, "Badrul"),
            (Event::InsufficientRequested, money("50.00"), 1, "Farid"),
            (Event::DifferencePaid, money("50.00"), 2, "Badrul"),
            (Event::InsufficientRequested, money("20.00"), 2, "Farid"),
            (Event::DifferencePaid, money("20.00"), 3, "Badrul"),
        ]
    );
    assert_eq!((activity.insufficient.len(), activity.excessive.len()), (2, 0));
    let asked = activity.latest_reconcile_request.expect("requested");
    assert_eq!((asked.reconcile_type, asked.reconcile_amount), (1, money("20.00")));
    world.accept_and_post().await;
    assert_eq!(world.receipt_and_credit().await, ("300.00".to_owned(), None));
    let receipt_no = world.made.transaction_no.as_str().replace('P', "R");
    assert_eq!(world.settlement().await, ("receipt 300.00 - - 300.00".to_owned(), Some(receipt_no)));

    // The differences were paid by cheque. Each number is labelled according to its own method.
    let request = json!({ "transactionNo": world.made.transaction_no });
    let (_, bytes) = world.payer.send(&PrintPayment::ENTRY, request).await;
    let text = pdf_text(&bytes);
    let count = |part: &str| text.matches(part).count();
    assert_eq!((count("Referencenumber"), count("Chequenumber"), count("Paymentmethod")), (1, 2, 3), "{text}");
    assert_eq!((count("Cheque"), count("afterreconciliation")), (4, 2), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_was_paid_and_an_account_is_credited() {
    let world = world().await;
    assert_eq!(world.settlement().await, ("advice - - - 300.00".to_owned(), None), "no officer has decided yet");
    let moved = world.pccr.call::<RequestReconciliation>(world.ask(2, "25.50")).await.expect("requested");
    assert_eq!(moved.status, Status::OverpayPending);
    assert_eq!(world.settlement().await, ("advice 325.50 - 25.50 25.50".to_owned(), None));
    let nowhere = given::invoice("599999999999");
    let before = state(world.portal.pool()).await;
    let refused = world.payer.call::<MakeExcessiveReconciliationPayment>(world.credit(&nowhere)).await;
    assert_eq!(refused.expect_err("refused").fields(), [("invoiceNo", Code::CreditAccountUnknown)]);
    assert_eq!(state(world.portal.pool()).await, before);
    let chosen = &world.bills[1];
    let moved = world.payer.call::<MakeExcessiveReconciliationPayment>(world.credit(chosen)).await.expect("chosen");
    assert_eq!(moved.status, Status::PendingApproval);
    let again = world.payer.call::<MakeExcessiveReconciliationPayment>(world.credit(chosen)).await;
    assert_eq!(again.expect_err("once").code(), Code::PaymentMoved);
    world.accept_and_post().await;
    let account = given::account_of(chosen).to_string();
    assert_eq!(world.receipt_and_credit().await, ("325.50".to_owned(), Some((account, "25.50".to_owned()))));
    let (shown, receipt_no) = world.settlement().await;
    assert_eq!(shown, "receipt 325.50 - 25.50 325.50");
    assert!(receipt_no.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_chosen_for_an_earlier_overpayment_is_not_credited() {
    let world = world().await;
    world.pccr.call::<RequestReconciliation>(world.ask(2, "25.00")).await.expect("requested");
    world.payer.call::<MakeExcessiveReconciliationPayment>(world.credit(&world.bills[0])).await.expect("chosen");
    world.pccr.call::<RequestReconciliation>(world.ask(1, "25.00")).await.expect("the other way round differs");
    world.payer.call::<MakeReconciliationPaymentInsufficient>(world.difference("1")).await.expect("paid");
    world.accept_and_post().await;
    assert_eq!(world.receipt_and_credit().await, ("300.00".to_owned(), None));
}

#[tokio::test(flavor = "multi_thread")]
async fn reconciliations_that_staff_may_not_request() {
    let world = world().await;
    let before = state(world.portal.pool()).await;
    for (reconcile_type, amount, field, code) in [
        (3, "1.00", "reconcileType", Code::ReconcileTypeUnknown),
        (1, "0.00", "reconcileAmount", Code::ReconcileAmountPositive),
        (2, "-1.00", "reconcileAmount", Code::ReconcileAmountPositive),
        (1, "300.00", "reconcileAmount", Code::ReconcileAmountTooLarge),
    ] {
        let refused = world.pccr.call::<RequestReconciliation>(world.ask(reconcile_type, amount)).await;
        assert_eq!(refused.expect_err("refused").fields(), [(field, code)]);
    }
    let glb = world.portal.sign_in_staff("glb@utility.example").await;
    let refused = glb.call::<RequestReconciliation>(world.ask(1, "1.00")).await.expect_err("refused");
    assert_eq!(refused.code(), Code::Forbidden);
    assert_eq!(state(world.portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_payments_of_a_difference() {
    let world = world().await;
    let early = world.payer.in_malay().call::<MakeReconciliationPaymentInsufficient>(world.difference("1")).await;
    let early = early.expect_err("nothing is asked for");
    assert_eq!(early.code(), Code::PaymentMoved);
    assert!(early.body.error_message.contains("\"Sedang Diproses\""), "{}", early.body.error_message);
    world.pccr.call::<RequestReconciliation>(world.ask(1, "50.00")).await.expect("requested");
    let before = state(world.portal.pool()).await;
    let by = |payment_mode, number: &str| InsufficientRequest { payment_mode, ..world.difference(number) };
    let own = given::number_of(&world.bills).to_lowercase();
    for (request, field, code) in [
        (by(PaymentMethod::Fpx, "1"), "paymentMode", Code::MethodNotForThis),
        (by(PaymentMethod::Cheque, "1234567"), "bulkChequeEFTNumber", Code::ChequeNumberLength),
        (by(PaymentMethod::EftGiro, ""), "bulkChequeEFTNumber", Code::EftNumberRequired),
        (by(PaymentMethod::EftRentas, &own), "bulkChequeEFTNumber", Code::ReferenceRepeated),
    ] {
        let refused = world.payer.call::<MakeReconciliationPaymentInsufficient>(request).await;
        assert_eq!(refused.expect_err("refused").fields(), [(field, code)]);
    }
    let wrong_way = world.payer.call::<MakeExcessiveReconciliationPayment>(world.credit(&world.bills[0])).await;
    assert_eq!(wrong_way.expect_err("refused").code(), Code::PaymentMoved);
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    let refused = viewer.call::<MakeReconciliationPaymentInsufficient>(world.difference("1")).await;
    assert_eq!(refused.expect_err("refused").code(), Code::Forbidden);
    let stranger = world.portal.sign_in("master@majlis.example").await;
    let refused = stranger.call::<MakeReconciliationPaymentInsufficient>(world.difference("1")).await;
    assert_eq!(refused.expect_err("refused").code(), Code::TransactionNotFound);
    assert_eq!(state(world.portal.pool()).await, before);
}

/// The customer answered meanwhile, so an officer's decision on the previous version is refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_decision_is_of_the_version_that_the_officer_saw() {
    let world = world().await;
    let seen = ReconciliationRequest { version: Some(1), ..world.ask(2, "20.00") };
    world.pccr.call::<RequestReconciliation>(seen).await.expect("requested");
    world.payer.call::<MakeExcessiveReconciliationPayment>(world.credit(&world.bills[0])).await.expect("chosen");

    let before = state(world.portal.pool()).await;
    let e_bulk_payment_id = world.made.e_bulk_payment_id.clone();
    let accept = |version| DecisionRequest {
        e_bulk_payment_id: e_bulk_payment_id.clone(),
        version: Some(version),
        awaits_second_officer: None,
    };
    let refused = world.pccr.call::<PaymentAccept>(accept(1)).await.expect_err("not what was seen");
    assert_eq!(refused.code(), Code::PaymentAnswered);
    let reject = RejectRequest { e_bulk_payment_id: e_bulk_payment_id.clone(), remark: None, version: Some(1) };
    let refused = world.pccr.call::<PaymentReject>(reject).await.expect_err("not what was seen");
    assert_eq!(refused.code(), Code::PaymentAnswered);
    let ask = ReconciliationRequest { version: Some(1), ..world.ask(1, "60.00") };
    let refused = world.pccr.call::<RequestReconciliation>(ask).await.expect_err("not what was seen");
    assert_eq!(refused.code(), Code::PaymentAnswered);
    assert_eq!(state(world.portal.pool()).await, before);
    assert_eq!(world.pccr.call::<PaymentAccept>(accept(2)).await.expect("accepted").status, Status::Processing);
    // The payment is no longer pending, so the reason is its status.
    let late = world.pccr.call::<PaymentAccept>(accept(1)).await.expect_err("decided");
    assert_eq!(late.code(), Code::PaymentMoved);
}
