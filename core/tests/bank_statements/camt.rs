//! Tests of camt.053: its versions, amounts, references, transfers of an entry, and days in Malaysia.

use gridbill_core::Code;
use gridbill_core::bank_statements::{LineProblem, parse_lines, read};

use super::{amounts, refused, rows};

const SPACE: &str = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";

fn document(space: &str, statement: &str) -> String {
    format!("<Document xmlns=\"{space}\"><BkToCstmrStmt><Stmt><Id>S1</Id>{statement}</Stmt></BkToCstmrStmt></Document>")
}

/// An entry of MYR 1,400.00.
fn entry(more: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"MYR\">1400.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>{more}</Ntry>"
    )
}

fn file(more: &str) -> String {
    document(SPACE, &entry(more))
}

fn transfers(parts: &[&str]) -> String {
    let parts: String = parts.iter().flat_map(|part| ["<TxDtls>", part, "</TxDtls>"]).collect();
    format!("<NtryDtls>{parts}</NtryDtls>")
}

#[test]
fn versions_02_to_13_are_read_and_others_are_named() {
    for version in 2..=13 {
        let space = format!("urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version:02}");
        let status = if version < 8 { "<Sts>BOOK</Sts>" } else { "<Sts><Cd>BOOK</Cd></Sts>" };
        let text = document(&space, &entry("").replace("<Sts><Cd>BOOK</Cd></Sts>", status));
        assert_eq!(amounts(&text), ["1400.00"], "{version}");
    }
    for other in ["camt.053.001.01", "camt.053.001.14", "camt.052.001.08", "camt.054.001.08", "camt.060.001.05"] {
        let problem = refused(&document(&format!("urn:iso:std:iso:20022:tech:xsd:{other}"), &entry("")));
        assert_eq!((problem.code, &problem.params["format"]), (Code::BankFormatVersion, &other.into()));
    }
    for (element, name) in [("BkToCstmrAcctRpt", "camt.052"), ("BkToCstmrDbtCdtNtfctn", "camt.054")] {
        let problem = refused(&document("urn:x", &entry("")).replace("BkToCstmrStmt", element));
        assert_eq!((problem.code, &problem.params["format"]), (Code::BankFormatVersion, &name.into()));
    }
}

#[test]
fn a_document_is_read_with_every_namespace_prefix_and_wrapper() {
    let plain = file("");
    let prefixed = plain.replace("</", "<|").replace('<', "<d:").replace("<d:|", "</d:").replace("xmlns=", "xmlns:d=");
    let wrapped = format!(
        "<Envelope xmlns=\"urn:x\"><AppHdr xmlns=\"urn:iso:std:iso:20022:tech:xsd:head.001.001.02\"><MsgDefIdr>camt.053.001.08</MsgDefIdr></AppHdr>{plain}</Envelope>"
    );
    for text in [
        prefixed,
        wrapped,
        format!("\u{feff}<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!-- camt.052 -->\n{plain}"),
        format!("<?xml version='1.0' encoding='UTF-16' standalone='yes'?>{plain}"),
        document("ISO:camt.053:APC:STUZZA:payments:003", &entry("")),
        document("urn:swift:xsd:camt.053.001.02", &entry("")),
        document("http://www.six-interbank-clearing.com/de/camt.053.001.04.ch.02.xsd", &entry("")),
        plain.replace(&format!(" xmlns=\"{SPACE}\""), ""),
        format!("<!--{}-->{plain}", " ".repeat(3_000)),
    ] {
        assert_eq!(amounts(&text), ["1400.00"], "{text}");
    }
    let latin: Vec<u8> = file("<AddtlNtryInf>Caf\u{e9}</AddtlNtryInf>")
        .chars()
        .map(|one| u8::try_from(u32::from(one)).expect("Latin"))
        .collect();
    let latin = [b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".to_vec(), latin].concat();
    assert_eq!(read(&latin).expect("a statement").rows[0].cells[2], "Café");
    let units = file("<AddtlNtryInf>Café</AddtlNtryInf>").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    assert_eq!(read(&[vec![0xff, 0xfe], units].concat()).expect("a statement").rows[0].cells[2], "Café");
}

#[test]
fn every_lexical_form_of_a_decimal_is_an_amount() {
    for (written, amount) in [
        ("+100.00", "100.00"),
        ("100", "100.00"),
        ("100.", "100.00"),
        (".5", "0.50"),
        ("+5.0", "5.00"),
        ("0007.5", "7.50"),
        (" 5.00 ", "5.00"),
        ("\n5.00\n", "5.00"),
        ("5.00000", "5.00"),
        ("0", "0.00"),
        ("-0.00", "0.00"),
    ] {
        assert_eq!(amounts(&file("").replace("1400.00", written)), [amount], "{written:?}");
    }
    for written in ["", "+", ".", "-5", "5.005", "1e2", "1,400.00", "INF", "1 400", "10000000000000000000"] {
        assert_eq!(refused(&file("").replace("1400.00", written)).code, Code::BankFileDamaged, "{written:?}");
    }
}

#[test]
fn an_amount_in_another_currency_refuses_nothing() {
    for part in [
        "<Amt Ccy=\"KWD\">100.125</Amt>",
        "<Amt Ccy=\"KWD\">100.1234567</Amt>",
        "<Amt Ccy=\"MYR\">100.125</Amt>",
        "<Amt Ccy=\"MYR\">much</Amt>",
        "<AmtDtls><InstdAmt><Amt Ccy=\"KWD\">100.125</Amt></InstdAmt></AmtDtls>",
    ] {
        let one = transfers(&[&format!("<Refs><EndToEndId>EFT1001</EndToEndId></Refs>{part}")]);
        let two = transfers(&[part, part]);
        assert_eq!(amounts(&file(&one)), ["1400.00"], "{part}");
        assert_eq!(amounts(&file(&two)), ["1400.00"], "{part}");
    }
    // A part has its amount in the entry's currency, too.
    let part = |ringgit: &str| {
        format!("<Amt Ccy=\"USD\">9.5</Amt><AmtDtls><TxAmt><Amt Ccy=\"MYR\">{ringgit}</Amt></TxAmt></AmtDtls>")
    };
    assert_eq!(amounts(&file(&transfers(&[&part("1000"), &part("400")]))), ["1000.00", "400.00"]);
    // A whole statement in another currency is shown with it.
    let foreign = file("").replace("MYR", "KWD").replace("1400.00", "1400.125");
    let found = rows(&foreign);
    assert_eq!((found[0].get("Amount"), found[0].get("Currency")), ("KWD 1400.125", "KWD"));
    let table = read(foreign.as_bytes()).expect("a statement");
    assert!(parse_lines(&table.rows, &table.guessed)[0].problem.is_some());
    // Without a currency of its own, an entry has the account's.
    let account = document(
        SPACE,
        &format!("<Acct><Id><IBAN>X1</IBAN></Id><Ccy>USD</Ccy></Acct>{}", entry("").replace(" Ccy=\"MYR\"", "")),
    );
    assert_eq!(amounts(&account), ["USD 1400.00"]);
}

#[test]
fn every_reference_reaches_the_line() {
    let refs = "<Refs><MsgId>M1001</MsgId><AcctSvcrRef>S1002</AcctSvcrRef><PmtInfId>I1003</PmtInfId><InstrId>N1004</InstrId><EndToEndId>E1005</EndToEndId><UETR>8a562c67-ca16-48ba-b074-65581be6f011</UETR><TxId>T1006</TxId><MndtId>D1007</MndtId><ChqNb>001008</ChqNb><ClrSysRef>C1009</ClrSysRef><Prtry><Tp>X</Tp><Ref>P1010</Ref></Prtry></Refs>";
    let parties = "<RltdPties><Dbtr><Pty><Nm>SINAR 1011</Nm></Pty></Dbtr><DbtrAcct><Id><Othr><Id>881012</Id></Othr></Id></DbtrAcct><UltmtDbtr><Pty><Nm>JAYA</Nm><Id><OrgId><Othr><Id>O1013</Id></Othr></OrgId></Id></Pty></UltmtDbtr></RltdPties>";
    let remittance = "<RmtInf><Ustrd>INV1014</Ustrd><Strd><RfrdDocInf><Nb>R1015</Nb><LineDtls><Id><Nb>L1016</Nb></Id></LineDtls></RfrdDocInf><CdtrRefInf><Ref>RF1017</Ref></CdtrRefInf><AddtlRmtInf>A1018</AddtlRmtInf></Strd></RmtInf>";
    let whole = format!(
        "<NtryRef>Y1019</NtryRef><AcctSvcrRef>B1020</AcctSvcrRef><NtryDtls><Btch><MsgId>H1021</MsgId></Btch><TxDtls>{refs}{parties}{remittance}<AddtlTxInf>Z1022</AddtlTxInf></TxDtls></NtryDtls><AddtlNtryInf>W1023</AddtlNtryInf>"
    );
    let found = rows(&file(&whole)).remove(0);
    for number in [
        "M1001", "S1002", "I1003", "N1004", "E1005", "8A562C67", "T1006", "D1007", "1008", "C1009", "P1010", "1011",
        "881012", "O1013", "1014", "R1015", "L1016", "RF1017", "A1018", "Y1019", "B1020", "H1021", "Z1022", "W1023",
    ] {
        assert!(found.has(number), "{number}: {}", found.get("Description"));
    }
    let columns = [
        "Reference",
        "End-to-end reference",
        "Cheque number",
        "Transaction id",
        "Instruction id",
        "UETR",
        "Bank's reference of the transfer",
        "Bank's reference of the entry",
    ];
    let expected =
        ["E1005", "E1005", "001008", "T1006", "N1004", "8a562c67-ca16-48ba-b074-65581be6f011", "S1002", "B1020"];
    assert_eq!(columns.map(|name| found.get(name)), expected);
    // A long text does not push a reference out.
    let long = file(&whole.replace("W1023", &"x".repeat(3_000)).replace("INV1014", &"y ".repeat(700)));
    let found = rows(&long).remove(0);
    assert!(
        ["M1001", "P1010", "B1020", "Y1019"].iter().all(|number| found.has(number)),
        "{}",
        found.get("Description")
    );
    for blank in ["NOTPROVIDED", "NONREF", "NOTAVAIL", " ", "not provided", "0000"] {
        let found = rows(&file(&transfers(&[&format!("<Refs><EndToEndId>{blank}</EndToEndId></Refs>")]))).remove(0);
        assert_eq!(
            [found.get("Reference"), found.get("End-to-end reference"), found.get("Description")],
            [""; 3],
            "{blank}"
        );
    }
}

#[test]
fn transfers_are_split_when_their_signed_sum_is_the_entrys_amount() {
    let part = |reference: &str, amount: &str, direction: &str| {
        let direction =
            if direction.is_empty() { String::new() } else { format!("<CdtDbtInd>{direction}</CdtDbtInd>") };
        format!("<Refs><EndToEndId>{reference}</EndToEndId></Refs><Amt Ccy=\"MYR\">{amount}</Amt>{direction}")
    };
    let parts = [part("E1001", "1450.00", "CRDT"), part("E1002", "50.00", "DBIT")];
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    assert_eq!(amounts(&file(&transfers(&parts))), ["1450.00", "-50.00"]);
    let several = format!("{}{}", transfers(&parts[..1]), transfers(&parts[1..]));
    assert_eq!(amounts(&file(&several)), ["1450.00", "-50.00"]);
    // Otherwise the line keeps the references of all.
    for parts in [
        [part("E1001", "1350.00", "CRDT"), part("E1002", "50.00", "DBIT")],
        [part("E1001", "1450.00", "CRDT"), part("E1002", "50.00", "CRDT")],
        [part("E1001", "1400.00", ""), part("E1002", "5.00", "")],
    ] {
        let rows = rows(&file(&transfers(&[&parts[0], &parts[1]])));
        assert_eq!(rows.iter().map(|row| row.get("Amount")).collect::<Vec<_>>(), ["1400.00"]);
        assert!(rows[0].has("E1001") && rows[0].has("E1002"));
        assert_eq!(rows[0].get("End-to-end reference"), "E1001 E1002");
    }
    let many: Vec<String> = (0..150).map(|at| part(&format!("P26112000{at:05}"), "1.00", "")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let rows = rows(&file(&transfers(&many)));
    assert!(rows.len() == 1 && (0..150).all(|at| rows[0].has(&format!("P26112000{at:05}"))));
}

#[test]
fn only_booked_entries_are_lines() {
    let both = |status: &str| {
        let other = entry("<AcctSvcrRef>B2</AcctSvcrRef>").replace("<Sts><Cd>BOOK</Cd></Sts>", status);
        document(SPACE, &(other + &entry("")))
    };
    for status in
        ["<Sts>PDNG</Sts>", "<Sts><Cd>PDNG</Cd></Sts>", "<Sts><Cd>INFO</Cd></Sts>", "<Sts><Prtry>HELD</Prtry></Sts>"]
    {
        assert_eq!(amounts(&both(status)).len(), 1, "{status}");
    }
    // A pending entry needs no day, but each entry a status.
    let pending = both("<Sts>PDNG</Sts>").replacen("<BookgDt><Dt>2026-11-20</Dt></BookgDt>", "", 1);
    assert_eq!(amounts(&pending).len(), 1);
    // Both days are optional in the schema. A booked entry without one is shown, and matches nothing.
    let dayless = read(pending.replace("PDNG", "BOOK").as_bytes()).expect("a statement");
    let problems = parse_lines(&dayless.rows, &dayless.guessed).into_iter().map(|line| line.problem);
    assert_eq!(problems.collect::<Vec<_>>(), [Some(LineProblem::NoLine), None]);
    assert_eq!(refused(&both("")).code, Code::BankFileDamaged);
}

#[test]
fn a_reversal_is_named() {
    for (mark, kind) in [("true", "reversal"), ("1", "reversal"), ("false", ""), ("0", "")] {
        assert_eq!(rows(&file(&format!("<RvslInd>{mark}</RvslInd>")))[0].get("Kind"), kind, "{mark}");
    }
    // Each part of the information about a return is optional.
    for part in [
        "<Rsn><Cd>AC04</Cd></Rsn>",
        "<Rsn><Prtry>CLOSED</Prtry></Rsn>",
        "<AddtlInf>ACCOUNT CLOSED</AddtlInf>",
        "<OrgnlBkTxCd><Domn><Cd>PMNT</Cd></Domn></OrgnlBkTxCd>",
    ] {
        let returned = transfers(&[&format!("<RtrInf>{part}</RtrInf>")]);
        assert_eq!(rows(&file(&returned))[0].get("Kind"), "reversal", "{part}");
    }
    assert_eq!(rows(&file(&transfers(&["<RtrInf/>"])))[0].get("Kind"), "");
    assert_eq!(rows(&file(""))[0].get("Kind"), "");
}

#[test]
fn a_credit_that_a_later_entry_takes_back_is_named() {
    let named = |id: &str| transfers(&[&format!("<Refs><EndToEndId>{id}</EndToEndId></Refs>")]);
    let taken = |id: &str| entry(&format!("<RvslInd>true</RvslInd>{}", named(id))).replace("CRDT", "DBIT");
    for (entries, expected) in [
        (entry(&named("E1")) + &taken("E1"), "reversed,reversal"),
        (entry(&named("E1")) + &taken("E2"), ",reversal"),
        (entry(&named("NOTPROVIDED")) + &taken("NOTPROVIDED"), ",reversal"),
        (entry(&named("E1")) + &entry(&named("E1")) + &taken("E1"), ",reversed,reversal"),
        (entry(&named("E1")).replace("MYR", "USD") + &taken("E1"), ",reversal"),
    ] {
        let kinds: Vec<_> = rows(&document(SPACE, &entries)).iter().map(|row| row.get("Kind").to_owned()).collect();
        assert_eq!(kinds.join(","), expected, "{entries}");
    }
}

#[test]
fn a_time_with_a_zone_is_its_day_in_malaysia() {
    for (written, day, instant) in [
        ("<Dt>2026-11-20</Dt>", "2026-11-20", ""),
        ("<Dt>2026-11-20Z</Dt>", "2026-11-20", ""),
        ("<Dt>2026-11-20-05:00</Dt>", "2026-11-20", ""),
        ("<DtTm>2026-11-19T17:30:00Z</DtTm>", "2026-11-20", "2026-11-19T17:30:00"),
        ("<DtTm>2026-11-19T17:30:00.5+00:00</DtTm>", "2026-11-20", "2026-11-19T17:30:00"),
        ("<DtTm>2026-11-20T01:30:00+08:00</DtTm>", "2026-11-20", "2026-11-19T17:30:00"),
        ("<DtTm>2026-11-19T24:00:00+08:00</DtTm>", "2026-11-20", "2026-11-19T16:00:00"),
        ("<DtTm>2026-11-19T17:30:00</DtTm>", "2026-11-19", ""),
    ] {
        let found = rows(&file("").replace("<Dt>2026-11-20</Dt>", written)).remove(0);
        assert!(
            found.get("Time").starts_with(instant) && found.get("Time").is_empty() == instant.is_empty(),
            "{written}"
        );
        assert_eq!([found.get("Date"), found.get("Booking date")], [day; 2], "{written}");
    }
    let valued = file("<ValDt><DtTm>2026-11-20T17:30:00Z</DtTm></ValDt>");
    assert_eq!(["Date", "Value date"].map(|name| rows(&valued)[0].get(name).to_owned()), ["2026-11-20", "2026-11-21"]);
    for wrong in ["<Dt>2026-11-31</Dt>", "<Dt>20/11/2026</Dt>", "<Dt></Dt>"] {
        assert_eq!(refused(&file("").replace("<Dt>2026-11-20</Dt>", wrong)).code, Code::BankFileDamaged, "{wrong}");
    }
}

#[test]
fn balances_in_another_currency_than_the_lines_are_not_compared() {
    let balance = |kind: &str, currency: &str| {
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy=\"{currency}\">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>"
        )
    };
    let with = |currency: &str| document(SPACE, &(balance("OPBD", currency) + &balance("CLBD", currency) + &entry("")));
    assert_eq!(refused(&with("MYR")).code, Code::BankBalanceWrong);
    assert_eq!(amounts(&with("USD")), ["1400.00"]);
    let account = document(SPACE, &format!("<Acct><Id><Othr><Id>514012345678</Id></Othr></Id></Acct>{}", entry("")));
    assert_eq!(rows(&account)[0].get("Account"), "514012345678");
}
