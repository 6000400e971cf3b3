//! Properties that hold for every history.

use std::sync::LazyLock;

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::bills::{ChargeKind, ChargeKinds, ChargeUnit, MeterReading, Quantity};
use crate::number::InvoiceNo;
use crate::{Language, Money};

/// A bill of a month; `month` 0 is January 2025.
fn month_bill(month: u32, use_a_day: i64, odd: u8) -> AuditedBill {
    let start = Day::parse("2040-01-01").unwrap().minus_months(180 - month);
    let next = Day::parse("2040-01-01").unwrap().minus_months(179 - month);
    let (first, last) = (start.plus_days(i64::from(odd == 1)), next.plus_days(-1 + i64::from(odd == 2)));
    let days = last.days_since(first) + 1;
    let kwh = Quantity::of(Decimal::from(use_a_day * days));
    let charge = Money::from_sen(use_a_day * days * 50);
    AuditedBill {
        invoice_no: InvoiceNo::parse(&format!("51{:010}", month + 1)).unwrap(),
        kind: if odd == 3 { BillKind::Late } else { BillKind::Ordinary },
        is_estimated: odd == 4,
        is_unmetered: false,
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
        is_open: false,
        paid_on: month.is_multiple_of(2).then(|| last.plus_days(20)),
        lines: Vec::new(),
        readings: Vec::new(),
        was_replaced: odd == 6,
    }
}

fn today() -> Day {
    Day::parse("2027-01-10").unwrap()
}

fn account() -> AuditedAccount {
    AuditedAccount { tariff: "Low Voltage General".to_owned(), is_active: true, muted: Vec::new() }
}

/// The input for a bill of an account without prices and muted rules.
fn input<'a>(bill: &'a AuditedBill, history: &'a [AuditedBill], settings: &'a AuditSettings) -> AuditInput<'a> {
    static FIXED: LazyLock<(AuditedAccount, PriceTable, ChargeKinds)> =
        LazyLock::new(|| (account(), PriceTable::default(), ChargeKinds::standard()));
    let (account, prices, kinds) = &*FIXED;
    AuditInput { bill, history, account, prices, kinds, company_change: None, settings, today: today() }
}

fn audited_by(bill: &AuditedBill, history: &[AuditedBill], settings: &AuditSettings) -> Audit {
    audit(&input(bill, history, settings))
}

fn audited(bill: &AuditedBill, history: &[AuditedBill]) -> Audit {
    audited_by(bill, history, &AuditSettings::default())
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

/// Bills of ordinary months, each with a use for each day.
fn bills_of(use_a_day: &[i64]) -> Vec<AuditedBill> {
    (0..).zip(use_a_day).map(|(month, use_a_day)| month_bill(month, *use_a_day, 0)).collect()
}

/// Returns the rules of each finding on a bill, the finding's own rule first.
fn rules_on(bills: &[AuditedBill], place: usize, settings: &AuditSettings) -> Vec<Vec<AuditRule>> {
    let findings = audited_by(&bills[place], bills, settings).findings;
    findings.iter().map(|finding| finding.all_evidence().map(Evidence::rule).collect()).collect()
}

#[test]
fn a_bill_with_four_times_its_use_has_one_finding_and_the_bills_after_it_none() {
    use AuditRule::{CostHigh, UseHigh, UseHighYear, UseRecord};
    // Two uses that alternate, because three bills with the same use would look estimated.
    let mut use_a_day = [98, 102].repeat(14);
    use_a_day[14] = 400;
    let bills = bills_of(&use_a_day);
    let all_on = AuditSettings { off: Vec::new(), ..AuditSettings::default() };
    assert_eq!(rules_on(&bills, 14, &all_on), [[UseHigh, UseHighYear, UseRecord, CostHigh]]);
    for place in 15..bills.len() {
        assert_eq!(rules_on(&bills, place, &all_on), [] as [Vec<AuditRule>; 0], "{place}");
    }
    let finding = &audited_by(&bills[14], &bills, &all_on).findings[0];
    assert!(
        finding
            .sentence(Language::En)
            .ends_with(" For the same reason: More use than last year; Highest use in 12 bills; Cost rose sharply.")
    );
    assert!(finding.sentence(Language::Ms).contains(" Atas sebab yang sama: Penggunaan lebih"));

    // A rule that is off or muted is neither the finding nor its evidence.
    let off = AuditSettings { off: vec![UseHigh, CostHigh], ..all_on.clone() };
    assert_eq!(rules_on(&bills, 14, &off), [[UseHighYear, UseRecord]]);
    let muted = MutedRule { rule: UseHighYear, until: today() };
    let account = AuditedAccount { muted: vec![muted], ..account() };
    let input = AuditInput { account: &account, ..input(&bills[14], &bills, &all_on) };
    assert!(!audit(&input).findings[0].is_reported_by(UseHighYear));
}

#[test]
fn a_lasting_change_is_reported_on_two_bills() {
    for (before, after) in [([98, 102], [205, 195]), ([205, 195], [88, 92])] {
        let bills = bills_of(&[before.repeat(9), after.repeat(9)].concat());
        let reported = |place: &usize| !rules_on(&bills, *place, &AuditSettings::default()).is_empty();
        assert_eq!((0..bills.len()).filter(reported).collect::<Vec<_>>(), [18, 19], "{after:?}");
    }
}

#[test]
fn use_that_is_usual_for_the_month_is_not_reported() {
    // A school with holidays in each twelfth month, from the second year on, and one without.
    let mut use_a_day = [98, 102].repeat(14);
    (use_a_day[11], use_a_day[23]) = (30, 33);
    let bills = bills_of(&use_a_day);
    assert_eq!(rules_on(&bills, 11, &AuditSettings::default()), [[AuditRule::UseLow]]);
    for place in 12..bills.len() {
        assert_eq!(rules_on(&bills, place, &AuditSettings::default()), [] as [Vec<AuditRule>; 0], "{place}");
    }
}

#[test]
fn causes_are_told_apart() {
    use AuditRule::{Gap, LateCharge, Overlap, PeriodLength, PriceMismatch, ReadingBroken, UnitCost, UseHigh, UseLow};
    let bills = bills_of(&[100]);
    let settings = AuditSettings::default();
    let merged = |evidence: &[Evidence]| {
        let found = evidence.iter().cloned().map(|evidence| Finding::new(evidence).at_stake(Money::from_sen(5)));
        let merged = cause::merge(&input(&bills[0], &bills, &settings), found.collect());
        merged.iter().map(|finding| finding.all_evidence().map(Evidence::rule).collect()).collect::<Vec<Vec<_>>>()
    };
    let high = Evidence::UseHigh { percent: 300, company_percent: None };
    let low = Evidence::UseLow { percent: -60, company_percent: None };
    let sen = Quantity::from_hundredths(100);
    let unit_cost = |percent| Evidence::UnitCost { percent, sen_before: sen, sen_now: sen };
    let broken = |expected, previous| Evidence::ReadingBroken {
        block: None,
        expected: Quantity::from_hundredths(expected),
        previous: Quantity::from_hundredths(previous),
    };
    // Fixed charges cost less for each kWh if more is used. Another change of the cost has another cause.
    assert_eq!(merged(&[high.clone(), unit_cost(-30)]), [[UseHigh, UnitCost]]);
    assert_eq!(merged(&[high.clone(), unit_cost(30)]), [[UseHigh], [UnitCost]]);
    assert_eq!(merged(&[low.clone(), unit_cost(30)]), [[UseLow, UnitCost]]);
    let prices = Evidence::PriceMismatch { lines: Vec::new() };
    assert_eq!(merged(&[low.clone(), unit_cost(30), prices]), [vec![UseLow], vec![PriceMismatch, UnitCost]]);
    // An opening reading that is too low bills energy twice, and one that is too high leaves energy out.
    assert_eq!(merged(&[broken(90, 50), high.clone()]), [[ReadingBroken, UseHigh]]);
    assert_eq!(merged(&[broken(50, 90), high.clone()]), [[ReadingBroken], [UseHigh]]);
    assert_eq!(merged(&[broken(50, 90), low]), [[ReadingBroken, UseLow]]);

    let start = Day::parse("2025-04-05").unwrap();
    let gap = Evidence::Gap { days: 4, previous_end: start, start };
    let overlap = Evidence::Overlap { days: 4, first: start, last: start };
    let length = Evidence::PeriodLength { days: 40, shortest: 25, longest: 36 };
    let late = Evidence::LateCharge { amount: Money::from_sen(5) };
    assert_eq!(
        merged(&[gap.clone(), length.clone(), high, late]),
        [vec![Gap, PeriodLength], vec![UseHigh], vec![LateCharge]]
    );
    assert_eq!(merged(&[gap, overlap, length]), [[Overlap, Gap, PeriodLength]]);
}

#[test]
fn a_change_of_the_accounts_tariff_leaves_the_bills_before_it() {
    let price = |tariff: &str| Price {
        tariff: tariff.to_owned(),
        kind: ChargeKind::ENERGY,
        block: None,
        from: Day::parse("2024-01-01").unwrap(),
        to: None,
        rate: Quantity::from_hundredths(2_703),
        unit: ChargeUnit::Kwh,
    };
    let [general, special] = ["Low Voltage General", "Low Voltage Special"];
    let prices = PriceTable::new([price(general), price(special)]);
    let settings = AuditSettings::default();
    let told = |recorded: &str, tariffs: &[&str]| {
        let account = AuditedAccount { tariff: recorded.to_owned(), ..account() };
        let bills = bills_of(&[98, 102].repeat(tariffs.len()));
        let bills: Vec<AuditedBill> = bills
            .into_iter()
            .zip(tariffs)
            .map(|(bill, tariff)| AuditedBill { tariff: (*tariff).to_owned(), ..bill })
            .collect();
        let is_told = |place: &usize| {
            let input = AuditInput { account: &account, prices: &prices, ..input(&bills[*place], &bills, &settings) };
            audit(&input).findings.iter().any(|finding| finding.is_reported_by(AuditRule::TariffMismatch))
        };
        (0..bills.len()).filter(is_told).collect::<Vec<_>>()
    };
    assert_eq!(told(special, &[general; 4]), [3], "only the newest bill can be wrong");
    assert_eq!(told(special, &[general, general, general, special]), [0; 0]);
    assert_eq!(told(general, &[general, special, general]), [1]);
}

#[test]
fn a_supply_without_a_meter_has_no_hidden_estimate() {
    let settings = AuditSettings::default();
    let mut bills = bills_of(&[12; 4]);
    let is_told = |bills: &[AuditedBill]| {
        audited_by(&bills[3], bills, &settings).findings.iter().any(|one| one.is_reported_by(AuditRule::HiddenEstimate))
    };
    assert!(is_told(&bills));
    for bill in &mut bills {
        bill.is_unmetered = true;
    }
    assert!(!is_told(&bills));
}

#[test]
fn a_register_that_begins_again_at_zero_does_not_run_backwards() {
    let settings = AuditSettings::default();
    for (previous, current, used, is_told) in
        [(999_900, 150, 250, false), (99_990, 10, 20, false), (52_000, 500, 300, true), (999_900, 150, 251, true)]
    {
        let of = |whole: i64| Quantity::from_hundredths(whole * 100);
        let reading = MeterReading {
            block: None,
            previous: of(previous),
            current: of(current),
            used: of(used),
            unit: ChargeUnit::Kwh,
        };
        let bill = AuditedBill { readings: vec![reading], ..month_bill(0, 10, 0) };
        let found = audited_by(&bill, std::slice::from_ref(&bill), &settings).findings;
        let is_found = found.iter().any(|one| one.is_reported_by(AuditRule::ReadingBackwards));
        assert_eq!(is_found, is_told, "{previous} {current} {used}");
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
        let input = AuditInput { account: &account, today, ..input(&bills[2], &bills[..2], &settings) };
        audit(&input).findings.iter().any(|finding| finding.rule() == AuditRule::MissingBill)
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
fn a_finding_is_the_same_with_other_rules_and_another_median_but_not_with_other_figures() {
    let high = |percent, company_percent| Evidence::UseHigh { percent, company_percent };
    let low = |percent, company_percent| Evidence::UseLow { percent, company_percent };
    let record = |percent| Evidence::UseRecord { percent };
    let found = |evidence: Evidence, also: &[Evidence]| Finding { also: also.to_vec(), ..Finding::new(evidence) };
    let is_same = |one: Evidence, other: Evidence| found(one, &[]).is_same_as(&found(other, &[]));
    assert!(is_same(high(50, Some(10)), high(50, None)) && is_same(low(50, Some(10)), low(50, Some(11))));
    assert!(!is_same(high(50, None), high(51, None)) && !is_same(low(50, None), low(51, None)));
    assert!(is_same(record(50), record(50)) && !is_same(record(50), record(51)));

    let both = found(high(50, None), &[record(30)]);
    assert!(both.is_same_as(&found(high(50, None), &[])) && found(high(50, None), &[]).is_same_as(&both));
    assert!(!both.is_same_as(&found(high(50, None), &[record(31)])));
    // The strongest rule was muted.
    let muted = found(record(30), &[]);
    assert!(both.is_same_as(&muted) && !both.is_same_as(&found(record(31), &[])));
    assert!(both.has_cause_of(&muted) && muted.has_cause_of(&both) && !muted.has_cause_of(&found(low(50, None), &[])));
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

/// What was credited and what is missing, lost or too much is in the sentence.
#[test]
fn a_sentence_of_exported_or_green_energy_says_what_is_wrong() {
    let ringgit = |sen: i64| Money::from_sen(sen);
    let credit = |given, is_lost| {
        let (kwh, rate) = (Quantity::from_hundredths(500_000), Quantity::from_hundredths(2_000));
        let evidence = Evidence::ExportCredit { kwh, rate, expected: ringgit(100_000), given: ringgit(given), is_lost };
        Language::ALL.map(|language| evidence.sentence(language).replace('\u{a0}', " "))
    };
    let [lost_en, lost_ms] = credit(81_090, true);
    assert!(
        lost_en.ends_with("RM 810.90 was credited, as much as the charges allow. RM 189.10 was lost at month end.")
    );
    assert!(lost_ms.ends_with("RM 189.10 luput pada akhir bulan."), "{lost_ms}");
    assert!(credit(81_090, false)[0].ends_with("RM 810.90 was credited, RM 189.10 too little."));
    assert!(credit(81_090, false)[1].ends_with("kurang RM 189.10."));
    assert!(credit(100_500, false)[0].ends_with("RM 1,005.00 was credited, RM 5.00 too much."));
    assert!(credit(100_500, false)[1].ends_with("lebih RM 5.00."));
    let cases: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../fixtures/rules/audit.json")).expect("cases");
    let case = cases.iter().find(|case| case["name"] == "priceMismatch: the adjustment of green energy, too").unwrap();
    let finding: Finding = serde_json::from_value(case["output"]["finding"].clone()).unwrap();
    assert!(finding.sentence(Language::En).ends_with("does not apply to 1,000 kWh of green energy."));
    assert!(finding.sentence(Language::Ms).ends_with("ke atas 1,000 kWh tenaga hijau."));
}

/// The bill and the prices of a case of the fixtures, with other quantities in its last lines.
fn of_case(name: &str, change: impl Fn(&mut AuditedBill)) -> Vec<Finding> {
    let cases: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../fixtures/rules/audit.json")).expect("cases");
    let given = &cases.iter().find(|case| case["name"] == name).expect("a case")["input"];
    let read = |field: &str| given[field].clone();
    let mut bill: AuditedBill = serde_json::from_value(read("bill")).expect("a bill");
    change(&mut bill);
    let prices = PriceTable::new(serde_json::from_value::<Vec<Price>>(read("prices")).expect("prices"));
    let kinds = ChargeKinds::standard().with(serde_json::from_value::<Vec<_>>(read("kinds")).expect("kinds"));
    let (account, settings) = (&account(), &AuditSettings::default());
    let (prices, kinds) = (&prices, &kinds);
    let input = AuditInput {
        bill: &bill,
        history: &[],
        account,
        prices,
        kinds,
        company_change: None,
        settings,
        today: today(),
    };
    audit(&input).findings
}

/// Sets the quantity of a bill's line of a kind.
fn set_kwh(bill: &mut AuditedBill, kind: &str, kwh: i64) {
    let line = bill.lines.iter_mut().find(|line| line.kind.as_str() == kind).expect("a line");
    let priced = line.priced.as_mut().expect("a price");
    priced.quantity = Quantity::from_hundredths(kwh);
    line.amount = priced.amount().expect("an amount");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// An adjustment counts the consumption of 3,000 kWh less the green energy, to the hundredth of a kWh.
    #[test]
    fn green_energy_is_exempt_from_the_adjustment(green in 1_i64..400_000, more in -2_000_i64..2_000) {
        let right = (300_000 - green).max(0);
        let charged = (right + more).max(0);
        let found = of_case("priceMismatch: green energy is exempt from the adjustment", |bill| {
            set_kwh(bill, "greenPremium", green);
            set_kwh(bill, "afa", charged);
        });
        let amount = |kwh: i64| Money::round(Decimal::new(kwh, 2) * Decimal::new(-145, 4)).unwrap();
        let difference = amount(charged).minus(amount(right)).unwrap().absolute();
        if difference == Money::ZERO {
            prop_assert!(found.is_empty(), "{found:?}");
        } else {
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(found[0].rule(), AuditRule::PriceMismatch);
            prop_assert_eq!(found[0].at_stake, difference);
        }
    }

    /// What is missing of a credit is at stake, to the sen, whether its line names all 500 kWh or fewer.
    #[test]
    fn a_credit_is_compared_with_the_exported_energy(credited in 0_i64..60_000) {
        let found = of_case("exportCredit: by the price of the month", |bill| {
            set_kwh(bill, "solarExport", -credited);
        });
        let given = Money::round(Decimal::new(credited, 2) * Decimal::new(20, 2)).unwrap();
        let difference = Money::from_sen(10_000).minus(given).unwrap().absolute();
        if difference == Money::ZERO {
            prop_assert!(found.is_empty(), "{found:?}");
        } else {
            prop_assert_eq!(found.len(), 1, "{:?}", found);
            prop_assert_eq!(found[0].rule(), AuditRule::ExportCredit);
            prop_assert_eq!(found[0].at_stake, difference);
        }
    }
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
