//! Queries of the demo's users, and of those who have not activated yet.

use gridbill_core::Instant;
use gridbill_core::identity::registering::{LinkKind, TERMS_VERSION};
use gridbill_core::permission::Role;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::demo::people::{DemoInvitation, DemoPerson};

/// Adds users. A user whom staff added has no password before activation.
pub async fn add_people(
    db: &mut PgConnection,
    people: &[DemoPerson],
    password_hash: &str,
    created_at: Instant,
    now: Instant,
) -> sqlx::Result<()> {
    let utc = |at: fn(&DemoPerson, Instant) -> Option<Instant>| -> Vec<_> {
        people.iter().map(|person| at(person, now).map(Instant::utc)).collect()
    };
    statement!(
        "insert into person (person_id, email, name, password_hash, role, make_payments, manage_accounts, bulk_id,
                             is_staff, activated_at, last_login_at, previous_login_at, created_at, nickname, mobile_no,
                             password_reset_required, terms_version, terms_accepted_at)
         select person_id, email, name, case when staff and awaited is not null then null else $10 end, role, pays, keeps,
                bulk_id, staff, case when awaited is null then $11::timestamptz end, last_login,
                last_login - interval '2 days', coalesce(awaited, $11), nickname, mobile_no, staff and awaited is not null,
                case when not staff and awaited is null then $15 end,
                case when not staff and awaited is null then $11::timestamptz end
         from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bool[], $6::bool[], $7::text[], $8::bool[],
                     $9::timestamptz[], $12::timestamptz[], $13::text[], $14::text[])
              as g (person_id, email, name, role, pays, keeps, bulk_id, staff, last_login, awaited, nickname, mobile_no)",
        &people.iter().map(|person| person.person_id).collect::<Vec<Uuid>>(),
        &people.iter().map(|person| person.email.clone()).collect::<Vec<_>>(),
        &people.iter().map(|person| person.name.clone()).collect::<Vec<_>>(),
        &people.iter().map(|person| person.role.map(Role::code)).collect::<Vec<_>>() as &[Option<&str>],
        &people.iter().map(|person| person.make_payments).collect::<Vec<_>>(),
        &people.iter().map(|person| person.manage_accounts).collect::<Vec<_>>(),
        &people.iter().map(|person| person.bulk_id.clone()).collect::<Vec<_>>() as &[Option<String>],
        &people.iter().map(|person| person.role.is_some_and(Role::is_staff)).collect::<Vec<_>>(),
        &utc(|person, now| person.came.last_seen(now)) as &[Option<_>],
        password_hash,
        created_at.utc(),
        &utc(|person, now| person.came.awaited_since(now)) as &[Option<_>],
        &people.iter().map(|person| person.nickname).collect::<Vec<_>>() as &[Option<&str>],
        &people.iter().map(|person| person.mobile_no.clone()).collect::<Vec<_>>(),
        TERMS_VERSION,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds an authenticator app with an encrypted secret to a user. It has the user's id.
pub async fn add_app(db: &mut PgConnection, person_id: Uuid, secret: &[u8], added_at: Instant) -> sqlx::Result<()> {
    statement!(
        "insert into factor (factor_id, person_id, kind, name, added_at, secret, last_step)
         values ($1, $1, 'totp', 'Demo app', $2, $3, 0)",
        person_id,
        added_at.utc(),
        secret,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds invitations to the bulk account of the user who sent them.
pub async fn add_invitations(
    db: &mut PgConnection,
    by: &DemoPerson,
    invitations: &[(Uuid, &DemoInvitation)],
    now: Instant,
) -> sqlx::Result<()> {
    statement!(
        "insert into invitation (invitation_id, bulk_id, email, nickname, role, make_payments, manage_accounts, invited_by,
                                 invited_at, sent_at)
         select invitation_id, $1, email, nickname, role, pays, false, $2, at, at
         from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::timestamptz[])
              as g (invitation_id, email, nickname, role, pays, at)",
        by.bulk_id,
        by.person_id,
        &invitations.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
        &invitations.iter().map(|(_, one)| one.email).collect::<Vec<_>>() as &[&str],
        &invitations.iter().map(|(_, one)| one.nickname).collect::<Vec<_>>() as &[Option<&str>],
        &invitations.iter().map(|(_, one)| one.role.code()).collect::<Vec<_>>() as &[&str],
        &invitations.iter().map(|(_, one)| one.make_payments).collect::<Vec<_>>(),
        &invitations.iter().map(|(_, one)| now.plus_seconds(-one.sent_hours * 3600).utc()).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// A link that was sent, for a user or an invitation.
pub struct Sent {
    pub kind: LinkKind,
    pub person_id: Option<Uuid>,
    pub invitation_id: Option<Uuid>,
    pub at: Instant,
}

/// Adds links. Their tokens are unknown, because their e-mails were never sent.
pub async fn add_links(db: &mut PgConnection, links: &[(Vec<u8>, Sent)]) -> sqlx::Result<()> {
    statement!(
        "insert into link (token_hash, kind, person_id, invitation_id, created_at, expires_at)
         select * from unnest($1::bytea[], $2::text[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::timestamptz[])",
        &links.iter().map(|(hash, _)| hash.clone()).collect::<Vec<_>>(),
        &links.iter().map(|(_, sent)| sent.kind.code()).collect::<Vec<_>>() as &[&str],
        &links.iter().map(|(_, sent)| sent.person_id).collect::<Vec<_>>() as &[Option<Uuid>],
        &links.iter().map(|(_, sent)| sent.invitation_id).collect::<Vec<_>>() as &[Option<Uuid>],
        &links.iter().map(|(_, sent)| sent.at.utc()).collect::<Vec<_>>(),
        &links.iter().map(|(_, sent)| sent.at.plus_seconds(sent.kind.seconds()).utc()).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}
