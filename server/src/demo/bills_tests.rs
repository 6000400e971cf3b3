//! The demo's bills keep the rules of the bill audit.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use gridbill_core::audit::{AuditInput, AuditRule, AuditSettings, AuditedAccount, AuditedBill, BillKind, audit};
use gridbill_core::bills::{Priced, Quantity};
use gridbill_core::number::InvoiceNo;

use super::super::plan;
use super::*;
use crate::feed::{BLOCKS, BillCharges, FeedRecord as _, KINDS, READING, UNITS};

type Row = HashMap<String, String>;

fn rows(file: &[u8], columns: &[&str]) -> Vec<Row> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(file);
    let records = reader.records().map(|record| record.expect("a row"));
    records
        .map(|record| columns.iter().zip(&record).map(|(column, field)| ((*column).into(), field.into())).collect())
        .collect()
}

fn named<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words.iter().find(|(one, _)| *one == word).map(|(_, meant)| *meant)
}

fn quantity(text: &str) -> Quantity {
    Quantity::parse(text).expect("a quantity")
}

fn add_charge(bill: &mut AuditedBill, row: &Row) {
    let (day, block) = (|column: &str| Day::parse(&row[column]).ok(), named(BLOCKS, &row["block"]));
    if row["kind"] == READING {
        bill.readings.push(MeterReading {
            block,
            previous: quantity(&row["previousReading"]),
            current: quantity(&row["currentReading"]),
            used: quantity(&row["quantity"]),
            unit: named(UNITS, &row["unit"]).expect("a unit"),
        });
        return;
    }
    let priced = named(UNITS, &row["unit"]).map(|unit| Priced {
        quantity: quantity(&row["quantity"]),
        unit,
        rate: quantity(&row["rate"]),
    });
    bill.lines.push(ChargeLine {
        kind: named(KINDS, &row["kind"]).expect("a kind"),
        block,
        tariff: Some(row["tariff"].clone()).filter(|tariff| !tariff.is_empty()),
        from: day("from"),
        to: day("to"),
        priced,
        amount: Money::parse(&row["amount"]).expect("an amount"),
    });
}

/// The bills of some of the six companies by account, with the tariff of each account.
fn demo_bills(today: Day, companies: Range<usize>) -> BTreeMap<String, (String, Vec<AuditedBill>)> {
    let mut out =
        FeedFiles { bills: csv::Writer::from_writer(Vec::new()), charges: csv::Writer::from_writer(Vec::new()) };
    let mut numbers = Numbers { invoice: 1_000_000, batch: 10_000, left: plan::least_bills() };
    let (mut first, mut accounts) = (0, BTreeMap::new());
    let of_demo = plan::companies(plan::least_bills(), plan::MIN_COMPANIES);
    for (place, company) in of_demo.iter().enumerate().take(companies.end).skip(companies.start) {
        let premises = plan::premises(company, place, first, 2026);
        first += company.accounts;
        for one in &premises {
            accounts.insert(one.account.account_no.to_string(), (one.account.tariff.clone(), Vec::new()));
        }
        write(&mut out, &premises, BillsSpec { today, seed: 2026 + place as u64, cancels: false }, &mut numbers)
            .expect("bills");
    }
    let charges = rows(&out.charges.into_inner().expect("charges"), BillCharges::COLUMNS);
    let mut by_bill: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in &charges {
        by_bill.entry(&row["invoiceNo"]).or_default().push(row);
    }
    for row in rows(&out.bills.into_inner().expect("bills"), crate::feed::Bill::COLUMNS) {
        let (day, money) = (
            |column: &str| Day::parse(&row[column]).ok(),
            |column: &str| Money::parse(&row[column]).expect("an amount"),
        );
        let number = |column: &str| Some(&row[column]).filter(|text| !text.is_empty()).map(|text| quantity(text));
        let mut bill = AuditedBill {
            invoice_no: InvoiceNo::parse(&row["invoiceNo"]).expect("a number"),
            kind: BillKind::of(&row["billType"]),
            is_estimated: row["readingType"] == "estimated",
            period: day("readingStart").zip(day("readingEnd")).map(|(first, last)| Period { first, last }),
            invoice_date: day("invoiceDate").expect("a day"),
            due_date: day("dueDate"),
            tariff: row["tariff"].clone(),
            kwh: number("consumptionKwh"),
            demand_kw: number("maximumDemandKw"),
            current_charge: money("currentCharge"),
            outstanding_amount: money("outstandingAmount"),
            tax_amount: money("taxAmount"),
            total: money("totalAmountPayable"),
            paid_on: None,
            lines: Vec::new(),
            readings: Vec::new(),
            was_replaced: false,
        };
        by_bill[row["invoiceNo"].as_str()].iter().for_each(|row| add_charge(&mut bill, row));
        accounts.get_mut(&row["accountNo"]).expect("an account").1.push(bill);
    }
    accounts
}

/// Findings by rule over the bills of some companies, and the number of bills.
fn findings(today: Day, companies: Range<usize>) -> (BTreeMap<AuditRule, usize>, usize) {
    let (prices, settings) = (prices::table(today), AuditSettings::default());
    let (mut found, mut bills) = (BTreeMap::new(), 0);
    for (tariff, history) in demo_bills(today, companies).into_values() {
        let account = AuditedAccount { tariff, is_active: true, muted: Vec::new() };
        for bill in &history {
            let audit = audit(&AuditInput {
                bill,
                history: &history,
                account: &account,
                prices: &prices,
                company_change: None,
                settings: &settings,
                today,
            });
            bills += 1;
            for finding in audit.findings {
                *found.entry(finding.rule()).or_default() += 1;
            }
        }
    }
    (found, bills)
}

/// A late bill is for a period of over 13 months ago: that is what the demo shows with it. On the last day of a month,
/// the days of the cycles fall together; the first company is left out there, as it has nine tenths of the bills.
#[test]
fn the_audit_finds_nothing_but_the_late_bills() {
    for (today, companies) in [("2026-11-20", 0..6), ("2026-03-31", 1..6), ("2026-07-30", 1..6)] {
        let (mut found, bills) = findings(Day::parse(today).expect("a day"), companies);
        found.remove(&AuditRule::PeriodOld);
        assert!(found.is_empty(), "{today}: {found:?} in {bills} bills");
    }
}
