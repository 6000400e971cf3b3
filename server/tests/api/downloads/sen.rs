//! The document, the screen and the workbook show the same sen for random bills.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use futures::StreamExt as _;
use gridbill_core::bills::{BillDetails, ChargeKind, ChargeKinds, ChargeLine, Charges, GetBillDetails, InvoiceRequest};
use gridbill_core::number::InvoiceNo;
use gridbill_core::{Language, Money};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde_json::json;
use sqlx::types::Json;

use super::World;
use super::workbook::{self, Cell};
use crate::support::given::{self, SINAR};
use crate::support::{either, pdf_text, sql};

/// Number of documents that a call makes inline.
const AT_ONCE: usize = 100;
const KINDS: [ChargeKind; 7] = [
    ChargeKind::ENERGY,
    ChargeKind::CAPACITY,
    ChargeKind::NETWORK,
    ChargeKind::RETAIL,
    ChargeKind::AFA,
    ChargeKind::KWTBB,
    ChargeKind::TAX,
];

/// One call makes the documents of [`AT_ONCE`], so that even the short form needs two.
fn bills() -> usize {
    either(120, 1_000)
}

/// A random bill, with amounts in sen.
struct Random {
    /// None for a bill whose charges have not arrived.
    lines: Option<Vec<(ChargeKind, i64)>>,
    current: i64,
    earlier: i64,
    tax: i64,
    /// Rounding or adjustment.
    rest: i64,
}

impl Random {
    fn new(random: &mut ChaCha20Rng) -> Self {
        let largest = 10_i64.pow(random.random_range(2..9));
        let mut lines = Vec::new();
        for kind in KINDS {
            if random.random_range(0..5) > 0 {
                let least = if kind == ChargeKind::AFA { -largest } else { 0 };
                lines.push((kind, random.random_range(least..largest)));
            }
        }
        let tax = lines.iter().filter(|(kind, _)| *kind == ChargeKind::TAX).map(|(_, sen)| sen).sum();
        let earlier = if random.random_range(0..3) == 0 { random.random_range(-largest..largest) } else { 0 };
        let rest = if random.random_range(0..6) == 0 {
            random.random_range(-largest..largest)
        } else {
            random.random_range(-2..=2)
        };
        let current = lines.iter().map(|(_, sen)| sen).sum();
        let has_lines = random.random_range(0..10) > 0;
        Self { lines: has_lines.then_some(lines), current, earlier, tax, rest }
    }

    fn total(&self) -> i64 {
        self.current + self.earlier + self.rest
    }
}

/// Formats an amount for people, without spaces. Implemented here again, independently of core.
fn shown(sen: i64) -> String {
    let (sign, sen) = (if sen < 0 { "-" } else { "" }, sen.unsigned_abs());
    let ringgit = (sen / 100).to_string();
    let mut grouped = String::new();
    for (place, digit) in ringgit.chars().enumerate() {
        if place > 0 && (ringgit.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}RM{grouped}.{:02}", sen % 100)
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Inserts bills with random amounts and lines. Returns them by number.
async fn given(world: &World) -> BTreeMap<InvoiceNo, Random> {
    let mut random = ChaCha20Rng::seed_from_u64(13);
    let numbers = given::bills(world.portal.pool(), SINAR, i32::try_from(bills()).expect("a count"), "1.00").await;
    let bills: Vec<Random> = numbers.iter().map(|_| Random::new(&mut random)).collect();
    let texts: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    let amounts =
        |of: fn(&Random) -> i64| bills.iter().map(|bill| Money::from_sen(of(bill)).decimal()).collect::<Vec<_>>();
    let query = "update bill b set current_charge = n.current, outstanding_amount = n.earlier, tax_amount = n.tax,
                        total_amount_payable = n.total
                 from unnest($1::text[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[])
                      n (invoice_no, current, earlier, tax, total)
                 where b.invoice_no = n.invoice_no";
    let (current, earlier) = (amounts(|bill| bill.current), amounts(|bill| bill.earlier));
    let (tax, total) = (amounts(|bill| bill.tax), amounts(Random::total));
    sql::run(world.portal.pool(), query, &[&texts, &current, &earlier, &tax, &total]).await;
    let with_lines = texts.iter().zip(&bills).filter_map(|(number, bill)| Some((number.clone(), bill.lines.as_ref()?)));
    let (charged, lines): (Vec<_>, Vec<_>) = with_lines.map(|(number, lines)| (number, Json(charges(lines)))).unzip();
    let query = "insert into bill_charges (bulk_id, invoice_no, charges)
                 select $1, n.* from unnest($2::text[], $3::jsonb[]) n (invoice_no, charges)";
    sql::run(world.portal.pool(), query, &[&SINAR, &charged, &lines]).await;
    numbers.into_iter().zip(bills).collect()
}

fn charges(lines: &[(ChargeKind, i64)]) -> Charges {
    let lines = lines.iter().map(|(kind, sen)| ChargeLine {
        kind: *kind,
        block: None,
        tariff: None,
        from: None,
        to: None,
        priced: None,
        amount: Money::from_sen(*sen),
    });
    Charges { lines: lines.collect(), readings: Vec::new() }
}

/// Checks the amounts that the screen shows, formatted by core.
fn screen_says(details: &BillDetails, bill: &Random) {
    let number = &details.bill.invoice_no;
    for (amount, sen) in [
        (details.bill.current_charge, bill.current),
        (details.bill.outstanding_amount, bill.earlier),
        (details.bill.total_amount_payable, bill.total()),
        (details.tax_amount, bill.tax),
        (details.remainder.rounding.plus(details.remainder.adjustment).expect("a sum"), bill.rest),
    ] {
        assert_eq!(without_spaces(&amount.shown()), shown(sen), "{number} on the screen");
    }
    let lines = details.charges.as_ref().map(|charges| charges.groups.iter().flat_map(|group| &group.lines));
    let lines = lines.map(|lines| lines.map(|line| without_spaces(&line.amount.shown())).collect::<Vec<_>>());
    let expected = bill.lines.as_ref().map(|lines| lines.iter().map(|(_, sen)| shown(*sen)).collect::<Vec<_>>());
    assert_eq!(lines, expected, "{number} on the screen");
}

/// Checks that each amount follows its label in the document.
fn document_says(number: &str, text: &str, bill: &Random) {
    let is = |word: &str, sen: i64| {
        let said = format!("{}{}", without_spaces(word), shown(sen));
        assert!(text.contains(&said), "{said} is not in the document of {number}: {text}");
    };
    is("Current charge", bill.current);
    is("Earlier charges", bill.earlier);
    is("Tax included", bill.tax);
    is("Total payable", bill.total());
    assert!(
        text.contains(&format!("Rounding{}", shown(bill.rest)))
            || text.contains(&format!("Adjustment{}", shown(bill.rest)))
    );
    let kinds = ChargeKinds::standard();
    for (kind, sen) in bill.lines.iter().flatten() {
        is(kinds.word(kind, None, Language::En), *sen);
    }
}

/// Downloads the documents of some bills as one archive and checks each.
async fn documents_say(world: &World, part: &[(&InvoiceNo, &Random)]) -> usize {
    let numbers: Vec<_> = part.iter().map(|(number, _)| number).collect();
    let made = world.bills(json!({ "id": SINAR, "invoiceNos": numbers })).await;
    let file = world.file(&world.master, &made.download_id).await.expect("an archive");
    let texts = tokio::task::spawn_blocking(move || {
        let mut archive = zip::ZipArchive::new(Cursor::new(file)).expect("an archive");
        let count = archive.len();
        let read = |place| {
            let mut entry = archive.by_index(place).expect("a document");
            let (name, mut bytes) = (entry.name().expect("a name").into_owned(), Vec::new());
            entry.read_to_end(&mut bytes).expect("its bytes");
            (name, pdf_text(&bytes))
        };
        (0..count).map(read).collect::<Vec<_>>()
    });
    let texts: BTreeMap<String, String> = texts.await.expect("texts").into_iter().collect();
    for (number, bill) in part {
        document_says(number.as_str(), &texts[&format!("2800000001/Bill {number}.pdf")], bill);
    }
    texts.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_random_bills_agrees_to_the_sen_in_document_screen_and_workbook() {
    let world = World::new().await;
    let given = given(&world).await;
    let all: Vec<_> = given.iter().collect();

    let file = world.file_of("outstandingBills", json!({ "id": SINAR, "sort": { "by": "invoiceNo" } }), "xlsx").await;
    let sheet = workbook::rows(&file, 1);
    assert_eq!(sheet.len(), bills() + 2);
    for (row, (number, bill)) in (2..).zip(&all) {
        let cells = &sheet[&row];
        assert_eq!(cells["A"], Cell::Text(number.to_string()));
        for (column, sen) in [("H", bill.current), ("I", bill.earlier), ("J", bill.total())] {
            let Cell::Number(amount) = cells[column] else { panic!("{number}: {:?} is no amount", cells[column]) };
            // The cell must hold the nearest double, so that no program shows another sen.
            let written: f64 = Money::from_sen(sen).to_string().parse().expect("a number");
            assert!(
                amount.to_bits() == written.to_bits() || sen == 0 && amount == 0.0,
                "{number}: {amount} for {sen} sen"
            );
        }
    }
    let Cell::Formula { result, .. } = &sheet[&u32::try_from(bills() + 2).expect("a row")]["J"] else {
        panic!("no total")
    };
    assert_eq!(*result, Money::from_sen(all.iter().map(|(_, bill)| bill.total()).sum()).to_string());

    let shown = futures::stream::iter(&all).map(async |(number, bill)| {
        let request = InvoiceRequest { invoice_no: (*number).clone() };
        screen_says(&world.master.call::<GetBillDetails>(request).await.expect("a bill"), bill);
    });
    assert_eq!(shown.buffer_unordered(4).count().await, bills());

    let parts = futures::stream::iter(all.chunks(AT_ONCE)).map(|part| documents_say(&world, part));
    let documents: Vec<usize> = parts.buffer_unordered(2).collect().await;
    assert_eq!(documents.iter().sum::<usize>(), bills());
}
