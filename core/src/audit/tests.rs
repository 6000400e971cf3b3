//! Properties that hold for every history.

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::Money;
use crate::bills::Quantity;
use crate::number::InvoiceNo;

/// A bill of a month; `month` 0 is January 2025.
fn month_bill(month: u32, use_a_day: i64, odd: u8) -> AuditedBill {
    let start = Day::parse("2027-01-01").unwrap().minus_months(24 - month);
    let next = Day::parse("2027-01-01").unwrap().minus_months(23 - month);
    let (first, last) = (start.plus_days(i64::from(odd == 1)), next.plus_days(-1 + i64::from(odd == 2)));
    let days = last.days_since(first) + 1;
    let kwh = Quantity::of(Decimal::from(use_a_day * days));
    let charge = Money::from_sen(use_a_day * days * 50);
    AuditedBill {
        invoice_no: InvoiceNo::parse(&format!("51{:010}", month + 1)).unwrap(),
        kind: if odd == 3 { BillKind::Late } else { BillKind::Ordinary },
        is_estimated: odd == 4,
        period: Some(Period { first, last }),
        invoice_date: last.plus_days(1),
        due_date: Some(last.plus_days(31)),
        tariff: "Low Voltage General".to_owned(),
        kwh: Some(kwh),
        demand_kw: None,
        current_charge: charge,
        outstanding_amount: if odd == 5 { charge } else { Money::ZERO },
        tax_amount: Money::ZERO,
        total: charge,
        paid_on: month.is_multiple_of(2).then(|| last.plus_days(20)),
        lines: Vec::new(),
        readings: Vec::new(),
        was_replaced: odd == 6,
    }
}

fn audited(bill: &AuditedBill, history: &[AuditedBill]) -> Audit {
    let account = AuditedAccount { tariff: "Low Voltage General".to_owned(), is_active: true, muted: Vec::new() };
    audit(&AuditInput {
        bill,
        history,
        account: &account,
        prices: &PriceTable::default(),
        company_change: None,
        settings: &AuditSettings::default(),
        today: Day::parse("2027-01-10").unwrap(),
    })
}

fn months() -> impl Strategy<Value = Vec<AuditedBill>> {
    proptest::collection::vec((0_i64..200, 0_u8..12), 1..20).prop_map(|months| {
        (0..).zip(months).map(|(month, (use_a_day, odd))| month_bill(month, use_a_day, odd)).collect()
    })
}

proptest! {
    #[test]
    fn the_order_of_the_history_does_not_matter(bills in months(), seed in any::<u64>()) {
        for place in 0..bills.len() {
            let mut history = bills.clone();
            let bill = history.remove(place);
            let found = audited(&bill, &history);
            let by = usize::try_from(seed % 97).unwrap() % history.len().max(1);
            history.rotate_left(by);
            history.reverse();
            prop_assert_eq!(&found, &audited(&bill, &history));
        }
    }

    #[test]
    fn a_clean_month_adds_no_finding_to_an_older_bill(bills in months()) {
        let clean = month_bill(u32::try_from(bills.len()).unwrap(), 100, 0);
        for place in 0..bills.len() {
            let mut history = bills.clone();
            let bill = history.remove(place);
            let before = audited(&bill, &history);
            history.push(clean.clone());
            let after = audited(&bill, &history);
            for finding in after.findings {
                prop_assert!(
                    finding.rule() == AuditRule::MissingBill || before.findings.contains(&finding),
                    "{finding:?} is new"
                );
            }
        }
    }

    #[test]
    fn an_amount_at_stake_is_never_negative(bills in months()) {
        for place in 0..bills.len() {
            let mut history = bills.clone();
            let bill = history.remove(place);
            for finding in audited(&bill, &history).findings {
                prop_assert!(finding.at_stake >= Money::ZERO, "{finding:?}");
            }
        }
    }
}

#[test]
fn every_rule_has_its_words_in_both_languages() {
    use crate::Language::{En, Ms};
    let mut titles: Vec<_> = AuditRule::ALL.iter().map(|rule| rule.title(En)).collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), AuditRule::ALL.len(), "two rules have one title");
    for rule in AuditRule::ALL {
        assert_ne!(rule.title(En), rule.title(Ms), "{rule:?}");
        assert_ne!(rule.next_step(En), rule.next_step(Ms), "{rule:?}");
    }
}

#[test]
fn settings_are_checked_field_by_field() {
    assert!(AuditSettings::default().check().is_ok());
    let wrong = AuditSettings { gap_days: 0, use_change: 1_001, shortest_period: 40, ..AuditSettings::default() };
    let fields: Vec<_> = wrong.check().unwrap_err().fields.into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["gapDays", "useChange", "longestPeriod"]);
}

#[test]
fn prices_neither_overlap_nor_leave_a_gap() {
    use crate::bills::{ChargeKind, ChargeUnit};
    let price = |from: &str, to: Option<&str>, rate: i64| Price {
        tariff: "Low Voltage General".to_owned(),
        kind: ChargeKind::Energy,
        block: None,
        from: Day::parse(from).unwrap(),
        to: to.map(|to| Day::parse(to).unwrap()),
        rate: Quantity::from_hundredths(rate),
        unit: ChargeUnit::Kwh,
    };
    let mut table = PriceTable::default();
    table.add(price("2025-01-01", Some("2025-06-30"), 4350)).unwrap();
    assert_eq!(table.add(price("2025-06-30", None, 2703)), Err(PricingError::Overlaps));
    assert_eq!(table.add(price("2025-07-02", None, 2703)), Err(PricingError::LeavesAGap));
    assert_eq!(table.add(price("2025-07-01", None, 0)), Err(PricingError::RateIsZero));
    assert_eq!(table.add(price("2025-07-01", Some("2025-06-30"), 1)), Err(PricingError::EndsBeforeItBegins));
    let unit = Price { unit: ChargeUnit::Percent, ..price("2025-07-01", None, 2703) };
    assert_eq!(table.add(unit), Err(PricingError::UnitDoesNotFit));
    table.add(price("2025-07-01", None, 2703)).unwrap();
    assert_eq!(table.add(price("2026-01-01", None, 2800)), Err(PricingError::Overlaps));
    // The same first day corrects a price.
    table.add(price("2025-07-01", Some("2025-12-31"), 2704)).unwrap();
    table.add(price("2026-01-01", None, 2800)).unwrap();
    let rates: Vec<_> = table.iter().map(|price| price.rate.to_string()).collect();
    assert_eq!(rates, ["43.50", "27.04", "28.00"]);
}

#[test]
fn an_account_is_audited_again_when_a_bill_is_missing_or_a_rule_applies_again() {
    let today = Day::parse("2025-04-10").unwrap();
    let bills: Vec<_> = (0..3).map(|month| month_bill(month, 100, 0)).collect();
    let settings = AuditSettings::default();
    let mut account = AuditedAccount { tariff: String::new(), is_active: true, muted: Vec::new() };
    let next = |bills: &[AuditedBill], account: &AuditedAccount, today| next_audit(bills, account, &settings, today);
    // The newest bill ends on 31 March, and the periods have 31, 28 and 31 days.
    let missing = Day::parse("2025-05-01").unwrap().plus_days(settings.missing_days + 1);
    assert_eq!(next(&bills, &account, today), Some(missing));
    assert_eq!(next(&bills, &account, missing.plus_days(-1)), Some(missing));
    assert_eq!(next(&bills, &account, missing), None, "not today");
    assert_eq!(next(&bills[2..], &account, today), None, "without an earlier bill, none is expected");
    // On that day the audit reports that the bill is missing, and not on the day before.
    let has_missing = |today| {
        let audit = audit(&AuditInput {
            bill: &bills[2],
            history: &bills[..2],
            account: &account,
            prices: &PriceTable::default(),
            company_change: None,
            settings: &settings,
            today,
        });
        audit.findings.iter().any(|finding| finding.rule() == AuditRule::MissingBill)
    };
    assert_eq!((has_missing(missing.plus_days(-1)), has_missing(missing)), (false, true));

    let mut ended = bills.clone();
    ended[2].kind = BillKind::Final;
    assert_eq!(next(&ended, &account, today), None);
    account.is_active = false;
    assert_eq!(next(&bills, &account, today), None);
    account.muted = [3, 1, -1].map(|days| MutedRule { rule: AuditRule::Gap, until: today.plus_days(days) }).to_vec();
    assert_eq!(next(&bills, &account, today), Some(today.plus_days(2)), "the first rule that applies again");
}

#[test]
fn the_same_use_is_the_same_evidence_whatever_the_company_uses() {
    let high = |percent, company_percent| Evidence::UseHigh { percent, company_percent };
    let low = |percent, company_percent| Evidence::UseLow { percent, company_percent };
    let day = |percent| Evidence::UseRecord { percent };
    assert!(high(50, Some(10)).is_same_as(&high(50, None)) && low(50, Some(10)).is_same_as(&low(50, Some(11))));
    assert!(!high(50, None).is_same_as(&high(51, None)) && !low(50, None).is_same_as(&low(51, None)));
    assert!(!high(50, None).is_same_as(&low(50, None)));
    assert!(day(50).is_same_as(&day(50)) && !day(50).is_same_as(&day(51)));
}
