//! Writes what happened in the past of the demo.

use gridbill_core::Instant;
use gridbill_core::fact::Fact;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::facts::Subject;

/// Something that happened, and when.
pub struct Past<'a> {
    pub subject: Subject<'a>,
    pub fact: Fact,
    pub about: &'a str,
    pub bulk_id: Option<&'a str>,
    pub actor_id: Option<Uuid>,
    pub actor_name: &'a str,
    pub at: Instant,
}

/// Adds facts in their order. Nobody is told of them.
pub async fn add_facts(db: &mut PgConnection, facts: &[Past<'_>]) -> anyhow::Result<()> {
    let stored = facts.iter().map(|one| one.fact.stored()).collect::<Result<Vec<_>, _>>()?;
    sqlx::query!(
        "insert into fact (subject, kind, data, about, bulk_id, actor_id, actor_name, happened_at)
         select subject, kind, data, about, bulk_id, actor_id, actor_name, happened_at
         from unnest($1::text[], $2::text[], $3::jsonb[], $4::text[], $5::text[], $6::uuid[], $7::text[],
                     $8::timestamptz[])
              with ordinality as g (subject, kind, data, about, bulk_id, actor_id, actor_name, happened_at, place)
         order by place",
        &facts.iter().map(|one| one.subject.to_string()).collect::<Vec<_>>(),
        &stored.iter().map(|one| one.kind.as_str()).collect::<Vec<_>>() as &[&str],
        &stored.iter().map(|one| one.data.clone()).collect::<Vec<_>>(),
        &facts.iter().map(|one| one.about).collect::<Vec<_>>() as &[&str],
        &facts.iter().map(|one| one.bulk_id).collect::<Vec<_>>() as &[Option<&str>],
        &facts.iter().map(|one| one.actor_id).collect::<Vec<_>>() as &[Option<Uuid>],
        &facts.iter().map(|one| one.actor_name).collect::<Vec<_>>() as &[&str],
        &facts.iter().map(|one| one.at.utc()).collect::<Vec<_>>(),
    )
    .execute(db)
    .await?;
    Ok(())
}
