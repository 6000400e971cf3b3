//! One transfer is one credit, in all formats and downloads in which it arrives.

use gridbill_core::Code;
use gridbill_core::bank_statements::{BankLine, DeclareOtherMoney, LineGroup, OtherMoneyRequest, Why};
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept};
use gridbill_core::payments::{MakePayment, PaymentMade, Status};

use super::once::found_by_check;
use super::{BANK, PCCR, decide, line, lines, number, send, statement, transfer, with_status};
use crate::support::given::{self, SINAR};
use crate::support::{Actor, Portal, RefusedCall};

/// Makes `count` payments of RM 100.00 that quote the same number.
async fn alike(portal: &Portal, count: i32) -> Vec<PaymentMade> {
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut made = Vec::new();
    for bill in given::bills(portal.pool(), SINAR, count, "100.00").await {
        made.push(payer.call::<MakePayment>(transfer(&bill, &number(0))).await.expect("a payment"));
    }
    made
}

async fn accept(officer: &Actor, made: &PaymentMade) -> Result<Status, RefusedCall> {
    let request = DecisionRequest { e_bulk_payment_id: made.e_bulk_payment_id.clone(), version: None };
    officer.call::<PaymentAccept>(request).await.map(|moved| moved.status)
}

async fn upload(portal: &Portal, file: &str) -> String {
    let sent = send(portal, PCCR, BANK, file.as_bytes()).await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    sent.json()["Data"]["statementId"].as_str().expect("an id").to_owned()
}

async fn declare(officer: &Actor, statement_id: &str, line: u32) -> Result<(), RefusedCall> {
    let reason = "The bank confirmed two transfers.".to_owned();
    let request = OtherMoneyRequest { statement_id: statement_id.to_owned(), line, reason };
    officer.call::<DeclareOtherMoney>(request).await.map(drop)
}

fn ofx(lines: &[(&str, &str)]) -> String {
    let one = |(id, memo): &(&str, &str)| {
        format!(
            "<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261120\n<TRNAMT>100.00\n<FITID>{id}\n<NAME>SINAR JAYA\n<MEMO>{memo}\n</STMTTRN>\n"
        )
    };
    format!(
        "OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MYR\n<BANKTRANLIST>\n{}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n",
        lines.iter().map(one).collect::<String>()
    )
}

fn mt940(remark: &str) -> String {
    let number = number(0);
    format!(
        ":20:STMT20261120\n:25:MBBEMYKL/514012345678\n:28C:324/1\n:60F:C261119MYR1000,00\n\
         :61:2611201120C100,00NTRF{number}//B2611200001\n:86:SINAR JAYA\n:62F:C261120MYR1100,00\n:86:{remark}\n-\n"
    )
}

fn only(lines: Vec<BankLine>) -> BankLine {
    let [line] = <[BankLine; 1]>::try_from(lines).expect("one line");
    line
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_in_another_format_is_no_other_money() {
    let portal = Portal::with_people().await;
    let made = alike(&portal, 3).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let first = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    assert_eq!(accept(&pccr, &made[0]).await.expect("accepted"), Status::Processing);

    // The same day as OFX has another reference, and the number in a note.
    let again = upload(&portal, &ofx(&[("F2611200001", &format!("BAYARAN {}", number(0)))])).await;
    let repeated = only(lines(&pccr, &again).await);
    assert_eq!((repeated.group, repeated.why, repeated.proposal), (LineGroup::Unmatched, Some(Why::MayBeSame), None));
    assert_eq!(repeated.other_payment.as_ref(), Some(&made[0].transaction_no));
    assert_eq!(repeated.other_statement.map(|other| (other.statement_id, other.line)), Some((first, 2)));
    let refused = accept(&pccr, &made[1]).await.expect_err("the money is the first payment's");
    assert_eq!((refused.status, refused.code()), (409, Code::BankLineNeeded));
    // Both lines have the file name of the test's upload.
    let message = &refused.body.error_message;
    assert!(message.contains("november.csv 2; november.csv 2"), "{message}");
    assert_eq!(with_status(&portal, 3).await, 1);

    // The bank's file has two such transfers: one is the first payment's, the other is open.
    let two = upload(&portal, &ofx(&[("F2611200001", &number(0)), ("F2611200002", &number(0))])).await;
    let open: Vec<_> = lines(&pccr, &two).await.into_iter().filter(|line| line.proposal.is_some()).collect();
    assert_eq!(open.len(), 1, "{open:?}");
    assert_eq!(decide(&pccr, &two, &open).await.expect("decided").outcomes[0].refusal, None);
    assert_eq!(accept(&pccr, &made[2]).await.expect_err("no third transfer").code(), Code::BankLineNeeded);
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_remark_or_a_repeated_statement_is_no_other_money() {
    let portal = Portal::with_people().await;
    let made = alike(&portal, 3).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    // One file has the statement twice.
    let first = upload(&portal, &mt940("").repeat(2)).await;
    let found = lines(&pccr, &first).await;
    assert_eq!(decide(&pccr, &first, &found).await.expect("decided").outcomes.len(), 1);
    assert_eq!(accept(&pccr, &made[1]).await.expect_err("one transfer").code(), Code::BankLineNeeded);

    let again = upload(&portal, &mt940("THIS IS NO INVOICE")).await;
    let decided = only(lines(&pccr, &again).await);
    assert_eq!((decided.group, decided.proposal), (LineGroup::Decided, None));
    assert_eq!(decided.used[0].transaction_no, made[0].transaction_no);
    assert_eq!(accept(&pccr, &made[1]).await.expect_err("one transfer").code(), Code::BankLineNeeded);
    assert_eq!(with_status(&portal, 3).await, 1);
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_declares_a_line_to_be_other_money() {
    let portal = Portal::with_people().await;
    let made = alike(&portal, 3).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let first = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    let refused = declare(&pccr, &first, 2).await.expect_err("nothing was used");
    assert_eq!((refused.status, refused.code()), (409, Code::BankLineIsOther));
    accept(&pccr, &made[0]).await.expect("accepted");
    assert_eq!(declare(&pccr, &first, 2).await.expect_err("used itself").code(), Code::BankLineUsed);
    let other = upload(&portal, &ofx(&[("F2611200001", &number(0))])).await;
    assert_eq!(declare(&pccr, &other, 9).await.expect_err("no such row").code(), Code::BankLineNotFound);
    accept(&pccr, &made[1]).await.expect_err("it may be the same transfer");
    declare(&pccr, &other, 2).await.expect("declared");
    assert_eq!(accept(&pccr, &made[1]).await.expect("accepted"), Status::Processing);
    assert_eq!(found_by_check(&portal).await, [""; 0]);

    // A further file has the transfer again: it may be either of the two.
    let again = upload(&portal, &ofx(&[("F2611200001", &format!("{} AGAIN", number(0)))])).await;
    assert_eq!(only(lines(&pccr, &again).await).proposal, None);
    assert_eq!(accept(&pccr, &made[2]).await.expect_err("no third transfer").code(), Code::BankLineNeeded);
    let facts =
        sqlx::query_scalar!(r#"select data ->> 'reason' as "reason!" from fact where kind = 'BankLineDeclaredOther'"#);
    assert_eq!(facts.fetch_all(portal.pool()).await.expect("facts"), ["The bank confirmed two transfers."]);
}
