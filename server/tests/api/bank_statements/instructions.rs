//! Payment instructions (pain.001): which payments have one, and transfers that reconcile by their numbers.

use gridbill_core::Code;
use gridbill_core::bank_statements::{BankLine, Fit, LineGroup, Why};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept};
use gridbill_core::payments::{DownloadPain001, MakePayment, MakePaymentRequest, PaymentMade, PaymentMethod, Status};
use serde_json::{Value, json};

use super::{BANK, PCCR, as_proposed, decide, lines, send, transfer, uploaded, with_status};
use crate::support::given::{self, SINAR, eft, reference};
use crate::support::state::broken_invariants;
use crate::support::{Actor, Portal, sql};

async fn instruction(actor: &Actor, made: &PaymentMade) -> String {
    let request = json!({ "transactionNo": made.transaction_no, "debtorAccount": "5140 1234 5678" });
    let (status, bytes) = actor.send(&DownloadPain001::ENTRY, request).await;
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert_eq!(status, 200, "{text}");
    text
}

/// Returns the contents of each element with this name.
fn each<'a>(xml: &'a str, name: &str) -> Vec<&'a str> {
    let (begins, ends) = (format!("<{name}"), format!("</{name}>"));
    let parts = xml.split(&begins).skip(1).filter(|part| part.starts_with(['>', ' ']));
    parts.map(|part| part.split_once(&ends).expect("an end").0.split_once('>').expect("a start").1).collect()
}

/// Writes the statement in which the utility's bank reports the transfers of these instructions. Like many banks, it
/// names a transfer only by its `EndToEndId`.
fn camt(instructions: &[String]) -> Vec<u8> {
    let entries: String = instructions
        .iter()
        .flat_map(|xml| each(xml, "EndToEndId").into_iter().zip(each(xml, "InstdAmt")))
        .map(|(id, amount)| {
            format!(
                "<Ntry><Amt Ccy=\"MYR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
                 <BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>{id}</EndToEndId></Refs>\
                 </TxDtls></NtryDtls></Ntry>"
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\
         <Stmt><Id>1</Id>{entries}</Stmt></BkToCstmrStmt></Document>"
    )
    .into_bytes()
}

async fn pay(portal: &Portal, request: MakePaymentRequest) -> PaymentMade {
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(request).await.expect("a payment")
}

fn refused(bytes: &[u8]) -> (Code, Value) {
    let answer: Value = serde_json::from_slice(bytes).expect("JSON");
    let code = answer["Error"]["code"].as_str().and_then(Code::from_wire).expect("a code");
    (code, answer["Error"]["fields"].clone())
}

fn matched(line: &BankLine) -> (LineGroup, Option<Fit>, Option<&str>) {
    (line.group, line.fit, line.payment.as_ref().map(|payment| payment.transaction_no.as_str()))
}

/// The company takes the instruction, its bank pays, the utility uploads its bank's statement, and one press accepts
/// all of the payments. No number is typed.
#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_paid_by_its_instruction_reconciles_without_typing() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    // All three payments have the same number of the customer, which alone would fit each of them.
    let mut made = Vec::new();
    for bill in &bills {
        made.push(pay(&portal, transfer(bill, "NOVEMBER")).await);
    }
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let mut instructions = Vec::new();
    for made in &made {
        instructions.push(instruction(&viewer, made).await);
    }
    assert_eq!(each(&instructions[0], "EndToEndId"), [made[0].transaction_no.as_str()]);
    assert_eq!(each(&instructions[0], "InstdAmt"), ["100.00"]);
    assert_eq!(each(&instructions[0], "Nb"), [bills[0].as_str()]);
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement = uploaded(&portal, &camt(&instructions)).await;
    assert!(!statement.needs_columns);
    let found = lines(&pccr, &statement.statement_id).await;
    assert_eq!(found.len(), 3);
    for (line, made) in found.iter().zip(&made) {
        assert_eq!(matched(line), (LineGroup::Accept, Some(Fit::Exact), Some(made.transaction_no.as_str())));
    }
    let decided = decide(&pccr, &statement.statement_id, &found).await.expect("decided");
    assert!(decided.outcomes.iter().all(|one| one.refusal.is_none()), "{decided:?}");
    assert_eq!(with_status(&portal, 3).await, 3);
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
    // Once the money has arrived, there is nothing to instruct.
    let request = json!({ "transactionNo": made[0].transaction_no, "debtorAccount": "514012345678" });
    let (status, bytes) = viewer.send(&DownloadPain001::ENTRY, request).await;
    assert_eq!((status, refused(&bytes).0), (409, Code::NoTransferExpected));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_whose_letters_banks_lose_has_no_instruction() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let made = pay(&portal, transfer(&bills[0], "EFT1")).await;
    let query = "update bulk_account set company_name = '光明 Trading' where bulk_id = $1";
    sql::run(portal.pool(), query, &[&SINAR]).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let request = json!({ "transactionNo": made.transaction_no, "debtorAccount": "514012345678" });
    let (status, bytes) = viewer.send(&DownloadPain001::ENTRY, request).await;
    let code = Code::InstructionLettersLacking;
    assert_eq!((status, refused(&bytes).0), (code.status(), code));
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_was_counted_before_keeps_the_line_with_its_payment_number() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let first = pay(&portal, transfer(&bills[0], "EFT1")).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let file = camt(&[instruction(&viewer, &first).await]);
    let pccr = portal.sign_in_staff(PCCR).await;
    let accept = async |made: &PaymentMade| {
        let request = DecisionRequest {
            e_bulk_payment_id: made.e_bulk_payment_id.clone(),
            version: None,
            awaits_second_officer: None,
        };
        pccr.call::<PaymentAccept>(request).await.map(|moved| moved.status)
    };
    assert_eq!(accept(&first).await.expect("accepted"), Status::Processing);
    let statement = uploaded(&portal, &file).await;
    let found = lines(&pccr, &statement.statement_id).await;
    assert_eq!((found[0].why, found[0].proposal), (Some(Why::CountedBefore), None));
    assert_eq!(found[0].other_payment.as_ref(), Some(&first.transaction_no));
    assert_eq!(as_proposed(&found[0]), None);

    // The other way round: a payment accepted on its own page uses the line that names it.
    let second = pay(&portal, transfer(&bills[1], "EFT2")).await;
    let statement = uploaded(&portal, &camt(&[instruction(&viewer, &second).await])).await;
    assert_eq!(accept(&second).await.expect("accepted"), Status::Processing);
    let found = lines(&pccr, &statement.statement_id).await;
    assert_eq!((found[0].group, &found[0].used[0].transaction_no), (LineGroup::Decided, &second.transaction_no));
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_transfer_of_a_payment_is_instructed_under_its_own_number() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let references = vec![reference("EFT1", "60.00"), reference("EFT2", "40.00")];
    let made = pay(&portal, MakePaymentRequest { reference_numbers: references, ..eft(&bills, "100.00") }).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let xml = instruction(&viewer, &made).await;
    let no = made.transaction_no.as_str();
    assert_eq!(each(&xml, "EndToEndId"), [format!("{no}-1"), format!("{no}-2")]);
    assert_eq!((each(&xml, "InstdAmt"), each(&xml, "InstrId")), (vec!["60.00", "40.00"], vec!["EFT1", "EFT2"]));
    assert_eq!((each(&xml, "NbOfTxs"), each(&xml, "CtrlSum")), (vec!["2"; 2], vec!["100.00"; 2]));
    // An officer decides about both lines together, as for any payment with several numbers.
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement = uploaded(&portal, &camt(&[xml])).await;
    for line in lines(&pccr, &statement.statement_id).await {
        assert_eq!((line.fit, line.why), (Some(Fit::Near), Some(Why::SeveralNumbers)));
        assert_eq!(line.payment.expect("the payment").transaction_no.as_str(), no);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_refused_with_the_field_and_only_for_the_companys_own_transfers() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let made = pay(&portal, transfer(&bills[0], "EFT1")).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let ask = async |actor: &Actor, made: &PaymentMade, account: &str, day: Option<&str>| {
        let mut request = json!({ "transactionNo": made.transaction_no, "debtorAccount": account });
        if let Some(day) = day {
            request["executionDate"] = day.into();
        }
        actor.send(&DownloadPain001::ENTRY, request).await
    };
    for (account, day, code, field) in [
        ("1234", None, Code::BankAccountInvalid, "debtorAccount"),
        ("12345</Id>", None, Code::BankAccountInvalid, "debtorAccount"),
        ("GB83WEST12345698765432", None, Code::BankAccountInvalid, "debtorAccount"),
        ("514012345678", Some("2026-11-19"), Code::ExecutionDateInvalid, "executionDate"),
        ("514012345678", Some("2028-01-01"), Code::ExecutionDateInvalid, "executionDate"),
    ] {
        let (status, bytes) = ask(&viewer, &made, account, day).await;
        let (found, fields) = refused(&bytes);
        assert_eq!((status, found, fields[0]["field"].as_str()), (422, code, Some(field)), "{account} {day:?}");
    }
    let (status, bytes) = ask(&viewer, &made, "514012345678", Some("2026-11-24")).await;
    assert_eq!(status, 200);
    assert!(String::from_utf8(bytes).expect("UTF-8").contains("<Dt>2026-11-24</Dt>"));
    let stranger = portal.sign_in("master@majlis.example").await;
    let (status, bytes) = ask(&stranger, &made, "514012345678", None).await;
    assert_eq!((status, refused(&bytes).0), (404, Code::TransactionNotFound));
    let cheque = MakePaymentRequest {
        payment_method: PaymentMethod::Cheque,
        reference_numbers: vec![reference("123456", "100.00")],
        ..eft(&bills[1..], "100.00")
    };
    let made = pay(&portal, cheque).await;
    let (status, bytes) = ask(&viewer, &made, "514012345678", None).await;
    assert_eq!((status, refused(&bytes).0), (409, Code::NoTransferExpected));
    let answer = send(&portal, PCCR, BANK, &camt(&[])).await;
    assert_eq!(answer.code().as_deref(), Some("bankFileEmpty"));
}
