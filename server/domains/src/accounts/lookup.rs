//! Lookups of accounts that a customer does not have yet: by company number, one by one, or as a list. They are rate
//! limited per person and recorded.

use gridbill_core::accounts::AccountError;
use gridbill_core::{Code, Instant, Problem};

use super::sql::lookup as sql;
use crate::app::App;
use crate::auth::rate_limit::RateLimit;
use crate::auth::who::Person;
use crate::error::Answer;

/// Days for which records of lookups are kept.
const KEPT_DAYS: i64 = 365;

/// The accounts that a lookup reveals.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// A company's accounts and their addresses, by company number.
    Company(&'a str),
    /// One account and its address.
    Account(&'a str),
}

impl<'a> Subject<'a> {
    const fn parts(self) -> (&'static str, &'a str) {
        match self {
            Self::Company(number) => ("company", number),
            Self::Account(number) => ("account", number),
        }
    }
}

/// Counts and records one lookup. A repeat within the window, as for the next page, counts as the same lookup.
/// Fails with [`Code::LookupsTooMany`].
pub async fn check_one(app: &App, who: &Person, subject: Subject<'_>) -> Answer<()> {
    let limits = app.config.limits;
    let limit = match subject {
        Subject::Company(_) => limits.companies(),
        Subject::Account(_) => limits.accounts(),
    };
    let since = app.now().plus_seconds(-limit.window_seconds);
    let (kind, subject) = subject.parts();
    if sql::is_recorded(&app.pool, who.person_id, kind, subject, since).await? {
        return Ok(());
    }
    enforce(app, who, limit, 1).await?;
    let lookup = sql::Lookup { kind, subject: Some(subject), asked: 1, not_known: 0, others: &[] };
    sql::record(&app.pool, who, &lookup, app.now()).await?;
    Ok(())
}

/// Counts a list of accounts against the limit. Staff may see all records anyway, and are not limited.
/// Fails with [`Code::LookupsTooMany`]. Nothing is counted then, so a shorter list may still be looked up.
pub async fn count(app: &App, who: &Person, accounts: usize) -> Answer<()> {
    if accounts == 0 || who.is_staff {
        Ok(())
    } else {
        enforce(app, who, app.config.limits.listed_accounts(), accounts).await
    }
}

/// Records a customer's lookup of a list, with its results.
pub async fn record<'a>(
    app: &App,
    who: &Person,
    accounts: usize,
    errors: impl Iterator<Item = (&'a str, AccountError)>,
) -> Answer<()> {
    if accounts == 0 || who.is_staff {
        return Ok(());
    }
    let (mut not_known, mut others) = (0, Vec::new());
    for (account_no, error) in errors {
        match error {
            AccountError::NotFound => not_known += 1,
            AccountError::BelongsToAnother => others.push(account_no),
            AccountError::Inactive | AccountError::Duplicate => {}
        }
    }
    let lookup = sql::Lookup { kind: "list", subject: None, asked: whole(accounts), not_known, others: &others };
    sql::record(&app.pool, who, &lookup, app.now()).await?;
    Ok(())
}

async fn enforce(app: &App, who: &Person, limit: RateLimit, count: usize) -> Answer<()> {
    let (subject, now) = (who.person_id.to_string(), app.now());
    let count = whole(count);
    if count <= limit.max && sql::spend(&app.pool, limit, &subject, count, now).await? {
        return Ok(());
    }
    tracing::warn!(person = subject, bucket = limit.bucket, count, "the limit of account lookups is reached");
    let began_at = sql::began_at(&app.pool, limit, &subject).await?.unwrap_or(now);
    Err(Problem::new(Code::LookupsTooMany).with("minutes", limit.left(began_at, now).minutes).into())
}

fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Deletes old records of lookups.
pub async fn delete_old_lookups(app: &App, now: Instant) -> Answer<()> {
    sql::delete_old_lookups(&app.pool, now.plus_seconds(-KEPT_DAYS * 86_400)).await?;
    Ok(())
}
