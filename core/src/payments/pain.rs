//! Writes a payment instruction as pain.001.001.09 of ISO 20022 (docs/domain/payments.md#payment-instruction).

use std::collections::BTreeSet;
use std::io;

use chrono::Timelike as _;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::{BankAccount, PaymentItem, PaymentMethod, Transfer};
use crate::number::TransactionNo;
use crate::{Code, Day, Instant, Money, Problem};

const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
/// Maximum characters of a name, and of a bank's name.
const MAX_NAME: usize = 140;
/// Bills named in a transfer. Banks refuse long remittance information; the remittance advice has all bills.
const MAX_NAMED_BILLS: usize = 20;

/// Everything that an instruction says.
#[derive(Debug, Clone)]
pub struct Instruction<'a> {
    /// The payment.
    pub payment: &'a TransactionNo,
    /// When the file was made.
    pub made_at: Instant,
    /// The day on which the bank should pay.
    pub execution_day: Day,
    /// The payment method.
    pub method: PaymentMethod,
    /// The company that pays.
    pub debtor: Party<'a>,
    /// The utility.
    pub creditor: Party<'a>,
    /// The transfers.
    pub transfers: &'a [Transfer],
    /// The bills that the payment pays.
    pub bills: &'a [PaymentItem],
}

/// One side of a transfer.
#[derive(Debug, Clone)]
pub struct Party<'a> {
    /// The account's holder.
    pub name: &'a str,
    /// The account.
    pub account: BankAccount,
    /// The name of the bank.
    pub bank_name: &'a str,
    /// The bank's BIC.
    pub bic: Option<&'a str>,
}

/// Writes the file. The same instruction gives the same bytes. Fails when the sum of the transfers is too large.
pub fn write(instruction: &Instruction<'_>) -> Result<Vec<u8>, io::Error> {
    let mut xml = Xml(Writer::new_with_indent(Vec::new(), b' ', 2));
    xml.0.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.0.write_event(Event::Start(BytesStart::new("Document").with_attributes([("xmlns", NAMESPACE)])))?;
    xml.inside("CstmrCdtTrfInitn", |xml| {
        header(xml, instruction)?;
        xml.inside("PmtInf", |xml| payment(xml, instruction))
    })?;
    xml.0.write_event(Event::End(BytesEnd::new("Document")))?;
    let mut bytes = xml.0.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn total(instruction: &Instruction<'_>) -> Result<Money, io::Error> {
    Money::sum(instruction.transfers.iter().map(|transfer| transfer.amount))
        .map_err(|code| io::Error::other(format!("{code:?}")))
}

fn header(xml: &mut Xml, instruction: &Instruction<'_>) -> io::Result<()> {
    let (made_at, day) = (instruction.made_at, Day::at(instruction.made_at));
    let time = made_at.local().time();
    let (hour, minute, second) = (time.hour(), time.minute(), time.second());
    xml.inside("GrpHdr", |xml| {
        xml.text("MsgId", &format!("{}-{}", instruction.payment, made_at.compact()))?;
        xml.text("CreDtTm", &format!("{day}T{hour:02}:{minute:02}:{second:02}+08:00"))?;
        xml.text("NbOfTxs", &instruction.transfers.len().to_string())?;
        xml.text("CtrlSum", &total(instruction)?.to_string())?;
        xml.inside("InitgPty", |xml| xml.text("Nm", &swift_text(instruction.debtor.name)))
    })
}

fn payment(xml: &mut Xml, instruction: &Instruction<'_>) -> io::Result<()> {
    xml.text("PmtInfId", instruction.payment.as_str())?;
    xml.text("PmtMtd", "TRF")?;
    // Each transfer is a line of its own in the statements of both banks.
    xml.text("BtchBookg", "false")?;
    xml.text("NbOfTxs", &instruction.transfers.len().to_string())?;
    xml.text("CtrlSum", &total(instruction)?.to_string())?;
    let service = if instruction.method == PaymentMethod::EftRentas { "URGP" } else { "NURG" };
    xml.inside("PmtTpInf", |xml| xml.inside("SvcLvl", |xml| xml.text("Cd", service)))?;
    xml.inside("ReqdExctnDt", |xml| xml.text("Dt", &instruction.execution_day.to_string()))?;
    xml.inside("Dbtr", |xml| xml.text("Nm", &swift_text(instruction.debtor.name)))?;
    xml.inside("DbtrAcct", |xml| {
        account(xml, &instruction.debtor.account)?;
        xml.text("Ccy", "MYR")
    })?;
    xml.inside("DbtrAgt", |xml| bank(xml, &instruction.debtor))?;
    // The company pays all charges, so that the utility receives the whole amount.
    xml.text("ChrgBr", "DEBT")?;
    for transfer in instruction.transfers {
        xml.inside("CdtTrfTxInf", |xml| credit(xml, instruction, transfer))?;
    }
    Ok(())
}

fn credit(xml: &mut Xml, instruction: &Instruction<'_>, transfer: &Transfer) -> io::Result<()> {
    xml.inside("PmtId", |xml| {
        xml.text("InstrId", &transfer.own_number)?;
        xml.text("EndToEndId", &transfer.end_to_end_id)
    })?;
    xml.inside("Amt", |xml| {
        let amount = BytesStart::new("InstdAmt").with_attributes([("Ccy", "MYR")]);
        xml.write(amount, &transfer.amount.to_string())
    })?;
    xml.inside("CdtrAgt", |xml| bank(xml, &instruction.creditor))?;
    xml.inside("Cdtr", |xml| xml.text("Nm", &swift_text(instruction.creditor.name)))?;
    xml.inside("CdtrAcct", |xml| account(xml, &instruction.creditor.account))?;
    xml.inside("RmtInf", |xml| {
        xml.inside("Strd", |xml| {
            // Bills are not assigned to a transfer if there are several.
            let are_named = instruction.transfers.len() == 1 && instruction.bills.len() <= MAX_NAMED_BILLS;
            for bill in instruction.bills.iter().filter(|_| are_named) {
                xml.inside("RfrdDocInf", |xml| {
                    xml.inside("Tp", |xml| xml.inside("CdOrPrtry", |xml| xml.text("Cd", "CINV")))?;
                    xml.text("Nb", bill.invoice_no.as_str())
                })?;
            }
            xml.inside("CdtrRefInf", |xml| {
                xml.inside("Tp", |xml| xml.inside("CdOrPrtry", |xml| xml.text("Cd", "SCOR")))?;
                xml.text("Ref", instruction.payment.as_str())
            })
        })
    })
}

fn account(xml: &mut Xml, account: &BankAccount) -> io::Result<()> {
    xml.inside("Id", |xml| match account {
        BankAccount::Iban(iban) => xml.text("IBAN", iban),
        BankAccount::Number(number) => xml.inside("Othr", |xml| xml.text("Id", number)),
    })
}

fn bank(xml: &mut Xml, party: &Party<'_>) -> io::Result<()> {
    xml.inside("FinInstnId", |xml| {
        if let Some(bic) = party.bic {
            xml.text("BICFI", bic)?;
        }
        xml.text("Nm", &swift_text(party.bank_name))
    })
}

/// Writes elements. A text is escaped by the library.
struct Xml(Writer<Vec<u8>>);

impl Xml {
    fn inside(&mut self, name: &str, content: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.0.write_event(Event::Start(BytesStart::new(name)))?;
        content(self)?;
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }

    fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.write(BytesStart::new(name), text)
    }

    fn write(&mut self, start: BytesStart<'_>, text: &str) -> io::Result<()> {
        let end = start.to_end().into_owned();
        self.0.write_event(Event::Start(start))?;
        self.0.write_event(Event::Text(BytesText::new(text)))?;
        self.0.write_event(Event::End(end))
    }
}

/// Checks that banks can read a name: it has no letters but Latin ones. Others would be missing in the file.
/// Fails with [`Code::InstructionLettersLacking`] with the name and its letters.
pub fn check_name(name: &str) -> Result<(), Problem> {
    let is_lost = |one: &char| one.is_alphanumeric() && !one.is_ascii() && latin(*one).is_none();
    let lost: BTreeSet<char> = name.chars().filter(is_lost).collect();
    if lost.is_empty() {
        return Ok(());
    }
    let letters = lost.into_iter().map(String::from).collect::<Vec<_>>().join(" ");
    Err(Problem::new(Code::InstructionLettersLacking).with("name", name).with("letters", letters))
}

/// Returns a Latin letter without its accent, as banks write it.
const fn latin(one: char) -> Option<&'static str> {
    Some(match one {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ª' => "a",
        'Æ' => "AE",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Ĉ' | 'Ċ' | 'Č' => "C",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'Ď' | 'Đ' | 'Ð' => "D",
        'ď' | 'đ' | 'ð' => "d",
        'È'..='Ë' | 'Ē' | 'Ĕ' | 'Ė' | 'Ę' | 'Ě' => "E",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'Ĝ' | 'Ğ' | 'Ġ' | 'Ģ' => "G",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'Ĥ' | 'Ħ' => "H",
        'ĥ' | 'ħ' => "h",
        'Ì'..='Ï' | 'Ĩ' | 'Ī' | 'Ĭ' | 'Į' | 'İ' => "I",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'Ĵ' => "J",
        'ĵ' => "j",
        'Ķ' => "K",
        'ķ' => "k",
        'Ĺ' | 'Ļ' | 'Ľ' | 'Ŀ' | 'Ł' => "L",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'Ñ' | 'Ń' | 'Ņ' | 'Ň' => "N",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ŏ' | 'Ő' => "O",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'º' => "o",
        'Œ' => "OE",
        'œ' => "oe",
        'Ŕ' | 'Ŗ' | 'Ř' => "R",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'Ś' | 'Ŝ' | 'Ş' | 'Š' => "S",
        'ś' | 'ŝ' | 'ş' | 'š' => "s",
        'ß' => "ss",
        'Ţ' | 'Ť' | 'Ŧ' => "T",
        'ţ' | 'ť' | 'ŧ' => "t",
        'Ù'..='Ü' | 'Ũ' | 'Ū' | 'Ŭ' | 'Ů' | 'Ű' | 'Ų' => "U",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'Ŵ' => "W",
        'ŵ' => "w",
        'Ý' | 'Ŷ' | 'Ÿ' => "Y",
        'ý' | 'ŷ' | 'ÿ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

/// Converts a name to the characters that banks take (SWIFT's set X). Letters lose their accents, an ampersand becomes a
/// plus, and all others become spaces. A slash neither begins a name nor follows another one.
fn swift_text(text: &str) -> String {
    let mut replaced = String::new();
    for one in text.chars() {
        match one {
            '&' => replaced.push('+'),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '?' | ':' | '(' | ')' | '.' | ',' | '\'' | '+' | '/' => {
                replaced.push(one);
            }
            _ => replaced.push_str(latin(one).unwrap_or(" ")),
        }
    }
    let mut plain = String::new();
    for one in replaced.chars() {
        let is_doubled = plain.chars().next_back().is_none_or(|last| last == one) && matches!(one, ' ' | '/');
        if !is_doubled {
            plain.push(one);
        }
    }
    let plain: String = plain.chars().take(MAX_NAME).collect();
    match plain.trim() {
        "" => "-".to_owned(),
        plain => plain.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes two instructions: a single GIRO transfer with its bills, and two RENTAS transfers with IBAN and BIC.
    fn examples() -> [(&'static str, Vec<u8>); 2] {
        let payment = TransactionNo::parse("P2611260000001").unwrap();
        let transfer = |end_to_end_id: &str, own_number: &str, sen| Transfer {
            end_to_end_id: end_to_end_id.to_owned(),
            own_number: own_number.to_owned(),
            amount: Money::from_sen(sen),
        };
        let bill = |invoice_no: &str| PaymentItem {
            invoice_no: crate::number::InvoiceNo::parse(invoice_no).unwrap(),
            account_no: crate::number::AccountNo::parse("210000000001").unwrap(),
            reference_id: None,
            bill_batch_id: crate::number::BatchId::parse("2800000001").unwrap(),
            due_date: None,
            amount: Money::from_sen(61_725),
        };
        let creditor = Party {
            name: "Sinaran Utility Berhad",
            account: BankAccount::parse("98883000000001").unwrap(),
            bank_name: "Bank Contoh Berhad",
            bic: None,
        };
        let (one, bills) =
            ([transfer("P2611260000001", "NOV2026", 123_450)], ["510000000001", "510000000002"].map(bill));
        let giro = Instruction {
            payment: &payment,
            made_at: Instant::parse("2026-11-26T04:00:00Z").unwrap(),
            execution_day: Day::parse("2026-11-27").unwrap(),
            method: PaymentMethod::EftGiro,
            debtor: Party {
                name: "Sinar Jaya & Söhne Sdn. Bhd.",
                account: BankAccount::parse("5140-1234-5678").unwrap(),
                bank_name: "Maybank",
                bic: None,
            },
            creditor: creditor.clone(),
            transfers: &one,
            bills: &bills,
        };
        let two = [transfer("P2611260000001-1", "R1", 20_000_000_000), transfer("P2611260000001-2", "R2", 1)];
        let rentas = Instruction {
            method: PaymentMethod::EftRentas,
            debtor: Party { account: BankAccount::parse("GB82WEST12345698765432").unwrap(), ..giro.debtor.clone() },
            creditor: Party { bic: Some("MBBEMYKL"), ..creditor },
            transfers: &two,
            ..giro.clone()
        };
        [("giro.xml", write(&giro).unwrap()), ("rentas.xml", write(&rentas).unwrap())]
    }

    /// `proofs/bank` checks the same files with the schemas that others publish.
    #[test]
    fn the_files_are_those_of_the_fixtures() {
        for (name, bytes) in examples() {
            let path = format!("{}/../fixtures/pain/{name}", env!("CARGO_MANIFEST_DIR"));
            let written = String::from_utf8(bytes).unwrap();
            if std::env::var_os("GRIDBILL_WRITE_FIXTURES").is_some() {
                std::fs::write(&path, &written).unwrap();
            }
            assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), written, "{name}");
        }
    }

    #[test]
    fn names_have_only_characters_that_banks_take() {
        for (text, expected) in [
            ("Sinar Jaya Sdn. Bhd.", "Sinar Jaya Sdn. Bhd."),
            ("Tenaga & Sons (M)", "Tenaga + Sons (M)"),
            ("Café Łódź & Söhne", "Cafe Lodz + Sohne"),
            ("</Nm><Nm>Evil", "Nm Nm Evil"),
            ("//a//b", "a/b"),
            ("A\u{0}B\nC", "A B C"),
            ("光", "-"),
            ("", "-"),
        ] {
            assert_eq!(swift_text(text), expected, "{text:?}");
        }
        assert_eq!(swift_text(&"x".repeat(200)).len(), MAX_NAME);
        assert_eq!(check_name("Café & “Söhne” (M) Sdn. Bhd."), Ok(()));
        let refused = check_name("光明 Trading 光").expect_err("lost letters");
        assert_eq!(refused.code, Code::InstructionLettersLacking);
        let sentence = refused.sentence(crate::Language::En);
        assert!(sentence.contains("光明 Trading") && sentence.contains(": 光 明"), "{sentence}");
    }
}
