//! The audit finds the demo's planted faults, each by its rule, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use gridbill_core::audit::{
    Audit, AuditInput, AuditRule, AuditSettings, AuditedAccount, AuditedBill, BillKind, Evidence, Finding, Price,
    PriceTable, audit,
};
use gridbill_core::bills::{BillAmounts, ChargeBlock, ChargeKind, ChargeKinds, ChargeLine, Charges, Priced, Quantity};
use gridbill_core::number::InvoiceNo;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::super::files::{bill_seed, issue_bills};
use super::super::{CompanyPremises, companies, feed_order, plan};
use super::*;

const SEED: u64 = 2026;
/// The day of the tests, and days on which the months of the history have other lengths.
const TODAY: &str = "2026-11-20";
const OTHER_DAYS: [&str; 3] = ["2026-12-31", "2027-03-01", "2027-05-30"];
/// Days from a batch to the posting of its payment, at most.
const DAYS_TO_POST: i64 = 31;

/// An account with its bills, as the audit reads them.
struct AuditedPremises<'a> {
    premises: &'a Premises,
    bills: Vec<AuditedBill>,
}

/// The bills of the demo that are audited, by account.
type DemoBills<'a> = BTreeMap<&'a str, AuditedPremises<'a>>;

/// A finding on an account's bill of a month.
type Found = (AuditRule, String, u32);

static SIX: LazyLock<(Vec<CompanyPremises>, Vec<CompanyPremises>)> =
    LazyLock::new(|| companies(plan::least_bills(), plan::MIN_COMPANIES, SEED));

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn quantity(number: u32) -> Quantity {
    Quantity::from_hundredths(i64::from(number) * 100)
}

fn audited(bill: &IssuedBill<'_>, today: Day) -> AuditedBill {
    let draft = bill.draft;
    // Payments of every method are posted by then.
    let posted = draft.invoiced().plus_days(DAYS_TO_POST);
    let age = i32::try_from(today.days_since(draft.day)).unwrap_or(i32::MAX);
    let is_paid = history::is_paid(age) && posted < today;
    AuditedBill {
        invoice_no: InvoiceNo::parse(&bill.invoice_no()).expect("a number"),
        kind: BillKind::of(draft.bill_type),
        is_estimated: draft.reading == "estimated",
        is_unmetered: draft.reading == "unmetered",
        period: Some(draft.period),
        invoice_date: draft.invoiced(),
        due_date: draft.due,
        tariff: draft.tariff.to_owned(),
        kwh: Some(quantity(draft.kwh())),
        demand_kw: draft.demand_kw(bill.premises).map(quantity),
        current_charge: draft.current,
        outstanding_amount: draft.outstanding,
        tax_amount: draft.tax,
        total: draft.total,
        paid_on: is_paid.then_some(posted),
        // A bill with a balance of the demo contains the bill before it.
        is_open: false,
        lines: draft.lines.clone(),
        readings: draft.readings.clone(),
        was_replaced: draft.earlier_total.is_some(),
    }
}

/// Whether the feed accepts the days and the lines of a bill.
fn is_accepted(bill: &AuditedBill) -> bool {
    let amounts = BillAmounts {
        current_charge: bill.current_charge,
        outstanding_amount: bill.outstanding_amount,
        tax_amount: bill.tax_amount,
        total_amount_payable: bill.total,
        consumption_kwh: bill.kwh,
    };
    let charges = Charges { lines: bill.lines.clone(), readings: bill.readings.clone() };
    let ends = bill.period.map(|period| period.last);
    charges.add_up(&amounts, &ChargeKinds::standard()).is_ok()
        && ends <= Some(bill.invoice_date)
        && bill.due_date.is_none_or(|due| due >= bill.invoice_date)
}

/// Makes the bills of the six companies. A bill with a cancelled e-invoice is not audited, and its account is returned.
fn demo_bills(today: Day, has_faults: bool) -> (DemoBills<'static>, Vec<String>) {
    let (six, applicants) = &*SIX;
    let (mut bills, mut cancelled, mut count) = (DemoBills::new(), Vec::new(), 0);
    let made = BillsSpec { today, seed: SEED, company: 0, has_faults };
    let by_number: BTreeMap<&str, &Premises> = feed_order(six, applicants)
        .into_iter()
        .flatten()
        .map(|premises| (premises.account.account_no.as_str(), premises))
        .collect();
    issue_bills(&feed_order(six, applicants), plan::least_bills(), made, |bill| {
        count += 1;
        let premises = by_number[bill.premises.account.account_no.as_str()];
        let account_no = premises.account.account_no.as_str();
        let of_account = bills.entry(account_no).or_insert_with(|| AuditedPremises { premises, bills: Vec::new() });
        if bill.is_cancelled {
            cancelled.push(account_no.to_owned());
        } else {
            let bill = audited(bill, today);
            assert!(is_accepted(&bill), "{}", bill.invoice_no);
            of_account.bills.push(bill);
        }
        Ok(())
    })
    .expect("bills");
    assert_eq!(count, plan::least_bills(), "faults change the number of bills");
    (bills, cancelled)
}

/// Audits all bills, and returns the findings of each.
fn audit_all<'a>(
    bills: &'a DemoBills<'_>,
    prices: &PriceTable,
    settings: &AuditSettings,
    today: Day,
) -> Vec<(&'a AuditedPremises<'a>, &'a AuditedBill, Audit)> {
    let mut results = Vec::new();
    for one in bills.values() {
        let record = &one.premises.account;
        let account = AuditedAccount { tariff: record.tariff.clone(), is_active: record.active, muted: Vec::new() };
        for bill in &one.bills {
            let (account, history) = (&account, &one.bills);
            let (kinds, company_change) = (&ChargeKinds::standard(), None);
            let input = AuditInput { bill, history, account, prices, kinds, company_change, settings, today };
            results.push((one, bill, audit(&input)));
        }
    }
    results
}

/// The month of a bill. Faults move the end of a period by a few days only.
fn month_of(today: Day, cycle: usize, bill: &AuditedBill) -> u32 {
    let last = bill.period.expect("a period").last;
    let is_month = |back: &u32| period(today, *back, cycle).last.days_since(last).abs() < 12;
    (0..MONTHS).find(is_month).expect("a month of the history")
}

fn found(today: Day, bills: &DemoBills<'_>, settings: &AuditSettings) -> Vec<Found> {
    let mut found = Vec::new();
    for (one, bill, audit) in audit_all(bills, &prices::table(today), settings, today) {
        let back = month_of(today, one.premises.cycle, bill);
        let account_no = one.premises.account.account_no.as_str();
        let evidence = audit.findings.iter().flat_map(Finding::all_evidence);
        found.extend(evidence.map(|evidence| (evidence.rule(), account_no.to_owned(), back)));
    }
    found.sort();
    found
}

/// Rules that necessarily report a fault of another rule. A use below half of every one of 12 bills is also below half of
/// two of them.
const fn implied_rules(rule: AuditRule) -> &'static [AuditRule] {
    match rule {
        AuditRule::UseFloor => &[AuditRule::UseLow, AuditRule::UseLowYear],
        _ => &[],
    }
}

/// The planted faults: those of the list, the late bills, and the bill that is missing because its e-invoice is cancelled.
fn planted(today: Day, cancelled: &[String]) -> Vec<Found> {
    let (six, applicants) = &*SIX;
    let mut planted: Vec<Found> =
        cancelled.iter().map(|account_no| (AuditRule::MissingBill, account_no.clone(), 1)).collect();
    for (company, premises) in feed_order(six, applicants).into_iter().enumerate() {
        let made = BillsSpec { today, seed: bill_seed(SEED, company), company, has_faults: true };
        let faults = Faults::of(made, premises, &accounts(premises, made.seed).0).expect("accounts for the faults");
        let account_no = |place: &usize| premises[*place].account.account_no.to_string();
        for (place, fault) in faults.by_account.iter().filter(|(place, _)| !faults.late.contains_key(place)) {
            let rules = [&[fault.rule], implied_rules(fault.rule)].concat();
            planted.extend(rules.into_iter().map(|rule| (rule, account_no(place), fault.back)));
        }
        planted.extend(faults.late.iter().map(|(place, back)| (AuditRule::PeriodOld, account_no(place), *back)));
    }
    planted.sort();
    planted
}

fn bills_of(found: &[Found]) -> BTreeSet<(&str, u32)> {
    found.iter().map(|(_, account_no, back)| (account_no.as_str(), *back)).collect()
}

fn assert_same(today: &str, found: &[Found], planted: &[Found]) {
    let more: Vec<_> = found.iter().filter(|one| !planted.contains(one)).collect();
    let fewer: Vec<_> = planted.iter().filter(|one| !found.contains(one)).collect();
    assert!(more.is_empty() && fewer.is_empty(), "{today}: not planted {more:?}, not found {fewer:?}");
    assert_eq!(found.len(), planted.len(), "{today}: a rule reports two bills of a month");
}

#[test]
fn the_audit_finds_exactly_the_planted_faults() {
    let today = day(TODAY);
    let (bills, cancelled) = demo_bills(today, true);
    assert_eq!(cancelled.len(), 1);
    let (found, planted) = (found(today, &bills, &AuditSettings::default()), planted(today, &cancelled));
    assert_same(TODAY, &found, &planted);
    for rule in AuditRule::ALL {
        let count = found.iter().filter(|(one, ..)| one == rule).count();
        match rule {
            // The feed refuses a period in the future. The balances of the demo are those of open bills. No site exports energy.
            // The other two rules are off.
            AuditRule::PeriodInFuture
            | AuditRule::CarriedStillOpen
            | AuditRule::ExportCredit
            | AuditRule::CostHigh
            | AuditRule::CostLow => assert_eq!(count, 0),
            rule => assert!(count >= 2, "{rule:?}: {count}"),
        }
    }
    let (flagged, all) = (bills_of(&found).len(), plan::least_bills());
    assert!(flagged * 100 <= all * 6, "{flagged} of {all} bills have findings");
}

/// Only accounts with faults are audited.
#[test]
fn the_faults_are_the_same_on_other_days() {
    for today in OTHER_DAYS {
        let (mut bills, cancelled) = demo_bills(day(today), true);
        let planted = planted(day(today), &cancelled);
        bills.retain(|account_no, _| planted.iter().any(|(_, planted, _)| planted == account_no));
        assert_same(today, &found(day(today), &bills, &AuditSettings::default()), &planted);
    }
}

/// The rules that are off by default compare the charge. It changes as much as the use.
#[test]
fn the_rules_of_cost_find_some_of_the_faults_when_they_are_switched_on() {
    let today = day(TODAY);
    let (mut bills, cancelled) = demo_bills(today, true);
    // Final bills of closed accounts have no use, and cost less for that reason.
    bills.retain(|_, one| one.bills.iter().all(|bill| bill.kind != BillKind::Final));
    let settings = AuditSettings { off: Vec::new(), ..AuditSettings::default() };
    let (found, planted) = (found(today, &bills, &settings), planted(today, &cancelled));
    for rule in [AuditRule::CostHigh, AuditRule::CostLow] {
        let of_rule: Vec<Found> = found.iter().filter(|(one, ..)| *one == rule).cloned().collect();
        assert!(of_rule.len() >= 2, "{rule:?}: {of_rule:?}");
        assert!(bills_of(&of_rule).is_subset(&bills_of(&planted)), "{rule:?}: {of_rule:?}");
    }
}

/// On the last day of a month, the days of the cycles fall together.
#[test]
fn a_demo_without_faults_has_no_finding() {
    for today in [TODAY, "2026-03-31"] {
        let (bills, cancelled) = demo_bills(day(today), false);
        assert!(cancelled.is_empty());
        let found = found(day(today), &bills, &AuditSettings::default());
        assert!(found.is_empty(), "{today}: {} bills with findings: {found:?}", bills_of(&found).len());
    }
}

/// The published price for energy is another by a hundredth of a sen than the one of the bills.
#[test]
fn a_price_that_differs_by_a_hundredth_of_a_sen_is_found_on_each_line() {
    let today = day(TODAY);
    let (bills, _) = demo_bills(today, false);
    let (tariff, peak) = (Tariff::LowTimeOfUse.name(), Some(ChargeBlock::Peak));
    let is_peak = |line: &ChargeLine| {
        line.kind == ChargeKind::ENERGY && line.block == peak && line.tariff.as_deref() == Some(tariff)
    };
    let hundredth = Decimal::new(1, 2);
    let mut changed = 0;
    let table = PriceTable::new(prices::table(today).iter().cloned().map(|mut price| {
        if price.tariff == tariff && price.kind == ChargeKind::ENERGY && price.block == peak {
            price.rate = Quantity::of(price.rate.decimal() + hundredth);
            changed += 1;
        }
        price
    }));
    assert_eq!(changed, 1, "one row of the file of prices");
    let mut lines = 0;
    for (_, bill, audit) in audit_all(&bills, &table, &AuditSettings::default(), today) {
        let expected = bill.lines.iter().enumerate().filter(|(_, line)| is_peak(line));
        let expected: Vec<(u32, Money)> = expected
            .filter_map(|(place, line)| {
                let priced = line.priced.expect("a rate");
                let rate = Quantity::of(priced.rate.decimal() + hundredth);
                let amount = Priced { rate, ..priced }.amount().expect("an amount");
                Some((u32::try_from(place).ok()? + 1, amount))
            })
            .collect();
        let found: Vec<(u32, Money)> = match audit.findings.as_slice() {
            [] => Vec::new(),
            [Finding { evidence: Evidence::PriceMismatch { lines }, .. }] => {
                lines.iter().map(|line| (line.line, line.expected_amount)).collect()
            }
            others => panic!("{}: {others:?}", bill.invoice_no),
        };
        lines += found.len();
        assert_eq!(found, expected, "{}", bill.invoice_no);
    }
    assert!(lines > 1_000, "{lines}");
}

/// The bills that proofs/tariffs/ recomputes with another engine, and the lines of which the audit reports another price.
#[test]
#[ignore = "writes the file of proofs/tariffs/second.sh"]
fn bills_for_the_second_engine() {
    const BILLS: usize = 200;
    let today = day(TODAY);
    let (bills, _) = demo_bills(today, true);
    let table = prices::table(today);
    let results = audit_all(&bills, &table, &AuditSettings::default(), today);
    // Each bill with another price, and equally many bills of each tariff and of each change of tariffs.
    let mut by_tariffs: BTreeMap<BTreeSet<&str>, Vec<&AuditedBill>> = BTreeMap::new();
    let mut chosen: Vec<(&AuditedBill, Vec<Value>)> = Vec::new();
    for (_, bill, audit) in &results {
        let mismatches = mismatches(audit);
        if mismatches.is_empty() {
            let tariffs = bill.lines.iter().filter_map(|line| line.tariff.as_deref()).collect();
            by_tariffs.entry(tariffs).or_default().push(*bill);
        } else {
            chosen.push((*bill, mismatches));
        }
    }
    let (groups, left) = (by_tariffs.len(), BILLS - chosen.len());
    for (place, of_tariffs) in by_tariffs.into_values().enumerate() {
        let (from, to) = (place * left / groups, (place + 1) * left / groups);
        let step = (of_tariffs.len() / (to - from)).max(1);
        chosen.extend(of_tariffs.into_iter().step_by(step).take(to - from).map(|bill| (bill, Vec::new())));
    }
    assert_eq!(chosen.len(), BILLS, "a tariff has too few bills");
    let bills: Vec<Value> = chosen.into_iter().map(|(bill, mismatches)| for_second_engine(bill, &mismatches)).collect();
    let file = std::env::var("GRIDBILL_BILLS_FILE").expect("the name of the file");
    let prices: Vec<&Price> = table.iter().collect();
    std::fs::write(file, json!({ "prices": prices, "bills": bills }).to_string()).expect("written");
}

/// Returns the lines with another price than the published one.
fn mismatches(audit: &Audit) -> Vec<Value> {
    let lines = audit.findings.iter().filter_map(|finding| match &finding.evidence {
        Evidence::PriceMismatch { lines } => Some(lines),
        _ => None,
    });
    lines.flatten().map(|line| json!({ "line": line.line, "expectedAmount": line.expected_amount })).collect()
}

fn for_second_engine(bill: &AuditedBill, mismatches: &[Value]) -> Value {
    let lines: Vec<Value> = bill
        .lines
        .iter()
        .map(|line| {
            let priced = line.priced.map(|priced| json!({ "quantity": priced.quantity }));
            let ChargeLine { kind, block, tariff, from, to, amount, .. } = line;
            json!({ "kind": kind, "block": block, "tariff": tariff, "from": from, "to": to, "priced": priced, "amount": amount })
        })
        .collect();
    json!({
        "invoiceNo": bill.invoice_no, "tariff": bill.tariff, "period": bill.period, "lines": lines, "mismatches": mismatches,
    })
}

/// The list of docs/domain/demo.md has a row for each planted fault: rule, account, month.
#[test]
fn the_documented_faults_are_the_planted_ones() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/domain/demo.md");
    let page = std::fs::read_to_string(page).expect("the page of the demo");
    let rows = page.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 5);
    let mut documented: Vec<String> =
        rows.map(|row| row.splitn(5, '|').take(4).collect::<Vec<_>>().join("|")).collect();
    let (six, applicants) = &*SIX;
    let mut planted = Vec::new();
    for (company, premises) in feed_order(six, applicants).into_iter().enumerate() {
        let made = BillsSpec { today: day(TODAY), seed: bill_seed(SEED, company), company, has_faults: true };
        let faults = Faults::of(made, premises, &accounts(premises, made.seed).0).expect("accounts for the faults");
        planted.extend(faults.by_account.iter().map(|(place, fault)| {
            let (rule, account_no) = (crate::findings::code_of(fault.rule), &premises[*place].account.account_no);
            format!("| `{rule}` | {account_no} | {} ", fault.back)
        }));
    }
    documented.sort();
    planted.sort();
    assert_eq!(documented, planted);
}
