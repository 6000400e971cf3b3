use gridbill_core::home::WaitingDeadlines;
use gridbill_core::personal_data::breaches::{BreachEntry, BreachStep, BreachVersion};
use gridbill_core::{Day, Instant};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// A version to insert.
pub struct NewVersion<'a> {
    pub breach_no: i64,
    pub version: i32,
    pub entry: &'a BreachEntry,
    pub reason: Option<&'a str>,
    pub recorded_by: Uuid,
    pub recorded_at: Instant,
}

/// Adds a breach without a version, and returns its number.
pub async fn add(db: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!("insert into breach default values returning breach_no").fetch_one(db).await
}

pub async fn add_version(db: &mut PgConnection, new: &NewVersion<'_>) -> sqlx::Result<()> {
    let entry = new.entry;
    let due = |step| entry.due(step).map(Instant::utc);
    sqlx::query!(
        "insert into breach_version (breach_no, version, known_at, summary, data, persons, causes, measures, is_harm_likely,
                                     commissioner_due, commissioner_notified_at, persons_due, persons_notified_at,
                                     is_cyber_incident, cyber_notified_at, cyber_particulars_due, cyber_particulars_at,
                                     cyber_supplement_due, cyber_supplement_at, reason, recorded_by, recorded_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
        new.breach_no,
        new.version,
        entry.known_at.utc(),
        entry.summary,
        entry.data,
        entry.persons,
        entry.causes,
        entry.measures,
        entry.is_harm_likely,
        due(BreachStep::Commissioner),
        entry.commissioner_notified_at.map(Instant::utc),
        due(BreachStep::Persons),
        entry.persons_notified_at.map(Instant::utc),
        entry.is_incident(),
        entry.cyber_notified_at.map(Instant::utc),
        due(BreachStep::CyberParticulars),
        entry.cyber_particulars_at.map(Instant::utc),
        due(BreachStep::CyberSupplement),
        entry.cyber_supplement_at.map(Instant::utc),
        new.reason,
        new.recorded_by,
        new.recorded_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Locks a breach, and returns the number of its newest version.
pub async fn lock(db: &mut PgConnection, breach_no: i64) -> sqlx::Result<Option<i32>> {
    sqlx::query_scalar!("select version from breach where breach_no = $1 for update", breach_no)
        .fetch_optional(db)
        .await
}

pub async fn set_version(db: &mut PgConnection, breach_no: i64, version: i32) -> sqlx::Result<()> {
    sqlx::query!("update breach set version = $2 where breach_no = $1", breach_no, version).execute(db).await.map(drop)
}

/// Lists the versions of a breach, the newest first.
pub async fn versions(db: impl PgExecutor<'_>, breach_no: i64, now: Instant) -> sqlx::Result<Vec<BreachVersion>> {
    sqlx::query!(
        r#"select v.version, v.known_at as "known_at: Instant", v.summary, v.data, v.persons, v.causes, v.measures,
                  v.is_harm_likely, v.commissioner_notified_at as "commissioner_notified_at: Instant",
                  v.persons_notified_at as "persons_notified_at: Instant", v.is_cyber_incident,
                  v.cyber_notified_at as "cyber_notified_at: Instant",
                  v.cyber_particulars_at as "cyber_particulars_at: Instant",
                  v.cyber_supplement_at as "cyber_supplement_at: Instant", v.reason, p.name, v.recorded_at as "recorded_at: Instant"
           from breach_version v join person p on p.person_id = v.recorded_by
           where v.breach_no = $1 order by v.version desc"#,
        breach_no,
    )
    .map(|row| {
        let entry = BreachEntry {
            known_at: row.known_at,
            summary: row.summary,
            data: row.data,
            persons: row.persons,
            causes: row.causes,
            measures: row.measures,
            is_harm_likely: row.is_harm_likely,
            commissioner_notified_at: row.commissioner_notified_at,
            persons_notified_at: row.persons_notified_at,
            is_cyber_incident: Some(row.is_cyber_incident),
            cyber_notified_at: row.cyber_notified_at,
            cyber_particulars_at: row.cyber_particulars_at,
            cyber_supplement_at: row.cyber_supplement_at,
        };
        BreachVersion {
            version: row.version,
            duties: entry.duties(now),
            entry,
            reason: row.reason,
            recorded_by: row.name,
            recorded_at: row.recorded_at,
        }
    })
    .fetch_all(db)
    .await
}

/// Lists the breaches with a notification that is due by a time.
pub async fn due_by(db: impl PgExecutor<'_>, at: Instant) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select b.breach_no from breach b join breach_version v using (breach_no, version)
         where breach_next_due(v) <= $1 order by b.breach_no",
        at.utc(),
    )
    .fetch_all(db)
    .await
}

/// Stores a reminder of a locked breach. Returns false if it was sent already.
pub async fn note_reminder(db: &mut PgConnection, breach_no: i64, reminder: &str) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "update breach set reminders = reminders || $2::text where breach_no = $1 and not $2 = any(reminders)",
        breach_no,
        reminder,
    );
    Ok(noted.execute(db).await?.rows_affected() == 1)
}

/// Counts the breaches with a notification to make, for the home page of staff.
pub async fn waiting(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<WaitingDeadlines> {
    sqlx::query_as!(
        WaitingDeadlines,
        r#"select count(*) as "count!", count(*) filter (where breach_next_due(v) < $1) as "late!",
                  (min(breach_next_due(v)) at time zone interval '8 hours')::date as "due: Day"
           from breach b join breach_version v using (breach_no, version)
           where breach_next_due(v) is not null"#,
        now.utc(),
    )
    .fetch_one(db)
    .await
}
