//! The daily reading of the records of proved domains.

use chrono::TimeDelta;
use gridbill::serve::jobs::read_domains;
use gridbill_core::Code;
use gridbill_core::identity::sso::{DOMAIN_LOSS_DAYS, ProveSsoDomain, SsoDomain};

use super::{DOMAIN, MASTER, PAYER, World, domain, facts, field, state};
use crate::support::{Actor, sql};
use crate::team::session_of;

/// Runs the job on the next day.
async fn next_day(world: &World) {
    world.portal.advance(TimeDelta::days(1));
    read_domains(&world.portal.app).await.expect("read");
}

async fn only_domain(world: &World) -> (Actor, SsoDomain) {
    let master = session_of(&world.portal, MASTER).await;
    let domains = state(&master).await.domains;
    assert_eq!(domains.len(), 1);
    (master, domains.into_iter().next().expect("a domain"))
}

/// Returns the security e-mails about domains.
async fn mails(world: &World) -> usize {
    let mails = sql::rows::<(String, String)>(world.pool(), "select recipient, body_text from mail", &[]).await;
    mails.iter().filter(|(recipient, text)| recipient == MASTER && text.contains("DNS")).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_read_every_day_and_the_settings_say_when() {
    let world = World::offered().await;
    let (_, before) = only_domain(&world).await;
    assert_eq!(before.seen_at, before.proved_at);
    // Less than a day later nothing is read.
    world.portal.advance(TimeDelta::hours(23));
    read_domains(&world.portal.app).await.expect("nothing to read");
    assert_eq!(only_domain(&world).await.1.seen_at, before.seen_at);
    next_day(&world).await;
    let (_, after) = only_domain(&world).await;
    assert_eq!(after.seen_at, Some(world.portal.app.now()));
    assert_eq!((after.proved_at, after.missing_since, after.lost_on), (before.proved_at, None, None));
    assert!(!facts(&world).await.iter().any(|kind| kind == "SsoDomainMissing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_domain_whose_record_stays_missing_loses_its_proof() {
    let world = World::offered().await;
    let (_, proved) = only_domain(&world).await;
    world.dns.set(&proved.record_name, &["another"]);
    next_day(&world).await;
    let (_, missing) = only_domain(&world).await;
    assert_eq!(missing.seen_at, proved.seen_at);
    assert_eq!(missing.missing_since, Some(world.portal.app.now()));
    let lost_on = missing.lost_on.expect("a day");
    assert_eq!(facts(&world).await.last().map(String::as_str), Some("SsoDomainMissing"));
    assert_eq!(mails(&world).await, 1);
    // Meanwhile the domain still counts, and the Master is not told again.
    for _ in 1..DOMAIN_LOSS_DAYS {
        next_day(&world).await;
        world.begin(PAYER).await.expect("a provider");
    }
    assert_eq!(only_domain(&world).await.1.lost_on, Some(lost_on));
    assert_eq!(mails(&world).await, 1);
    next_day(&world).await;
    let (_, lost) = only_domain(&world).await;
    assert_eq!((lost.proved_at, lost.missing_since, lost.seen_at), (None, None, proved.seen_at));
    assert_eq!(facts(&world).await.last().map(String::as_str), Some("SsoDomainLost"));
    assert_eq!(mails(&world).await, 2);
    assert_eq!(field(world.begin(PAYER).await).1, Code::SsoNotOffered);
    // It is not read again, and its record proves it as before.
    next_day(&world).await;
    assert_eq!(mails(&world).await, 2);
    world.dns.set(&lost.record_name, &[&lost.record_value]);
    let master = session_of(&world.portal, MASTER).await;
    master.call::<ProveSsoDomain>(domain(DOMAIN)).await.expect("proved");
    world.begin(PAYER).await.expect("a provider");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_returns_counts_at_once() {
    let world = World::offered().await;
    let (_, proved) = only_domain(&world).await;
    world.dns.set(&proved.record_name, &[]);
    next_day(&world).await;
    let (master, missing) = only_domain(&world).await;
    assert!(missing.missing_since.is_some());
    assert_eq!(field(master.call::<ProveSsoDomain>(domain(DOMAIN)).await).1, Code::SsoDomainUnproved);
    world.dns.set(&proved.record_name, &[&proved.record_value]);
    master.call::<ProveSsoDomain>(domain(DOMAIN)).await.expect("found");
    let found = state(&master).await.domains.remove(0);
    assert_eq!((found.missing_since, found.seen_at), (None, Some(world.portal.app.now())));
    assert_eq!(found.proved_at, proved.proved_at);
    // The job finds it as well.
    world.dns.set(&proved.record_name, &[]);
    next_day(&world).await;
    world.dns.set(&proved.record_name, &[&proved.record_value]);
    next_day(&world).await;
    assert_eq!(only_domain(&world).await.1.missing_since, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_dns_server_takes_no_proof_away() {
    let world = World::offered().await;
    world.dns.set_failing(true);
    for _ in 0..=DOMAIN_LOSS_DAYS {
        next_day(&world).await;
    }
    let (_, domain) = only_domain(&world).await;
    assert!(domain.proved_at.is_some() && domain.missing_since.is_none());
    assert_eq!(domain.seen_at, domain.proved_at);
    world.begin(PAYER).await.expect("a provider");
}
