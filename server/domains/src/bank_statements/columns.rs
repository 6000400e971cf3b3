//! The meaning of a statement's columns. A user sets it once, and the bank's next statements reuse it.

use gridbill_core::bank_statements::{
    Booking, Columns, Line, LineProblem, SetColumnsRequest, bookings, check_columns, check_meanings, parse_table,
};
use gridbill_core::endpoint::Nothing;
use gridbill_core::sheet::SheetRow;
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::matched::{Elsewhere, list_elsewhere};
use super::sql::{self, StoredStatement};
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;

pub async fn set(app: App, who: Staff, request: SetColumnsRequest) -> Answer<Nothing> {
    let columns = request.columns;
    let statement_id = super::find_statement(&app.pool, &request.statement_id).await?.statement_id;
    let mut tx = app.begin().await?;
    // Keeps officers from deciding by a line while the lines are parsed again.
    sql::lock_to_change(&mut tx, statement_id).await?;
    // Read again under the lock: the statement may have moved to another bank meanwhile.
    let stored = super::find_statement(&mut *tx, &request.statement_id).await?;
    check_columns(&columns, stored.heading.len())?;
    if is_used_anywhere(&mut tx, &stored).await? {
        return Err(Code::BankColumnsUsed.into());
    }
    let rows = sql::rows(&mut *tx, statement_id).await?;
    let read = {
        let (heading, columns) = (stored.heading.clone(), columns.clone());
        move || read_lines(&heading, &rows, &columns, false)
    };
    let (lines, bookings) = super::off_thread(read).await??;
    replace_lines(&app, &mut tx, &who, statement_id, &columns, (&lines, &bookings)).await?;
    sql::store_bank_columns(&mut tx, &stored, &columns, who.person.person_id, app.now()).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Reads the lines, each with what the bank says about it. `is_known` is whether the file's format says which column has what.
/// Fails with the codes of [`check_meanings`], and [`Code::BankColumnsWrong`] if no line was understood.
pub fn read_lines(
    heading: &[String],
    rows: &[SheetRow],
    columns: &Columns,
    is_known: bool,
) -> Result<(Vec<Line>, Vec<Option<Booking>>), Problem> {
    if !is_known {
        check_meanings(columns, heading, rows)?;
    }
    let lines = parse_table(heading, rows, columns);
    if is_nothing_read(&lines) {
        let has = |problem| lines.iter().any(|line| line.problem == Some(problem));
        let field = match () {
            () if has(LineProblem::DirectionUnclear) => "direction",
            () if has(LineProblem::CurrencyUnclear) => "currency",
            () => "day",
        };
        return Err(Problem::at(field, Code::BankColumnsWrong));
    }
    let bookings = bookings(heading, rows, columns, &lines);
    Ok((lines, bookings))
}

/// Whether a payment was decided by a line of this statement, or by the same transfer in another one of the bank. Not by one of
/// another bank: either of the two was uploaded under the wrong one, and must be able to move.
pub async fn is_used_anywhere(tx: &mut PgConnection, stored: &StoredStatement) -> Answer<bool> {
    if sql::is_used(&mut *tx, stored.statement_id).await? {
        return Ok(true);
    }
    let lines = sql::lines(&mut *tx, stored.statement_id).await?;
    let elsewhere = list_elsewhere(&mut *tx, stored, &lines).await?;
    Ok(elsewhere.values().any(Elsewhere::is_decided_in_bank))
}

/// Whether no line was understood.
fn is_nothing_read(lines: &[Line]) -> bool {
    !lines.iter().any(|line| line.problem.is_none_or(LineProblem::is_understood))
}

/// Replaces the lines of a statement.
pub async fn replace_lines(
    app: &App,
    tx: &mut PgConnection,
    who: &Staff,
    statement_id: Uuid,
    columns: &Columns,
    (lines, bookings): (&[Line], &[Option<Booking>]),
) -> Answer<()> {
    sql::delete_lines(&mut *tx, statement_id).await?;
    sql::add_lines(&mut *tx, statement_id, lines, bookings).await?;
    let days = || lines.iter().filter(|line| line.problem.is_none()).filter_map(|line| line.day);
    let said = sql::StatementColumns {
        columns,
        by: who.person.person_id,
        at: app.now(),
        from: days().min(),
        to: days().max(),
    };
    Ok(sql::set_columns(tx, statement_id, &said).await?)
}
