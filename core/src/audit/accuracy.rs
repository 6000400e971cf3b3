//! Precision and recall of the rules on generated bills of 25 months (docs/domain/audit.md#accuracy).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rust_decimal::Decimal;

use super::AuditRule as Rule;
use super::*;
use crate::Money;
use crate::bills::{
    ChargeBlock, ChargeKind, ChargeKindEntry, ChargeLine, ChargeRole, ChargeSign, ChargeUnit, MeterReading, Priced,
    Quantity,
};
use crate::number::InvoiceNo;

/// Months of bills of an account.
const MONTHS: usize = 25;
/// The newest month.
const NEWEST: usize = MONTHS - 1;
/// The newest months, which are audited. The others are their history, as in the job that audits bills.
const AUDITED_MONTHS: usize = 13;
const CLEAN_ACCOUNTS: usize = 360;
/// Accounts with a defect for each rule.
const PLANTED_ACCOUNTS: usize = 24;
/// Days from an invoice to its payment.
const PAID_AFTER: i64 = 20;
const GENERAL: &str = "Low Voltage General";
const SPECIAL: &str = "Low Voltage Special";
const TIME_OF_USE: &str = "Low Voltage Time-of-Use";
const DEMAND: &str = "Medium Voltage General";

/// Random numbers of a fixed seed, so that the bills are the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from `least` to `most`.
    fn within(&mut self, least: i64, most: i64) -> i64 {
        let span = u64::try_from(most - least + 1).unwrap();
        least + i64::try_from(self.next() % span).unwrap()
    }

    /// Returns about 1,000. A standard deviation is `sigma`, and two numbers in a hundred are 150 further away.
    fn noise(&mut self, sigma: i64) -> i64 {
        let sum: i64 = (0..12).map(|_| self.within(-500, 500)).sum();
        let tail = if self.within(1, 100) <= 2 { 150 * (2 * self.within(0, 1) - 1) } else { 0 };
        1_000 + sum * sigma / 1_000 + tail
    }
}

/// How an account uses energy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Steady,
    /// A quarter more or less by the season, billed by time of use.
    Seasonal,
    /// Air-conditioned, with charges for the demand.
    Office,
    /// Long holidays in November and December, shorter ones in March, June and August.
    School,
    /// One percent more each month.
    Growing,
    /// Each third reading is estimated, and the next one corrects it.
    Estimated,
}

const SHAPES: [Shape; 6] =
    [Shape::Steady, Shape::Seasonal, Shape::Office, Shape::School, Shape::Growing, Shape::Estimated];

impl Shape {
    const fn tariff(self) -> &'static str {
        match self {
            Self::Seasonal => TIME_OF_USE,
            Self::Office => DEMAND,
            _ => GENERAL,
        }
    }

    /// Returns the use of a month in thousandths. Month 0 is an October.
    fn factor(self, month: usize) -> i64 {
        const SEASON: [i64; 12] = [1_000, 880, 780, 750, 790, 880, 1_000, 1_120, 1_210, 1_250, 1_210, 1_120];
        const OFFICE: [i64; 12] = [1_000, 980, 930, 960, 1_000, 1_090, 1_130, 1_150, 1_090, 1_040, 1_020, 1_010];
        const SCHOOL: [i64; 12] = [1_000, 800, 420, 930, 980, 850, 1_000, 1_000, 740, 980, 870, 1_000];
        match self {
            Self::Steady | Self::Estimated => 1_000,
            Self::Seasonal => SEASON[month % 12],
            Self::Office => OFFICE[month % 12],
            Self::School => SCHOOL[month % 12],
            Self::Growing => (0..month).fold(1_000, |factor, _| factor * 101 / 100),
        }
    }

    const fn sigma(self) -> i64 {
        match self {
            Self::Steady | Self::Seasonal => 60,
            Self::Office | Self::Growing | Self::Estimated => 50,
            Self::School => 70,
        }
    }
}

/// What bills carry from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Balance {
    None,
    /// The bill carries the one before it, which is paid.
    Paid,
    /// The bill is open, and the next one carries a part of it.
    Open,
}

/// The energy that a site fed into the grid in a month.
#[derive(Debug, Clone, Copy)]
struct Exported {
    kwh: i64,
    /// kWh for which the bill gives a credit.
    credited: i64,
    /// Hundredths of a sen that are added to the price.
    rate_more: i64,
}

/// A bill before its amounts are calculated.
#[derive(Debug, Clone)]
struct Draft {
    period: Period,
    kind: BillKind,
    is_estimated: bool,
    /// Days from the end of the period to the invoice.
    invoiced_after: i64,
    due_after: i64,
    kwh: i64,
    demand_kw: Option<i64>,
    tariff: &'static str,
    /// Percent of the use that is off-peak, if the tariff divides it.
    off_peak: i64,
    /// kWh between the last reading and the opening reading.
    skipped: i64,
    /// The closing reading, if it does not follow from the use.
    closing: Option<i64>,
    /// Hundredths of a sen that are added to the rate of energy.
    energy_rate_more: i64,
    /// Percent by which the charge is multiplied. Another number than 100 leaves out the lines.
    charge_percent: i64,
    /// Percent of tax, and whether it has a line.
    tax: Option<(i64, bool)>,
    late_charge: Option<Money>,
    balance: Balance,
    exported: Option<Exported>,
    total_more: Money,
    was_replaced: bool,
}

/// An account with its bills, and its defect.
struct Account {
    record: AuditedAccount,
    bills: Vec<AuditedBill>,
    /// The rule that must find the defect, and the bill.
    planted: Option<(Rule, InvoiceNo)>,
    /// The bills on which a finding is true.
    defective: BTreeSet<InvoiceNo>,
}

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

fn hundredths(number: i64) -> Quantity {
    Quantity::from_hundredths(number)
}

/// Returns the fuel adjustment of a month in hundredths of a sen.
fn adjustment(month: usize) -> i64 {
    [-320, -275, -180, -90, 0, 45, 0, -130, -95, -220, -310, -305][month % 12]
}

/// Returns the price of exported energy of a month in hundredths of a sen.
fn export_price(month: usize) -> i64 {
    2_150 + adjustment(month)
}

fn export_kind() -> ChargeKind {
    ChargeKind::parse("solarExport").unwrap()
}

/// The kinds of the portal, with a credit for exported energy.
fn kinds() -> ChargeKinds {
    ChargeKinds::standard().with([ChargeKindEntry {
        kind: export_kind(),
        name_en: "Solar export credit".to_owned(),
        name_ms: "Kredit eksport solar".to_owned(),
        role: ChargeRole::Export,
        sign: ChargeSign::Minus,
        unit: Some(ChargeUnit::Kwh),
        in_fund_base: false,
        in_consumption: false,
        from: day("2020-01-01"),
        to: None,
    }])
}

fn prices() -> PriceTable {
    let price = |tariff: &str, kind, block, unit, rate| Price {
        tariff: tariff.to_owned(),
        kind,
        block,
        from: day("2020-01-01"),
        to: None,
        rate: hundredths(rate),
        unit,
    };
    let mut prices = Vec::new();
    for (tariff, rates) in [
        (GENERAL, rates(GENERAL)),
        (SPECIAL, rates(SPECIAL)),
        (TIME_OF_USE, rates(TIME_OF_USE)),
        (DEMAND, rates(DEMAND)),
    ] {
        prices.extend(rates.into_iter().map(|(kind, block, unit, rate)| price(tariff, kind, block, unit, rate)));
    }
    prices.push(price("", ChargeKind::KWTBB, None, ChargeUnit::Percent, 160));
    prices.push(price("", ChargeKind::TAX, None, ChargeUnit::Percent, 0));
    for month in 0..MONTHS + 20 {
        let from = month_start(month);
        let to = Some(month_start(month + 1).plus_days(-1));
        for (kind, rate) in [(ChargeKind::AFA, adjustment(month)), (export_kind(), export_price(month))] {
            prices.push(Price { from, to, ..price("", kind, None, ChargeUnit::Kwh, rate) });
        }
    }
    PriceTable::new(prices)
}

type Rate = (ChargeKind, Option<ChargeBlock>, ChargeUnit, i64);

/// Returns the rates of a tariff, in hundredths.
fn rates(tariff: &str) -> Vec<Rate> {
    use ChargeUnit::{Kw, Kwh, Month};
    let (peak, off_peak) = (Some(ChargeBlock::Peak), Some(ChargeBlock::OffPeak));
    let energy = |block, rate| (ChargeKind::ENERGY, block, Kwh, rate);
    let mut rates = match tariff {
        TIME_OF_USE => vec![energy(peak, 2_852), energy(off_peak, 2_443)],
        SPECIAL => vec![energy(None, 3_603)],
        DEMAND => vec![energy(None, 2_983)],
        _ => vec![energy(None, 2_703)],
    };
    let (unit, capacity, network) = if tariff == DEMAND { (Kw, 2_943, 5_984) } else { (Kwh, 883, 1_482) };
    rates.extend([
        (ChargeKind::CAPACITY, None, unit, capacity),
        (ChargeKind::NETWORK, None, unit, network),
        (ChargeKind::RETAIL, None, Month, 2_000),
    ]);
    rates
}

/// Returns the first day of a month; month 0 is October 2024.
fn month_start(month: usize) -> Day {
    day("2030-10-01").minus_months(72 - u32::try_from(month).unwrap())
}

/// Returns ordinary bills of an account.
fn drafts(shape: Shape, random: &mut Random) -> Vec<Draft> {
    let base = random.within(60, 400);
    let mut first = month_start(0).plus_days(random.within(-1, 1));
    let mut drafts: Vec<Draft> = Vec::new();
    // kWh that the meter counted and that no bill has yet.
    let mut unbilled = 0;
    for month in 0..MONTHS {
        let last = month_start(month + 1).plus_days(random.within(-1, 1) - 1);
        let period = Period { first, last };
        first = last.plus_days(1);
        let used = base * period.days() * shape.factor(month) / 1_000 * random.noise(shape.sigma()) / 1_000;
        let is_estimated = shape == Shape::Estimated && month % 3 == 2;
        let kwh = if is_estimated {
            let a_day = drafts[month - 2..].iter().map(|draft| draft.kwh * 1_000 / draft.period.days()).sum::<i64>();
            a_day / 2 * period.days() / 1_000
        } else {
            used + unbilled
        };
        unbilled = if is_estimated { used - kwh } else { 0 };
        let demand = used / period.days() * random.noise(30) / 1_000;
        drafts.push(Draft {
            period,
            kind: BillKind::Ordinary,
            is_estimated,
            invoiced_after: random.within(1, 4),
            due_after: 30,
            kwh,
            demand_kw: (shape == Shape::Office).then_some(demand / 10 + 1),
            tariff: shape.tariff(),
            off_peak: random.within(48, 55),
            skipped: 0,
            closing: None,
            energy_rate_more: 0,
            charge_percent: 100,
            tax: None,
            late_charge: None,
            balance: Balance::None,
            exported: None,
            total_more: Money::ZERO,
            was_replaced: false,
        });
    }
    drafts
}

/// Returns the lines of a bill.
fn lines(draft: &Draft, month: usize, kinds: &ChargeKinds) -> Vec<ChargeLine> {
    let mut lines: Vec<ChargeLine> = Vec::new();
    let mut base = Money::ZERO;
    let priced = |kind, block, unit, quantity: Quantity, rate| {
        let priced = Priced { quantity, unit, rate: hundredths(rate) };
        let tariff = Some(draft.tariff.to_owned());
        let (from, to) = (Some(draft.period.first), Some(draft.period.last));
        ChargeLine { kind, block, tariff, from, to, priced: Some(priced), amount: priced.amount().unwrap() }
    };
    let off_peak = draft.kwh * draft.off_peak / 100;
    let mut all = rates(draft.tariff);
    all.push((ChargeKind::AFA, None, ChargeUnit::Kwh, adjustment(month)));
    for (kind, block, unit, mut rate) in all {
        let quantity = match (unit, block) {
            (ChargeUnit::Kw, _) => draft.demand_kw.unwrap(),
            (ChargeUnit::Month, _) => 1,
            (_, Some(ChargeBlock::Peak)) => draft.kwh - off_peak,
            (_, Some(_)) => off_peak,
            (_, None) => draft.kwh,
        };
        if kind == ChargeKind::ENERGY {
            rate += draft.energy_rate_more;
        }
        let line = priced(kind, block, unit, hundredths(quantity * 100), rate);
        if kinds.find(kind, None).unwrap().in_fund_base {
            base = base.plus(line.amount).unwrap();
        }
        lines.push(line);
    }
    lines.push(priced(ChargeKind::KWTBB, None, ChargeUnit::Percent, Quantity::of(base.decimal()), 160));
    if let Some((percent, true)) = draft.tax {
        lines.push(priced(ChargeKind::TAX, None, ChargeUnit::Percent, Quantity::of(base.decimal()), percent * 100));
    }
    let amount_only =
        |kind, amount| ChargeLine { kind, block: None, tariff: None, from: None, to: None, priced: None, amount };
    lines.extend(draft.late_charge.map(|amount| amount_only(ChargeKind::LATE_CHARGE, amount)));
    lines.extend(draft.exported.map(|exported| {
        let rate = export_price(month) + exported.rate_more;
        priced(export_kind(), None, ChargeUnit::Kwh, hundredths(-exported.credited * 100), rate)
    }));
    lines
}

/// Calculates the bills of an account.
fn bills(drafts: &[Draft], account: usize, kinds: &ChargeKinds) -> Vec<AuditedBill> {
    let (mut meter, mut fed) = (1_000, 500);
    let mut bills: Vec<AuditedBill> = Vec::new();
    for (month, draft) in drafts.iter().enumerate() {
        // The adjustment of the month in which the period ends.
        let month_of_end = (0..MONTHS + 20).rfind(|month| month_start(*month) <= draft.period.last).unwrap();
        let lines = lines(draft, month_of_end, kinds);
        let sum = Money::sum(lines.iter().map(|line| line.amount)).unwrap();
        let percent = Decimal::from(draft.charge_percent) / Decimal::ONE_HUNDRED;
        let mut current_charge = Money::round(sum.decimal() * percent).unwrap();
        let tax_amount = match draft.tax {
            Some((percent, false)) => Money::from_sen(current_charge.sen() * percent / 100),
            _ => Money::sum(lines.iter().filter(|line| line.kind == ChargeKind::TAX).map(|line| line.amount)).unwrap(),
        };
        if draft.tax.is_some_and(|(_, has_line)| !has_line) {
            current_charge = current_charge.plus(tax_amount).unwrap();
        }
        let last: Option<&AuditedBill> = bills.last();
        let outstanding_amount = match last {
            Some(last) if draft.balance == Balance::Paid => last.total,
            Some(last) if last.is_open => last.total.minus(Money::from_sen(1_000)).unwrap(),
            _ => Money::ZERO,
        };
        let total = current_charge.plus(outstanding_amount).unwrap();
        let total = Money::from_sen((total.sen() + 2) / 5 * 5).plus(draft.total_more).unwrap();
        let (previous, current) = (meter + draft.skipped, draft.closing.unwrap_or(meter + draft.skipped + draft.kwh));
        meter = current;
        let reading = |block, previous: i64, current: i64, used: i64| {
            let [previous, current, used] = [previous, current, used].map(|kwh| hundredths(kwh * 100));
            MeterReading { block, previous, current, used, unit: ChargeUnit::Kwh }
        };
        let mut readings = vec![reading(None, previous, current, draft.kwh)];
        if let Some(Exported { kwh, .. }) = draft.exported {
            readings.push(reading(Some(ChargeBlock::Export), fed, fed + kwh, kwh));
            fed += kwh;
        }
        let invoice_date = draft.period.last.plus_days(draft.invoiced_after);
        bills.push(AuditedBill {
            invoice_no: InvoiceNo::parse(&format!("51{:010}", account * 100 + month)).unwrap(),
            kind: draft.kind,
            is_estimated: draft.is_estimated,
            is_unmetered: false,
            period: Some(draft.period),
            invoice_date,
            due_date: Some(invoice_date.plus_days(draft.due_after)),
            tariff: draft.tariff.to_owned(),
            kwh: Some(hundredths(draft.kwh * 100)),
            demand_kw: draft.demand_kw.map(|kw| hundredths(kw * 100)),
            current_charge,
            outstanding_amount,
            tax_amount,
            total,
            paid_on: (month < NEWEST && draft.balance != Balance::Open).then(|| invoice_date.plus_days(PAID_AFTER)),
            is_open: draft.balance == Balance::Open || month == NEWEST,
            lines: if draft.charge_percent == 100 { lines } else { Vec::new() },
            readings,
            was_replaced: draft.was_replaced,
        });
    }
    bills
}

/// Sets the use of a month to a percentage of a daily use in thousandths. The demand changes as much.
fn set_use(draft: &mut Draft, a_day: i64, percent: i64) {
    let before = draft.kwh.max(1);
    draft.kwh = a_day * percent / 100 * draft.period.days() / 1_000;
    draft.demand_kw = draft.demand_kw.map(|kw| (kw * draft.kwh / before).max(1));
}

/// Changes the bills of an account, so that the rule must report one of them. Returns the months with a defect, the
/// reported one last.
fn plant(rule: Rule, drafts: &mut Vec<Draft>, random: &mut Random) -> Vec<usize> {
    let month = usize::try_from(random.within(14, 22)).unwrap();
    let a_day: Vec<i64> = drafts.iter().map(|draft| draft.kwh * 1_000 / draft.period.days()).collect();
    let of_year = |month: usize| a_day[month - 12..month].iter().copied();
    let sen = |sen| Money::from_sen(sen);
    let draft = &mut drafts[month];
    let mut months = vec![month];
    match rule {
        Rule::Gap => draft.period.first = draft.period.first.plus_days(random.within(2, 6)),
        Rule::Overlap => draft.period.first = draft.period.first.plus_days(-random.within(1, 6)),
        Rule::PeriodLength => {
            let days = 40 - draft.period.days();
            for draft in &mut drafts[month..] {
                draft.period.last = draft.period.last.plus_days(days);
            }
            for draft in &mut drafts[month + 1..] {
                draft.period.first = draft.period.first.plus_days(days);
            }
        }
        Rule::PeriodInFuture => draft.invoiced_after = -random.within(1, 5),
        Rule::DueDate => draft.due_after = if random.within(0, 1) == 0 { -1 } else { random.within(36, 60) },
        Rule::PeriodOld => {
            months = vec![NEWEST - 12];
            drafts[NEWEST - 12].kind = BillKind::Late;
            drafts[NEWEST - 12].invoiced_after = random.within(400, 420);
        }
        Rule::MissingBill => {
            drafts.pop();
            months = vec![NEWEST - 1];
        }
        Rule::DuplicateAmount => {
            let twice = draft.clone();
            let (invoiced_after, skipped) = (twice.invoiced_after + 5, -twice.kwh);
            drafts.insert(month + 1, Draft { invoiced_after, skipped, ..twice });
            months = vec![month + 1];
        }
        Rule::DuplicateNumber => draft.was_replaced = true,
        Rule::HiddenEstimate => {
            for draft in &mut drafts[month - 2..=month] {
                draft.is_estimated = false;
                set_use(draft, (a_day[month] / 1_000).max(1) * 1_000, 100);
            }
        }
        Rule::EstimatedRun => {
            for (place, draft) in drafts.iter_mut().enumerate() {
                draft.is_estimated = (month - 2..=month).contains(&place);
            }
        }
        Rule::ReadingBroken => draft.skipped = random.within(20, 900),
        Rule::ReadingBackwards => draft.closing = Some(500),
        Rule::UseHigh => set_use(draft, a_day[month], 400),
        Rule::UseLow => set_use(draft, a_day[month], 25),
        Rule::UseHighYear => {
            months = vec![month - 2, month - 1, month];
            for (month, percent) in months.iter().zip([118, 138, 165]) {
                set_use(&mut drafts[*month], a_day[month - 12], percent);
            }
        }
        Rule::UseLowYear => {
            months = vec![NEWEST - 2, NEWEST - 1, NEWEST];
            for (month, percent) in months.iter().zip([80, 62, 42]) {
                set_use(&mut drafts[*month], a_day[month - 12], percent);
            }
        }
        Rule::UseRecord => set_use(draft, of_year(month).max().unwrap(), random.within(125, 140)),
        Rule::UseFloor => set_use(draft, of_year(month).min().unwrap(), random.within(20, 45)),
        Rule::DemandRecord => {
            let highest = drafts[month - 12..month].iter().filter_map(|draft| draft.demand_kw).max().unwrap();
            drafts[month].demand_kw = Some(highest * random.within(125, 180) / 100 + 1);
        }
        Rule::ZeroUse => draft.kwh = 0,
        Rule::UseAfterClose => {
            drafts[NEWEST - 1].kind = BillKind::Final;
            months = vec![NEWEST];
        }
        Rule::UnitCost => draft.charge_percent = random.within(135, 145),
        Rule::Rounding => draft.total_more = sen(random.within(10, 90)),
        Rule::CarriedButPaid => draft.balance = Balance::Paid,
        Rule::CarriedStillOpen => {
            drafts[NEWEST - 1].balance = Balance::Open;
            months = vec![NEWEST];
        }
        Rule::LateCharge => draft.late_charge = Some(sen(random.within(100, 900))),
        Rule::TaxUnexpected => draft.tax = Some((random.within(4, 8), random.within(0, 1) == 0)),
        Rule::CostHigh => draft.charge_percent = random.within(250, 400),
        Rule::CostLow => draft.charge_percent = random.within(10, 25),
        Rule::TariffMismatch => draft.tariff = SPECIAL,
        Rule::PriceMismatch => draft.energy_rate_more = random.within(1, 100),
        Rule::CheaperTariff => {
            for draft in drafts.iter_mut() {
                (draft.tariff, draft.off_peak) = (TIME_OF_USE, random.within(5, 10));
            }
            months = vec![NEWEST];
        }
        Rule::ExportCredit => plant_wrong_credit(drafts, month, random),
    }
    months
}

/// Lets the site export in each month. The credit of one month has a wrong price, or names too few kWh.
fn plant_wrong_credit(drafts: &mut [Draft], month: usize, random: &mut Random) {
    for draft in drafts.iter_mut() {
        let kwh = draft.kwh * random.within(10, 60) / 100 + 100;
        draft.exported = Some(Exported { kwh, credited: kwh, rate_more: 0 });
    }
    let by_price = random.within(0, 1) == 0;
    let wrong = |exported: Exported| {
        if by_price {
            Exported { rate_more: -random.within(10, 900), ..exported }
        } else {
            Exported { credited: exported.kwh * random.within(20, 90) / 100, ..exported }
        }
    };
    drafts[month].exported = drafts[month].exported.map(wrong);
}

/// The shapes of accounts on which a defect is planted.
fn shapes_for(rule: Rule) -> &'static [Shape] {
    match rule {
        Rule::DemandRecord => &[Shape::Office],
        // The account has another tariff, which is dearer.
        Rule::TariffMismatch => &[Shape::Steady, Shape::School, Shape::Growing, Shape::Estimated],
        Rule::CheaperTariff => &[Shape::Seasonal],
        _ => &SHAPES,
    }
}

fn accounts() -> Vec<Account> {
    let kinds = kinds();
    let mut random = Random(2026);
    let clean = (0..CLEAN_ACCOUNTS).map(|number| (SHAPES[number % SHAPES.len()], None));
    let planted = Rule::ALL.iter().flat_map(|rule| {
        let shapes = shapes_for(*rule).iter().cycle();
        shapes.take(PLANTED_ACCOUNTS).map(|shape| (*shape, Some(*rule)))
    });
    let mut accounts = Vec::new();
    for (number, (shape, rule)) in clean.chain(planted).enumerate() {
        let mut drafts = drafts(shape, &mut random);
        let months = rule.map_or(Vec::new(), |rule| plant(rule, &mut drafts, &mut random));
        let bills = bills(&drafts, number, &kinds);
        let numbers: Vec<InvoiceNo> = months.iter().map(|month| bills[*month].invoice_no.clone()).collect();
        accounts.push(Account {
            record: AuditedAccount { tariff: recorded_tariff(&drafts), is_active: true, muted: Vec::new() },
            planted: rule.zip(numbers.last().cloned()),
            defective: numbers.into_iter().collect(),
            bills,
        });
    }
    accounts
}

/// Returns the tariff of the newest bill, which no defect of the tariff changes.
fn recorded_tariff(drafts: &[Draft]) -> String {
    drafts.last().map_or("", |draft| draft.tariff).to_owned()
}

/// The results of a rule. A finding counts for each rule that reports it.
#[derive(Default)]
struct Accuracy {
    planted: usize,
    found: usize,
    findings: usize,
    true_findings: usize,
}

#[derive(Default)]
struct Measured {
    rules: BTreeMap<Rule, Accuracy>,
    clean_bills: usize,
    flagged_clean_bills: usize,
    /// Findings on the bills with a planted defect, and these bills.
    on_planted: usize,
    planted_bills: usize,
    wrong: Vec<String>,
}

/// Audits the accounts without a defect, and those with a defect of a rule for which `is_measured` returns true.
fn measure(accounts: &[Account], is_measured: impl Fn(Rule) -> bool, settings: &AuditSettings) -> Measured {
    let (prices, kinds) = (&prices(), &kinds());
    let mut measured = Measured::default();
    let is_measured = |one: &&Account| one.planted.as_ref().is_none_or(|(rule, _)| is_measured(*rule));
    for Account { record: account, bills, planted, defective } in accounts.iter().filter(is_measured) {
        for bill in bills.iter().skip(bills.len() - AUDITED_MONTHS) {
            let (history, company_change, today) = (bills.as_slice(), None, day("2026-11-20"));
            let input = AuditInput { bill, history, account, prices, kinds, company_change, settings, today };
            let findings = audit(&input).findings;
            if planted.is_none() {
                measured.clean_bills += 1;
                measured.flagged_clean_bills += usize::from(!findings.is_empty());
            }
            if let Some((rule, invoice_no)) = planted
                && *invoice_no == bill.invoice_no
            {
                let accuracy = measured.rules.entry(*rule).or_default();
                accuracy.planted += 1;
                let is_found = findings.iter().any(|finding| finding.is_reported_by(*rule));
                accuracy.found += usize::from(is_found);
                measured.planted_bills += 1;
                measured.on_planted += findings.len();
                if !is_found {
                    measured.wrong.push(format!("not found: {rule:?} on {}: {findings:?}", bill.invoice_no));
                }
                if findings.len() > 1 {
                    measured.wrong.push(format!("several: {rule:?} on {}: {findings:?}", bill.invoice_no));
                }
            }
            // On the reported bill, only the finding with the planted rule is true.
            let is_true = |finding: &Finding| match planted {
                Some((rule, invoice_no)) if *invoice_no == bill.invoice_no => finding.is_reported_by(*rule),
                _ => defective.contains(&bill.invoice_no),
            };
            for finding in &findings {
                for evidence in finding.all_evidence() {
                    let accuracy = measured.rules.entry(evidence.rule()).or_default();
                    accuracy.findings += 1;
                    accuracy.true_findings += usize::from(is_true(finding));
                    if !is_true(finding) {
                        let of = planted.as_ref().map(|(rule, _)| rule);
                        measured.wrong.push(format!("wrong: {evidence:?} on {}, planted: {of:?}", bill.invoice_no));
                    }
                }
            }
        }
    }
    measured
}

#[test]
fn rules_find_all_planted_defects_and_report_few_clean_bills() {
    let accounts = accounts();
    let all_on = AuditSettings { off: Vec::new(), ..AuditSettings::default() };
    let is_on = |rule| AuditSettings::default().is_on(rule);
    let by_default = measure(&accounts, is_on, &AuditSettings::default());
    let with_all = measure(&accounts, |_| true, &all_on);
    let mut table = String::from(
        "| rule | planted | found | findings | true | precision | recall |\n|---|---|---|---|---|---|---|\n",
    );
    let mut failures = Vec::new();
    for rule in Rule::ALL {
        let measured = if is_on(*rule) { &by_default } else { &with_all };
        let Some(Accuracy { planted, found, findings, true_findings }) = measured.rules.get(rule) else {
            failures.push(format!("{rule:?} reports nothing"));
            continue;
        };
        let (precision, recall) = (true_findings * 1_000 / (*findings).max(1), found * 100 / planted);
        writeln!(
            table,
            "| `{}` | {planted} | {found} | {findings} | {true_findings} | {}.{:03} | {}.{:02} |",
            crate::list::on_wire(&format!("{rule:?}")),
            precision / 1_000,
            precision % 1_000,
            recall / 100,
            recall % 100,
        )
        .unwrap();
        if precision < 900 || recall < 100 {
            failures.push(format!("{rule:?}: precision {precision}, recall {recall}"));
        }
    }
    let Measured { clean_bills, flagged_clean_bills, planted_bills, on_planted, wrong, .. } = &by_default;
    println!("{table}\n{flagged_clean_bills} of {clean_bills} clean bills are reported.");
    println!("{on_planted} findings on {planted_bills} planted bills.");
    assert!(failures.is_empty(), "{failures:#?} {wrong:#?}");
    assert!(flagged_clean_bills * 100 <= clean_bills * 3, "{flagged_clean_bills} of {clean_bills}: {wrong:#?}");
    assert_eq!(on_planted, planted_bills, "a defect has several findings: {wrong:#?}");
}
