//! PDF documents read back: letterhead, dates, consumption and payments, and the targets of bookmarks and links.

use std::collections::BTreeMap;

use gridbill_core::bills::PrintPDF2;
use gridbill_core::downloads::{DownloadBills, DownloadCombinedStatement, GetDownloadFile};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::{MakePayment, PrintPayment};
use lopdf::{Dictionary, Document, Object, ObjectId};
use printpdf::{PdfDocument, PdfParseOptions};
use serde_json::{Value, json};

use crate::support::clock::today;
use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::{Actor, Portal, pdf_text, sql};

async fn file(actor: &Actor, entry: &gridbill_core::endpoint::EndpointSpec, request: Value) -> Vec<u8> {
    let (status, bytes) = actor.send(entry, request).await;
    assert_eq!(status, 200, "{}: {}", entry.name, String::from_utf8_lossy(&bytes));
    bytes
}

async fn bill(actor: &Actor, invoice_no: &InvoiceNo) -> Vec<u8> {
    let request = json!({ "caNo": account_of(invoice_no), "invoiceNo": invoice_no });
    file(actor, &PrintPDF2::ENTRY, request).await
}

/// Inserts a bill with its last payment, and a bill of the same account a year earlier with that consumption. Both periods
/// have 30 days.
async fn bill_with_a_year(portal: &Portal, used: &str, before: &str) -> InvoiceNo {
    let invoice_no = given::bills(portal.pool(), SINAR, 1, "100.00").await.remove(0);
    let update = "update bill set consumption_kwh = $2::numeric, last_amount_paid = 88.40,
                         reading_start = '2026-10-04', reading_end = '2026-11-02'
                  where invoice_no = $1";
    sql::run(portal.pool(), update, &[&invoice_no.as_str(), &used]).await;
    let earlier = "insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                       invoice_date, due_date, bill_type, reading_type, tariff, current_charge, outstanding_amount, tax_amount,
                       total_amount_payable, status, consumption_kwh, reading_start, reading_end)
                   select '6' || substr(invoice_no, 2), collective_invoice_no, account_no, bulk_id, '2800000000',
                       '2025-11-05', '2025-11-05', '2025-12-05', bill_type, reading_type, tariff, 90, 0, 0, 90, 4, $2::numeric,
                       '2025-10-05', '2025-11-03' from bill where invoice_no = $1";
    sql::run(portal.pool(), earlier, &[&invoice_no.as_str(), &before]).await;
    invoice_no
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_has_the_postcode_the_last_payment_and_a_comparison_with_last_year() {
    let portal = Portal::with_people().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let invoice_no = bill_with_a_year(&portal, "120.00", "100.00").await;
    let compared = async |used: &str| {
        let update = "update bill set consumption_kwh = $2::numeric where invoice_no = $1";
        sql::run(portal.pool(), update, &[&invoice_no.as_str(), &used]).await;
        (pdf_text(&bill(&viewer, &invoice_no).await), pdf_text(&bill(&viewer.in_malay(), &invoice_no).await))
    };
    let (english, malay) = compared("120.00").await;
    for text in [&english, &malay] {
        assert!(text.contains("40000ShahAlam,Selangor"), "{text}");
        assert!(text.contains("RM88.40"), "{text}");
    }
    assert!(english.contains("Lastpayment"), "{english}");
    assert!(english.contains("20%moreuseadaythanayearago(3.3kWhadayuntil03Nov2025)."), "{english}");
    assert!(english.contains("Energyuse:120kWh"), "{english}");
    assert!(malay.contains("20%") && malay.contains("03Nov2025"), "{malay}");
    assert!(compared("75.00").await.0.contains("25%lessuseadaythanayearago"));
    assert!(compared("100.00").await.0.contains("Thesameuseadayasayearago"));
    // A period that is three days longer has a lower use of a day.
    let longer = "update bill set reading_start = '2026-10-01', maximum_demand_kw = 12.5 where invoice_no = $1";
    sql::run(portal.pool(), longer, &[&invoice_no.as_str()]).await;
    let text = compared("110.00").await.0;
    assert!(text.contains("Thesameuseadayasayearago(3.3kWhaday") && text.contains("Maximumdemand:12.5kW"), "{text}");
    // A bill that corrects last year by a difference.
    let correction = "insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                          invoice_date, due_date, bill_type, reading_type, tariff, current_charge, outstanding_amount, tax_amount,
                          total_amount_payable, status, consumption_kwh, reading_start, reading_end)
                      select '7' || substr(invoice_no, 2), collective_invoice_no, account_no, bulk_id, bill_batch_id,
                          '2025-12-05', '2025-12-05', due_date, bill_type, reading_type, tariff, 1, 0, 0, 1, 4, -50,
                          reading_start, reading_end from bill where invoice_no = '6' || substr($1, 2)";
    sql::run(portal.pool(), correction, &[&invoice_no.as_str()]).await;
    assert!(compared("110.00").await.0.contains("100%moreuseadaythanayearago(1.7kWhaday"));
    // Without a payment, or with no consumption a year ago, the document has no such line.
    let clear = "update bill set last_amount_paid = null, consumption_kwh = nullif(consumption_kwh, 100)";
    sql::run(portal.pool(), clear, &[]).await;
    let text = compared("120.00").await.0;
    assert!(!text.contains("Lastpayment") && !text.contains("yearago"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_slip_of_a_bill_asks_for_what_is_left() {
    let portal = Portal::with_people().await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let invoice_no = given::bills(portal.pool(), SINAR, 1, "100.00").await.remove(0);
    let close = "update bill set closed = $2, settled_amount = $3::numeric where invoice_no = $1";
    for (closed, settled, amount, said) in [
        ("partlyPaid", "40.00", Some("000000006000"), "LefttopayRM60.00"),
        ("disabled", "0", None, "closedthisbill"),
        ("reportedPaid", "0", None, "nextbillsaysthatthisbillwaspaid"),
    ] {
        sql::run(portal.pool(), close, &[&invoice_no.as_str(), &closed, &settled]).await;
        let text = pdf_text(&bill(&payer, &invoice_no).await).replace(char::is_whitespace, "");
        assert!(text.contains(said), "{closed}: {text}");
        assert_eq!(amount.is_some(), text.contains("Paybytransferto"), "{closed}: {text}");
        let has_barcode = |amount: &str| text.contains(&format!("{invoice_no}{amount}"));
        assert!(!has_barcode("000000010000") && amount.is_none_or(has_barcode), "{closed}: {text}");
        assert_eq!(text.contains("PaidelsewhereRM40.00"), closed == "partlyPaid", "{text}");
    }
}

/// Returns a property of the PDF.
fn property(bytes: &[u8], name: &str) -> Option<String> {
    let document = Document::load_mem(bytes).expect("a PDF");
    let info = document.trailer.get(b"Info").and_then(Object::as_reference).expect("properties");
    let info = document.get_object(info).and_then(Object::as_dict).expect("a dictionary");
    Some(text_of(info.get(name.as_bytes()).ok()?.as_str().expect("a text")))
}

/// Decodes a PDF string: UTF-16 with byte order mark, or ASCII.
fn text_of(bytes: &[u8]) -> String {
    let Some(units) = bytes.strip_prefix(&[0xFE, 0xFF]) else { return String::from_utf8_lossy(bytes).into_owned() };
    let units: Vec<u16> = units.chunks(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]])).collect();
    String::from_utf16(&units).expect("a text")
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_have_the_letterhead_their_time_and_their_author() {
    let flags = [
        "--utility-name",
        "Tenaga Ujian Berhad",
        "--utility-address",
        "9 Jalan Ujian, 88000 Kota Kinabalu",
        "--utility-registration-no",
        "200301009999",
        "--utility-tax-no",
        "W99-2222",
        "--utility-mark",
        "tu",
    ];
    let portal = Portal::with_people_and(&flags).await;
    let bare = Portal::with_people_and(&["--utility-name", "Tenaga Kosong Berhad"]).await;
    let head = ["TenagaUjianBerhad", "9JalanUjian,88000KotaKinabalu", "200301009999", "SSTW99-2222", "TU"];
    let master = portal.sign_in("master@sinar.example").await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.10").await;
    let paid = master.call::<MakePayment>(eft(&bills[..1], "100.10")).await.expect("a payment");
    let one = bill(&master, &bills[1]).await;
    let advice = file(&master, &PrintPayment::ENTRY, json!({ "transactionNo": paid.transaction_no })).await;
    let download = async |answer: Value| {
        file(&master, &GetDownloadFile::ENTRY, json!({ "downloadId": answer["downloadId"] })).await
    };
    let asked = json!({ "id": SINAR, "statementPeriod": 3, "format": "pdf" });
    let combined = download(master.call_raw::<DownloadCombinedStatement>(asked).await.expect("a statement")).await;
    let asked = json!({ "id": SINAR, "invoiceNos": bills, "format": "pdf" });
    let merged = download(master.call_raw::<DownloadBills>(asked).await.expect("bills")).await;
    let of = |day: gridbill_core::Day| format!("D:{}", day.to_string().replace('-', ""));
    for (name, bytes, day) in [
        ("bill", &one, today().plus_days(-10)),
        ("advice", &advice, today()),
        ("combined statement", &combined, today()),
        ("bills", &merged, today()),
    ] {
        let text = pdf_text(bytes);
        for part in head {
            assert!(text.contains(part), "{name} lacks {part}: {text}");
        }
        assert!(!text.contains("MenaraSinaran"), "{name} has the demo's address");
        for field in ["CreationDate", "ModDate"] {
            let date = property(bytes, field).expect(name);
            assert!(date.starts_with(&of(day)) && date.ends_with("+08'00'"), "{name}: {field} {date}");
        }
        assert!(property(bytes, "Producer").expect(name).starts_with("Gridbill "), "{name}");
        assert_eq!(property(bytes, "Author").as_deref(), Some("Tenaga Ujian Berhad"), "{name}");
        assert!(property(bytes, "Title").is_some_and(|title| !title.is_empty()), "{name}");
        assert_eq!(property(bytes, "GTS_PDFXVersion"), None, "{name}");
    }
    // Settings that are not set are omitted. The logo is the first letter of the name.
    let bills = given::bills(bare.pool(), SINAR, 1, "100.10").await;
    let text = pdf_text(&bill(&bare.sign_in("master@sinar.example").await, &bills[0]).await);
    assert!(!text.contains("SST") && !text.contains("MenaraSinaran") && !text.contains("199001000001"), "{text}");
    assert!(text.starts_with('T') || text.contains("TTenagaKosong"), "{text}");
}

/// Returns the page number of a destination.
fn page_of(pages: &BTreeMap<ObjectId, usize>, of: &Dictionary) -> usize {
    let destination = of.get(b"Dest").and_then(Object::as_array).expect("a destination");
    pages[&destination[0].as_reference().expect("a page")]
}

#[tokio::test(flavor = "multi_thread")]
async fn bookmarks_and_links_of_a_file_of_twenty_bills_lead_to_the_right_pages() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let bills = given::bills(portal.pool(), SINAR, 20, "100.10").await;
    let asked = json!({ "id": SINAR, "invoiceNos": bills, "format": "pdf" });
    let download = master.call_raw::<DownloadBills>(asked).await.expect("a file");
    let bytes = file(&master, &GetDownloadFile::ENTRY, json!({ "downloadId": download["downloadId"] })).await;

    let read = PdfDocument::parse(&bytes, &PdfParseOptions::default(), &mut Vec::new()).expect("a PDF");
    let texts: Vec<String> =
        read.extract_text().iter().map(|page| page.concat().split_whitespace().collect()).collect();
    let document = Document::load_mem(&bytes).expect("a PDF");
    let pages: BTreeMap<ObjectId, usize> = document.get_pages().into_values().zip(0..).collect();
    assert_eq!(texts.len(), pages.len());
    let of = |dictionary: &Dictionary, key: &[u8]| {
        let id = dictionary.get(key).and_then(Object::as_reference).expect("a reference");
        document.get_object(id).and_then(Object::as_dict).expect("a dictionary").clone()
    };
    let root = of(document.catalog().expect("a catalog"), b"Outlines");
    let mut bookmark = of(&root, b"First");
    let mut bookmarks = Vec::new();
    loop {
        let title = text_of(bookmark.get(b"Title").and_then(Object::as_str).expect("a title"));
        bookmarks.push((title, page_of(&pages, &bookmark)));
        if !bookmark.has(b"Next") {
            break;
        }
        bookmark = of(&bookmark, b"Next");
    }
    assert_eq!((bookmarks.len(), bookmarks[0].clone()), (21, ("Bills".to_owned(), 0)));
    let mut seen = Vec::new();
    for (title, page) in &bookmarks[1..] {
        let (invoice_no, account_no) = title.split_once(" · ").expect("both numbers");
        assert!(texts[*page].contains(invoice_no) && texts[*page].contains(account_no), "{title} leads to {page}");
        // It is the bill's first page, because the page before belongs to another bill.
        assert!(!texts[*page - 1].contains(invoice_no) || *page == 1, "{title} leads to {page}");
        seen.push(invoice_no.to_owned());
    }
    seen.sort();
    assert_eq!(seen, bills.iter().map(ToString::to_string).collect::<Vec<_>>());

    // The index has a link over each row, to the page that the row names.
    let index = document.get_pages()[&1];
    let index = document.get_object(index).and_then(Object::as_dict).expect("a page");
    let links = index.get(b"Annots").and_then(Object::as_array).expect("links");
    assert_eq!(links.len(), 20);
    for (link, (title, page)) in links.iter().zip(&bookmarks[1..]) {
        let link = link.as_dict().expect("a link");
        assert_eq!(
            (page_of(&pages, link), link.get(b"Subtype").and_then(Object::as_name).expect("a kind")),
            (*page, b"Link".as_slice()),
            "{title}"
        );
        assert_eq!(text_of(link.get(b"Contents").and_then(Object::as_str).expect("a text")), *title);
    }
}
