//! Queries of the contents of statements.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use gridbill_core::bank_statements::{Booking, Line, LineDecision, LineProblem, OpenLine, UsedLine};
use gridbill_core::number::{BankId, TransactionNo};
use gridbill_core::sheet::SheetRow;
use gridbill_core::{Day, Instant, Money};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Stores the rows of the file.
pub async fn add_rows(db: &mut PgConnection, statement_id: Uuid, rows: &[SheetRow]) -> sqlx::Result<()> {
    let numbers: Vec<i32> = rows.iter().map(|row| i32::try_from(row.line).unwrap_or(i32::MAX)).collect();
    let cells: Vec<serde_json::Value> = rows.iter().map(|row| row.cells.clone().into()).collect();
    sqlx::query!(
        "insert into bank_statement_row (statement_id, line, cells)
         select $1, line, cells from unnest($2::int[], $3::jsonb[]) row (line, cells)",
        statement_id,
        &numbers,
        &cells,
    )
    .execute(db)
    .await
    .map(drop)
}

/// All rows of the file below its heading.
pub async fn rows(db: impl PgExecutor<'_>, statement_id: Uuid) -> sqlx::Result<Vec<SheetRow>> {
    let rows = sqlx::query!(
        r#"select line, cells as "cells: Json<Vec<String>>" from bank_statement_row where statement_id = $1 order by line"#,
        statement_id,
    );
    let rows = rows.fetch_all(db).await?;
    Ok(rows
        .into_iter()
        .map(|row| SheetRow { line: u32::try_from(row.line).unwrap_or_default(), cells: row.cells.0 })
        .collect())
}

/// These rows of the file, by their number.
pub async fn rows_of(
    db: impl PgExecutor<'_>,
    statement_id: Uuid,
    lines: &[i32],
) -> sqlx::Result<HashMap<u32, SheetRow>> {
    let rows = sqlx::query!(
        r#"select line, cells as "cells: Json<Vec<String>>" from bank_statement_row where statement_id = $1 and line = any($2)"#,
        statement_id,
        lines,
    );
    let rows = rows.fetch_all(db).await?;
    let read =
        rows.into_iter().map(|row| SheetRow { line: u32::try_from(row.line).unwrap_or_default(), cells: row.cells.0 });
    Ok(read.map(|row| (row.line, row)).collect())
}

/// The first rows of the file.
pub async fn sample(db: impl PgExecutor<'_>, statement_id: Uuid, most: i64) -> sqlx::Result<Vec<Vec<String>>> {
    let rows = sqlx::query_scalar!(
        r#"select cells as "cells: Json<Vec<String>>" from bank_statement_row where statement_id = $1 order by line limit $2"#,
        statement_id,
        most,
    );
    Ok(rows.fetch_all(db).await?.into_iter().map(|cells| cells.0).collect())
}

pub async fn delete_lines(db: &mut PgConnection, statement_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from bank_statement_line where statement_id = $1", statement_id).execute(db).await.map(drop)
}

/// Stores the lines, each with what the bank says about it.
pub async fn add_lines(
    db: &mut PgConnection,
    statement_id: Uuid,
    lines: &[Line],
    bookings: &[Option<Booking>],
) -> sqlx::Result<()> {
    let numbers: Vec<i32> = lines.iter().map(|line| i32::try_from(line.line).unwrap_or(i32::MAX)).collect();
    let days: Vec<Option<chrono::NaiveDate>> = lines.iter().map(|line| line.day.map(Day::date)).collect();
    let amounts: Vec<Option<rust_decimal::Decimal>> =
        lines.iter().map(|line| line.amount.map(Money::decimal)).collect();
    let problems: Vec<Option<&str>> = lines.iter().map(|line| line.problem.map(LineProblem::code)).collect();
    let texts = |text: fn(&Line) -> &String| lines.iter().map(|line| text(line).clone()).collect::<Vec<String>>();
    let ordinals: Vec<i32> = lines.iter().map(|line| line.ordinal).collect();
    let booked = || bookings.iter().map(Option::as_ref);
    let sources: Vec<&str> = booked().map(|one| one.map_or("", |one| one.source.as_str())).collect();
    let accounts: Vec<Option<&str>> = booked().map(|one| one?.account.as_deref()).collect();
    let booking_days: Vec<Option<chrono::NaiveDate>> = booked().map(|one| one?.booking_day.map(Day::date)).collect();
    let value_days: Vec<Option<chrono::NaiveDate>> = booked().map(|one| one?.value_day.map(Day::date)).collect();
    let instants: Vec<Option<DateTime<Utc>>> = booked().map(|one| one?.instant.map(Instant::utc)).collect();
    let entry_amounts: Vec<Option<rust_decimal::Decimal>> =
        booked().map(|one| one?.entry_amount.map(Money::decimal)).collect();
    let references: Vec<serde_json::Value> = booked()
        .map(|one| one.map_or_else(|| serde_json::json!({}), |one| serde_json::json!(one.references)))
        .collect();
    sqlx::query!(
        "insert into bank_statement_line (statement_id, line, day, reference, description, amount, problem, reference_key, ordinal,
                                          source, account, booking_day, value_day, booked_at, bank_references, entry_amount)
         select $1, line, day, reference, description, amount, problem, reference_key, ordinal,
                source, account, booking_day, value_day, booked_at, bank_references, entry_amount
         from unnest($2::int[], $3::date[], $4::text[], $5::text[], $6::numeric[], $7::text[], $8::text[], $9::int[],
                     $10::text[], $11::text[], $12::date[], $13::date[], $14::timestamptz[], $15::jsonb[],
                     $16::numeric[])
              one (line, day, reference, description, amount, problem, reference_key, ordinal,
                   source, account, booking_day, value_day, booked_at, bank_references, entry_amount)",
        statement_id,
        &numbers,
        &days as _,
        &texts(|line| &line.reference),
        &texts(|line| &line.description),
        &amounts as _,
        &problems as &[Option<&str>],
        &texts(|line| &line.reference_key),
        &ordinals,
        &sources as &[&str],
        &accounts as &[Option<&str>],
        &booking_days as _,
        &value_days as _,
        &instants as _,
        &references,
        &entry_amounts as _,
    )
    .execute(db)
    .await
    .map(drop)
}

/// A line with the payments that use it.
pub struct StoredLine {
    pub statement_id: Uuid,
    pub line: i32,
    pub day: Option<Day>,
    pub reference: String,
    pub description: String,
    pub amount: Option<Money>,
    pub problem: Option<LineProblem>,
    pub ordinal: i32,
    pub used: Vec<UsedLine>,
}

impl StoredLine {
    /// The amount minus the shares that payments have taken; `None` for a line that is not a credit.
    pub fn open_money(&self) -> Option<Money> {
        let taken = Money::sum(self.used.iter().map(|used| used.share)).ok()?;
        self.amount.filter(|_| self.problem.is_none())?.minus(taken).ok()
    }

    /// The line as core matches it; `None` if it has no day or amount.
    pub fn open(&self, is_of_other_bank: bool) -> Option<OpenLine<'_>> {
        let (day, amount) = self.day.zip(self.amount)?;
        Some(OpenLine { day, amount, reference: &self.reference, description: &self.description, is_of_other_bank })
    }
}

/// Lists the lines of a statement, each with the payments that took shares of it.
pub async fn lines(db: &mut PgConnection, statement_id: Uuid) -> sqlx::Result<Vec<StoredLine>> {
    let mut uses = uses_of(&mut *db, &[statement_id]).await?;
    let rows = sqlx::query!(
        r#"select line, day as "day: Day", reference, description, amount as "amount: Money",
                  problem as "problem: LineProblem", ordinal
           from bank_statement_line where statement_id = $1 order by line"#,
        statement_id,
    );
    let rows = rows.fetch_all(db).await?;
    let read = rows.into_iter().map(|row| StoredLine {
        used: uses.remove(&(statement_id, row.line)).unwrap_or_default(),
        statement_id,
        line: row.line,
        day: row.day,
        reference: row.reference,
        description: row.description,
        amount: row.amount,
        problem: row.problem,
        ordinal: row.ordinal,
    });
    Ok(read.collect())
}

/// Lists the payments that took shares of lines of these statements, by statement and line.
pub async fn uses_of(
    db: impl PgExecutor<'_>,
    statement_ids: &[Uuid],
) -> sqlx::Result<HashMap<(Uuid, i32), Vec<UsedLine>>> {
    let rows = sqlx::query!(
        r#"select u.statement_id, u.line, u.decision as "decision: LineDecision", u.share as "share: Money",
                  u.decided_at as "decided_at: Instant", by.name as decided_by,
                  p.transaction_no as "transaction_no: TransactionNo", c.company_name
           from bank_line_used u
           join payment p using (payment_id)
           join bulk_account c on c.bulk_id = p.bulk_id
           join person by on by.person_id = u.decided_by
           where u.statement_id = any($1)
           order by u.decided_at, p.transaction_no"#,
        statement_ids,
    );
    let mut uses: HashMap<(Uuid, i32), Vec<UsedLine>> = HashMap::new();
    for row in rows.fetch_all(db).await? {
        uses.entry((row.statement_id, row.line)).or_default().push(UsedLine {
            transaction_no: row.transaction_no,
            company_name: row.company_name,
            decision: row.decision,
            share: row.share,
            decided_by: row.decided_by,
            decided_at: row.decided_at,
        });
    }
    Ok(uses)
}

/// Lists lines with open money in these days, in all statements, except for the line `but`. Other lines that are the same
/// transfer are among them.
pub async fn open_lines(db: impl PgExecutor<'_>, from: Day, to: Day, but: (Uuid, i32)) -> sqlx::Result<Vec<FoundLine>> {
    sqlx::query_as!(
        FoundLine,
        r#"select statement_id as "statement_id!", bank_id as "bank_id!: BankId", file_name as "file_name!", line as "line!",
                  day as "day!: Day", reference as "reference!", description as "description!", amount as "amount!: Money",
                  amount - taken as "open!: Money"
           from (
               select l.statement_id, s.bank_id, s.file_name, l.line, l.day, l.reference, l.description, l.amount,
                      (select coalesce(sum(u.share), 0) from bank_line_used u
                       where u.statement_id = l.statement_id and u.line = l.line) as taken
               from bank_statement_line l join bank_statement s using (statement_id)
               where l.problem is null and l.day between $1 and $2 and (l.statement_id, l.line) <> ($3, $4)
           ) line
           where taken < amount"#,
        from.date(),
        to.date(),
        but.0,
        but.1,
    )
    .fetch_all(db)
    .await
}

/// A line with open money.
pub struct FoundLine {
    pub statement_id: Uuid,
    pub bank_id: BankId,
    pub file_name: String,
    pub line: i32,
    pub day: Day,
    pub reference: String,
    pub description: String,
    pub amount: Money,
    pub open: Money,
}
