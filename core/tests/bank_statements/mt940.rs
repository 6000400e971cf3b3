//! Tests of MT940: which text belongs to which line, numbers in its texts, and the ways in which banks write files.

use gridbill_core::Code;
use gridbill_core::bank_statements::{LineProblem, parse_lines, read};

use super::{amounts, refused, rows};

fn message(lines: &str) -> String {
    format!(":20:A\n:25:MBBEMYKL/514012345678MYR\n:28C:1/1\n:60F:C261119MYR0,\n{lines}")
}

#[test]
fn a_text_belongs_to_the_line_directly_before_it() {
    let two = ":61:2611201120C5,NTRFNONREF\n:86:FIRST 1001\n:61:2611201120C6,NTRFNONREF\n";
    for behind in [
        ":62F:C261120MYR11,\n:86:EFT20261120A\n",
        ":62F:C261120MYR11,\n:64:C261120MYR11,\n:86:EFT20261120A\n",
        ":62M:C261120MYR11,\n:65:C261121MYR11,\n:86:EFT20261120A\n",
        ":NS:22X\n:86:EFT20261120A\n:62F:C261120MYR11,\n",
        ":61:2611201120ED7,NTRFNONREF\n:86:EFT20261120A\n:62F:C261120MYR11,\n",
    ] {
        let rows = rows(&message(&format!("{two}{behind}")));
        assert_eq!(rows.len(), 2, "{behind}");
        assert!(rows.iter().all(|row| !row.has("EFT20261120A")), "{behind}");
        assert!(rows[0].has("1001") && !rows[1].has("1001"), "{behind}");
    }
    // A bank repeats the tag on each line of the text.
    let rows = rows(&message(":61:261120C5,NTRFNONREF\n:86:ONE\n:86:TWO 1002\n:62F:C261120MYR5,\n"));
    assert!(rows[0].has("1002"));
}

#[test]
fn a_number_is_found_where_a_line_breaks_it_or_a_keyword_precedes_it() {
    let text = |lines: &str| {
        let rows = rows(&message(&format!(":61:261120C5,NTRFNONREF\n:86:{lines}\n:62F:C261120MYR5,\n")));
        rows.into_iter().next().expect("a line")
    };
    let full =
        format!("{}EFT2026", "PAYMENT OF SINAR JAYA SDN BHD FOR THE BILLS OF NOVEMBER X ".get(..58).expect("a text"));
    assert_eq!(full.len(), 65);
    assert!(text(&format!("{full}\n1120A END")).has("EFT20261120A"));
    // A line that is full of spaces ends a word.
    let padded = format!("{:65}", "PAYMENT EFT2026");
    assert!(!text(&format!("{padded}\n1120A END")).has("EFT20261120A"));
    let german = text("166?00CREDIT?20EREF+P2611200000001-1234567?2189?22SVWZ+INVOICE?32SINAR JAYA");
    assert_eq!(german.get("End-to-end reference"), "P2611200000001-123456789");
    let german = text("166?00CREDIT?20EREF+EFT2026112000001A234567?21890?22KREF+X1?23SVWZ+BILL");
    assert_eq!(german.get("End-to-end reference"), "EFT2026112000001A234567890");
    assert!(german.has("EFT2026112000001A234567890") && !german.get("Description").contains("?2"));
    // The code itself is broken by a full line.
    let broken = format!("166?00{}?2", "X".repeat(57));
    assert_eq!(broken.len(), 65);
    assert!(text(&format!("{broken}\n0EREF+EFT1001?21END")).has("EFT1001"));
    for (written, number) in [
        ("/EREF/EFT1001/REMI/BILL", "EFT1001"),
        ("EREF+EFT1001 SVWZ+BILL", "EFT1001"),
        ("REF:EFT1001", "EFT1001"),
        ("INV123456", "123456"),
        ("RefEFT1001", "EFT1001"),
        ("refnoEFT1001,thanks", "EFT1001"),
        ("<00X<20EREF+EFT1001<21Y", "EFT1001"),
        ("020~00X~20EFT1001~21Y", "EFT1001"),
    ] {
        assert!(text(written).has(number), "{written}: {}", text(written).get("Description"));
    }
    for (written, reference) in [
        ("/TRTP/SEPA/EREF/2026/11/0001//REMI/X/", "2026/11/0001"),
        ("/EREF/NOTPROVIDED/REMI/X", ""),
        ("EREF+ABC-1 SVWZ+BILL", "ABC-1"),
        ("EREF: ABC-1", "ABC-1"),
        ("NOEREF+X", ""),
        ("?20EREF+?21ABC-1?22SVWZ+B", "ABC-1"),
        ("/EREF/02-04-2013 22:56 1120000153447185/BENM//NAME/SINAR JAYA", "02-04-2013 22:56 1120000153447185"),
        ("/EREF/INV 123456/REMI/X", "INV 123456"),
        ("/EREF/INV 123456 OF NOVEMBER AND DECEMBER 2026/REMI/X", "INV 123456 OF NOVEMBER AND DECEMBER"),
        ("EREF+INV 123456 SVWZ+BILL", "INV 123456"),
        ("/EREF/ABC", "ABC"),
        ("/EREF/ABC SINAR JAYA", "ABC"),
    ] {
        assert_eq!(text(written).get("End-to-end reference"), reference, "{written}");
    }
}

#[test]
fn the_texts_of_german_banks_belong_to_their_line() {
    let fields = ":61:261120C5,NTRFNONREF\n:NS:01EREF+P2611200000001-1234567\n0289\n03INV 7007\n15SINAR JAYA\n17CREDIT\n1912\n22X\n";
    let rows = rows(&message(&format!("{fields}:86:EFT1001\n:62F:C261120MYR5,\n:NS:018008\n")));
    assert_eq!(rows[0].get("End-to-end reference"), "P2611200000001-123456789");
    assert!(rows[0].has("7007") && rows[0].get("Description").contains("SINAR JAYA CREDIT"));
    assert!(["1912", "EFT1001", "8008"].iter().all(|number| !rows[0].has(number)), "{}", rows[0].get("Description"));
    let long = format!("{fields}04{}\n:62F:C261120MYR5,\n", "X ".repeat(2_000));
    assert!(super::rows(&message(&long))[0].get("Description").len() <= 1_000);
}

#[test]
fn each_part_of_a_line_has_its_column() {
    let file = message(":61:2611211120CR5,50NTRFEFT1001//B1001\nDETAILS 7007\n:86:TEXT\n:62F:C261120MYR5,50\n");
    let rows = rows(&file);
    let cells = ["Date", "Account", "Booking date", "Value date", "Time", "Kind", "Currency", "Amount"];
    let expected = ["2026-11-20", "514012345678", "2026-11-20", "2026-11-21", "", "", "", "5.50"];
    assert_eq!(cells.map(|name| rows[0].get(name)), expected);
    assert_eq!(["Account owner's reference", "Bank's reference"].map(|name| rows[0].get(name)), ["EFT1001", "B1001"]);
    assert!(rows[0].has("7007") && rows[0].has("B1001"));
    // Without a booking day the line has only its value day.
    let valued = super::rows(&message(":61:261121C5,NTRFNONREF//NONREF\n:62F:C261121MYR5,\n"));
    assert_eq!(["Date", "Booking date", "Reference"].map(|name| valued[0].get(name)), ["2026-11-21", "", ""]);
    // Some banks fill the reference up with spaces and write a name behind it.
    let named = super::rows(&message(":61:261121C5,N044EFT1001         SINAR JAYA\n:62F:C261121MYR5,\n"));
    assert_eq!((named[0].get("Reference"), named[0].get("Description")), ("EFT1001", "SINAR JAYA"));
}

#[test]
fn reversals_are_named_and_expected_lines_are_left_out() {
    let file = message(
        ":61:261120RD5,NTRFA\n:61:261120RC2,NTRFB\n:61:261120EC9,NTRFC\n:61:261120ED9,NTRFD\n:61:261120DR1,NTRFE\n:62F:C261120MYR2,\n",
    );
    let found = rows(&file);
    let found: Vec<_> = found.iter().map(|row| (row.get("Amount"), row.get("Kind"))).collect();
    assert_eq!(found, [("5.00", "reversal"), ("-2.00", "reversal"), ("-1.00", "")]);
}

#[test]
fn a_credit_that_a_later_line_takes_back_is_named() {
    let credit = |references: &str| format!(":61:2611201120C500,00NCHK{references}\n");
    let taken = |references: &str| format!(":61:2611231123RC500,00NCHK{references}\n");
    let kinds = |text: &str| {
        let table = read(text.as_bytes()).expect("a statement");
        let lines = parse_lines(&table.rows, &table.guessed);
        let named = lines.iter().zip(rows(text)).map(|(line, row)| {
            assert_eq!(line.problem == Some(LineProblem::Reversal), !row.get("Kind").is_empty(), "{text}");
            row.get("Kind").to_owned()
        });
        named.collect::<Vec<_>>().join(",")
    };
    let [own, of_bank, none] = ["123456//B1", "NONREF//B1", "NONREF"];
    for (lines, expected) in [
        (credit(own) + &taken(own), "reversed,reversal"),
        (credit(own) + &taken(of_bank), "reversed,reversal"),
        (credit(own) + &taken("123457//B2"), ",reversal"),
        (credit(none) + &taken(none), ",reversal"),
        (credit("123456//B2") + &credit(own) + &credit("123456//B3") + &taken(own), ",reversed,,reversal"),
        (credit(own) + &credit(own) + &taken(own), ",reversed,reversal"),
        (credit(own) + &taken(own) + &taken(own), "reversed,reversal,reversal"),
        (taken(own) + &taken(own).replace("RC", "C"), "reversal,"),
        (credit(own) + &taken(own).replace("500", "400"), ",reversal"),
        (credit(own).replace("C500", "D500") + &taken(own).replace("RC", "RD"), ",reversal"),
    ] {
        assert_eq!(kinds(&message(&lines)), expected, "{lines}");
    }
    // A credit of another page or account.
    let two = |first: &str, second: &str| message(first) + "-\n" + &message(second);
    assert_eq!(kinds(&two(&credit(own), &taken(own))), "reversed,reversal");
    assert_eq!(kinds(&two(&taken(own), &credit(own))), "reversal,reversed");
    assert_eq!(kinds(&two(&credit(own), &taken(own)).replacen("514012345678", "514012345679", 1)), ",reversal");
}

#[test]
fn amounts_and_days_are_read_as_banks_write_them() {
    for (line, amount) in [
        ("261120C5NTRFA", "5.00"),
        ("261120C5,5NTRFA", "5.50"),
        ("261120C5.50NTRFA", "5.50"),
        ("261120C,50NTRFA", "0.50"),
        ("2611201120CR5,50S103A", "5.50"),
        ("261120    C000005,50NMSCA", "5.50"),
        ("2611201120CR\n5,50N062NONREF", "5.50"),
    ] {
        assert_eq!(amounts(&message(&format!(":61:{line}\n"))), [amount], "{line}");
    }
    // Some banks count 30 days in February.
    let found = rows(&message(":61:2702300228C5,NTRFA\n"));
    assert_eq!(["Booking date", "Value date"].map(|name| found[0].get(name)), ["2027-02-28", "2027-02-28"]);
    assert_eq!(refused(&message(":61:2602310228C5,NTRFA\n")).code, Code::BankFileDamaged);
    assert_eq!(refused(&message(":61:261120C5,555NTRFA\n")).code, Code::BankFileDamaged);
}

#[test]
fn an_amount_in_another_currency_keeps_its_decimals() {
    let file = ":20:A\n:60F:C261119KWD0,\n:61:261120C100,125NTRFA\n:62F:C261120KWD100,125\n";
    let found = rows(file);
    assert_eq!((found[0].get("Amount"), found[0].get("Currency")), ("KWD 100.125", "KWD"));
    let table = read(file.as_bytes()).expect("a statement");
    assert!(parse_lines(&table.rows, &table.guessed).iter().all(|line| line.problem.is_some()));
    let problem = refused(&file.replace("C261120KWD100,125", "C261120KWD100,126"));
    assert_eq!(problem.code, Code::BankBalanceWrong);
    let said = ["opening", "computed", "closing"].map(|name| problem.params[name].as_str().expect("a text"));
    assert_eq!(said, ["KWD 0.00", "KWD 100.125", "KWD 100.126"]);
    let problem = refused(&message(":61:261120C5,NTRFA\n:62F:C261120MYR6,\n"));
    assert_eq!(problem.params["closing"], "RM\u{a0}6.00");
    // The currency of one message is not that of the next, and a closing balance names it as well.
    let next = format!("{file}:20:B\n:61:261120C5,NTRFA\n:62F:C261120MYR5,\n");
    assert_eq!(amounts(&next), ["KWD 100.125", "5.00"]);
    assert_eq!(refused(":20:A\n:61:261120C5,NTRFA\n:64:X\n").code, Code::BankFileDamaged);
}

#[test]
fn a_statement_of_several_messages_is_read() {
    let file = ":20:A\n:60F:C261119MYR1,\n:61:261120C5,NTRFA1001\n:62M:C261120MYR6,\n-\n:20:A\n:60M:C261120MYR6,\n:61:261120C5,NTRFA1001\n:62F:C261120MYR11,\n-\n";
    assert_eq!(amounts(file), ["5.00", "5.00"]);
    assert_eq!(refused(&file.replace("MYR11,", "MYR12,")).code, Code::BankBalanceWrong);
}

#[test]
fn files_are_read_as_banks_send_them() {
    let plain = message(":61:261120C5,NTRFEFT1001\n:86:TEXT\nMORE\n:62F:C261120MYR5,\n");
    let block = |body: &str| {
        format!("{{1:F01MBBEMYKLAXXX0000000000}}{{2:I940TNBBMYKLXXXXN}}{{3:{{108:X}}}}{{4:\n{body}-}}{{5:{{CHK:1}}}}")
    };
    let lines = plain.replace('\n', "\r\n");
    for (name, file) in [
        ("SOH and ETX", format!("\u{1}{}\u{3}", block(&plain))),
        ("SOH before each message", format!("\u{1}\n{plain}-\u{3}\n")),
        ("a preamble", format!("ABNANL2A\n940\nABNANL2A\n{plain}-\n")),
        ("a longer preamble", format!("0000 01MBBEMYKLXXXX00001\n0000 01MBBEMYKLXXXX00001\n940 00\n{plain}")),
        ("a tag before the first", format!(":940:\n{plain}")),
        ("line ends", lines.clone()),
        ("carriage returns", plain.replace('\n', "\r")),
        ("signs", format!("@@{}", plain.replace('\n', "@@"))),
        ("signs and line ends", plain.replace('\n', "@@\r\n")),
        ("empty lines", format!("\n\n{}", lines.replace(":61:", "\r\n:61:"))),
        ("blocks in lines", block(&plain).replace("}{", "}\n{")),
        ("blocks in one line", block(&plain).replacen("{4:\n", "{4:", 1)),
        ("a byte order mark", format!("\u{feff}{plain}")),
    ] {
        let found = rows(&file);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!((found[0].get("Reference"), found[0].get("Amount")), ("EFT1001", "5.00"), "{name}");
        assert_eq!(found[0].get("Description"), "TEXT MORE", "{name}");
    }
    // A text may begin with a bracket.
    assert!(rows(&message(":61:261120C5,NTRFNONREF\n:86:TEXT\n{7007}\n"))[0].has("7007"));
}

#[test]
fn other_formats_are_refused_by_their_name() {
    let interim = ":20:A\n:25:1\n:28C:1/1\n:34F:MYR0,\n:13D:2611201200+0800\n:61:261120C5,NTRFA\n:90C:1MYR5,\n";
    let headed =
        format!("{{1:F01MBBEMYKLAXXX0000000000}}{{2:I942TNBBMYKLXXXXN}}{{4:\n{}-}}", message(":61:261120C5,NTRFA\n"));
    let balances = headed.replace("I942", "O941").replace(":61:261120C5,NTRFA\n", "");
    for (text, name) in [
        (interim, "MT942"),
        (headed.as_str(), "MT942"),
        (balances.as_str(), "MT941"),
        (
            "01,122099999,123456789,261120,0200,1,55,,2/\n02,031001234,122099999,1,261120,2359,,2/\n03,0123456789,,010,+500000,,/\n16,115,500,Z,,,EFT1/\n49,1,2/\n98,1,1,4/\n99,1,1,6/\n",
            "BAI2",
        ),
        ("!Type:Bank\nD11/20/2026\nT5.00\nN1001\n^\n", "QIF"),
        ("!Account\nNBank\n^\n!Type:Bank\nD11/20/2026\nT5.00\n^\n", "QIF"),
    ] {
        let problem = refused(text);
        assert_eq!((problem.code, &problem.params["format"]), (Code::BankFormatVersion, &name.into()), "{text}");
    }
    // MT950 is MT940 without texts.
    let other = headed.replace("I942", "O950");
    assert_eq!(amounts(&other), ["5.00"]);
    // A table whose first cells are numbers is none of them.
    let table = "01,02,03\nDate,Reference,Amount\n20/11/2026,A,1.00\n";
    assert!(!read(table.as_bytes()).expect("a table").is_known);
}
