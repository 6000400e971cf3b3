//! One bill of the demo: its lines and amounts, and its row of the feed.

use std::io::Write;

use gridbill_core::audit::{Period, PriceTable};
use gridbill_core::bills::{ChargeKind, ChargeLine, MeterReading, remainder};
use gridbill_core::{Day, Money, Problem};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;

use super::super::charges::write_charges;
use super::super::e_invoices;
use super::super::faults::{Change, FaultyMonth};
use super::super::history::PAID_AFTER;
use super::super::plan::Premises;
use super::super::tariff::{Tariff, Use, to_five_sen};
use super::{Account, Oddity, reported};

const LATE_BILL: &str = "Late bill";
/// Days from the invoice date to the due date.
const DAYS_TO_PAY: i64 = 30;
/// What an earlier delivery has more than the bill that replaces it.
const DELIVERED_MORE: i64 = 12_000;

/// The feed's files of bills and of their charges.
pub struct FeedFiles<W: Write> {
    /// An earlier delivery of a few of the bills.
    pub earlier_bills: csv::Writer<W>,
    pub bills: csv::Writer<W>,
    pub charges: csv::Writer<W>,
}

/// A bill with its numbers.
pub struct IssuedBill<'a> {
    pub premises: &'a Premises,
    pub draft: &'a Draft,
    pub(super) invoice: u64,
    pub(super) batch: u64,
    /// The account's bill before.
    pub(super) last: Option<(u64, Money, Day)>,
    pub is_cancelled: bool,
    pub(super) today: Day,
}

/// A bill without its numbers.
#[derive(Clone)]
pub struct Draft {
    pub(super) day: Day,
    pub due: Option<Day>,
    pub bill_type: &'static str,
    pub period: Period,
    pub(super) odd: Oddity,
    pub tariff: &'static str,
    used: Use,
    pub lines: Vec<ChargeLine>,
    pub readings: Vec<MeterReading>,
    pub reading: &'static str,
    pub current: Money,
    pub outstanding: Money,
    pub tax: Money,
    pub total: Money,
    /// The total of an earlier delivery with the same number.
    pub earlier_total: Option<Money>,
}

impl Draft {
    pub(super) fn new(
        premises: &Premises,
        account: &mut Account,
        prices: &PriceTable,
        (today, day, period, back): (Day, Day, Period, u32),
        (odd, fault): (Oddity, Option<FaultyMonth>),
        rng: &mut ChaCha20Rng,
    ) -> Result<Self, Problem> {
        let mut used = account.used(premises, back, period, fault, rng);
        if odd == Oddity::Final {
            used = Use { peak_kwh: 0, off_peak_kwh: 0, demand_kw: 0 };
        }
        let change = reported(fault);
        let (billed_tariff, billed_use) = match change {
            Some(Change::OtherTariff) => (Tariff::LowTimeOfUse, used.by_time_of_use()),
            _ => (premises.tariff, used),
        };
        let mut lines = billed_tariff.charge(prices, billed_use, period)?;
        if odd == Oddity::Final {
            // The month's fixed charge is waived.
            lines.retain(|line| line.kind != ChargeKind::RETAIL);
        }
        if let Some(fault) = fault {
            fault.change_lines(&mut lines)?;
        }
        let current = Money::sum(lines.iter().map(|line| line.amount))?;
        let outstanding = match odd {
            _ if matches!(change, Some(Change::CarriesPaid)) => {
                account.totals.iter().rev().nth(1).copied().unwrap_or_default()
            }
            Oddity::Credit => Money::ZERO.minus(current)?.minus(Money::from_sen(rng.random_range(0..90_000)))?,
            Oddity::Outstanding => account.open_balance(today),
            // Nothing else of the account is open: the amount is from before the portal.
            Oddity::Final => Some(account.open_balance(today))
                .filter(|open| open.is_positive())
                .unwrap_or_else(|| Money::from_sen(rng.random_range(2_000..40_000))),
            Oddity::NoDueDate | Oddity::Late | Oddity::None => Money::ZERO,
        };
        let reading = account.reading_type(odd, rng);
        let reading = fault.and_then(FaultyMonth::reading_type).unwrap_or(reading);
        let mut total = to_five_sen(current.plus(outstanding)?)?;
        if let Some(Change::Rounding(sen)) = change {
            total = total.plus(Money::from_sen(sen))?;
        }
        account.totals.push(total);
        let rounding = remainder(current, outstanding, total)?.rounding;
        if let Some(last) = lines.last().filter(|_| rounding != Money::ZERO) {
            lines.push(ChargeLine { kind: ChargeKind::ROUNDING, amount: rounding, ..last.clone() });
        }
        let readings = match change {
            Some(Change::MeterAhead(kwh)) => account.meter.ahead(kwh).read(premises.tariff, used),
            Some(Change::MeterBack(kwh)) => account.meter.read_backwards(premises.tariff, used, kwh),
            _ => account.meter.read(premises.tariff, used),
        };
        let invoiced = day.plus_days(-1);
        let days_to_pay = if let Some(Change::Due(days)) = change { days } else { DAYS_TO_PAY };
        let earlier_total = match change {
            Some(Change::DeliveredBefore) => Some(total.plus(Money::from_sen(DELIVERED_MORE))?),
            _ => None,
        };
        Ok(Self {
            day,
            due: (odd != Oddity::NoDueDate).then(|| invoiced.plus_days(days_to_pay)),
            bill_type: match (odd, fault) {
                (Oddity::Final, _) | (_, Some(FaultyMonth { change: Change::Closed, after: -1 })) => "Final bill",
                (Oddity::Late, _) => LATE_BILL,
                _ => "Monthly bill",
            },
            period,
            odd,
            tariff: billed_tariff.name_on(period.last),
            used,
            tax: Money::sum(lines.iter().filter(|line| line.kind == ChargeKind::TAX).map(|line| line.amount))?,
            lines,
            readings,
            reading,
            current,
            outstanding,
            total,
            earlier_total,
        })
    }

    /// A late bill with the period and the lines of this bill.
    pub(super) fn billed_again(&self) -> Self {
        Self { bill_type: LATE_BILL, odd: Oddity::Late, ..self.clone() }
    }

    pub fn invoiced(&self) -> Day {
        self.day.plus_days(-1)
    }

    pub const fn kwh(&self) -> u32 {
        self.used.kwh()
    }

    /// The highest demand in kW, if the tariff knows it.
    pub fn demand_kw(&self, premises: &Premises) -> Option<u32> {
        premises.tariff.knows_demand().then_some(self.used.demand_kw)
    }
}

impl IssuedBill<'_> {
    pub fn invoice_no(&self) -> String {
        invoice_no(self.invoice)
    }

    /// Writes the bill as the feed has it.
    pub fn write<W: Write>(&self, out: &mut FeedFiles<W>) -> csv::Result<()> {
        let Draft { lines, readings, total, .. } = self.draft;
        if let Some(earlier_total) = self.draft.earlier_total {
            out.earlier_bills.write_record(self.fields(earlier_total))?;
        }
        out.bills.write_record(self.fields(*total))?;
        write_charges(&mut out.charges, &self.invoice_no(), lines, readings)
    }

    fn fields(&self, total: Money) -> impl Iterator<Item = String> {
        let Self { premises, draft, invoice, batch, last, is_cancelled, today } = self;
        let invoiced = draft.invoiced();
        let fields = [
            invoice_no(*invoice),
            format!("58{batch:010}"),
            premises.account.account_no.to_string(),
            format!("28{batch:08}"),
            draft.day.to_string(),
            invoiced.to_string(),
            draft.due.map(|due| due.to_string()).unwrap_or_default(),
            draft.bill_type.to_owned(),
            draft.reading.to_owned(),
            draft.period.first.to_string(),
            draft.period.last.to_string(),
            draft.tariff.to_owned(),
            draft.kwh().to_string(),
            draft.demand_kw(premises).map(|kw| kw.to_string()).unwrap_or_default(),
            draft.current.to_string(),
            draft.outstanding.to_string(),
            draft.tax.to_string(),
            total.to_string(),
            last.map(|(invoice, ..)| invoice_no(invoice)).unwrap_or_default(),
            // Younger bills may be unpaid: `history::PAID_AFTER`.
            last.filter(|(_, _, day)| today.days_since(*day) > i64::from(PAID_AFTER))
                .map(|(_, amount, _)| amount.to_string())
                .unwrap_or_default(),
        ];
        // No bill is closed by the utility.
        fields.into_iter().chain(e_invoices::of(*invoice, invoiced, *today, *is_cancelled)).chain([String::new()])
    }
}

fn invoice_no(number: u64) -> String {
    format!("51{number:010}")
}
