//! Changes of payments, statements of account and bank statements.

use gridbill_core::bank_statements::{DecideBankLines, DeclareOtherMoney, MatchBankLines, SetBankStatementColumns};
use gridbill_core::colleagues::RemindAuthoriser;
use gridbill_core::payments::staff::{
    AdminFPXManualRequery, GiveUpFpxPayment, PaymentAccept, PaymentReject, RequestReconciliation,
    ResolveLateConfirmation, SettleFpxAlert, TurnDownAcceptance,
};
use gridbill_core::payments::{
    GiveUpPayment, MakeExcessiveReconciliationPayment, MakePayment, MakeReconciliationPaymentInsufficient,
};
use gridbill_core::statements::{GetStatement, RetryStatement};
use serde_json::json;

use super::Walk;
use crate::accounts::FIRST;
use crate::bank_statements;
use crate::support::given::{self, BANK, SINAR, eft, fpx};
use crate::support::sql;

pub(super) async fn payments(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 4, "100.00").await;
    let (payer, _) = walk.person("payer@sinar.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let mut made = Vec::new();
    for bill in &bills[..3] {
        made.push(walk.call::<MakePayment>(&payer, json!(eft(std::slice::from_ref(bill), "100.00"))).await);
    }
    let about = |place: usize| json!({ "eBulkPaymentID": made[place]["eBulkPaymentID"] });
    let difference = |place: usize, kind: i32| {
        let mut request = about(place);
        request["reconcileAmount"] = json!("10.00");
        request["reconcileType"] = json!(kind);
        request
    };
    let number = |place: usize| made[place]["transactionNo"].clone();
    walk.call::<RequestReconciliation>(&pccr, difference(0, 1)).await;
    let rest =
        json!({ "transactionNo": number(0), "bankId": BANK, "paymentMode": "CHEQUE", "bulkChequeEFTNumber": "123456" });
    walk.call::<MakeReconciliationPaymentInsufficient>(&payer, rest).await;
    walk.call::<PaymentAccept>(&pccr, about(0)).await;
    walk.call::<RequestReconciliation>(&pccr, difference(1, 2)).await;
    let credit = json!({ "invoiceNo": bills[1], "transactionNo": number(1) });
    walk.call::<MakeExcessiveReconciliationPayment>(&payer, credit).await;
    walk.call::<PaymentReject>(&pccr, about(2)).await;
    let by_fpx = walk.call::<MakePayment>(&payer, json!(fpx(&bills[3..4], "100.00"))).await;
    let asked = json!({ "merchantTranId": by_fpx["transactionNo"] });
    walk.call::<AdminFPXManualRequery>(&pccr, asked).await;
    sql::run_script(walk.portal.pool(), "update payment set status = 10 where method = 'FPX'").await;
    let waiting = json!({ "transactionNo": by_fpx["transactionNo"] });
    walk.call::<RemindAuthoriser>(&payer, waiting).await;
}

/// Makes payments that never reached the bank, one of which is paid anyway, and a payment that needs two officers.
pub(super) async fn officers(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 3, "100.00").await;
    let (payer, _) = walk.person("payer@sinar.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let made = walk.call::<MakePayment>(&payer, json!(eft(&bills[..1], "100.00"))).await;
    sql::run_script(
        walk.portal.pool(),
        "update payment set proposed_by = requested_by, proposed_at = requested_at where payment_awaits_approval(status)",
    )
    .await;
    let turned_down = json!({ "eBulkPaymentID": made["eBulkPaymentID"], "remark": "Not at the bank." });
    walk.call::<TurnDownAcceptance>(&pccr, turned_down).await;
    for (place, by_maker) in [(1, true), (2, false)] {
        let by_fpx = walk.call::<MakePayment>(&payer, json!(fpx(&bills[place..=place], "100.00"))).await;
        let about = json!({ "transactionNo": by_fpx["transactionNo"] });
        let asked = json!({ "merchantTranId": by_fpx["transactionNo"] });
        walk.call::<AdminFPXManualRequery>(&pccr, asked).await;
        sql::run_script(walk.portal.pool(), "update fpx_request set sent_at = sent_at - interval '1 hour'").await;
        if by_maker {
            walk.call::<GiveUpPayment>(&payer, about).await;
        } else {
            walk.call::<GiveUpFpxPayment>(&pccr, about).await;
        }
    }
    sql::run_script(
        walk.portal.pool(),
        "insert into fpx_alert (at, order_no, reason, value, amount)
         select sent_at, order_no, 'lateApproval', '2611201200000001', 100
         from fpx_request where given_up_at is not null order by sent_at desc limit 1",
    )
    .await;
    let query = "select max(alert_id) from fpx_alert where reason = 'lateApproval'";
    let late = sql::value::<i64>(walk.portal.pool(), query, &[]).await;
    walk.call::<ResolveLateConfirmation>(&pccr, json!({ "lateId": late.to_string(), "way": "bills" })).await;
    let alert = "insert into fpx_alert (at, order_no, reason, value) select at, order_no, 'answerCode', 'XW' from fpx_alert limit 1";
    sql::run_script(walk.portal.pool(), alert).await;
    let query = "select max(alert_id) from fpx_alert where reason = 'answerCode'";
    let alert = sql::value::<i64>(walk.portal.pool(), query, &[]).await.to_string();
    walk.call::<SettleFpxAlert>(&pccr, json!({ "alertId": alert, "remark": "FPX mended it." })).await;
}

pub(super) async fn statements(walk: &mut Walk) {
    let (payer, _) = walk.person("payer@sinar.example").await;
    let request = json!({
        "bulkId": SINAR, "caNo": FIRST, "statementPeriod": 3, "channel": "email", "email": "payer@sinar.example",
    });
    let requested = walk.call::<GetStatement>(&payer, request).await;
    sql::run_script(walk.portal.pool(), "update statement set state = 'failed', failure = 'Unavailable'").await;
    walk.call::<RetryStatement>(&payer, json!({ "statementId": requested["statementId"] })).await;
}

pub(super) async fn bank_statements(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 2, "100.00").await;
    let (payer, _) = walk.person("payer@sinar.example").await;
    payer
        .call::<MakePayment>(bank_statements::transfer(&bills[0], &bank_statements::number(0)))
        .await
        .expect("a payment");
    let other = payer.call::<MakePayment>(bank_statements::transfer(&bills[1], &bank_statements::number(5))).await;
    let other = other.expect("another payment").e_bulk_payment_id;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let rows = [bank_statements::line(0, "100.00"), bank_statements::line(7, "150.00")].join("\n");
    let file = format!("{}\n{rows}\n", bank_statements::HEADING);
    let statement_id = bank_statements::uploaded(&walk.portal, file.as_bytes()).await.statement_id;
    let columns = json!({ "statementId": statement_id, "columns": bank_statements::COLUMNS });
    walk.call::<SetBankStatementColumns>(&pccr, columns).await;
    let lines = bank_statements::lines(&pccr, &statement_id).await;
    let lines: Vec<_> = lines.iter().filter_map(bank_statements::as_proposed).collect();
    walk.call::<DecideBankLines>(&pccr, json!({ "statementId": statement_id, "lines": lines })).await;
    let share = json!({ "statementId": statement_id, "line": 3, "eBulkPaymentID": other, "amount": "100.00" });
    let seen = json!({ "eBulkPaymentID": other, "version": 1 });
    walk.call::<MatchBankLines>(&pccr, json!({ "shares": [share], "payments": [seen] })).await;
    // The same line in another file is the same transfer, until an officer says that it is not.
    let file = format!("{}\n{}\n", bank_statements::HEADING, bank_statements::line(0, "100.00"));
    let again = bank_statements::uploaded(&walk.portal, file.as_bytes()).await.statement_id;
    walk.call::<DeclareOtherMoney>(&pccr, json!({ "statementId": again, "line": 2, "otherStatementId": statement_id, "otherLine": 2, "reason": "Two invoices" })).await;
}
