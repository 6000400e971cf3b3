//! Queries for erasures.

use gridbill_core::Instant;
use gridbill_core::fact::ErasedFact;
use gridbill_core::number::BulkId;
use gridbill_core::permission::Role;
use gridbill_core::personal_data::erase::KeptTexts;
use gridbill_core::personal_data::requests::ErasureProposal;
use gridbill_core::recorded_name::FORMER_USER;
use serde_json::Value;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// Locks the people, in the order of their ids.
pub async fn lock_people(db: &mut PgConnection, people: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query_scalar!(
        "select person_id from person where person_id = any($1) order by person_id for no key update",
        people,
    )
    .fetch_all(db)
    .await
    .map(drop)
}

/// A person whose data may be erased.
#[derive(Debug)]
pub struct LeavingPerson {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub role: Option<Role>,
    pub bulk_id: Option<BulkId>,
    /// Deleted, and not back under the same e-mail address.
    pub has_left: bool,
    pub is_staff: bool,
    pub is_erased: bool,
}

pub async fn person(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<LeavingPerson>> {
    sqlx::query_as!(
        LeavingPerson,
        r#"select person_id, email, name, role as "role: Role", bulk_id as "bulk_id: BulkId",
                  deleted_at is not null
                      and not exists (select from person back where back.email = person.email and back.deleted_at is null)
                      as "has_left!",
                  is_staff, erased_at is not null as "is_erased!"
           from person where person_id = $1"#,
        person_id,
    )
    .fetch_optional(db)
    .await
}

/// Returns the officer who proposed to erase a person.
pub async fn proposer(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!("select proposed_by from erasure_proposal where person_id = $1", person_id)
        .fetch_optional(db)
        .await
}

/// The erasure that an officer proposed, with the officer.
pub async fn proposal(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<(Uuid, ErasureProposal)>> {
    sqlx::query!(
        r#"select e.proposed_by, p.name, e.proposed_at as "proposed_at: Instant", e.reason
           from erasure_proposal e join person p on p.person_id = e.proposed_by
           where e.person_id = $1"#,
        person_id,
    )
    .map(|row| {
        let (proposed_by, proposed_at, reason) = (row.name, row.proposed_at, row.reason);
        (row.proposed_by, ErasureProposal { proposed_by, proposed_at, reason, is_own: false, can_confirm: false })
    })
    .fetch_optional(db)
    .await
}

pub async fn add_proposal(
    db: &mut PgConnection,
    person_id: Uuid,
    reason: &str,
    proposed_by: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into erasure_proposal (person_id, reason, proposed_by, proposed_at) values ($1, $2, $3, $4)",
        person_id,
        reason,
        proposed_by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// A fact that a person caused, or that names the person.
#[derive(Debug)]
pub struct FoundFact {
    pub fact_id: i64,
    pub subject: String,
    pub kind: String,
    pub about: String,
    pub data: Value,
    pub form: i16,
    pub kept: Option<Value>,
    /// The person acted, and the name is not erased yet.
    pub erases_actor: bool,
    /// The fact is about the person, and its texts are not erased yet.
    pub names_user: bool,
}

/// Returns the facts that a person caused or that name the person: by id, by e-mail address, or by name. Reads the
/// facts of the person's bulk accounts and of none, because their data has no index; for staff, who act in all bulk
/// accounts, all facts.
pub async fn facts_of(db: &mut PgConnection, person: &LeavingPerson) -> sqlx::Result<Vec<FoundFact>> {
    sqlx::query_as!(
        FoundFact,
        r#"with own as (
               select bulk_id from fact
               where (actor_id = $1 or about = $2 or subject = 'person:' || $1::uuid) and bulk_id is not null
               union select $4::text where $4::text is not null
           ), marked as (
               select fact_id, subject, kind, about, data, form, kept,
                      actor_erased_by is null
                          and coalesce(actor_id = $1, actor_name = $2
                                       or (actor_name = $3 and subject = 'person:' || $1::uuid)) as erases_actor,
                      content_erased_by is null
                          and (subject = 'person:' || $1::uuid or about = $2
                               or position('"' || $1::uuid || '"' in data::text) > 0
                               or position(to_json($2::text)::text in data::text) > 0
                               -- A user without a name is not named by each empty text.
                               or ($3 <> '' and (about = $3 or position(to_json($3::text)::text in data::text) > 0)))
                          as names_user
               from fact
               where $5 or bulk_id is null or bulk_id in (select bulk_id from own) or actor_id = $1
           )
           select fact_id, subject, kind, about, data, form, kept, erases_actor as "erases_actor!", names_user as "names_user!"
           from marked where erases_actor or names_user order by fact_id"#,
        person.person_id,
        person.email,
        person.name,
        person.bulk_id.as_ref().map(BulkId::as_str),
        person.is_staff,
    )
    .fetch_all(db)
    .await
}

/// The texts of a fact that are erased.
#[derive(Debug)]
pub struct PlannedErasure {
    pub fact_id: i64,
    pub erases_actor: bool,
    /// The texts that are left; none if the fact does not name the person.
    pub kept: Option<KeptTexts>,
}

/// The columns of planned erasures, for `unnest`.
struct PlannedColumns {
    ids: Vec<i64>,
    actors: Vec<bool>,
    contents: Vec<bool>,
    abouts: Vec<String>,
    datas: Vec<Value>,
}

impl PlannedColumns {
    fn of(planned: &[PlannedErasure]) -> Self {
        let about = |one: &PlannedErasure| one.kept.as_ref().map_or_else(String::new, |kept| kept.about.clone());
        let data = |one: &PlannedErasure| one.kept.as_ref().map_or(Value::Null, |kept| kept.data.clone());
        Self {
            ids: planned.iter().map(|one| one.fact_id).collect(),
            actors: planned.iter().map(|one| one.erases_actor).collect(),
            contents: planned.iter().map(|one| one.kept.is_some()).collect(),
            abouts: planned.iter().map(about).collect(),
            datas: planned.iter().map(data).collect(),
        }
    }
}

/// Returns what is recorded about the erasure of each fact, with the fact's hash.
pub async fn hashes(db: &mut PgConnection, planned: &[PlannedErasure]) -> sqlx::Result<Vec<(String, ErasedFact)>> {
    let columns = PlannedColumns::of(planned);
    let rows = sqlx::query!(
        r#"select encode(f.hash, 'hex') as "hash!", e.actor as "actor!", e.content as "content!",
                  case when f.form = 1 then encode(erased_fact_hash(f, e.actor, e.content, e.about, e.data), 'hex') end as rest
           from unnest($1::bigint[], $2::boolean[], $3::boolean[], $4::text[], $5::jsonb[]) e (id, actor, content, about, data)
           join fact f on f.fact_id = e.id"#,
        &columns.ids,
        &columns.actors,
        &columns.contents,
        &columns.abouts,
        &columns.datas,
    )
    .fetch_all(db)
    .await?;
    let erased = rows.into_iter();
    Ok(erased.map(|row| (row.hash, ErasedFact { actor: row.actor, content: row.content, rest: row.rest })).collect())
}

/// The id and the hash of a fact.
pub struct FactName {
    pub fact_id: i64,
    pub hash: String,
}

/// Returns the last fact of a subject.
pub async fn last_fact(db: &mut PgConnection, subject: &str) -> sqlx::Result<FactName> {
    sqlx::query_as!(
        FactName,
        r#"select fact_id, encode(hash, 'hex') as "hash!" from fact where subject = $1 order by place desc limit 1"#,
        subject,
    )
    .fetch_one(db)
    .await
}

/// Erases the texts and salts of facts, and the copies in notifications. `covering` is the fact that records it.
pub async fn erase_texts(db: &mut PgConnection, planned: &[PlannedErasure], covering: i64) -> sqlx::Result<()> {
    let columns = PlannedColumns::of(planned);
    sqlx::query!(
        "select erase_fact_texts($1, $2, $3, $4, $5, $6)",
        &columns.ids,
        &columns.actors,
        &columns.contents,
        &columns.abouts,
        &columns.datas,
        covering,
    )
    .fetch_one(&mut *db)
    .await?;
    sqlx::query!(
        "update notification n set about = e.about
         from unnest($1::bigint[], $2::boolean[], $3::text[]) e (id, content, about)
         where n.fact_id = e.id and e.content and n.about <> e.about",
        &columns.ids,
        &columns.contents,
        &columns.abouts,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Ends the membership of a person who is active in a restored backup.
pub async fn end_membership(db: &mut PgConnection, person_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set deleted_at = coalesce(deleted_at, $2), disabled_at = coalesce(disabled_at, $2), sessions_ended_at = $2
         where person_id = $1",
        person_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Replaces the name in payments that were taken over. They name their payer, and have no other link to the user.
async fn anonymise_payer(db: &mut PgConnection, bulk_id: Option<&str>, name: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update payment set taken_over_payer = $3 where bulk_id = $1 and taken_over_payer = $2 and $2 <> ''",
        bulk_id,
        name,
        FORMER_USER,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns the regular expression of a text in an e-mail that is not a part of a longer one: lines may be broken at its spaces, HTML
/// escapes its special characters, and those of an address are followed by a space.
fn pattern(text: &str, not_before: &str, not_after: &str) -> String {
    // A user without a name is nowhere, and not between all words.
    if text.trim().is_empty() {
        return "(?!x)x".to_owned();
    }
    let mut escaped = String::new();
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("(?:&|&amp;)"),
            '\'' => escaped.push_str("(?:'|&#x27;|&#39;)"),
            '"' => escaped.push_str("(?:\"|&quot;|&#34;)"),
            sign if sign.is_alphanumeric() => escaped.push(sign),
            sign if sign.is_whitespace() => escaped.push_str(r"\s+"),
            sign => escaped.extend(['\\', sign, '\\', 's', '?']),
        }
    }
    format!("(?<!{not_before}){escaped}(?!{not_after})")
}

/// Deletes or replaces the personal data of a person outside the facts.
pub async fn anonymise(db: &mut PgConnection, person: &LeavingPerson, now: Instant) -> sqlx::Result<()> {
    let LeavingPerson { person_id, email, name, bulk_id, .. } = person;
    let email_pattern = pattern(email, r"[\w.+%-]", r"-|\.?\w");
    let (bulk_id, former_email) =
        (bulk_id.as_ref().map(BulkId::as_str), format!("former-user-{person_id}@erased.invalid"));
    // Sign-in: sessions with their tokens, open questions and views, then factors, devices and links.
    sqlx::query!("delete from session where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from factor_challenge where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from factor where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from recovery_code where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from factor_reset where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from known_device where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from link where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from sso_identity where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from security_event where person_id = $1 or email = $2", person_id, email)
        .execute(&mut *db)
        .await?;
    sqlx::query!("delete from login_attempts where email = $1", email).execute(&mut *db).await?;
    sqlx::query!(
        "delete from rate where subject ~ $1 or position($2 in subject) > 0",
        email_pattern,
        person_id.to_string()
    )
    .execute(&mut *db)
    .await?;
    // What the user did on pages.
    sqlx::query!("delete from notification where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from saved_view where owner_id = $1 and not is_shared", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from tutorial where person_id = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from answered_call where person_id = $1", person_id).execute(&mut *db).await?;
    // E-mails to the user, and those to others that name the user.
    sqlx::query!("delete from mail where recipient = $1", email).execute(&mut *db).await?;
    sqlx::query!(
        "update mail m
         set subject = regexp_replace(regexp_replace(subject, $1, $4, 'g'), $2, $4, 'g'),
             body_text = regexp_replace(regexp_replace(body_text, $1, $4, 'g'), $2, $4, 'g'),
             body_html = regexp_replace(regexp_replace(body_html, $1, $4, 'g'), $2, $4, 'g')
         where concat_ws(' ', subject, body_text, body_html) ~ $1
            or (concat_ws(' ', subject, body_text, body_html) ~ $2
                and exists (select from person p where p.email = m.recipient and (p.is_staff or p.bulk_id = $3)))",
        email_pattern,
        pattern(name, r"\w", r"\w"),
        bulk_id,
        FORMER_USER,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("update statement_recipient set email = $2, name = null where email = $1", email, former_email,)
        .execute(&mut *db)
        .await?;
    // Invitations and proposals that became the user, or were for the user.
    sqlx::query!(
        "delete from link where invitation_id in (select invitation_id from invitation where email = $1)",
        email,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update invitation set email = $2, nickname = null,
                withdrawn_at = case when accepted_at is null then coalesce(withdrawn_at, $3) else withdrawn_at end
         where email = $1",
        email,
        former_email,
        now.utc(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from staff_proposal where person_id = $1 or email = $2", person_id, email)
        .execute(&mut *db)
        .await?;
    sqlx::query!("update tagging set requested_by_name = $2 where requested_by = $1", person_id, FORMER_USER)
        .execute(&mut *db)
        .await?;
    anonymise_payer(db, bulk_id, name).await?;
    sqlx::query!("delete from erasure_proposal where person_id = $1", person_id).execute(&mut *db).await?;
    // A request and its end prove that the law was followed; its texts say whose it was.
    sqlx::query!(
        "update data_request
         set person_name = $3, email = null, request_text = $3, extension_reason = case when extension_reason is not null then $3 end,
             answer = case when answer is not null then $3 end
         where person_id = $1 or email = $2",
        person_id,
        email,
        FORMER_USER,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update person set email = $2, name = $3, password_hash = null, nickname = null, mobile_no = null,
                identification_type = null, identification_no = null, email_opting = false, theme = null, density = null,
                hidden_columns = null, notification_email = null, single_keys = null, favourite_from = null,
                favourite_to = null, last_login_at = null, previous_login_at = null, erased_at = $4
         where person_id = $1",
        person_id,
        former_email,
        FORMER_USER,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns which of the people are in the database and not erased.
pub async fn unerased(db: &PgPool, people: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select person_id from person where person_id = any($1) and erased_at is null order by person_id",
        people,
    )
    .fetch_all(db)
    .await
}

/// A recorded erasure.
pub struct RecordedErasure {
    pub person_id: Uuid,
    pub erased_at: Instant,
    pub hash: String,
}

/// Returns the erased people with the fact that records it, except those named.
pub async fn recorded(db: &PgPool, except: &[Uuid]) -> sqlx::Result<Vec<RecordedErasure>> {
    sqlx::query_as!(
        RecordedErasure,
        r#"select p.person_id, p.erased_at as "erased_at!: Instant", encode(f.hash, 'hex') as "hash!"
           from person p
           cross join lateral (
               select hash from fact where subject = 'person:' || p.person_id and kind = 'PersonErased' order by place desc limit 1
           ) f
           where p.erased_at is not null and p.person_id <> all($1) order by p.erased_at, p.person_id"#,
        except,
    )
    .fetch_all(db)
    .await
}
