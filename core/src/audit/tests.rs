//! Properties that hold for every history.

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::bills::{ChargeKinds, Quantity};
use crate::number::InvoiceNo;
use crate::{Language, Money};

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
        kinds: &ChargeKinds::standard(),
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
            kinds: &ChargeKinds::standard(),
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

/// Returns how the figures of an evidence can be written.
fn figures(figure: &serde_json::Value, language: Language) -> Vec<String> {
    if let Some(number) = figure.as_i64() {
        return vec![number.abs().to_string()];
    }
    let Some(text) = figure.as_str() else { return Vec::new() };
    if let Ok(day) = Day::parse(text) {
        return vec![day.shown(language)];
    }
    let Ok(amount) = Money::parse(text) else { return Vec::new() };
    vec![amount.shown(), Quantity::from_hundredths(amount.sen()).shown()]
}

#[test]
fn a_sentence_has_the_figures_of_its_evidence() {
    let cases: serde_json::Value =
        serde_json::from_str(include_str!("../../../fixtures/rules/audit.json")).expect("cases");
    let mut rules = Vec::new();
    for case in cases.as_array().expect("cases") {
        let Ok(finding) = serde_json::from_value::<Finding>(case["output"]["finding"].clone()) else { continue };
        let sentence = |language| finding.evidence.sentence(language);
        assert_ne!(sentence(Language::En), sentence(Language::Ms));
        for language in Language::ALL {
            let evidence = case["output"]["finding"]["evidence"].as_object().expect("figures");
            for (name, figure) in evidence {
                let written = figures(figure, language);
                let has_figure = written.iter().any(|figure| sentence(language).contains(figure));
                assert!(has_figure || written.is_empty(), "{name} is not in: {}", sentence(language));
            }
        }
        rules.push(finding.rule());
    }
    let missing: Vec<_> = AuditRule::ALL.iter().filter(|rule| !rules.contains(rule)).collect();
    assert!(missing.is_empty(), "no case of {missing:?}");
}

#[test]
fn a_sentence_says_more_or_less_and_one_or_several() {
    let sentence = |evidence: Evidence| evidence.sentence(Language::En);
    let low = sentence(Evidence::UseLow { percent: -30, company_percent: Some(-4) });
    assert!(low.contains("is 30% less") && low.contains("median change is -4%"), "{low}");
    let cost = |percent| sentence(Evidence::CostHigh { percent });
    assert!(cost(0).contains("0% more") && cost(-1).contains("1% less"));
    assert!(Evidence::CostLow { percent: -1 }.sentence(Language::Ms).contains("1% lebih rendah"));
    assert!(Evidence::CostHigh { percent: 0 }.sentence(Language::Ms).contains("0% lebih tinggi"));
    let start = Day::parse("2025-04-05").unwrap();
    let gap = |days| sentence(Evidence::Gap { days, previous_end: start.plus_days(-days - 1), start });
    assert!(gap(1).starts_with("1 day was") && gap(2).starts_with("2 days were"));
}

#[test]
fn groups_and_reasons_are_told_apart() {
    let groups: std::collections::BTreeSet<_> =
        AuditRule::ALL.iter().map(|rule| rule.group().word(Language::Ms)).collect();
    assert_eq!(groups.len(), 6);
    let reasons = [NotChecked::NotEnoughHistory, NotChecked::PriceUnknown, NotChecked::NotOnBill];
    let words: std::collections::BTreeSet<_> = reasons.iter().map(|reason| reason.word(Language::En)).collect();
    assert_eq!(words.len(), 3);
}
