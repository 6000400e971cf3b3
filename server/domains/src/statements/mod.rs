//! Statements of account: requested, prepared by a job, available for download for some days
//! (docs/domain/statements.md).

use gridbill_core::endpoint::{MediaType, Nothing};
use gridbill_core::list::Sort;
use gridbill_core::statements::{
    self as core, PROMISED_HOURS, RequestedStatement, StatementOffer, StatementRequest, StatementsRequest,
};
use gridbill_core::{Code, Page};
use uuid::Uuid;

use crate::app::App;
use crate::auth::who::Customer;
use crate::documents::statement;
use crate::endpoint::{Mount, Sent};
use crate::error::Answer;
use crate::files;
use crate::list as lists;

pub mod combined;
pub mod email;
mod list;
mod make;
mod request;
mod sql;

use list::Statements;
pub use make::{MakeStatement, pick_up};

/// Number of recent statements from which the usual duration is computed.
const USUAL_OF: i64 = 100;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetStatement, request::request)
        .json(core::RetryStatement, request::retry)
        .json(core::GetStatements, page)
        .json(core::GetStatementOffer, offer)
        .file(core::DownloadStatement, download)
}

async fn page(app: App, who: Customer, request: StatementsRequest) -> Answer<Page<RequestedStatement>> {
    let language = who.person.language;
    let statements = Statements::new(&who.bulk_id, app.now(), &request)?;
    let page = lists::page(&app.pool, &statements, Sort::default(), request.page()).await?;
    Ok(page.map(|row| row.shown(language)))
}

async fn offer(app: App, _: Customer, _: Nothing) -> Answer<StatementOffer> {
    let settings = &app.config.statements;
    Ok(StatementOffer {
        periods: settings.months.clone(),
        promised_hours: PROMISED_HOURS,
        usual_seconds: sql::usual_seconds(&app.pool, USUAL_OF).await?,
        kept_days: settings.kept_days,
    })
}

async fn download(app: App, who: Customer, request: StatementRequest) -> Answer<Sent> {
    let statement_id = id(&request)?;
    let kept =
        sql::find_ready(&app.pool, &who.bulk_id, statement_id, app.now()).await?.ok_or(Code::StatementNotFound)?;
    let bytes = app.files.read(kept.file_id, &kept.sha256).await?;
    let name = statement::name(kept.language, &kept.account_no, kept.last_day);
    Ok(Sent { name, media_type: MediaType::Pdf, bytes: bytes.into() })
}

fn id(request: &StatementRequest) -> Result<Uuid, Code> {
    Uuid::try_parse(&request.statement_id).map_err(|_| Code::StatementNotFound)
}

/// Deletes expired statements with their files.
pub async fn delete_expired(app: &App) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let gone = sql::delete_expired(&mut tx, app.now()).await?;
    files::mark_orphans(&mut tx, &gone, app.now()).await?;
    tx.commit().await?;
    app.files.delete(&gone).await;
    Ok(())
}
