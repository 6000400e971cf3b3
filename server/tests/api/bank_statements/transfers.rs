//! One transfer is one credit, in all formats and downloads in which it arrives.

use gridbill_core::Code;
use gridbill_core::bank_statements::{
    BankLine, BankShare, BankStatementsRequest, DeclareOtherMoney, GetBankStatements, GetMatchCandidates, LineGroup,
    MatchBankLines, MatchCandidatesRequest, MatchLinesRequest, OtherMoneyRequest, SeenPayment, Why,
};
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept};
use gridbill_core::payments::{MakePayment, PaymentMade, Status};

use super::once::found_by_check;
use super::{BANK, PCCR, decide, line, lines, number, send, statement, transfer, with_status};
use crate::support::given::{self, SINAR};
use crate::support::{Actor, Portal, RefusedCall, sql};

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
    let request = DecisionRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        version: None,
        awaits_second_officer: None,
    };
    officer.call::<PaymentAccept>(request).await.map(|moved| moved.status)
}

async fn upload(portal: &Portal, file: &str) -> String {
    let sent = send(portal, PCCR, BANK, file.as_bytes()).await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    sent.json()["Data"]["statementId"].as_str().expect("an id").to_owned()
}

/// Declares a line to be other money than the line that Find & match shows; without one, than itself.
async fn declare(officer: &Actor, statement_id: &str, line: u32) -> Result<(), RefusedCall> {
    let (own, search, line_search) = (statement_id.to_owned(), None, None);
    let asked = MatchCandidatesRequest { statement_id: own.clone(), line, search, line_search };
    let repeats = officer.call::<GetMatchCandidates>(asked).await.ok().and_then(|found| found.repeats);
    let (other_statement_id, other_line) = repeats.map_or((own.clone(), line), |one| (one.statement_id, one.line));
    let reason = "The bank confirmed two transfers.".to_owned();
    let request = OtherMoneyRequest { statement_id: own, line, other_statement_id, other_line, reason };
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
    let query = "select data ->> 'reason' from fact where kind = 'BankLineDeclaredOther'";
    let facts = sql::values::<String>(portal.pool(), query, &[]).await;
    assert_eq!(facts, ["The bank confirmed two transfers."]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_counts_each_of_two_transfers_with_equal_texts() {
    let portal = Portal::with_people().await;
    let made = alike(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let first = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    accept(&pccr, &made[0]).await.expect("accepted");
    let other = statement(&portal, &pccr, &[line(0, "100.00"), line(7, "5.00")]).await;
    let decided = async |statement_id: &str| {
        let request = BankStatementsRequest { search: None, bank_ids: None, record_count: None, cursor: None };
        let page = pccr.call::<GetBankStatements>(request).await.expect("the statements");
        page.items.into_iter().find(|one| one.statement_id == statement_id).map(|one| one.decided)
    };
    assert_eq!((decided(&first).await, decided(&other).await), (Some(1), Some(1)), "they are one transfer");
    declare(&pccr, &other, 2).await.expect("declared");
    assert_eq!((decided(&first).await, decided(&other).await), (Some(1), Some(0)));
    accept(&pccr, &made[1]).await.expect("accepted");
    assert_eq!((decided(&first).await, decided(&other).await), (Some(1), Some(1)));
}

/// Makes the tables as they were before the migration, with two shares of one line that were stored with the rows of two
/// files, and runs it.
#[tokio::test(flavor = "multi_thread")]
async fn stored_shares_of_one_line_belong_to_one_row() {
    let portal = Portal::with_people().await;
    let mut db = portal.pool().acquire().await.expect("a connection");
    let before = "
        begin;
        create schema before;
        set local search_path = before;
        create table person (person_id uuid primary key);
        create table bank_statement_line (statement_id uuid, line integer, day date);
        create table bank_statement_row (statement_id uuid, line integer, primary key (statement_id, line));
        create table bank_line_used (
            bank_id text, day date, reference_key text, amount numeric(16, 2), ordinal integer, payment_id uuid,
            version integer, statement_id uuid, line integer, decided_at timestamptz, share numeric(16, 2),
            primary key (bank_id, day, reference_key, amount, ordinal, payment_id, version),
            foreign key (statement_id, line) references bank_statement_row
        );
        create index lines_used_of_statement on bank_line_used (statement_id, line);
        create function refuse_line_of_other_bank() returns trigger language plpgsql as 'begin return new; end';
        create trigger a_line_is_used_in_one_bank before insert on bank_line_used
            for each row execute function refuse_line_of_other_bank();
        insert into bank_statement_row
        select lpad(file::text, 32, '0')::uuid, line from generate_series(1, 2) file, generate_series(2, 3) line;
        insert into bank_line_used
        values ('MBB', '2026-11-20', 'N1', 1000, 1, gen_random_uuid(), 2, lpad('2', 32, '0')::uuid, 2, '2026-11-22', 600),
               ('MBB', '2026-11-20', 'N1', 1000, 1, gen_random_uuid(), 2, lpad('1', 32, '0')::uuid, 3, '2026-11-21', 400),
               ('MBB', '2026-11-20', 'N2', 1000, 1, gen_random_uuid(), 2, lpad('2', 32, '0')::uuid, 3, '2026-11-22', 600);";
    sql::run_script(&mut *db, before).await;
    sql::run_script(&mut *db, include_str!("../../../../migrations/0033_bookings.sql")).await;
    let query = "select concat_ws(' ', reference_key, right(statement_id::text, 1), line, sum(share))
                 from bank_line_used group by reference_key, statement_id, line order by 1";
    let rows = sql::values::<String>(&mut *db, query, &[]).await;
    sql::run_script(&mut *db, "rollback").await;
    assert_eq!(rows, ["N1 1 3 1000.00", "N2 2 3 600.00"]);
}

/// camt.053 lists the transfers of a batch, MT940 has the batch as one line.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_the_money_of_its_transfers() {
    let portal = Portal::with_people().await;
    let made = alike(&portal, 3).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let transfer =
        format!("<TxDtls><Refs><EndToEndId>{}</EndToEndId></Refs><Amt Ccy=\"MYR\">100.00</Amt></TxDtls>", number(0));
    let camt = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><Othr>\
         <Id>514012345678</Id></Othr></Id></Acct><Ntry><Amt Ccy=\"MYR\">200.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>\
         <Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls>{transfer}{transfer}</NtryDtls></Ntry></Stmt>\
         </BkToCstmrStmt></Document>"
    );
    upload(&portal, &camt).await;
    for payment in &made[..2] {
        assert_eq!(accept(&pccr, payment).await.expect("accepted"), Status::Processing);
    }
    let whole = mt940("").replace("100,00", "200,00").replace("C261120MYR1100", "C261120MYR1200");
    let whole = upload(&portal, &whole).await;
    let batch = only(lines(&pccr, &whole).await);
    assert_eq!((batch.why, batch.proposal, batch.open), (Some(Why::MayBeSame), None, None), "its transfers were used");
    assert_eq!(found_by_check(&portal).await, [""; 0]);
    // It may be either of the two.
    for _ in 0..2 {
        declare(&pccr, &whole, 2).await.expect("declared");
    }
    assert_eq!(only(lines(&pccr, &whole).await).open.map(|open| open.to_string()).as_deref(), Some("200.00"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_without_a_number_may_be_that_of_a_payment_that_waits() {
    let portal = Portal::with_people().await;
    let made = alike(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    accept(&pccr, &made[0]).await.expect("counted before its line came");
    let statement_id = upload(&portal, &ofx(&[("F2611200001", "IBG CREDIT")])).await;
    let matched = async |payment: &PaymentMade, version: i32| {
        let e_bulk_payment_id = payment.e_bulk_payment_id.clone();
        let amount = gridbill_core::Money::from_sen(10_000);
        let share = BankShare { statement_id: statement_id.clone(), line: 2, e_bulk_payment_id, amount };
        let e_bulk_payment_id = payment.e_bulk_payment_id.clone();
        let seen = SeenPayment { e_bulk_payment_id, version, awaits_second_officer: None };
        pccr.call::<MatchBankLines>(MatchLinesRequest { shares: vec![share], payments: vec![seen] }).await
    };
    assert_eq!(matched(&made[1], 1).await.expect_err("it may be the first one's").code(), Code::BankLineUnnamed);
    let asked = MatchCandidatesRequest { statement_id: statement_id.clone(), line: 2, search: None, line_search: None };
    let found = pccr.call::<GetMatchCandidates>(asked).await.expect("candidates").payments;
    let waiting =
        found.iter().find(|one| one.payment.e_bulk_payment_id == made[0].e_bulk_payment_id).expect("it waits");
    assert!(waiting.is_accepted);
    matched(&made[0], waiting.version).await.expect("its line came");
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_finds_the_line_of_money_that_waits_on_another_day() {
    let portal = Portal::with_people().await;
    let made = alike(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    accept(&pccr, &made[0]).await.expect("counted before its line came");
    // The line of the later day is nearer to the payment that waits. The other payment takes the earlier one.
    let on = |day: u8| format!("{day}/11/2026,{},100.00", number(0));
    statement(&portal, &pccr, &[on(17), on(21)]).await;
    accept(&pccr, &made[1]).await.expect("accepted");
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_has_other_days_in_another_kind_of_file() {
    let portal = Portal::with_people().await;
    let made = alike(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    upload(&portal, &mt940("").replace(":61:2611201120C", ":61:2611201122C")).await;
    accept(&pccr, &made[0]).await.expect("accepted");
    // The bank leaves the booking day out, and other files have the value day or a day between.
    let files = [
        (mt940("").replace(":61:2611201120C", ":61:261120C"), LineGroup::Decided),
        (ofx(&[("F2611200001", &number(0))]), LineGroup::Unmatched),
        (format!("Date,Reference,Amount\n21/11/2026,{},100.00\n", number(0)), LineGroup::Unmatched),
    ];
    for (file, group) in files {
        let statement_id = upload(&portal, &file).await;
        if file.starts_with("Date") {
            super::set_columns(&pccr, &statement_id, super::COLUMNS).await.expect("the columns");
        }
        let repeated = only(lines(&pccr, &statement_id).await);
        assert_eq!((repeated.group, repeated.proposal), (group, None), "{file}");
        assert_eq!(accept(&pccr, &made[1]).await.expect_err(&file).code(), Code::BankLineNeeded);
    }
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}
