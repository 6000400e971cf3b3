//! Deciding payments by statement lines: same result as on the payment's page, and only once.

use chrono::TimeDelta;
use gridbill_core::bank_statements::{Fit, LineDecision, LineGroup, MAX_DECIDED, Why};
use gridbill_core::payments::staff::{
    DecisionRequest, GetAdminPaymentDetails, PaymentAccept, ReconciliationRequest, RequestReconciliation,
};
use gridbill_core::payments::{MakeReconciliationPaymentInsufficient, Status};
use gridbill_core::{Code, Language};
use serde_json::json;

use super::{COLUMNS, PCCR, as_proposed, decide, line, lines, payments, read, set_columns, statement, with_status};
use crate::support::given;
use crate::support::state::broken_invariants;
use crate::support::{Portal, money};

#[tokio::test(flavor = "multi_thread")]
async fn each_line_is_proposed_and_decided_by_its_amount() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, 3).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let rows = [line(0, "100.00"), line(1, "60.50"), line(2, "1,100.00"), line(9, "100.00")];
    let statement_id = statement(&portal, &pccr, &rows).await;
    let found = lines(&pccr, &statement_id).await;
    let proposed: Vec<_> =
        found.iter().map(|line| (line.group, line.fit, line.proposal.and_then(|one| one.amount))).collect();
    let near = Some(Fit::Near);
    let expected = [
        (LineGroup::Accept, Some(Fit::Exact), None),
        (LineGroup::Insufficient, near, Some(money("39.50"))),
        (LineGroup::Overpayment, near, Some(money("1000.00"))),
        (LineGroup::Unmatched, None, None),
    ];
    assert_eq!(proposed, expected);
    assert_eq!(found[1].why, Some(Why::AmountDiffers));

    let outcomes = decide(&pccr, &statement_id, &found).await.unwrap().outcomes;
    assert!(outcomes.len() == 3 && outcomes.iter().all(|outcome| outcome.refusal.is_none()), "{outcomes:?}");
    for (made, status) in made.iter().zip([Status::Processing, Status::InsufficientPending, Status::OverpayPending]) {
        let request = json!({ "transactionNo": made.transaction_no });
        let details = pccr.call_raw::<GetAdminPaymentDetails>(request).await.unwrap();
        assert_eq!(details["head"]["status"], status.code());
        assert_eq!(details["timeline"].as_array().unwrap().len(), 2, "one fact more");
    }
    let after = lines(&pccr, &statement_id).await;
    assert_eq!(after.iter().filter(|line| line.group == LineGroup::Decided).count(), 3);
    let used = &after.iter().find(|line| line.line == 3).unwrap().used[0];
    assert_eq!((used.decision, used.decided_by.as_str()), (LineDecision::Insufficient, "Farid"));
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);

    // Columns of a statement with decided lines cannot change, so that decided lines stay readable.
    assert!(!read(&pccr, &statement_id).await.may_change_columns);
    assert_eq!(set_columns(&pccr, &statement_id, COLUMNS).await.unwrap_err().code(), Code::BankColumnsUsed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_another_file_or_written_twice_decides_nothing_again() {
    let portal = Portal::with_people().await;
    payments(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let first = statement(&portal, &pccr, &[line(0, "100.00"), line(0, "100.00")]).await;
    let found = lines(&pccr, &first).await;
    assert_eq!(found.iter().map(|line| line.group).collect::<Vec<_>>(), [LineGroup::Accept, LineGroup::Unmatched]);
    assert_eq!(found[1].why, Some(Why::Repeated));
    let before = decide(&pccr, &first, &found).await.unwrap().outcomes;
    assert_eq!(before[0].refusal, None);
    // Repeat the request with another key, as if the answer had been lost.
    let again = decide(&pccr, &first, &found).await.unwrap().outcomes;
    assert!(again[0].refusal.as_deref().unwrap().contains("was used already"), "{again:?}");

    // A longer file repeats the line, which is recognised as decided.
    let second = statement(&portal, &pccr, &[line(0, "100.00"), line(1, "100.00")]).await;
    let groups: Vec<_> = lines(&pccr, &second).await.iter().map(|line| (line.line, line.group)).collect();
    assert_eq!(groups, [(3, LineGroup::Accept), (2, LineGroup::Decided)]);
    assert_eq!(with_status(&portal, 3).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_decided_or_changed_since_are_reported() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement_id = statement(&portal, &pccr, &[line(0, "100.00"), line(1, "100.00")]).await;
    let found = lines(&pccr, &statement_id).await;
    let by_hand = DecisionRequest {
        e_bulk_payment_id: made[0].e_bulk_payment_id.clone(),
        version: None,
        awaits_second_officer: None,
    };
    pccr.call::<PaymentAccept>(by_hand).await.unwrap();
    let mut seen: Vec<_> = found.iter().filter_map(as_proposed).collect();
    seen[1].decision = LineDecision::Insufficient;
    seen[1].amount = Some(money("1.00"));
    let request = json!({ "statementId": statement_id, "lines": seen });
    let answer =
        pccr.in_malay().call_raw::<gridbill_core::bank_statements::DecideBankLines>(request.clone()).await.unwrap();
    let refusal = |place: usize| answer["outcomes"][place]["refusal"].as_str().unwrap_or_default().to_owned();
    // The payment was accepted on its own page, which used the line.
    assert!(refusal(0).contains(made[0].transaction_no.as_str()), "{}", refusal(0));
    assert_eq!(refusal(1), Code::BankLineChanged.sentence(Language::Ms));
    assert_eq!((with_status(&portal, 2).await, with_status(&portal, 3).await), (1, 1));
    // A line and a payment that are not proposed for each other cannot be decided together.
    let third = payments(&portal, 1).await;
    let mut mixed = request;
    mixed["lines"][1]["eBulkPaymentID"] = json!(third[0].e_bulk_payment_id);
    mixed["lines"].as_array_mut().unwrap().remove(0);
    let answer = pccr.call_raw::<gridbill_core::bank_statements::DecideBankLines>(mixed).await.unwrap();
    assert_eq!(answer["outcomes"][0]["refusal"], Code::BankLineChanged.sentence(Language::En));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_for_several_calls_are_matched_and_decided() {
    let lines_of_file = i32::try_from(MAX_DECIDED + 1).unwrap();
    let portal = Portal::with_people().await;
    payments(&portal, lines_of_file).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let rows: Vec<String> = (0..=MAX_DECIDED).map(|place| line(place, "100.00")).collect();
    let statement_id = statement(&portal, &pccr, &rows).await;
    let found = lines(&pccr, &statement_id).await;
    assert_eq!(found.iter().filter(|line| line.fit == Some(Fit::Exact)).count(), rows.len());
    let too_many = decide(&pccr, &statement_id, &found).await.unwrap_err();
    assert_eq!(too_many.code(), Code::TooLarge);
    for part in found.chunks(MAX_DECIDED) {
        let outcomes = decide(&pccr, &statement_id, part).await.unwrap().outcomes;
        assert!(outcomes.iter().all(|outcome| outcome.refusal.is_none()), "{outcomes:?}");
    }
    assert_eq!(with_status(&portal, 2).await, 0);
    assert_eq!(read(&pccr, &statement_id).await.groups[0].lines, i64::from(lines_of_file));
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

/// The day of a difference is compared with the day of its own submission, however old the payment is.
#[tokio::test(flavor = "multi_thread")]
async fn a_difference_is_matched_by_the_day_of_its_own_submission() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, 1).await;
    let short = ReconciliationRequest {
        e_bulk_payment_id: made[0].e_bulk_payment_id.clone(),
        reconcile_amount: money("40.00"),
        reconcile_type: 1,
        version: None,
    };
    portal.sign_in_staff(PCCR).await.call::<RequestReconciliation>(short).await.unwrap();
    portal.advance(TimeDelta::days(11));
    let rest = json!({
        "transactionNo": made[0].transaction_no, "bankId": given::BANK, "paymentMode": "EFT_GIRO",
        "bulkChequeEFTNumber": "EFT20001",
    });
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call_raw::<MakeReconciliationPaymentInsufficient>(rest).await.unwrap();

    // One character of the reference is wrong, and the day is that of the difference.
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement_id = statement(&portal, &pccr, &["2026-12-01,EFT20007,40.00".to_owned()]).await;
    let found = lines(&pccr, &statement_id).await;
    assert_eq!((found[0].fit, found[0].why), (Some(Fit::Near), Some(Why::ReferenceDiffers)));
    assert_eq!(found[0].group, LineGroup::Accept);
}
