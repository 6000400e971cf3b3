//! The lines of all bank statements that have one amount, compared by core
//! (docs/domain/bank-statements.md#one-transfer-one-credit).

use std::collections::BTreeMap;

use gridbill_core::bank_statements::{CountedMoney, EXACT_DAYS, KnownLines, Standing};
use gridbill_core::number::TransactionNo;
use gridbill_core::{Code, Day, Money, Problem};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::sql::lines::{AwaitedMoney, KnownRow, list_known};

/// Days around a line in which other lines are compared with it. Two steps of [`EXACT_DAYS`]: a line may be linked to
/// another through a third.
const COMPARED_DAYS: i64 = 2 * EXACT_DAYS;
/// Maximum days around a line to which the comparison grows, while lines are linked to lines outside.
const MAX_COMPARED_DAYS: i64 = 12 * EXACT_DAYS;

/// Lines of one amount.
#[derive(Debug, Default)]
pub struct Known {
    pub lines: KnownLines,
    rows: Vec<KnownRow>,
}

impl Known {
    /// Loads the lines with this amount that may be linked to a line of this day.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn around(db: &mut PgConnection, amount: Money, day: Day) -> anyhow::Result<Self> {
        // A third step: counted money that competes for a line may be further away.
        let mut days = COMPARED_DAYS + EXACT_DAYS;
        loop {
            let (from, to) = (day.plus_days(-days), day.plus_days(days));
            let rows = list_known(&mut *db, &[amount.decimal()], from, to).await?;
            let is_linked = |edge: Day| rows.iter().any(|row| row.day.days_since(edge).abs() <= EXACT_DAYS);
            if days >= MAX_COMPARED_DAYS || !(is_linked(from) || is_linked(to)) {
                return compared(move || Self::of(rows)).await;
            }
            days *= 2;
        }
    }

    /// Loads the lines with these amounts that may be linked to a line of these days.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn by_amount(
        db: impl PgExecutor<'_>,
        amounts: &[rust_decimal::Decimal],
        (from, to): (Day, Day),
    ) -> anyhow::Result<BTreeMap<Money, Self>> {
        let rows = list_known(db, amounts, from.plus_days(-COMPARED_DAYS), to.plus_days(COMPARED_DAYS)).await?;
        let mut by_amount: BTreeMap<Money, Vec<KnownRow>> = BTreeMap::new();
        for row in rows {
            by_amount.entry(row.amount).or_default().push(row);
        }
        compared(move || by_amount.into_iter().map(|(amount, rows)| (amount, Self::of(rows))).collect()).await
    }

    fn of(rows: Vec<KnownRow>) -> Self {
        Self { lines: KnownLines::new(rows.iter().map(KnownRow::known).collect()), rows }
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

    /// Returns the used line that is or may be the same transfer as a line, and whether it certainly is.
    #[must_use]
    pub fn used_twin(&self, line: usize) -> Option<(&KnownRow, bool)> {
        match self.lines.standing(line) {
            Standing::SameAs(used) => Some((self.row(used), true)),
            Standing::MayBe(used) => Some((self.row(used), false)),
            Standing::Used | Standing::Open => None,
        }
    }

    /// Refuses a line that payments used, or that is or may be the same transfer as a used line.
    ///
    /// # Errors
    /// [`Code::BankLineUsed`], or [`Code::BankLineNeeded`] with both lines if nothing proves that they are one transfer.
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
    pub const fn id(&self) -> (Uuid, i32) {
        (self.statement_id, self.line)
    }

    /// Where an officer finds the line: the file and the row.
    pub fn place(&self) -> String {
        format!("{} {}", self.file_name, self.line)
    }

    /// The number of the payment that took the first share; empty if there is none.
    fn used_by_no(&self) -> &str {
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
