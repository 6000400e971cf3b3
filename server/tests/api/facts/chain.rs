//! `gridbill check` reports altered, removed and inserted facts.

use std::time::Duration;

use chrono::TimeDelta;
use gridbill::check;
use gridbill::facts::{seal, verify};
use gridbill_core::identity::profile::{PreferenceRequest, SetUserPreference};

use crate::support::{Portal, sql};

const CHAINS: &str = "each fact is as it was recorded, and follows the one before it";
const SEALS: &str = "each day's seal is that of the facts of then";

/// Returns a portal whose payer changed the theme `times` times, and the chain of those facts.
async fn portal(times: usize) -> (Portal, String) {
    let portal = Portal::with_people().await;
    change(&portal, "payer@sinar.example", times).await;
    let query = "select person_id from person where email = 'payer@sinar.example'";
    let id = sql::value::<uuid::Uuid>(portal.pool(), query, &[]).await;
    (portal, format!("person:{id}"))
}

async fn change(portal: &Portal, email: &str, times: usize) {
    let person = portal.sign_in(email).await;
    for theme in ["dark", "light"].into_iter().cycle().take(times) {
        let request = PreferenceRequest { preference_code: "theme".to_owned(), config_value: theme.to_owned() };
        person.call::<SetUserPreference>(request).await.expect("changed");
    }
}

/// Returns the findings for an invariant.
async fn found(portal: &Portal, invariant: &str) -> Vec<String> {
    let (_, findings) = check::look(portal.pool()).await.expect("a check");
    let finding = findings.into_iter().find(|finding| finding.invariant == invariant).expect("such an invariant");
    assert_eq!(finding.broken, finding.rows.len() as u64);
    finding.rows
}

#[tokio::test(flavor = "multi_thread")]
async fn an_altered_fact_is_named() {
    let (portal, subject) = portal(3).await;
    portal.damage("create table intact as table fact").await;
    for column in ["actor_name", "about", "kind", "address"] {
        assert_eq!(found(&portal, CHAINS).await, [""; 0]);
        portal.damage(&format!("update fact set {column} = 'Somebody' where place = 2")).await;
        let [wrong] = found(&portal, CHAINS).await.try_into().expect("one");
        assert!(wrong.starts_with(&format!("{subject} 2 (")), "{wrong}");
        assert!(wrong.ends_with("is not as it was recorded"), "{wrong}");
        portal
            .damage(&format!("update fact f set {column} = i.{column} from intact i where i.fact_id = f.fact_id"))
            .await;
    }
    assert_eq!(found(&portal, CHAINS).await, [""; 0]);
    portal.damage("update fact set data = jsonb_set(data, '{after,theme}', '\"system\"') where place = 1").await;
    assert!(found(&portal, CHAINS).await[0].ends_with("is not as it was recorded"));
}

/// A fact altered with a recomputed hash breaks the link of the next fact.
#[tokio::test(flavor = "multi_thread")]
async fn an_altered_fact_with_a_hash_of_its_own_is_not_followed() {
    let (portal, subject) = portal(3).await;
    let forged = "update fact set actor_name = 'Somebody' where place = 2;
                  update fact set actor_digest = fact_digest(actor_salt, fact_actor_texts(fact)) where place = 2;
                  update fact set hash = sha256(convert_to(fact_salted_form(fact), 'UTF8')) where place = 2";
    portal.damage(forged).await;
    let [wrong] = found(&portal, CHAINS).await.try_into().expect("one");
    assert!(wrong.starts_with(&format!("{subject} 3 (")), "{wrong}");
    assert!(wrong.ends_with("does not follow the fact before it"), "{wrong}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_fact_is_named() {
    let (portal, subject) = portal(3).await;
    portal.damage("delete from fact where place = 2").await;
    let [wrong] = found(&portal, CHAINS).await.try_into().expect("one");
    assert!(wrong.starts_with(&format!("{subject} 2: is missing before")), "{wrong}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inserted_fact_is_named() {
    let insert = "insert into fact (subject, place, kind, data, about, actor_name, happened_at, previous, hash)
                  select subject, 2, kind, data, about, 'Somebody', happened_at, previous, hash from fact where place = 4";
    let (portal, subject) = portal(3).await;
    // Insert between two facts, after moving the later ones.
    portal.damage(&format!("update fact set place = place + 1 where place = 3; update fact set place = place + 1 where place = 2; {insert}")).await;
    let [wrong] = found(&portal, CHAINS).await.try_into().expect("one");
    assert!(wrong.starts_with(&format!("{subject} 2 (")), "{wrong}");
    assert!(wrong.ends_with("is not as it was recorded"), "{wrong}");
}

/// A chain does not show that its end was removed, but the daily seal does.
#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_was_cut_off_is_found_by_the_seal() {
    let (portal, _) = portal(2).await;
    seal::seal(&portal.app).await.expect("a seal");
    change(&portal, "viewer@sinar.example", 2).await;
    // A second call on the same day does nothing.
    seal::seal(&portal.app).await.expect("nothing to do");
    portal.advance(TimeDelta::days(1));
    seal::seal(&portal.app).await.expect("a seal");
    change(&portal, "payer@sinar.example", 1).await;
    let sealed = sql::values::<i64>(portal.pool(), "select facts from fact_seal order by day", &[]).await;
    assert_eq!(sealed, [2, 2]);
    assert_eq!(found(&portal, SEALS).await, [""; 0]);

    // All facts of the viewer.
    portal.damage("delete from fact where about = 'viewer@sinar.example'").await;
    assert_eq!(found(&portal, CHAINS).await, [""; 0]);
    assert_eq!(found(&portal, SEALS).await, ["2026-11-21: sealed 2 facts, and 0 are there"]);
    portal.damage("update fact_seal set facts = 0 where day = '2026-11-21'").await;
    assert_eq!(found(&portal, SEALS).await, ["2026-11-21: the last facts are not those that were sealed"]);
    portal.damage("delete from fact_seal where day = '2026-11-20'").await;
    assert!(found(&portal, SEALS).await[0].ends_with("does not follow the seal before it"));
}

/// A fact that commits late, after a fact with a higher number, is still in the seal. Recording facts never waits for
/// the seal.
#[tokio::test(flavor = "multi_thread")]
async fn a_seal_waits_for_uncommitted_facts_and_blocks_no_writer() {
    let (portal, _) = portal(1).await;
    let mut late = portal.pool().begin().await.expect("a transaction");
    let query = "insert into fact (subject, kind, data, about, actor_name, happened_at)
                 select 'late:1', kind, data, 'late', actor_name, happened_at from fact limit 1 returning fact_id";
    let number = sql::value::<i64>(&mut *late, query, &[]).await;
    // This fact has a higher number and commits earlier.
    change(&portal, "viewer@sinar.example", 1).await;
    let app = portal.app.clone();
    let sealing = tokio::spawn(async move { seal::seal(&app).await });
    for _ in 0..10 {
        change(&portal, "payer@sinar.example", 1).await;
        let query = "
            select count(*) from pg_locks
            where relation = 'fact'::regclass and (not granted or mode not in ('RowExclusiveLock', 'AccessShareLock'))";
        let waiting = sql::value::<i64>(portal.pool(), query, &[]).await;
        assert_eq!(waiting, 0, "the table is locked");
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    assert!(!sealing.is_finished(), "it is sealed without fact {number}");
    late.commit().await.expect("committed");
    sealing.await.expect("no panic").expect("a seal");
    let through = sql::value::<i64>(portal.pool(), "select through from fact_seal", &[]).await;
    assert!(number < through, "fact {number} is up to {through}");
    assert_eq!((found(&portal, CHAINS).await, found(&portal, SEALS).await), (vec![], vec![]));
}

/// Each seal is checked with its facts, its link to the seal before, and the links to earlier facts.
#[tokio::test(flavor = "multi_thread")]
async fn facts_are_verified_seal_by_seal() {
    let (portal, subject) = portal(2).await;
    for times in 1..4 {
        seal::seal(&portal.app).await.expect("a seal");
        verify::daily(&portal.app).await.expect("verified");
        portal.advance(TimeDelta::days(1));
        // One of these changes repeats the current theme, so it records no fact.
        change(&portal, "payer@sinar.example", times).await;
    }
    let checks = async || {
        let query = "select facts, broken, array_to_string(findings, '; ') from fact_seal_check order by day";
        sql::rows::<(i64, i64, String)>(portal.pool(), query, &[]).await
    };
    let none = String::new;
    assert_eq!(checks().await, [(2, 0, none()), (1, 0, none()), (1, 0, none())]);

    // Delete the last fact before the second seal, which the first fact of the third seal follows.
    portal.damage("delete from fact where place = 3").await;
    portal.damage("update fact_seal set hash = sha256('') where day = '2026-11-20'").await;
    verify::daily(&portal.app).await.expect("verified");
    let [first, second, third] = checks().await.try_into().expect("three seals");
    assert_eq!((first.0, first.2.as_str()), (2, "2026-11-20: the last facts are not those that were sealed"));
    assert_eq!((second.0, second.2.as_str()), (0, "2026-11-21: does not follow the seal before it"));
    assert_eq!((third.0, third.1), (1, 1));
    assert!(third.2.starts_with(&format!("{subject} 3: is missing before")), "{}", third.2);
    let query = "select facts, broken, findings from fact_check order by day desc limit 1";
    let (facts, broken, findings) = sql::row::<(i64, i64, Vec<String>)>(portal.pool(), query, &[]).await;
    assert_eq!((facts, broken, findings.len()), (3, 3, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn facts_are_neither_changed_nor_removed_by_the_program() {
    let (portal, _) = portal(1).await;
    for statement in ["update fact set actor_name = ''", "delete from fact", "truncate fact cascade"] {
        let refused = sql::try_run(portal.pool(), statement, &[]).await.expect_err(statement).to_string();
        assert!(refused.contains("append-only"), "{statement}: {refused}");
    }
}

/// Concurrent facts about the same person are recorded one after the other.
#[tokio::test(flavor = "multi_thread")]
async fn facts_recorded_at_once_follow_each_other() {
    let (portal, _) = portal(0).await;
    let people: Vec<_> = futures::future::join_all((0..8).map(|_| portal.sign_in("payer@sinar.example"))).await;
    let calls = people.iter().enumerate().map(|(place, person)| {
        let (from, to) = (format!("2026-0{}-01", place + 1), format!("2026-0{}-28", place + 1));
        let config_value = format!("{from},{to}");
        let request = PreferenceRequest { preference_code: "favourite-date-preference".to_owned(), config_value };
        person.call::<SetUserPreference>(request)
    });
    for done in futures::future::join_all(calls).await {
        done.expect("changed");
    }
    let places = sql::values::<i32>(portal.pool(), "select place from fact order by place", &[]).await;
    assert_eq!(places, (1..=8).collect::<Vec<_>>());
    assert_eq!(found(&portal, CHAINS).await, [""; 0]);
}
