//! The daily digest: an e-mail with the unread notifications that were in no earlier e-mail. It is sent once a day
//! from 8 a.m. to users who chose it.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::list::Sort;
use gridbill_core::notifications::Reader;
use gridbill_core::page::PageParams;
use gridbill_core::{Day, Language};
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};

use super::list::Notifications;
use super::{side_of, sql};
use crate::app::App;
use crate::auth::stop::Schedule;
use crate::error::Answer;
use crate::facts::watermark;
use crate::jobs;
use crate::list as lists;
use crate::mail::{Email, StopLink, To, Words, words};

/// The hour at +08:00 from which digests are written.
const BEGINS_AT_HOUR: i64 = 8;
/// Notifications that the e-mail lists, the newest; the rest is only counted.
const WRITTEN_OUT: u32 = 20;

/// The job that writes all digests that are due.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct WriteDigests {}

impl TaskHandler for WriteDigests {
    const IDENTIFIER: &'static str = "write_digests";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        write(&app).await.map_err(|error| format!("failed to write digests: {error:?}"))
    }
}

/// Writes the due digests, each in its own transaction, which records it. Any number of processes may run this at
/// the same time, and any may be killed; no user gets two digests on a day.
/// Fails when the database does not answer, or a transaction has been writing facts for too long.
pub async fn write(app: &App) -> Answer<()> {
    let today = Day::at(app.now());
    let begins_at = today.begins().plus_seconds(BEGINS_AT_HOUR * 3_600);
    if app.now() < begins_at || !sql::is_any_person_due(&app.pool, today).await? {
        return Ok(());
    }
    // A notification that commits later with a lower id would otherwise be in no digest.
    let through = sql::last(&app.pool).await?;
    watermark::await_writers(&app.pool).await?;
    while write_one(app, today, through).await? {}
    Ok(())
}

/// Writes one digest, about notifications up to the id `through`. Returns false if no user is due.
async fn write_one(app: &App, today: Day, through: i64) -> Answer<bool> {
    let mut tx = app.pool.begin().await?;
    let Some(person) = sql::lock_daily_reader(&mut tx, today).await? else { return Ok(false) };
    let unread = Notifications::unread_since(&person, through, app.now());
    let newest = PageParams { record_count: Some(WRITTEN_OUT), cursor: None };
    let page = lists::page(&mut *tx, &unread, Sort::default(), newest).await?;
    if page.total > 0 {
        let reader = Reader { side: side_of(person.is_staff), role: person.role, permissions: person.permissions() };
        let sentences: Vec<String> = page.items.iter().map(|row| row.in_email(reader, person.language)).collect();
        let link = format!("{}{}", app.config.public_url(), reader.all().path());
        let to = To { email: &person.email, name: Some(&person.name), language: person.language };
        let stop = app.context().stop_news_link(person.person_id, Schedule::Daily)?;
        app.context().send(&mut tx, to, Digest { sentences, total: page.total, link, stop }).await?;
    }
    sql::mark_digested(&mut tx, person.person_id, today, through.max(person.digested_through)).await?;
    tx.commit().await?;
    Ok(true)
}

struct Digest {
    sentences: Vec<String>,
    total: i64,
    link: String,
    stop: String,
}

impl Email for Digest {
    fn words(&self) -> Words {
        words!("digest")
    }

    fn link(&self) -> Option<&str> {
        Some(&self.link)
    }

    fn stop(&self) -> Option<StopLink<'_>> {
        Some(StopLink { mailbox_id: None, link: &self.stop })
    }

    fn values(&self, _: Language) -> Value {
        let more = self.total - i64::try_from(self.sentences.len()).unwrap_or_default();
        // Each sentence becomes a paragraph.
        context! { count => self.total, sentences => self.sentences.join("\n\n"), more }
    }
}
