//! The lines of all bank statements that have one amount, compared by core
//! (docs/domain/bank-statements.md#one-transfer-one-credit).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gridbill_core::bank_statements::{CountedMoney, EXACT_DAYS, Holder, KnownLines, Standing};
use gridbill_core::number::TransactionNo;
use gridbill_core::{Code, Day, Money, Problem};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::lines::{AwaitedMoney, KnownRow, list_known, list_mixed};

/// Days around a line in which other lines are compared with it. Two steps of [`EXACT_DAYS`]: a line may be linked to
/// another through a third.
const COMPARED_DAYS: i64 = 2 * EXACT_DAYS;
/// Maximum days around a line to which the comparison grows, while lines are linked to lines outside.
const MAX_COMPARED_DAYS: i64 = 12 * EXACT_DAYS;

/// Lines of one amount, and behind them the used lines of other amounts that may overlap with them.
#[derive(Debug, Default)]
pub struct Known {
    pub lines: KnownLines,
    rows: Vec<Arc<KnownRow>>,
}

impl Known {
    /// Loads the lines with this amount that may be linked to a line of this day.
    pub async fn around(db: &mut PgConnection, amount: Money, day: Day) -> anyhow::Result<Self> {
        // A third step: counted money that competes for a line may be further away.
        let mut days = COMPARED_DAYS + EXACT_DAYS;
        loop {
            let (from, to) = (day.plus_days(-days), day.plus_days(days));
            let amounts = [amount.decimal()];
            let rows = list_known(&mut *db, &amounts, &amounts, (from, to)).await?;
            let rows = with_entries(db, rows, (from, to)).await?;
            let is_mixed = rows.iter().any(|row| row.kind() != rows[0].kind());
            let is_linked = |edge: Day| rows.iter().any(|row| row.day.days_since(edge).abs() <= EXACT_DAYS);
            if days >= MAX_COMPARED_DAYS || !is_mixed || !(is_linked(from) || is_linked(to)) {
                return compared(move || Self::of(amount, rows.into_iter().map(Arc::new))).await;
            }
            days *= 2;
        }
    }

    /// Loads the lines with these amounts that may be linked to a line of these days.
    pub async fn by_amount(
        db: &mut PgConnection,
        amounts: BTreeSet<Money>,
        (from, to): (Day, Day),
    ) -> anyhow::Result<BTreeMap<Money, Self>> {
        let decimals: Vec<Decimal> = amounts.iter().map(|amount| amount.decimal()).collect();
        let days = (from.plus_days(-COMPARED_DAYS), to.plus_days(COMPARED_DAYS));
        let mixed = list_mixed(&mut *db, &decimals, days).await?;
        let others: Vec<Decimal> = decimals.iter().filter(|amount| !mixed.contains(amount)).copied().collect();
        let mut rows = list_known(&mut *db, &mixed, &decimals, days).await?;
        rows.extend(list_known(&mut *db, &others, &[], (from, to)).await?);
        let rows = with_entries(db, rows, days).await?;
        compared(move || {
            let mut by_amount: BTreeMap<Money, Vec<Arc<KnownRow>>> = BTreeMap::new();
            for row in rows.into_iter().map(Arc::new) {
                let own = [Some(row.amount), row.entry_amount].into_iter().flatten();
                own.for_each(|amount| by_amount.entry(amount).or_default().push(Arc::clone(&row)));
            }
            let of = |amount: Money| {
                let own = by_amount.get(&amount).map_or(&[][..], Vec::as_slice);
                let entries: BTreeSet<Money> = own.iter().filter_map(|row| row.entry_amount).collect();
                let wholes = entries.iter().filter(|entry| **entry != amount).filter_map(|entry| by_amount.get(entry));
                (amount, Self::of(amount, own.iter().chain(wholes.flatten()).cloned()))
            };
            amounts.into_iter().map(of).collect()
        })
        .await
    }

    /// Compares the rows with this amount. Of the others only those that were used matter.
    fn of(amount: Money, rows: impl Iterator<Item = Arc<KnownRow>>) -> Self {
        let (mut rows, mut others): (Vec<_>, Vec<_>) = rows.partition(|row| row.amount == amount);
        others.retain(|row| row.is_used());
        let known = |rows: &[Arc<KnownRow>]| rows.iter().map(|row| row.known()).collect();
        let lines = KnownLines::new(known(&rows), known(&others));
        rows.extend(others);
        Self { lines, rows }
    }

    /// Returns the index of a line; none if the line is no incoming money.
    #[must_use]
    pub fn index_of(&self, statement_id: Uuid, line: i32) -> Option<usize> {
        self.rows.iter().position(|row| row.statement_id == statement_id && row.line == line)
    }

    #[must_use]
    pub fn row(&self, line: usize) -> &KnownRow {
        &self.rows[line]
    }

    /// Refuses a line that payments used, or that is or may be the same transfer as a used line.
    /// Fails with [`Code::BankLineUsed`], or [`Code::BankLineNeeded`] with both lines if nothing proves that they are
    /// one transfer.
    pub fn check_open(&self, line: usize) -> Result<(), Problem> {
        let used = |used: usize| -> Problem {
            Problem::new(Code::BankLineUsed).with("transactionNo", self.row(used).used_by_no())
        };
        match self.lines.standing(line) {
            Standing::Open => Ok(()),
            Standing::Used => Err(used(line)),
            Standing::SameAs(other) => Err(used(other)),
            Standing::MayBe(other) => Err(self.repeated(line, other)),
        }
    }

    /// Treats a line as used, to find which lines are the same transfer. Does nothing for a line of another amount.
    pub fn assume_used(&mut self, (statement_id, line): (Uuid, i32)) {
        if let Some(at) = self.index_of(statement_id, line) {
            self.lines.assume_used(at);
        }
    }

    /// The refusal of two lines that may be the same transfer.
    #[must_use]
    pub fn alike(&self, line: usize, other: usize) -> Problem {
        Problem::new(Code::BankLinesAlike)
            .with("lines", format!("{}; {}", self.row(other).place(), self.row(line).place()))
    }

    /// The refusal of a line that belongs, or may belong, to money that was counted before its line came.
    #[must_use]
    pub fn held(&self, line: usize, holder: Holder, by: &TransactionNo) -> Problem {
        let refused = |code: Code| Problem::new(code).with("transactionNo", by.as_str());
        match holder {
            Holder::Named(_) => refused(Code::BankLineUsed),
            Holder::Copy { line: other, .. } => {
                line_needed(by.as_str(), &format!("{}; {}", self.row(other).place(), self.row(line).place()))
            }
            Holder::Waiting(_) => refused(Code::BankLineUnnamed),
        }
    }

    /// The refusal of money that was counted with a used line. `line` is another line that may be the same transfer.
    #[must_use]
    pub fn repeated(&self, line: usize, used: usize) -> Problem {
        let mut rows = vec![self.row(used).place()];
        if line != used {
            rows.push(self.row(line).place());
        }
        line_needed(self.row(used).used_by_no(), &rows.join("; "))
    }
}

/// Adds the entries of which the lines are parts. Returns each line once, in the order of [`list_known`].
async fn with_entries(db: &mut PgConnection, mut rows: Vec<KnownRow>, days: (Day, Day)) -> sqlx::Result<Vec<KnownRow>> {
    let entries: BTreeSet<Money> = rows.iter().filter_map(|row| row.entry_amount).collect();
    if !entries.is_empty() {
        let entries: Vec<Decimal> = entries.into_iter().map(Money::decimal).collect();
        rows.extend(list_known(db, &entries, &[], days).await?);
    }
    rows.sort_by_key(|row| (row.amount, row.uploaded_at, row.id()));
    rows.dedup_by_key(|row| row.id());
    Ok(rows)
}

/// Compares on a thread for computing, since thousands of lines may have one amount.
async fn compared<T: Send + 'static>(compare: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
    Ok(tokio::task::spawn_blocking(compare).await?)
}

/// The refusal of money that was counted for another payment, with the rows of statements that are known.
#[must_use]
pub fn line_needed(transaction_no: &str, rows: &str) -> Problem {
    let rows = if rows.is_empty() { "–" } else { rows };
    Problem::new(Code::BankLineNeeded).with("transactionNo", transaction_no).with("lines", rows)
}

impl KnownRow {
    /// The line's statement and row.
    #[must_use]
    pub const fn id(&self) -> (Uuid, i32) {
        (self.statement_id, self.line)
    }

    /// Where an officer finds the line: the file and the row.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{} {}", self.file_name, self.line)
    }

    /// The number of the payment that took the first share; empty if there is none.
    pub fn used_by_no(&self) -> &str {
        self.used_by.as_ref().map_or("", TransactionNo::as_str)
    }
}

/// The money as core compares it with lines.
#[must_use]
pub fn counted_money(counted: &[AwaitedMoney]) -> Vec<CountedMoney> {
    let one = |one: &AwaitedMoney| CountedMoney {
        payment_no: one.transaction_no.to_string(),
        number_key: one.number_key.clone(),
        day: one.day,
    };
    counted.iter().map(one).collect()
}
