//! Writes the demo's past facts.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use gridbill_core::Instant;
use gridbill_core::audience::Recipients;
use gridbill_core::fact::Fact;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::facts::{Holders, Subject};

/// Days before the last fact for which users got notifications.
const TOLD_DAYS: i64 = 30;
/// Notifications older than this number of days are read.
const READ_DAYS: i64 = 3;

/// A past fact, and when it happened.
pub struct Past<'a> {
    pub subject: Subject<'a>,
    pub fact: Fact,
    pub about: &'a str,
    pub bulk_id: Option<&'a str>,
    pub actor_id: Option<Uuid>,
    pub actor_name: &'a str,
    pub at: Instant,
}

/// Adds facts in their order, with notifications of recent ones. Sends no e-mail.
pub async fn add_facts(db: &mut PgConnection, facts: &[Past<'_>]) -> anyhow::Result<()> {
    let stored = facts.iter().map(|one| one.fact.to_stored()).collect::<Result<Vec<_>, _>>()?;
    statement!(
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
    .execute(&mut *db)
    .await?;
    let told: BTreeMap<&str, Recipients> =
        stored.iter().zip(facts).map(|(stored, one)| (stored.kind.as_str(), one.fact.recipients())).collect();
    let last = facts.iter().map(|one| one.at.utc()).max().unwrap_or_default();
    for (kind, told) in told.into_iter().filter(|(_, told)| *told != Recipients::NONE) {
        let (customers, staff) = (Holders::of(told.customers), Holders::of(told.staff));
        statement!(
            "with recent as (
                 select * from fact where kind = $1 and happened_at > $6 and happened_at <= $7
             ), told as (
                 select f.*, p.person_id
                 from recent f
                 join person p on p.bulk_id = f.bulk_id
                              and (p.role = any($2) or (p.make_payments and p.role = any($3))
                                   or (p.manage_accounts and p.role = any($4)))
                 where p.activated_at is not null and p.disabled_at is null and p.deleted_at is null
                 union all
                 select f.*, p.person_id
                 from recent f join person p on p.is_staff and p.role = any($5)
                 where p.activated_at is not null and p.disabled_at is null and p.deleted_at is null
             )
             insert into notification (fact_id, person_id, bulk_id, about, notified_at, read_at)
             select fact_id, person_id, bulk_id, about, happened_at, case when happened_at < $8 then happened_at end
             from told where person_id is distinct from actor_id order by happened_at, fact_id
             on conflict do nothing",
            kind,
            &customers.roles as &[&str],
            &customers.with_payments as &[&str],
            &customers.with_accounts as &[&str],
            &staff.roles as &[&str],
            last - TimeDelta::days(TOLD_DAYS),
            last,
            last - TimeDelta::days(READ_DAYS),
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
