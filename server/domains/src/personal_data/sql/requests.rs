use gridbill_core::home::WaitingDeadlines;
use gridbill_core::personal_data::requests::{
    DataRequestChannel, DataRequestDetails, DataRequestKind, DataRequestState, OwnDataRequest, shown,
};
use gridbill_core::{Day, Instant};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// A request to insert.
pub struct NewRequest<'a> {
    pub kind: DataRequestKind,
    pub channel: DataRequestChannel,
    pub person_id: Option<Uuid>,
    pub person_name: &'a str,
    pub email: Option<&'a str>,
    pub text: &'a str,
    pub received_on: Day,
    pub due_on: Day,
    pub recorded_by: Uuid,
    pub recorded_at: Instant,
}

/// Adds a request and returns its number. Returns none if the user has an open request of this kind.
pub async fn add(db: &mut PgConnection, new: &NewRequest<'_>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into data_request (kind, state, channel, person_id, person_name, email, request_text, received_on, due_on,
                                   recorded_by, recorded_at)
         values ($1, 'open', $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (person_id, kind) where channel = 'portal' and data_request_is_open(state) do nothing
         returning request_no",
        new.kind.code(),
        new.channel.code(),
        new.person_id,
        new.person_name,
        new.email,
        new.text,
        new.received_on.date(),
        new.due_on.date(),
        new.recorded_by,
        new.recorded_at.utc(),
    )
    .fetch_optional(db)
    .await
}

/// Returns the user with an e-mail address; without one, the user who had it last and is not erased.
pub async fn person_of(db: &mut PgConnection, email: &str) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "select person_id from person where email = $1 and erased_at is null order by deleted_at desc nulls first limit 1",
        email,
    )
    .fetch_optional(db)
    .await
}

/// Whether a user is not deleted.
pub async fn is_present(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from person where person_id = $1 and deleted_at is null) as "is_present!""#,
        person_id,
    )
    .fetch_one(db)
    .await
}

/// A request whose row is locked.
pub struct LockedRequest {
    pub request_no: i64,
    pub kind: DataRequestKind,
    pub state: DataRequestState,
    pub version: i32,
    pub person_id: Option<Uuid>,
    pub due_on: Day,
    pub reminded_days: Option<i16>,
}

pub async fn lock(db: &mut PgConnection, request_no: i64) -> sqlx::Result<Option<LockedRequest>> {
    sqlx::query_as!(
        LockedRequest,
        r#"select request_no, kind as "kind: DataRequestKind", state as "state: DataRequestState", version, person_id,
                  due_on as "due_on: Day", reminded_days
           from data_request where request_no = $1 for update"#,
        request_no,
    )
    .fetch_optional(db)
    .await
}

pub async fn extend(
    db: &mut PgConnection,
    request_no: i64,
    due_on: Day,
    by: Uuid,
    at: Instant,
    reason: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update data_request
         set version = version + 1, state = 'extended', due_on = $2, extended_by = $3, extended_at = $4,
             extension_reason = $5, reminded_days = null
         where request_no = $1",
        request_no,
        due_on.date(),
        by,
        at.utc(),
        reason,
    )
    .execute(db)
    .await
    .map(drop)
}

/// The end of a request.
pub struct RequestEnd<'a> {
    pub state: DataRequestState,
    pub ended_by: Uuid,
    pub ended_at: Instant,
    pub answer: Option<&'a str>,
}

pub async fn end(db: &mut PgConnection, request_no: i64, end: &RequestEnd<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "update data_request set version = version + 1, state = $2, ended_by = $3, ended_at = $4, answer = $5
         where request_no = $1",
        request_no,
        end.state.code(),
        end.ended_by,
        end.ended_at.utc(),
        end.answer,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Lists the requests of a user, the newest first.
pub async fn own(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Vec<OwnDataRequest>> {
    sqlx::query!(
        r#"select request_no, kind as "kind: DataRequestKind", state as "state: DataRequestState", request_text,
                  received_on as "received_on: Day", due_on as "due_on: Day", extension_reason, answer,
                  ended_at as "ended_at: Instant"
           from data_request where person_id = $1 order by request_no desc limit 100"#,
        person_id,
    )
    .map(|row| OwnDataRequest {
        number: shown(row.request_no),
        kind: row.kind,
        state: row.state,
        text: row.request_text,
        received_on: row.received_on,
        due_on: row.due_on,
        extension_reason: row.extension_reason,
        answer: row.answer,
        ended_at: row.ended_at,
    })
    .fetch_all(db)
    .await
}

/// Returns a request without the values that depend on the day and on the reader.
pub async fn details(db: impl PgExecutor<'_>, request_no: i64) -> sqlx::Result<Option<DataRequestDetails>> {
    sqlx::query!(
        r#"select r.version, r.kind as "kind: DataRequestKind", r.state as "state: DataRequestState",
                  r.channel as "channel: DataRequestChannel", r.person_name, r.email, r.person_id, r.request_text,
                  r.received_on as "received_on: Day", r.due_on as "due_on: Day", b.name as recorded_by,
                  r.recorded_at as "recorded_at: Instant", x.name as "extended_by?",
                  r.extended_at as "extended_at: Instant", r.extension_reason, e.name as "ended_by?",
                  r.ended_at as "ended_at: Instant", r.answer,
                  exists (select from person p
                          where p.person_id = r.person_id and p.disabled_at is null) as "reads_in_portal!",
                  exists (select from person p where p.person_id = r.person_id and p.erased_at is not null) as "is_erased!"
           from data_request r
           join person b on b.person_id = r.recorded_by
           left join person x on x.person_id = r.extended_by
           left join person e on e.person_id = r.ended_by
           where r.request_no = $1"#,
        request_no,
    )
    .map(|row| DataRequestDetails {
        number: shown(request_no),
        version: row.version,
        kind: row.kind,
        state: row.state,
        channel: row.channel,
        person_name: row.person_name,
        email: row.email,
        user_id: row.person_id.map(|person_id| person_id.to_string()),
        reads_in_portal: row.reads_in_portal,
        text: row.request_text,
        received_on: row.received_on,
        due_on: row.due_on,
        days_left: None,
        extends_to: None,
        basis: String::new(),
        recorded_by: row.recorded_by,
        recorded_at: row.recorded_at,
        extended_by: row.extended_by,
        extended_at: row.extended_at,
        extension_reason: row.extension_reason,
        ended_by: row.ended_by,
        ended_at: row.ended_at,
        answer: row.answer,
        erasure: None,
        is_erased: row.is_erased,
    })
    .fetch_optional(db)
    .await
}

/// Lists the open requests that are due by a day.
pub async fn due_by(db: impl PgExecutor<'_>, day: Day) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select request_no from data_request where data_request_is_open(state) and due_on <= $1 order by due_on, request_no",
        day.date(),
    )
    .fetch_all(db)
    .await
}

/// Stores that a reminder was sent.
pub async fn note_reminder(db: &mut PgConnection, request_no: i64, days: i16) -> sqlx::Result<()> {
    sqlx::query!("update data_request set reminded_days = $2 where request_no = $1", request_no, days)
        .execute(db)
        .await
        .map(drop)
}

/// Counts the open requests, for the home page of staff.
pub async fn waiting(db: impl PgExecutor<'_>, today: Day) -> sqlx::Result<WaitingDeadlines> {
    sqlx::query_as!(
        WaitingDeadlines,
        r#"select count(*) as "count!", count(*) filter (where due_on < $1) as "late!", min(due_on) as "due: Day"
           from data_request where data_request_is_open(state)"#,
        today.date(),
    )
    .fetch_one(db)
    .await
}
