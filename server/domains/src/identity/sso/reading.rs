//! The job that reads the DNS records of proved mail domains again, once a day. A domain whose record stays missing loses
//! its proof: its company may have given the domain up.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::fact::{PeopleFact, PortalActor};
use gridbill_core::identity::sso::{
    DOMAIN_READING_SECONDS, DomainReading, loss_day, read_domain, record_name, record_value,
};
use gridbill_core::number::BulkId;
use serde::{Deserialize, Serialize};

use super::super::sql::sso::{self as sql, DomainToRead};
use crate::app::App;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::jobs::{self, Failures};

/// Maximum domains that a run reads. The others follow in the next run.
const MAX_DOMAINS_OF_A_RUN: i64 = 500;

/// The job that reads the records of proved domains.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ReadDomains {}

impl TaskHandler for ReadDomains {
    const IDENTIFIER: &'static str = "read_domains";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        read(&app).await.map_err(|error| format!("reading the records of mail domains: {error:?}"))
    }
}

/// Reads the records that were not read for a day, each in its own transaction. Several processes may run this at the
/// same time: each domain is locked after its record was read, and a second reading changes nothing.
/// Fails with the first failure, after all domains were tried.
pub async fn read(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    let since = app.now().plus_seconds(-DOMAIN_READING_SECONDS);
    for domain in sql::domains_to_read(&app.pool, since, MAX_DOMAINS_OF_A_RUN).await? {
        let done = read_one(app, &domain).await;
        failures.note(&domain.domain, "cannot read the record of a mail domain", done)?;
    }
    failures.answer()
}

/// Reads a record before the transaction that notes the result.
async fn read_one(app: &App, domain: &DomainToRead) -> Answer<()> {
    let records = app.outbound.txt_records(&record_name(&domain.domain), app.random.bytes::<2>()).await;
    let is_found = match records {
        Ok(records) => Some(records.contains(&record_value(&domain.token))),
        // A server that fails says nothing about the record.
        Err(error) => {
            tracing::warn!(domain = domain.domain, error = format!("{error:#}"), "failed to read a DNS record");
            None
        }
    };
    let (now, bulk_id) = (app.now(), BulkId::parse(&domain.bulk_id)?);
    let mut tx = app.pool.begin().await?;
    let since = now.plus_seconds(-DOMAIN_READING_SECONDS);
    let Some(locked) = sql::lock_read_domain(&mut tx, domain, since).await? else { return Ok(()) };
    sql::note_reading(&mut tx, domain, is_found, now).await?;
    let fact = match is_found.map(|is_found| read_domain(is_found, locked.missing_since, now)) {
        Some(DomainReading::FirstMissing) => {
            Some(PeopleFact::SsoDomainMissing { domain: domain.domain.clone(), lost_on: loss_day(now) })
        }
        Some(DomainReading::Lost) => {
            sql::unprove_domain(&mut tx, domain).await?;
            Some(PeopleFact::SsoDomainLost { domain: domain.domain.clone() })
        }
        Some(DomainReading::Seen | DomainReading::StillMissing) | None => None,
    };
    if let Some(fact) = fact {
        let actor = Actor::Portal(PortalActor::MailDomains);
        let entry = Entry::of(Subject::BulkAccount(&bulk_id), actor, fact, &domain.domain);
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(())
}
