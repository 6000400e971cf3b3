//! The file of charges: each row is a line of a bill, or a register of its meter. The rows of a bill are consecutive.

use gridbill_core::bills::{
    BillAmounts, ChargeBlock, ChargeKind, ChargeKinds, ChargeLine, ChargeUnit, Charges, MeterReading, Priced, Quantity,
};
use gridbill_core::number::InvoiceNo;
use gridbill_core::operations::FeedKind;
use gridbill_core::{Day, Language};
use sqlx::PgConnection;

use super::field::{Fields, Refusal};
use super::kind::kind;
use super::{FeedRecord, ImportOptions, StoreResult, sql};
use crate::base::Base;
use crate::bills::kinds;

/// The lines and readings of one bill.
#[derive(Debug, Clone, PartialEq)]
pub struct BillCharges {
    pub invoice_no: InvoiceNo,
    /// The number of the last row read.
    line: u16,
    pub charges: Charges,
}

/// The kind of a row that is a reading and not a charge.
pub const READING: &str = "reading";

pub const BLOCKS: &[(&str, ChargeBlock)] = &[
    ("peak", ChargeBlock::Peak),
    ("offPeak", ChargeBlock::OffPeak),
    ("first", ChargeBlock::First),
    ("second", ChargeBlock::Second),
    ("third", ChargeBlock::Third),
    ("demand", ChargeBlock::Demand),
    ("export", ChargeBlock::Export),
];

pub const UNITS: &[(&str, ChargeUnit)] =
    &[("kWh", ChargeUnit::Kwh), ("kW", ChargeUnit::Kw), ("month", ChargeUnit::Month), ("percent", ChargeUnit::Percent)];

impl FeedRecord for BillCharges {
    const KIND: FeedKind = FeedKind::Charges;
    const NOUN: &'static str = "charges";
    const COLUMNS: &'static [&'static str] = &[
        "invoiceNo",
        "line",
        "kind",
        "block",
        "tariff",
        "from",
        "to",
        "previousReading",
        "currentReading",
        "quantity",
        "unit",
        "rate",
        "amount",
    ];
    const KEY: &'static str = "invoiceNo";
    const SPANS_ROWS: bool = true;
    const UNLISTED: &'static str = "a kind of charge that the list does not have on their day";

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let invoice_no = fields.parse("invoiceNo", InvoiceNo::parse)?;
        let line = fields.get("line").parse().ok().filter(|line| (1..=MAX_LINES).contains(line));
        let line = line.ok_or_else(|| Refusal::of("line", format!("This must be a number from 1 to {MAX_LINES}.")))?;
        let mut charges = Charges { lines: Vec::new(), readings: Vec::new() };
        if fields.get("kind") == READING {
            charges.readings.push(reading(fields)?);
        } else {
            charges.lines.push(charge(fields)?);
        }
        Ok(Self { invoice_no, line, charges })
    }

    fn key(&self) -> &str {
        self.invoice_no.as_str()
    }

    fn join(&mut self, next: Self) -> Result<(), Refusal> {
        if next.line != self.line + 1 {
            return Err(Refusal::of(
                "line",
                format!("After line {} of a bill comes its line {}.", self.line, self.line + 1),
            ));
        }
        self.line = next.line;
        self.charges.lines.extend(next.charges.lines);
        self.charges.readings.extend(next.charges.readings);
        Ok(())
    }

    fn begins(&self) -> Result<(), Refusal> {
        if self.line == 1 {
            Ok(())
        } else {
            Err(Refusal::of("line", "The rows of a bill stand together, from line 1."))
        }
    }

    async fn store(
        _base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        options: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let invoices: Vec<_> = rows.iter().map(|row| row.invoice_no.to_string()).collect();
        let kinds = kinds::all(&mut *connection).await?;
        let bills = sql::lock_bills(connection, &invoices).await?;
        let (mut taken, mut refused, mut unlisted) = (Vec::new(), Vec::new(), Vec::new());
        for (place, row) in rows.iter().enumerate() {
            let unknown = row.charges.lines.iter().map(|line| line.kind).find(|kind| kinds.find(*kind, None).is_none());
            match row.check(bills.get(row.key()), &kinds, unknown.filter(|_| options.refuses_unlisted_kinds)) {
                Ok(()) => {
                    taken.push(row);
                    unlisted.extend(row.charges.unlisted(&kinds).map(|line| line.kind.to_string()));
                }
                Err(refusal) => refused.push((place, refusal)),
            }
        }
        let (new, changed) = sql::store_charges(connection, &taken).await?;
        Ok(StoreResult { new, changed, refused, unlisted, ..StoreResult::default() })
    }
}

impl BillCharges {
    /// Checks the lines against their bill. `unknown` is a kind for which they are refused: the utility has never delivered it.
    fn check(
        &self,
        bill: Option<&BillAmounts>,
        kinds: &ChargeKinds,
        unknown: Option<ChargeKind>,
    ) -> Result<(), Refusal> {
        let without_bill = "This bill is unknown. Import the file of bills first.";
        let bill = bill.ok_or_else(|| Refusal::of("invoiceNo", without_bill))?;
        if let Some(kind) = unknown {
            let reason =
                format!("The kind of charge {kind} is not listed. Import the file of kinds first. (unknownKind)");
            return Err(Refusal::of("kind", reason));
        }
        self.charges.add_up(bill, kinds).map_err(|code| Refusal::of("amount", code.sentence(Language::En)))
    }
}

/// Maximum rows per bill.
const MAX_LINES: u16 = 200;

fn charge(fields: &Fields<'_>) -> Result<ChargeLine, Refusal> {
    let kind = kind(fields)?;
    for column in ["previousReading", "currentReading"] {
        empty(fields, column, "Only a reading has this.")?;
    }
    let (from, to) = (fields.optional("from", Day::parse)?, fields.optional("to", Day::parse)?);
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(Refusal::of("to", "A line cannot end before it starts."));
    }
    let tariff = if fields.get("tariff").is_empty() { None } else { Some(fields.text("tariff", 60)?) };
    let priced = if fields.get("quantity").is_empty() {
        empty(fields, "unit", "This is empty where there is no quantity.")?;
        empty(fields, "rate", "This is empty where there is no quantity.")?;
        None
    } else {
        Some(Priced {
            quantity: fields.parse("quantity", Quantity::parse)?,
            unit: named(fields, "unit", UNITS)?,
            rate: fields.parse("rate", Quantity::parse)?,
        })
    };
    Ok(ChargeLine { kind, block: block(fields)?, tariff, from, to, priced, amount: fields.money("amount")? })
}

fn reading(fields: &Fields<'_>) -> Result<MeterReading, Refusal> {
    for column in ["tariff", "from", "to", "rate", "amount"] {
        empty(fields, column, "A reading does not have this.")?;
    }
    let quantity = |column| {
        let read = fields.parse(column, Quantity::parse)?;
        if read.is_negative() { Err(Refusal::of(column, "This cannot be negative.")) } else { Ok(read) }
    };
    Ok(MeterReading {
        block: block(fields)?,
        previous: quantity("previousReading")?,
        current: quantity("currentReading")?,
        used: quantity("quantity")?,
        unit: named(fields, "unit", UNITS)?,
    })
}

pub fn block(fields: &Fields<'_>) -> Result<Option<ChargeBlock>, Refusal> {
    if fields.get("block").is_empty() { Ok(None) } else { named(fields, "block", BLOCKS).map(Some) }
}

fn empty(fields: &Fields<'_>, column: &'static str, why: &str) -> Result<(), Refusal> {
    if fields.get(column).is_empty() { Ok(()) } else { Err(Refusal::of(column, why)) }
}

/// Maps a word of a closed list to its meaning.
pub fn named<T: Copy>(fields: &Fields<'_>, column: &'static str, words: &[(&'static str, T)]) -> Result<T, Refusal> {
    let all: Vec<_> = words.iter().map(|(word, _)| *word).collect();
    let word = fields.one_of(column, &all)?;
    let found = words.iter().find(|(one, _)| *one == word).map(|(_, meant)| *meant);
    found.ok_or_else(|| Refusal::of(column, "This word is unknown."))
}
