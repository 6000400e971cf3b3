//! Tests of statements that stand in one file twice.

use gridbill_core::bank_statements::read;

use super::amounts;

const CAMT: &str = "<Ntry><NtryRef>1</NtryRef><Amt Ccy=\"MYR\">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef></Ntry>";

fn camt(statements: &[(&str, &str)]) -> String {
    let statements: String =
        statements.iter().flat_map(|(id, entries)| ["<Stmt><Id>", id, "</Id>", entries, "</Stmt>"]).collect();
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt>{statements}</BkToCstmrStmt></Document>"
    )
}

#[test]
fn a_statement_of_camt_053_counts_once() {
    assert_eq!(amounts(&camt(&[("S1", CAMT), ("S1", CAMT)])).len(), 1);
    // Pages share the id of their statement, and equal lines of two statements are two.
    let page = CAMT.replace("B1", "B2");
    assert_eq!(amounts(&camt(&[("S1", CAMT), ("S1", page.as_str()), ("S1", CAMT)])).len(), 2);
    assert_eq!(amounts(&camt(&[("S1", CAMT), ("S2", CAMT)])).len(), 2);
    assert_eq!(amounts(&camt(&[("S1", CAMT.repeat(2).as_str())])).len(), 2);
    // Between the same balances, the same lines are the same, under any id of the statement.
    let balance = |kind: &str, amount: &str| {
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy=\"MYR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>"
        )
    };
    let whole = |opening: &str, closing: &str| balance("OPBD", opening) + &balance("CLBD", closing) + CAMT;
    assert_eq!(amounts(&camt(&[("S1", whole("1", "6").as_str()), ("S2", whole("1", "6").as_str())])).len(), 1);
    assert_eq!(amounts(&camt(&[("S1", whole("1", "6").as_str()), ("S2", whole("6", "11").as_str())])).len(), 2);
    let other = format!("<Acct><Id><Othr><Id>2</Id></Othr></Id></Acct>{}", whole("1", "6"));
    assert_eq!(amounts(&camt(&[("S1", whole("1", "6").as_str()), ("S1", other.as_str())])).len(), 2);
}

#[test]
fn a_batch_with_one_reference_of_the_bank_keeps_its_transfers() {
    let part = "<TxDtls><Refs><AcctSvcrRef>B1</AcctSvcrRef></Refs><Amt Ccy=\"MYR\">2.50</Amt></TxDtls>";
    let batch = CAMT.replace("</Ntry>", &format!("<NtryDtls>{part}{part}</NtryDtls></Ntry>"));
    assert_eq!(amounts(&camt(&[("S1", batch.as_str())])), ["2.50", "2.50"]);
}

#[test]
fn a_statement_of_mt940_counts_once() {
    let message = |number: &str, opening: &str, closing: &str| {
        format!(
            ":20:A\n:25:1\n:28C:{number}\n:60F:C261119MYR{opening}\n:61:261120C5,NTRFA\n:62F:C261120MYR{closing}\n-\n"
        )
    };
    let one = message("1/1", "1,", "6,");
    assert_eq!(amounts(&one.repeat(2)).len(), 1);
    assert_eq!(amounts(&(one.clone() + &one.replace(":20:A", ":20:B"))).len(), 1);
    assert_eq!(amounts(&(one.clone() + &message("2/1", "6,", "11,"))).len(), 2);
    assert_eq!(amounts(&(one.clone() + &one.replace(":25:1", ":25:2"))).len(), 2);
}

#[test]
fn a_transaction_of_ofx_counts_once() {
    let statement =
        |account: &str, transactions: &str| format!("<STMTRS><CURDEF>MYR<ACCTID>{account}{transactions}</STMTRS>");
    let one = |id: &str, day: &str, amount: &str, more: &str| {
        format!("<STMTTRN><DTPOSTED>{day}<TRNAMT>{amount}<FITID>{id}<MEMO>X{more}</STMTTRN>")
    };
    let file = |statements: &str| format!("OFXHEADER:100\n\n<OFX>{statements}</OFX>");
    let first = one("A1", "20261120", "5.00", "");
    let twice = first.clone() + &one("A1", "20261120", "5.00", " AGAIN");
    assert_eq!(amounts(&file(&statement("1", &twice))).len(), 1);
    assert_eq!(amounts(&file(&(statement("1", &first) + &statement("1", &first)))).len(), 1);
    assert_eq!(amounts(&file(&(statement("1", &first) + &statement("2", &first)))).len(), 2);
    assert_eq!(amounts(&file(&statement("1", &(first.clone() + &one("A2", "20261120", "5.00", ""))))).len(), 2);
    // Without ids, a statement of the same days with the same transactions is the same.
    let whole = |days: &str| statement("1", &format!("{days}{}", one("", "20261120", "5.00", "")));
    let (days, next) = ("<DTSTART>20261120<DTEND>20261121", "<DTSTART>20261120<DTEND>20261122");
    assert_eq!(amounts(&file(&whole(days).repeat(2))).len(), 1);
    assert_eq!(amounts(&file(&(whole(days) + &whole(next)))).len(), 2);
    // An id that a bank gives to different transactions is none.
    let used =
        [one("0001", "20261120", "5.00", ""), one("0001", "20261120", "6.00", ""), one("0001", "20261120", "5.00", "")];
    assert_eq!(amounts(&file(&statement("1", &used.concat()))).len(), 3);
    assert_eq!(amounts(&file(&statement("1", &one("0", "20261120", "5.00", "").repeat(2)))).len(), 2);
    for name in ["REFNUM", "CHECKNUM"] {
        let [first, other] = ["1001", "1002"].map(|number| one("A1", "20261120", "5.00", &format!("<{name}>{number}")));
        assert_eq!(amounts(&file(&statement("1", &(first.clone() + &other)))).len(), 2, "{name}");
        assert_eq!(amounts(&file(&statement("1", &first.repeat(2)))).len(), 1, "{name}");
    }
    // A correction takes the place of what it corrects, and a deletion leaves nothing.
    let replaced = one("A2", "20261120", "6.00", "<CORRECTFITID>A1<CORRECTACTION>REPLACE");
    let rows = super::rows(&file(&statement("1", &(first.clone() + &replaced))));
    assert_eq!(rows.iter().map(|row| (row.get("Amount"), row.get("FITID"))).collect::<Vec<_>>(), [("6.00", "A1")]);
    let gone = one("A3", "20261120", "5.00", "<CORRECTFITID>A1<CORRECTACTION>DELETE");
    let left = file(&statement("1", &(first + &gone + &one("A4", "20261120", "7.00", ""))));
    assert_eq!(amounts(&left), ["7.00"]);
}

#[test]
fn a_table_that_stands_in_the_file_twice_counts_once() {
    let lines = |text: &str| read(text.as_bytes()).expect("a table").rows.len();
    let block = "Date,Reference,Amount\n20/11/2026,EFT1,5.00\n20/11/2026,EFT1,5.00\n";
    assert_eq!(lines(block), 2);
    assert_eq!(lines(&block.repeat(2)), 2);
    assert_eq!(lines(&block.repeat(3)), 2);
    let headed = format!("Account,514012345678\n{block}Total,,10.00\n\n");
    assert_eq!(lines(&headed.repeat(2)), 3);
    assert_eq!(lines(&format!("Account,514012345678\n{}", block.repeat(2))), 2);
    // Other rows below the same heading are another page.
    assert_eq!(lines(&format!("{block}{}", block.replace("EFT1", "EFT2"))), 5);
    assert_eq!(lines(&format!("{block}20/11/2026,EFT1,5.00\n20/11/2026,EFT1,5.00\n")), 4);
}
