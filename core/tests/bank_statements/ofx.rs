//! Tests of OFX: currencies, days in Malaysia, and the ways in which banks write values.

use gridbill_core::Code;

use super::{amounts, refused, rows};

fn file(currency: &str, transaction: &str) -> String {
    format!(
        "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>{currency}\n<BANKACCTFROM><BANKID>MBB<ACCTID>514012345678<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>{transaction}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
    )
}

fn xml(currency: &str, transaction: &str) -> String {
    let file = file(currency, transaction);
    let body = file.split_once("<OFX>").expect("a body").1;
    format!("<?xml version=\"1.0\"?>\n<?OFX OFXHEADER=\"200\" VERSION=\"211\"?>\n<OFX>{body}")
}

fn transaction(values: &str) -> String {
    format!("<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>5.00{values}</STMTTRN>")
}

#[test]
fn the_currency_of_a_transaction_is_its_own() {
    let other = "<CURRENCY><CURRATE>4.7<CURSYM>USD</CURRENCY>";
    let converted = "<ORIGCURRENCY><CURRATE>4.7<CURSYM>USD</ORIGCURRENCY>";
    for (account, values, amount) in [
        ("MYR", "", "5.00"),
        ("MYR", other, "USD 5.00"),
        ("MYR", converted, "5.00"),
        ("USD", "", "USD 5.00"),
        ("USD", "<CURRENCY><CURRATE>1<CURSYM>MYR</CURRENCY>", "5.00"),
        ("USD", converted, "USD 5.00"),
        ("myr", "", "5.00"),
        ("MYR", "<CURRENCY>USD", "USD 5.00"),
    ] {
        assert_eq!(amounts(&file(account, &transaction(values))), [amount], "{account} {values}");
        assert_eq!(amounts(&xml(account, &transaction(values))), [amount], "{account} {values}");
    }
    // The next transaction is in the account's currency again.
    let two = transaction(&format!("{other}<FITID>A1")) + &transaction("<FITID>A2");
    assert_eq!(amounts(&file("MYR", &two)), ["USD 5.00", "5.00"]);
    // A currency has its own decimals; the ringgit has two.
    let dinars = transaction("").replace("5.00", "100.125");
    assert_eq!(amounts(&file("KWD", &dinars)), ["KWD 100.125"]);
    assert_eq!(refused(&file("MYR", &dinars)).code, Code::BankFileDamaged);
}

#[test]
fn an_amount_is_read_in_every_form() {
    for (written, amount) in [
        ("+100.00", "100.00"),
        ("100", "100.00"),
        ("100.", "100.00"),
        (".5", "0.50"),
        ("+.5", "0.50"),
        ("-5,50", "-5.50"),
        ("007.50", "7.50"),
        (" 5.00 ", "5.00"),
        ("5.0000", "5.00"),
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1,234,567.00", "1234567.00"),
        ("-1,234.50", "-1234.50"),
        ("1 234.50", "1234.50"),
    ] {
        assert_eq!(amounts(&file("MYR", &transaction("").replace("5.00", written))), [amount], "{written}");
    }
    for written in ["", "+", ".", "1,234", "1,23.50", "much", "5.00-", "--5", "1e2", "12,34,567.00"] {
        let code = refused(&file("MYR", &transaction("").replace("5.00", written))).code;
        assert_eq!(code, Code::BankFileDamaged, "{written}");
    }
}

/// Some banks write every amount without a sign. Types that have both directions leave it to the sign.
#[test]
fn a_debit_is_never_money_in() {
    let of = |kind: &str, amount: &str| {
        let one = transaction("").replace("5.00", amount).replace("CREDIT", kind);
        [file("MYR", &one), xml("MYR", &one)].map(|file| amounts(&file).remove(0))
    };
    for (kind, written, amount) in [
        ("DEBIT", "5.00", "-5.00"),
        ("DEBIT", "-5.00", "-5.00"),
        ("DIRECTDEBIT", "5.00", "-5.00"),
        ("CREDIT", "5.00", "5.00"),
        ("CREDIT", "-5.00", "-5.00"),
        ("ATM", "5.00", "5.00"),
        ("POS", "-5.00", "-5.00"),
        ("OTHER", "5.00", "5.00"),
    ] {
        assert_eq!(of(kind, written), [amount; 2], "{kind} {written}");
    }
}

#[test]
fn harmless_texts_are_read() {
    for (written, text) in [
        ("A&nbsp;B", "A B"),
        ("Bob&#39;s", "Bob's"),
        ("Bob&#x27;s &#146;", "Bob's ’"),
        ("<![CDATA[A <B> & C]]>", "A <B> & C"),
        ("A<!-- a remark -->B", "AB"),
        ("Caf&eacute; &ndash; &euro;5 &copy;", "Café – €5 ©"),
        ("AT&T", "AT&T"),
        ("A & B; C", "A & B; C"),
        ("A &amp;amp; B", "A &amp; B"),
        ("5 < 6", "5 < 6"),
        ("two\nlines", "two lines"),
    ] {
        for file in [
            file("MYR", &transaction(&format!("<MEMO>{written}\n"))),
            xml("MYR", &transaction(&format!("<MEMO>{written}</MEMO>"))),
        ] {
            assert_eq!(rows(&file)[0].get("Description"), text, "{written}");
        }
    }
    // SGML has no list of names.
    assert_eq!(rows(&file("MYR", &transaction("<MEMO>&lol; X")))[0].get("Description"), "&lol; X");
    for wrong in ["<MEMO>&lol; X", "<MEMO>&#0;", "<!ENTITY a \"b\">", "<!-- no end", "<MEMO><![CDATA[ no end"] {
        assert_eq!(refused(&xml("MYR", &transaction(wrong))).code, Code::BankFileDamaged, "{wrong}");
    }
    let commented = file("MYR", &(transaction("<FITID>A1") + "<!-- " + &transaction("<FITID>A2") + " -->"));
    assert_eq!(amounts(&commented), ["5.00"]);
    let small = file("MYR", &transaction("<MEMO/><NAME >SINAR</NAME>")).replace("STMTTRN", "stmttrn");
    assert_eq!(rows(&small)[0].get("Description"), "SINAR");
    let prefixed = "<OFX xmlns:o=\"urn:o\"><o:STMTRS><o:CURDEF>MYR</o:CURDEF><o:STMTTRN><o:DTPOSTED>20261120</o:DTPOSTED><o:TRNAMT>5.00</o:TRNAMT></o:STMTTRN></o:STMTRS></OFX>";
    assert_eq!(amounts(prefixed), ["5.00"]);
}

#[test]
fn a_time_with_a_zone_is_its_day_in_malaysia() {
    for (posted, day, instant) in [
        ("20261120", "2026-11-20", ""),
        ("20261119173000[0:GMT]", "2026-11-20", "2026-11-19T17:30:00Z"),
        ("20261119173000.500[0:GMT]", "2026-11-20", "2026-11-19T17:30:00Z"),
        ("20261120120000[+8:MYT]", "2026-11-20", "2026-11-20T04:00:00Z"),
        ("20261120000000[8]", "2026-11-20", "2026-11-19T16:00:00Z"),
        ("20261119120000[-5:EST]", "2026-11-20", "2026-11-19T17:00:00Z"),
        ("20261119223000[+5.30:IST]", "2026-11-20", "2026-11-19T17:00:00Z"),
        ("20261119123000[-3.5:NST]", "2026-11-20", "2026-11-19T16:00:00Z"),
        ("20261119173000Z", "2026-11-20", "2026-11-19T17:30:00Z"),
        ("20261119173000[GMT]", "2026-11-20", "2026-11-19T17:30:00Z"),
        ("20261119223000[+0530:IST]", "2026-11-20", "2026-11-19T17:00:00Z"),
        ("20261119173000[:MYT]", "2026-11-19", "2026-11-19T09:30:00Z"),
        // Without a zone, or with an unknown name only, it is the bank's day.
        ("20261119173000", "2026-11-19", ""),
        ("20261119173000[:XYZ]", "2026-11-19", ""),
        ("202611191730", "2026-11-19", ""),
        ("2026-11-20", "2026-11-20", ""),
    ] {
        let rows = rows(&file("MYR", &transaction("").replace("20261120", posted)));
        let found = ["Date", "Booking date", "Time"].map(|name| rows[0].get(name));
        assert!(found[2].starts_with(instant.trim_end_matches('Z')), "{posted}: {}", found[2]);
        assert_eq!((found[0], found[1], found[2].is_empty()), (day, day, instant.is_empty()), "{posted}");
    }
}

#[test]
fn each_value_has_its_column_or_is_found_in_the_description() {
    let values = "<DTAVAIL>20261121<FITID>N1001<REFNUM>EFT1001<CHECKNUM>000777<PAYEEID>P5005<NAME>Sinar<EXTDNAME>Jaya<BANKACCTTO><BANKID>X<ACCTID>88008800<ACCTTYPE>CHECKING</BANKACCTTO><MEMO>INV123456\n";
    let rows = rows(&file("MYR", &transaction(values)));
    let cells =
        ["Account", "Value date", "Reference", "FITID", "REFNUM", "Cheque number"].map(|name| rows[0].get(name));
    assert_eq!(cells, ["514012345678", "2026-11-21", "EFT1001", "N1001", "EFT1001", "000777"]);
    for number in ["N1001", "EFT1001", "777", "P5005", "88008800", "123456"] {
        assert!(rows[0].has(number), "{number}: {}", rows[0].get("Description"));
    }
    let none = super::rows(&file("MYR", &transaction("<FITID>0<REFNUM>NONREF<CHECKNUM>0000")));
    assert_eq!(["Reference", "FITID", "REFNUM", "Cheque number"].map(|name| none[0].get(name)), [""; 4]);
}

#[test]
fn another_statement_in_the_file_is_refused_by_its_name() {
    let card = file("MYR", &transaction("")).replace("STMTRS", "CCSTMTRS");
    assert_eq!(refused(&card).params["format"], "OFX of a credit card");
}
