//! Uploads a statement. The file's content is stored as rows; the bytes are dropped.

use std::sync::Arc;

use gridbill_core::bank_statements::{StatementUploaded, Table, carry_over, check_columns, read};
use gridbill_core::number::BankId;
use gridbill_core::payments::fpx::bank_name;
use gridbill_core::{Code, Problem};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use super::{columns, sql};
use crate::app::App;
use crate::auth::who::Staff;
use crate::endpoint::{Uploaded, harmless};
use crate::error::Answer;

/// Files parsed at the same time: each may use one core for a moment, and 64 MB.
static PERMITS: Semaphore = Semaphore::const_new(2);
/// Maximum characters of a file name that are stored.
const MAX_NAME: usize = 200;

pub async fn take(app: &App, who: &Staff, bank_id: &BankId, file: Uploaded) -> Answer<StatementUploaded> {
    if bank_name(bank_id.as_str()).is_none() {
        return Err(Problem::at("bankId", Code::BankUnknown).into());
    }
    let Uploaded { name, bytes } = file;
    let sha256 = Sha256::digest(&bytes).to_vec();
    let permit = PERMITS.acquire().await.map_err(anyhow::Error::from)?;
    let table = Arc::new(super::off_thread(move || read(&bytes)).await??);
    drop(permit);
    let name = harmless(&name).chars().take(MAX_NAME).collect::<String>();
    let new = sql::NewStatement {
        statement_id: app.random.uuid(),
        bank_id,
        file_name: &name,
        sha256: &sha256,
        uploaded_by: who.person.person_id,
        uploaded_at: app.now(),
        table: &table,
    };
    let hidden_rows = table.hidden.clone();
    let mut tx = app.begin().await?;
    if let Some(moved) = of_other_bank(app, &mut tx, who, &new).await? {
        tx.commit().await?;
        return Ok(moved);
    }
    if !sql::add_statement(&mut tx, &new).await? {
        let known = sql::by_file(&mut tx, bank_id, &sha256).await?.ok_or(Code::BankStatementNotFound)?;
        let statement_id = known.statement_id.to_string();
        let needs_columns = known.columns.is_none();
        return Ok(StatementUploaded { statement_id, is_known: true, moved_from: None, needs_columns, hidden_rows });
    }
    sql::add_rows(&mut tx, new.statement_id, &table.rows).await?;
    let is_read = read_as_before(app, &mut tx, who, &new, &table).await?;
    tx.commit().await?;
    let statement_id = new.statement_id.to_string();
    Ok(StatementUploaded { statement_id, is_known: false, moved_from: None, needs_columns: !is_read, hidden_rows })
}

/// Moves a statement to the bank named now, if the same file was uploaded under another bank by mistake. A file belongs
/// to one bank, because otherwise its lines could be used twice.
///
/// Refuses to move it once a payment was decided by one of its lines, in this or another file of the bank. Its lines are
/// deleted and read again, and the evidence of a decision must not change.
async fn of_other_bank(
    app: &App,
    tx: &mut sqlx::PgConnection,
    who: &Staff,
    new: &sql::NewStatement<'_>,
) -> Answer<Option<StatementUploaded>> {
    // Serialises concurrent uploads of the same file.
    sql::lock_file(&mut *tx, new.sha256).await?;
    if sql::by_file(&mut *tx, new.bank_id, new.sha256).await?.is_some() {
        return Ok(None);
    }
    let Some(other) = sql::lock_of_other_bank(&mut *tx, new.bank_id, new.sha256).await? else { return Ok(None) };
    let statement_id = other.statement_id;
    let bank = bank_name(&other.bank_id).unwrap_or(other.bank_id.as_str());
    let stored = super::find_statement(&mut *tx, &statement_id.to_string()).await?;
    if columns::is_used_anywhere(tx, &stored).await? {
        let refused = Problem::new(Code::BankFileOfOther).with("bank", bank);
        return Err(refused.with("file", other.file_name.as_str()).into());
    }
    sql::delete_lines(&mut *tx, statement_id).await?;
    sql::move_to_bank(&mut *tx, statement_id, new.bank_id).await?;
    let moved = sql::NewStatement { statement_id, ..*new };
    let is_read = read_as_before(app, tx, who, &moved, new.table).await?;
    Ok(Some(StatementUploaded {
        statement_id: statement_id.to_string(),
        is_known: true,
        moved_from: Some(bank.to_owned()),
        needs_columns: !is_read,
        hidden_rows: new.table.hidden.clone(),
    }))
}

/// Parses the lines with the columns that the file's format has, or those of the bank's earlier statements if the heading
/// is the same, names each column, and no other column looks like a direction, a currency or a status. Returns whether
/// lines were read.
async fn read_as_before(
    app: &App,
    tx: &mut sqlx::PgConnection,
    who: &Staff,
    new: &sql::NewStatement<'_>,
    table: &Arc<Table>,
) -> Answer<bool> {
    let columns = if table.is_known {
        table.guessed.clone()
    } else {
        let Some(known) = sql::known_columns(&mut *tx, new.bank_id).await? else { return Ok(false) };
        let columns = carry_over(&known.columns, &known.heading, &table.heading, &table.guessed);
        if known.heading != table.heading || columns != known.columns.0 {
            return Ok(false);
        }
        columns
    };
    if check_columns(&columns, table.heading.len()).is_err() {
        return Ok(false);
    }
    let read = {
        let (table, columns) = (Arc::clone(table), columns.clone());
        move || columns::read_lines(&table.heading, &table.rows, &columns, table.is_known)
    };
    let Ok((lines, bookings)) = super::off_thread(read).await? else { return Ok(false) };
    columns::replace_lines(app, tx, who, new.statement_id, &columns, (&lines, &bookings)).await?;
    Ok(true)
}
