//! Queries for e-mailed links.

use gridbill_core::Instant;
use gridbill_core::identity::registering::LinkKind;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::identity::links::{FoundLink, LinkOwner};

impl LinkOwner {
    const fn ids(self) -> (Option<Uuid>, Option<Uuid>) {
        match self {
            Self::Person(person_id) => (Some(person_id), None),
            Self::Invitation(invitation_id) => (None, Some(invitation_id)),
        }
    }
}

pub async fn add(
    db: &mut PgConnection,
    token_hash: &[u8],
    kind: LinkKind,
    whom: LinkOwner,
    now: Instant,
    expires_at: Instant,
) -> sqlx::Result<()> {
    let (person_id, invitation_id) = whom.ids();
    sqlx::query!(
        "insert into link (token_hash, kind, person_id, invitation_id, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)",
        token_hash,
        kind.code(),
        person_id,
        invitation_id,
        now.utc(),
        expires_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Expires the unused links of that kind.
pub async fn expire(db: &mut PgConnection, kind: LinkKind, whom: LinkOwner, now: Instant) -> sqlx::Result<()> {
    let (person_id, invitation_id) = whom.ids();
    sqlx::query!(
        "update link set expires_at = least(expires_at, $4)
         where kind = $1 and (person_id = $2 or invitation_id = $3) and used_at is null",
        kind.code(),
        person_id,
        invitation_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn mark_used(db: &mut PgConnection, kind: LinkKind, whom: LinkOwner, now: Instant) -> sqlx::Result<()> {
    let (person_id, invitation_id) = whom.ids();
    sqlx::query!(
        "update link set used_at = $4 where kind = $1 and (person_id = $2 or invitation_id = $3) and used_at is null",
        kind.code(),
        person_id,
        invitation_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Deletes every link, used or not.
pub async fn delete_links(db: &mut PgConnection, whom: LinkOwner) -> sqlx::Result<()> {
    let (person_id, invitation_id) = whom.ids();
    sqlx::query!("delete from link where person_id = $1 or invitation_id = $2", person_id, invitation_id)
        .execute(db)
        .await
        .map(drop)
}

/// Locks the owner of links.
pub async fn lock(db: &mut PgConnection, whom: LinkOwner) -> sqlx::Result<()> {
    let (person_id, invitation_id) = whom.ids();
    sqlx::query!("select from person where person_id = $1 for update", person_id).execute(&mut *db).await?;
    sqlx::query!("select from invitation where invitation_id = $1 for update", invitation_id)
        .execute(db)
        .await
        .map(drop)
}

/// Whether there is a valid link of that kind.
pub async fn is_open(db: &mut PgConnection, kind: LinkKind, whom: LinkOwner, now: Instant) -> sqlx::Result<bool> {
    let (person_id, invitation_id) = whom.ids();
    sqlx::query_scalar!(
        r#"select exists (select from link where kind = $1 and (person_id = $2 or invitation_id = $3)
                          and used_at is null and expires_at > $4) as "open!""#,
        kind.code(),
        person_id,
        invitation_id,
        now.utc(),
    )
    .fetch_one(db)
    .await
}

/// Returns the link of that kind.
pub async fn find(db: &mut PgConnection, kind: LinkKind, token_hash: &[u8]) -> sqlx::Result<Option<FoundLink>> {
    let row = sqlx::query!(
        r#"select person_id, invitation_id, used_at is not null as "is_used!", expires_at as "expires_at: Instant"
           from link where token_hash = $1 and kind = $2"#,
        token_hash,
        kind.code(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.and_then(|row| {
        let whom = row.person_id.map(LinkOwner::Person).or(row.invitation_id.map(LinkOwner::Invitation))?;
        Some(FoundLink { whom, is_used: row.is_used, expires_at: row.expires_at })
    }))
}

pub async fn delete_expired(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from link where expires_at < $1", before.utc()).execute(db).await.map(drop)
}
