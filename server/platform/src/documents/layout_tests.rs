//! Checks that documents do not overflow: even the longest names, addresses and amounts stay on the paper, and no text
//! overlaps another.

use clap::Parser as _;
use gridbill_core::bills::BillDetails;
use gridbill_core::number::ProposalId;
use gridbill_core::payments::VirtualAccount;
use gridbill_core::remittance::{Advice, AdviceBill, AdviceCentre, AdviceCredit, AdvicePart, PaidBill};
use gridbill_core::statements::{AccountLine, AccountStatement, Ageing, CombinedStatement, Entry, EntryKind, Sums};
use gridbill_core::{Day, Instant, Language, Money};
use printpdf::{Op, PdfFontHandle, TextItem};
use serde_json::{Value, json};

use super::{FontWeight, HEIGHT, Sheet, WIDTH, bill, index, payment, statement};
use crate::config::Utility;

const LANGUAGES: [Language; 2] = [Language::En, Language::Ms];
/// A company name of 60 characters, an address of 200, and the longest reference ID in wide letters.
const COMPANY: &str = "Syarikat Perkhidmatan Pengurusan Warisan Wawasan MMXXVI Berhad";
const ADDRESS: &str = "Aras Mezanin dan Tingkat Bawah Tanah Dua, Blok Menara Wawasan Wangsamelawati, Lot 12345-12399, \
                       Persiaran Perusahaan Kementerian Pembangunan Wilayah Persekutuan, Seksyen Dua Puluh Tiga, Mukim Damansara";
const REFERENCE: &str = "WWWWWWWW-MMMMMMM";
const LARGEST: &str = "-9999999999.99";

/// A text on a page, with its bounding box.
#[derive(Debug)]
struct Shown {
    page: usize,
    text: String,
    left: f32,
    right: f32,
    baseline: f32,
    size: f32,
}

impl Shown {
    fn is_over(&self, other: &Self) -> bool {
        let overlap = self.right.min(other.right) - self.left.max(other.left);
        let distance = (self.baseline - other.baseline).abs();
        self.page == other.page && overlap > 0.5 && distance < 0.7 * self.size.min(other.size)
    }
}

/// Lists every text of a document, including page numbers.
fn texts(mut sheet: Sheet, language: Language) -> Vec<Shown> {
    sheet.start_page();
    sheet.number(language);
    let (mut found, pages) = (Vec::new(), std::mem::take(&mut sheet.pages));
    for (page, ops) in pages.iter().map(|page| &page.ops).enumerate() {
        let (mut place, mut font) = ((0.0, 0.0), (FontWeight::Regular, 0.0));
        for op in ops {
            match op {
                Op::SetTextCursor { pos } => place = (pos.x.0, pos.y.0),
                Op::SetFont { font: PdfFontHandle::External(id), size } => {
                    let weight = FontWeight::ALL.into_iter().find(|weight| weight.id() == *id).expect("a font");
                    font = (weight, size.0);
                }
                Op::ShowText { items } => {
                    let [TextItem::Text(text)] = items.as_slice() else { panic!("{items:?}") };
                    let right = place.0 + sheet.width(text, font.0, font.1);
                    let (text, (left, baseline)) = (text.clone(), place);
                    if !text.is_empty() {
                        found.push(Shown { page, text, left, right, baseline, size: font.1 });
                    }
                }
                _ => {}
            }
        }
    }
    found
}

fn check(name: &str, sheet: Sheet, language: Language) {
    let texts = texts(sheet, language);
    assert!(texts.len() > 10, "{name} has {} texts", texts.len());
    for (place, one) in texts.iter().enumerate() {
        let is_on_paper = one.left >= 30.0
            && one.right <= WIDTH.into_pt().0 - 30.0
            && (12.0..=HEIGHT.into_pt().0 - 12.0).contains(&one.baseline);
        assert!(is_on_paper, "{name} {language:?}: {} at {one:?} is not on the paper", one.text);
        assert!(one.size >= 5.0, "{name} {language:?}: {} at {one:?} cannot be read", one.text);
        let over = texts[..place].iter().find(|other| one.is_over(other));
        assert!(over.is_none(), "{name} {language:?}: {} at {one:?} is over {over:?}", one.text);
    }
}

fn utilities() -> [Utility; 2] {
    #[derive(clap::Parser)]
    struct Only {
        #[command(flatten)]
        utility: Utility,
    }
    let long = ["gridbill", "--utility-name", COMPANY, "--utility-address", ADDRESS, "--utility-mark", "WWW"];
    [Only::parse_from(["gridbill"]).utility, Only::parse_from(long).utility]
}

fn account() -> VirtualAccount {
    let account = json!({
        "virtualAccountNo": "98883000000001", "bankName": "Bank Pembangunan Perusahaan Kecil dan Sederhana Berhad",
        "accountHolder": COMPANY,
    });
    serde_json::from_value(account).expect("an account")
}

/// A bill with this number of lines, the same amount in each, and registers at zero.
fn bill_of(lines: usize, amount: &str) -> BillDetails {
    let line = json!({ "number": 1, "word": "Energy charge, off-peak", "detail": "99,999,999.99 kWh × 45.62 sen/kWh", "amount": amount });
    let group = |tariff: Value, lines: usize| json!({ "tariff": tariff, "period": "01 Oct 2026 – 31 Oct 2026", "lines": vec![&line; lines], "total": amount });
    let reading = json!({ "register": "Maximum demand", "previous": "0.00", "current": "0.00", "used": "0.00 kWh" });
    let used: Vec<Value> = (1..=12)
        .map(|month| {
            let until = format!("2026-{month:02}-28");
            json!({ "invoiceNo": format!("4000000000{month:02}"), "from": "2025-12-29", "until": until, "kwh": "1234567.89" })
        })
        .chain([json!({ "invoiceNo": "400000000099", "from": "2025-12-01", "until": "2025-12-28", "kwh": "999999.99" })])
        .collect();
    let details = json!({
        "bill": {
            "invoiceNo": "400000000012", "collectiveInvoiceNo": "500000000001", "accountNo": "210000000001",
            "referenceId": REFERENCE, "groupName": null, "billBatchId": "2800000001", "extractionDate": "2026-12-01",
            "invoiceDate": "2026-12-02", "dueDate": "2026-12-30", "collectiveInvoiceDueDate": "2026-12-30",
            "currentCharge": amount, "outstandingAmount": amount, "totalAmountPayable": amount, "status": 1,
            "disablePayment": false, "settledAmount": amount, "payable": true, "reason": null,
        },
        "premisesAddress": ADDRESS, "postalCode": "50450", "city": "Wilayah Persekutuan Kuala Lumpur", "state": "Negeri Sembilan Darul Khusus",
        "companyName": COMPANY, "billType": "normal", "readingType": "estimated", "readingStart": "2026-11-01",
        "readingEnd": "2026-11-30", "tariff": COMPANY, "consumptionKwh": "1234567.89", "maximumDemandKw": "12345.67", "taxAmount": amount,
        "remainder": { "rounding": "0.00", "adjustment": amount }, "lastBillNo": null, "lastAmountPaid": amount,
        "carriedTo": null, "carries": [],
        "charges": { "groups": [group(json!(COMPANY), lines.div_ceil(2)), group(Value::Null, lines / 2)], "readings": [reading, reading] },
        "bankingApp": {
            "jomPay": { "billerCode": "0123456789", "ref1": "210000000001", "ref2": "400000000012" },
            "duitNow": { "text": "W".repeat(250), "qr": null }, "refused": null,
        },
        "useByBill": used, "payments": [],
    });
    serde_json::from_value(details).expect("a bill")
}

#[test]
fn nothing_of_a_bill_overflows() {
    let today = Day::parse("2026-12-05").expect("a day");
    for utility in &utilities() {
        for (lines, amount) in [(0, "0.00"), (4, "123.45"), (40, "98765.40"), (40, LARGEST), (0, LARGEST)] {
            for language in LANGUAGES {
                let from = bill::From { utility, account: &account() };
                let sheet = bill::draw(language, &from, &bill_of(lines, amount), today).expect("a bill");
                check(&format!("a bill of {lines} lines of {amount}"), sheet, language);
            }
        }
    }
}

fn payment_of(invoices: usize, amount: &str) -> payment::Printed {
    let reference = |version: i32, number: usize| {
        json!({
            "version": version, "number": format!("{number:020}"), "amount": amount,
            "bankName": COMPANY, "paymentMethod": "EFT_GIRO",
        })
    };
    let item = |number: usize| {
        json!({
            "invoiceNo": format!("4{number:011}"), "accountNo": "210000000001", "referenceId": REFERENCE,
            "billBatchId": "2800000001", "dueDate": null, "amount": amount,
        })
    };
    let approval = |in_place_of: Option<&str>| {
        json!({
            "step": 1, "isApproval": true, "by": COMPANY, "inPlaceOf": in_place_of, "remark": null,
            "at": "2026-11-19T04:00:00Z",
        })
    };
    let transaction = json!({
        "transactionNo": "P2611200000001", "eBulkPaymentID": "1", "bulkId": "3000000001", "companyName": COMPANY,
        "paymentDate": "2026-11-20T04:00:00Z", "paymentMethod": "EFT_GIRO", "bankName": COMPANY, "referenceNumbers": [],
        "transactionAmount": amount, "paidAmount": amount, "totalInvoices": invoices, "totalAccounts": 1,
        "requestedBy": COMPANY, "status": 6,
    });
    let settlement = json!({
        "document": "advice", "billed": amount, "received": amount, "missing": amount, "excess": null, "figure": amount,
    });
    payment::Printed {
        transaction: serde_json::from_value(transaction).expect("a payment"),
        settlement: serde_json::from_value(settlement).expect("a settlement"),
        receipt_no: Some("R2611200000001".to_owned()),
        receipt_at: Some(Instant::parse("2026-11-20T04:00:00Z").expect("an instant")),
        fpx_transaction_id: Some("2611200400000001".to_owned()),
        credit_account_no: None,
        references: serde_json::from_value(json!([reference(1, 1), reference(1, 2), reference(2, 3)]))
            .expect("references"),
        invoices: serde_json::from_value((1..=invoices).map(item).collect()).expect("invoices"),
        approval: Some(payment::PrintedApproval {
            proposal_id: ProposalId::parse("A2611190000001").expect("a proposal"),
            approvals: serde_json::from_value(json!([approval(None), approval(Some(COMPANY))])).expect("approvals"),
        }),
    }
}

#[test]
fn a_receipts_title_is_its_number_and_a_wrapped_address_is_one_link() {
    let [utility, _] = utilities();
    let sheet = payment_of(1, "1.00").draw(Language::En, &utility).expect("a payment");
    assert!(sheet.title.ends_with("R2611200000001"), "{}", sheet.title);

    let address = format!("https://myinvois.hasil.gov.my/{}/share/{}", "W".repeat(26), "M".repeat(64));
    let mut details = serde_json::to_value(bill_of(1, "1.00")).expect("JSON");
    details["eInvoice"] = json!({
        "uuid": "W".repeat(26), "status": "valid", "word": "Valid", "tone": "good", "meaning": "It is valid.",
        "validatedAt": null, "cancelledAt": null, "rejectionEndsAt": null, "link": address, "qr": null, "replacedBy": null,
    });
    let details: BillDetails = serde_json::from_value(details).expect("a bill");
    let from = bill::From { utility: &utility, account: &account() };
    let sheet = bill::draw(Language::En, &from, &details, Day::parse("2026-12-05").expect("a day")).expect("a bill");
    let file = lopdf::Document::load_mem(&sheet.bytes(Language::En).expect("a file")).expect("a PDF");
    let annotations = file.get_pages().into_values().flat_map(|page| file.get_page_annotations(page).expect("links"));
    let annotations: Vec<_> = annotations.collect();
    assert_eq!(annotations.len(), 1);
    let corners = annotations[0].get(b"QuadPoints").and_then(lopdf::Object::as_array).expect("corners");
    assert!(corners.len() >= 16 && corners.len().is_multiple_of(8), "it is on several lines: {}", corners.len());
    let action = annotations[0].get(b"A").and_then(lopdf::Object::as_dict).expect("an action");
    assert_eq!(action.get(b"URI").and_then(lopdf::Object::as_str).expect("an address"), address.as_bytes());
}

#[test]
fn nothing_of_a_payment_overflows() {
    for utility in &utilities() {
        for (invoices, amount) in [(1, "123.45"), (120, LARGEST)] {
            for language in LANGUAGES {
                let sheet = payment_of(invoices, amount).draw(language, utility).expect("a payment");
                check(&format!("a payment of {invoices} bills of {amount}"), sheet, language);
            }
        }
    }
}

fn advice_of(bills: usize, amount: &str) -> Advice {
    let amount = Money::parse(amount).expect("an amount");
    let part = |number: usize| AdvicePart {
        code: Some(format!("WWWWWWWWWWWWWWWWWW{number:02}")),
        ledger_account: Some("MMMMMMMMMMMMMMMMMMMM".to_owned()),
        amount,
    };
    let uncoded = || AdvicePart { code: None, ledger_account: None, amount };
    let bill = |number: usize| AdviceBill {
        bill: PaidBill {
            invoice_no: read(&format!("4{number:011}")),
            account_no: read("210000000001"),
            reference_id: Some(REFERENCE.to_owned()),
            invoice_date: read("2026-11-02"),
            amount,
        },
        parts: if number.is_multiple_of(2) { (1..=20).map(part).collect() } else { vec![uncoded()] },
    };
    let centre = |number: usize| AdviceCentre {
        code: (number > 0).then(|| format!("WWWWWWWWWWWWWWWWWW{number:02}")),
        cost_centre_name: (number > 0).then(|| COMPANY.to_owned()),
        bills: 20_000,
        amount,
    };
    Advice {
        bills: (1..=bills).map(bill).collect(),
        centres: (0..=bills).rev().map(centre).collect(),
        credit: Some(AdviceCredit { account_no: Some(read("210000000001")), amount }),
        total: amount,
    }
}

#[test]
fn nothing_of_a_remittance_advice_overflows() {
    for utility in &utilities() {
        for (bills, amount) in [(1, "123.45"), (60, LARGEST)] {
            for language in LANGUAGES {
                let (printed, advice) = (payment_of(0, amount), advice_of(bills, amount));
                let sheet = printed.draw_advice(&advice, language, utility).expect("an advice");
                check(&format!("an advice of {bills} bills of {amount}"), sheet, language);
            }
        }
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_value(json!(text)).expect("a value")
}

/// Sums whose parts are all large. Added up, they would be too large.
fn sums_of(amount: Money) -> Sums {
    Sums {
        opening: amount,
        billed: amount,
        paid: amount,
        settled: amount,
        taken_back: amount,
        credited: Money::ZERO,
        closing: amount,
        contained: amount,
    }
}

fn statement_of(entries: usize, amount: Money) -> AccountStatement {
    let entry = |place: usize| {
        let is_bill = place.is_multiple_of(2);
        Entry {
            day: read("2026-11-02"),
            kind: if is_bill { EntryKind::Bill } else { EntryKind::Payment },
            number: format!("4{place:011}"),
            invoice_no: (!is_bill).then(|| read("400000000001")),
            references: if is_bill { Vec::new() } else { vec!["00000000000000000001".to_owned(); 4] },
            due: is_bill.then(|| read("2026-12-02")),
            amount,
            contained: if is_bill && place.is_multiple_of(4) { read("-0.01") } else { Money::ZERO },
            balance: amount,
        }
    };
    AccountStatement {
        first: read("2026-09-01"),
        last: read("2026-11-30"),
        sums: sums_of(amount),
        entries: (0..entries).map(entry).collect(),
        ageing: Ageing { by_age: [amount; 4], credits: amount },
        in_payment: amount,
    }
}

#[test]
fn nothing_of_a_statement_overflows() {
    for utility in &utilities() {
        for (entries, amount) in [(0, "0.00"), (150, "9999999999.99"), (5, LARGEST)] {
            let printed = statement::Printed {
                statement: statement_of(entries, read(amount)),
                account: statement::Account {
                    company: COMPANY.to_owned(),
                    holder: ADDRESS.to_owned(),
                    address: ADDRESS.to_owned(),
                    tariff: COMPANY.to_owned(),
                    reference_id: Some(read(REFERENCE)),
                },
                account_no: read("210000000001"),
                bulk_id: read("3000000001"),
                made_at: read("2026-12-01T04:00:00Z"),
            };
            for language in LANGUAGES {
                let sheet = printed.draw(language, utility).expect("a statement");
                check(&format!("a statement of {entries} entries of {amount}"), sheet, language);
            }
        }
    }
}

#[test]
fn nothing_of_a_combined_statement_overflows() {
    for utility in &utilities() {
        for (accounts, amount) in [(0, "0.00"), (150, "9999999999.99"), (5, LARGEST)] {
            let line = AccountLine {
                account_no: read("210000000001"),
                reference_id: Some(REFERENCE.to_owned()),
                sums: sums_of(read(amount)),
            };
            let printed = statement::combined::Printed {
                account_no: None,
                statement: CombinedStatement { total: statement_of(0, read(amount)), accounts: vec![line; accounts] },
                company: COMPANY.to_owned(),
                group: Some(REFERENCE.to_owned()),
                bulk_id: read("3000000001"),
                made_at: read("2026-12-01T04:00:00Z"),
            };
            for language in LANGUAGES {
                let sheet = printed.draw(language, utility).expect("a statement");
                check(&format!("a statement of {accounts} accounts of {amount}"), sheet, language);
            }
        }
    }
}

#[test]
fn nothing_of_an_index_overflows() {
    for utility in &utilities() {
        for language in LANGUAGES {
            let entry = |number: usize| index::Entry {
                invoice_no: format!("4{number:011}"),
                account_no: "210000000001".to_owned(),
                reference_id: Some(REFERENCE.to_owned()),
                amount: Money::parse(LARGEST).expect("an amount"),
                pages: 3,
            };
            let entries: Vec<_> = (1..=120).map(entry).collect();
            let (sheet, links) = index::draw(language, utility, &entries, 4).expect("an index");
            assert_eq!(links.len(), entries.len());
            check("an index", sheet, language);
        }
    }
}
