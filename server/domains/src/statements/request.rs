//! Requests for statements: checked, stored and queued as jobs.

use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::statements::{
    GetStatementRequest, PROMISED_HOURS, Recipient, StatementFact, StatementRequest, StatementRequested,
    StatementState, first_day,
};
use gridbill_core::{Code, Day, Instant, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{id, make, sql};
use crate::accounts::bulk;
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// How an account relates to the bulk account that requests its statement.
pub struct AccountRelation {
    /// `true` if the account is in the bulk account. Otherwise it is in none, and belongs to the company in the
    /// utility's records.
    pub is_own: bool,
}

/// Returns how an account relates to the bulk account, if it may have a statement. An unknown account, another
/// company's and one in another bulk account all give `None`, so the refusal reveals nothing.
pub async fn standing(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    account_no: &AccountNo,
) -> Answer<Option<AccountRelation>> {
    Ok(match sql::account(db, bulk_id, account_no).await? {
        Some(account) if account.is_own => Some(AccountRelation { is_own: true }),
        Some(account) if account.is_companys && account.is_in_none => Some(AccountRelation { is_own: false }),
        _ => None,
    })
}

pub async fn request(app: App, who: Customer, request: GetStatementRequest) -> Answer<StatementRequested> {
    let recipient = request.check(&app.config.statements.months)?;
    rate_limit::enforce(&app.auth, app.config.statements.requests(), &who.person.person_id.to_string()).await?;
    // The user's own address is verified. Another address may belong to a person who did not ask for e-mails, so it has
    // a limit of its own.
    if let Some(to) = recipient.as_ref().map(|recipient| recipient.email.normal()).filter(|to| *to != who.person.email)
    {
        rate_limit::enforce(&app.auth, app.config.statements.to_recipient(), &to).await?;
    }
    let (bulk_id, now) = (&who.bulk_id, app.now());
    // Requests of one bulk account run one after the other, so that two calls do not add the same statement.
    let mut tx = bulk::begin_change(&app, &who).await?;
    let standing = standing(&mut tx, bulk_id, &request.ca_no).await?;
    // A user who chose an account of the bulk account must not get a statement of another account.
    let standing = standing.filter(|standing| standing.is_own || !request.is_owned_account);
    let AccountRelation { is_own } = standing.ok_or_else(|| Problem::at("caNo", Code::StatementAccountRefused))?;
    let (months, language, last_day) = (request.statement_period, request.language, Day::at(now));
    let account = (&request.ca_no, is_own);
    let same = sql::find_queued_duplicate(&mut tx, bulk_id, account, months, last_day, language).await?;
    if let Some(same) = same {
        add_recipient(&mut tx, bulk_id, same.statement_id, recipient.as_ref()).await?;
        tx.commit().await?;
        return Ok(requested(same.statement_id, true, same.requested_at));
    }
    refuse_beyond(&app, &mut tx, bulk_id).await?;
    let new = sql::NewAccountStatement {
        statement_id: app.random.uuid(),
        bulk_id,
        account_no: &request.ca_no,
        is_own,
        months,
        first_day: first_day(last_day, months),
        last_day,
        language,
        requested_by: who.person.person_id,
        requested_at: now,
        expires_at: expires_at(&app, now),
    };
    sql::add(&mut tx, &new).await?;
    add_recipient(&mut tx, bulk_id, new.statement_id, recipient.as_ref()).await?;
    begin(&app, &mut tx, &who, &request.ca_no, new.statement_id, months, recipient.as_ref()).await?;
    tx.commit().await?;
    Ok(requested(new.statement_id, false, now))
}

/// Retries a failed statement, for a period up to today. If the same statement was requested meanwhile, that request is
/// used.
pub async fn retry(app: App, who: Customer, request: StatementRequest) -> Answer<StatementRequested> {
    let (statement_id, bulk_id, now) = (id(&request)?, &who.bulk_id, app.now());
    rate_limit::enforce(&app.auth, app.config.statements.requests(), &who.person.person_id.to_string()).await?;
    let mut tx = bulk::begin_change(&app, &who).await?;
    let found = sql::lock(&mut tx, bulk_id, statement_id, now).await?.ok_or(Code::StatementNotFound)?;
    if found.state != StatementState::Failed {
        return Ok(requested(statement_id, true, found.requested_at));
    }
    // Applies the rule for requests again: the account may have been added or removed since.
    let standing = standing(&mut tx, bulk_id, &found.account_no).await?;
    let standing = standing.filter(|standing| standing.is_own || !found.is_own);
    let AccountRelation { is_own } = standing.ok_or(Code::StatementAccountRefused)?;
    let (months, last_day) = (found.months, Day::at(now));
    let same =
        sql::find_queued_duplicate(&mut tx, bulk_id, (&found.account_no, is_own), months, last_day, found.language)
            .await?;
    if let Some(same) = same {
        sql::move_recipients(&mut tx, statement_id, same.statement_id).await?;
        sql::delete_failed(&mut tx, bulk_id, statement_id).await?;
        tx.commit().await?;
        return Ok(requested(same.statement_id, true, same.requested_at));
    }
    refuse_beyond(&app, &mut tx, bulk_id).await?;
    let (first_day, expires_at) = (first_day(last_day, months), expires_at(&app, now));
    let requested_by = who.person.person_id;
    let requested_at = now;
    let again = sql::RetriedStatement {
        bulk_id,
        statement_id,
        is_own,
        first_day,
        last_day,
        requested_by,
        requested_at,
        expires_at,
    };
    sql::begin_again(&mut tx, &again).await?;
    begin(&app, &mut tx, &who, &found.account_no, statement_id, months, None).await?;
    tx.commit().await?;
    Ok(requested(statement_id, false, now))
}

/// Adds the job and records the fact.
async fn begin(
    app: &App,
    tx: &mut PgConnection,
    who: &Customer,
    account_no: &AccountNo,
    statement_id: Uuid,
    months: u32,
    recipient: Option<&Recipient>,
) -> Answer<()> {
    make::add_job(app, tx, statement_id).await?;
    let email = recipient.map(|recipient| recipient.email.normal());
    let fact = StatementFact::StatementRequested { statement_id: statement_id.to_string(), months, email };
    let entry = Entry::by(&who.person, Subject::Account(account_no), fact, account_no.as_str());
    facts::record(&app.context(), tx, entry.in_account(Some(&who.bulk_id))).await
}

async fn add_recipient(
    tx: &mut PgConnection,
    bulk_id: &BulkId,
    statement_id: Uuid,
    recipient: Option<&Recipient>,
) -> Answer<()> {
    if let Some(Recipient { email, name }) = recipient {
        sql::add_recipient(tx, bulk_id, statement_id, &email.normal(), name.as_deref()).await?;
    }
    Ok(())
}

/// Limits queued statements per bulk account, so that one company cannot fill the shared queue.
async fn refuse_beyond(app: &App, tx: &mut PgConnection, bulk_id: &BulkId) -> Answer<()> {
    let limit = app.config.statements.waiting;
    if sql::count_waiting(tx, bulk_id).await? < limit {
        return Ok(());
    }
    Err(Problem::new(Code::StatementsWaiting).with("limit", limit).into())
}

fn expires_at(app: &App, now: Instant) -> Instant {
    now.plus_seconds(app.config.statements.kept_days * 86_400)
}

fn requested(statement_id: Uuid, is_already_requested: bool, at: Instant) -> StatementRequested {
    let promised_by = at.plus_seconds(PROMISED_HOURS * 3600);
    StatementRequested { statement_id: statement_id.to_string(), is_already_requested, promised_by }
}
