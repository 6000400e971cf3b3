//! Statements of the utility's bank accounts: uploaded, matched with payments awaiting approval, and decided line by
//! line (docs/domain/bank-statements.md).

use gridbill_core::bank_statements::{
    self as core, BankStatement, BankStatementRequest, BankStatementsRequest, Columns, StatementBank, StatementBanks,
    UploadedStatement,
};
use gridbill_core::endpoint::Nothing;
use gridbill_core::list::Sort;
use gridbill_core::number::BankId;
use gridbill_core::payments::fpx::{DIRECTORY, bank_name};
use gridbill_core::sheet::SheetRow;
use gridbill_core::{Code, Page};
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

use crate::app::App;
use crate::auth::who::Staff;
use crate::endpoint::{Mount, Uploaded, nothing};
use crate::error::Answer;
use crate::list as lists;

mod candidates;
mod columns;
mod decide;
mod lines;
mod list;
mod matched;
mod other;
mod shares;
mod sql;
mod upload;

use list::Statements;
use matched::Matched;
use sql::StoredStatement;

/// Prefix of the ids of FPX's trial banks, where no real account exists.
const TRIAL_BANKS: &str = "TEST";
/// Rows shown as a sample next to the column settings.
const SAMPLE_ROWS: i64 = 4;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetBankStatements, statements)
        .json(core::GetBankStatement, statement)
        .json(core::GetBankStatementLines, lines::page)
        .json(core::GetStatementBanks, banks)
        .upload(core::UploadBankStatement, take)
        .json(core::SetBankStatementColumns, columns::set)
        .once(core::DecideBankLines, decide::prepare, decide::decide)
        .once(core::DeclareOtherMoney, nothing, other::declare)
        .json(core::GetMatchCandidates, candidates::candidates)
        .once(core::MatchBankLines, nothing, shares::match_lines)
}

async fn statements(app: App, _: Staff, request: BankStatementsRequest) -> Answer<Page<UploadedStatement>> {
    let statements = Statements::new(&request)?;
    let page = lists::page(&app.pool, &statements, Sort::default(), request.page()).await?;
    Ok(page.map(list::BankStatementRow::shown))
}

async fn banks(app: App, _: Staff, _: Nothing) -> Answer<StatementBanks> {
    let known = sql::known_banks(&app.pool).await?;
    let own = app.config.utility.own_accounts();
    let theirs = DIRECTORY.iter().filter(|(bank_id, _)| !bank_id.starts_with(TRIAL_BANKS));
    let banks = theirs.map(|(bank_id, name)| -> Result<StatementBank, Code> {
        let of_bank = own.iter().filter(|account| account.bank_id.as_str() == *bank_id);
        let accounts = of_bank.map(|account| account.number.clone()).collect();
        let is_known = known.iter().any(|known| known == bank_id);
        Ok(StatementBank { bank_id: BankId::parse(bank_id)?, bank_name: (*name).to_owned(), accounts, is_known })
    });
    let mut banks = banks.collect::<Result<Vec<_>, Code>>()?;
    banks.retain(|bank| own.is_empty() || bank.is_known || !bank.accounts.is_empty());
    banks.sort_by_cached_key(|bank| (!bank.is_known, bank.bank_name.to_lowercase()));
    let most_lines = u32::try_from(core::MAX_ROWS - 1).unwrap_or(u32::MAX);
    Ok(StatementBanks { banks, most_lines })
}

async fn take(
    app: App,
    who: Staff,
    request: core::UploadStatementRequest,
    file: Uploaded,
) -> Answer<core::StatementUploaded> {
    upload::take(&app, &who, &request.bank_id, file).await
}

async fn statement(app: App, _: Staff, request: BankStatementRequest) -> Answer<BankStatement> {
    let stored = find_statement(&app.pool, &request.statement_id).await?;
    let suggested = suggested(&app.pool, &stored).await?;
    let matched = Matched::of(&app.pool, &stored).await?;
    let is_used = matched.lines.iter().any(|line| !line.used.is_empty());
    // Needed by the form only, which opens as long as the columns may change.
    let rows = if is_used { Vec::new() } else { sql::rows(&app.pool, stored.statement_id).await? };
    let (own, heading) = (stored.columns.map(|columns| columns.0), stored.heading.clone());
    let (columns, unclear) = off_thread(move || answered(own, &heading, &rows)).await?;
    Ok(BankStatement {
        statement_id: stored.statement_id.to_string(),
        bank_name: name_of(&stored.bank_id),
        sample: sql::sample(&app.pool, stored.statement_id, SAMPLE_ROWS).await?,
        columns,
        suggested,
        unclear,
        may_change_columns: !is_used,
        groups: matched.groups()?,
        heading: stored.heading,
        file_name: stored.file_name,
        uploaded_by: stored.uploaded_by,
        uploaded_at: stored.uploaded_at,
        lines: stored.lines.into(),
        from: stored.first_day,
        to: stored.last_day,
        as_of: app.now(),
    })
}

/// Returns the columns unless another one is unclear, as in a statement that was read before such columns were known, and all
/// that look unclear.
fn answered(
    columns: Option<Columns>,
    heading: &[String],
    rows: &[SheetRow],
) -> (Option<Columns>, Vec<core::UnclearColumn>) {
    let unclear = core::find_meanings(heading, rows);
    (columns.filter(|columns| core::check_found(columns, heading, &unclear).is_ok()), unclear)
}

/// Reads rows outside the serving threads. Thousands of them take longer than a request may occupy one. Transactions call it, so
/// it does not wait for the threads for computing.
async fn off_thread<T: Send + 'static>(read: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    Ok(tokio::task::spawn_blocking(read).await.map_err(anyhow::Error::from)?)
}

/// Suggests columns: the statement's own, else those of the bank's earlier statements if the file has all of their
/// names. Else a complete guess from names and values, else what is left of the earlier ones.
async fn suggested(db: &PgPool, stored: &StoredStatement) -> Answer<Columns> {
    if let Some(columns) = &stored.columns {
        return Ok(columns.0.clone());
    }
    let guessed = &stored.guessed.0;
    let is_whole = |columns: &Columns| core::check_columns(columns, stored.heading.len()).is_ok();
    let Some(known) = sql::known_columns(db, &stored.bank_id).await? else { return Ok(guessed.clone()) };
    let carried = core::carry_over(&known.columns, &known.heading, &stored.heading, guessed);
    Ok(if is_whole(guessed) && !is_whole(&carried) { guessed.clone() } else { carried })
}

async fn find_statement(db: impl PgExecutor<'_>, statement_id: &str) -> Answer<StoredStatement> {
    let statement_id = Uuid::try_parse(statement_id).map_err(|_| Code::BankStatementNotFound)?;
    Ok(sql::statement(db, statement_id).await?.ok_or(Code::BankStatementNotFound)?)
}

/// The bank's name, or its id if the bank is no longer in the directory.
fn name_of(bank_id: &BankId) -> String {
    bank_name(bank_id.as_str()).unwrap_or(bank_id.as_str()).to_owned()
}
