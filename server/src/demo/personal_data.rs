//! The demo's requests about personal data, and its breach (docs/domain/demo.md#personal-data).

use gridbill_core::fact::{DataProtectionFact, Fact, PortalActor};
use gridbill_core::personal_data::breaches::{self, BreachEntry, BreachStep};
use gridbill_core::personal_data::requests::{self, DataRequestChannel, DataRequestKind};
use gridbill_core::{Day, Instant};
use sqlx::{PgConnection, PgPool};

use super::payment::DemoUser;
use super::sql::{self, Past};
use crate::facts::Subject;
use crate::personal_data::sql::breaches::{self as breach_sql, NewVersion};
use crate::personal_data::sql::requests::{self as request_sql, NewRequest};

const USER: &str = "auditor@sinar.example";
const OFFICER: &str = "pccr@utility.example";
/// Keeps the register of breaches.
const KEEPER: &str = "ict@utility.example";

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// A fact of the past, without its subject.
struct PastEvent<'a> {
    /// The user who acted; none for the portal.
    actor: Option<&'a DemoUser>,
    at: Instant,
    fact: DataProtectionFact,
}

/// Writes the requests and the breach, unless there are some already. Fails when the database fails.
pub async fn write(pool: &PgPool, now: Instant) -> anyhow::Result<()> {
    let mut tx = pool.begin().await?;
    if sql::has_data_requests(&mut tx).await? {
        return Ok(());
    }
    add_requests(&mut tx, now).await?;
    add_breach(&mut tx, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Adds a user's request that is due in two days, with its reminders, and a letter of a person without an account.
async fn add_requests(db: &mut PgConnection, now: Instant) -> anyhow::Result<()> {
    let (user, officer) = (sql::user(db, USER).await?, sql::user(db, OFFICER).await?);
    let received = now.plus_seconds(-19 * DAY);
    let access = NewRequest {
        kind: DataRequestKind::Access,
        channel: DataRequestChannel::Portal,
        person_id: Some(user.person_id),
        person_name: &user.name,
        email: Some(&user.email),
        text: "Please send me everything that the portal stores about me and my sign-ins.",
        received_on: Day::at(received),
        due_on: DataRequestKind::Access.due_on(Day::at(received)),
        recorded_by: user.person_id,
        recorded_at: received,
    };
    let remind = |days: i64| PastEvent {
        actor: None,
        at: received.plus_seconds((21 - days) * DAY),
        fact: DataProtectionFact::DataRequestDue { due: access.due_on, is_late: false },
    };
    let request_no = add_request(db, &access, &user, vec![remind(7), remind(3)]).await?;
    request_sql::note_reminder(db, request_no, 3).await?;
    let recorded = now.plus_seconds(-5 * DAY);
    let received_on = Day::at(recorded).plus_days(-2);
    let letter = NewRequest {
        kind: DataRequestKind::Correction,
        channel: DataRequestChannel::Letter,
        person_id: None,
        person_name: "Rohani binti Jaafar",
        email: None,
        text: "My name is spelt wrongly in your letters. It is Rohani, not Rohana.",
        received_on,
        due_on: DataRequestKind::Correction.due_on(received_on),
        recorded_by: officer.person_id,
        recorded_at: recorded,
    };
    add_request(db, &letter, &officer, Vec::new()).await?;
    Ok(())
}

/// Adds a request with its facts, and returns its number.
async fn add_request(
    db: &mut PgConnection,
    new: &NewRequest<'_>,
    by: &DemoUser,
    later: Vec<PastEvent<'_>>,
) -> anyhow::Result<i64> {
    let Some(request_no) = request_sql::add(db, new).await? else {
        anyhow::bail!("{} has an open request of this kind", new.person_name);
    };
    let by_staff = new.channel != DataRequestChannel::Portal;
    let fact = DataProtectionFact::DataRequestMade { request: new.kind, due: new.due_on, by_staff };
    let mut events = vec![PastEvent { actor: Some(by), at: new.recorded_at, fact }];
    events.extend(later);
    add_facts(db, Subject::DataRequest(request_no), &requests::shown(request_no), events).await?;
    Ok(request_no)
}

/// Adds a breach whose notifications were made.
async fn add_breach(db: &mut PgConnection, now: Instant) -> anyhow::Result<()> {
    let keeper = sql::user(db, KEEPER).await?;
    let known_at = now.plus_seconds(-40 * DAY);
    let recorded_at = known_at.plus_seconds(3 * HOUR);
    let corrected_at = known_at.plus_seconds(4 * DAY);
    let entry = BreachEntry {
        known_at,
        summary: "Bills of one company were e-mailed to a former employee".to_owned(),
        data: "Names, e-mail addresses and account numbers of users of the company.".to_owned(),
        persons: Some(12),
        causes: "The company had not removed an address that it had added itself.".to_owned(),
        measures: "The address was removed, and the recipient confirmed that the e-mails are deleted.".to_owned(),
        is_harm_likely: true,
        commissioner_notified_at: None,
        persons_notified_at: None,
        is_cyber_incident: Some(false),
        cyber_notified_at: None,
        cyber_particulars_at: None,
        cyber_supplement_at: None,
    };
    let notified = BreachEntry {
        commissioner_notified_at: Some(known_at.plus_seconds(20 * HOUR)),
        persons_notified_at: Some(known_at.plus_seconds(3 * DAY)),
        ..entry.clone()
    };
    let breach_no = breach_sql::add(db).await?;
    let reason = "The Commissioner and the persons were notified.";
    for (version, entry, reason, recorded_at) in
        [(1, &entry, None, recorded_at), (2, &notified, Some(reason), corrected_at)]
    {
        let recorded_by = keeper.person_id;
        breach_sql::set_version(db, breach_no, version).await?;
        breach_sql::add_version(db, &NewVersion { breach_no, version, entry, reason, recorded_by, recorded_at })
            .await?;
    }
    let facts = [
        (
            recorded_at,
            DataProtectionFact::BreachRecorded {
                commissioner_due: entry.due(BreachStep::Commissioner),
                is_cyber_incident: false,
            },
        ),
        (
            corrected_at,
            DataProtectionFact::BreachCorrected {
                version: 2,
                commissioner_notified_at: notified.commissioner_notified_at,
                persons_notified_at: notified.persons_notified_at,
                cyber_notified_at: None,
                cyber_particulars_at: None,
                cyber_supplement_at: None,
            },
        ),
    ];
    let events = facts.map(|(at, fact)| PastEvent { actor: Some(&keeper), at, fact });
    add_facts(db, Subject::Breach(breach_no), &breaches::shown(breach_no), events.into()).await
}

async fn add_facts(
    db: &mut PgConnection,
    subject: Subject<'_>,
    number: &str,
    events: Vec<PastEvent<'_>>,
) -> anyhow::Result<()> {
    let facts: Vec<Past<'_>> = events
        .into_iter()
        .map(|event| Past {
            subject,
            fact: Fact::from(event.fact),
            about: number,
            bulk_id: None,
            actor_id: event.actor.map(|user| user.person_id),
            actor_name: event.actor.map_or(PortalActor::PersonalData.name(), |user| &user.name),
            at: event.at,
        })
        .collect();
    sql::add_facts(db, &facts).await
}
