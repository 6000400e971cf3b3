//! A database from the time of four logs has one log after the migration, with all entries.

use gridbill::check;
use gridbill_core::Instant;
use gridbill_core::fact::Fact;
use gridbill_core::payments::Event;
use sqlx::{Executor as _, PgPool};

use super::facts;
use crate::support::database::{Database, migrations_before};

/// Fills a database of the old version and migrates it.
async fn migrated(database: &Database) -> PgPool {
    let pool = gridbill::database::pool(2).connect(&database.url()).await.expect("the database answers");
    migrations_before("0015").await.run(&pool).await.expect("migrated");
    #[expect(clippy::disallowed_methods, reason = "the macros cannot know tables that were dropped")]
    pool.execute(sqlx::raw_sql(include_str!("before.sql"))).await.expect("filled");
    gridbill::database::migrate(&pool).await.expect("migrated");
    pool
}

#[tokio::test(flavor = "multi_thread")]
async fn the_four_logs_become_one() {
    let database = Database::empty().await;
    let pool = migrated(&database).await;
    let facts = facts(&pool).await;
    // Twelve events of payments, five steps, and the entries that no other log had.
    assert_eq!(facts.len(), 12 + 5 + 17);
    let (_, findings) = check::look(&pool).await.expect("a check");
    for invariant in [
        "each fact is as it was recorded, and follows the one before it",
        "a payment has exactly one beginning, and each event begins where the one before ended",
        "a payment stands where its last event left it",
        "only the transitions of the state machine happen",
        "a registration stands where its last step left it, and each step begins where the one before ended",
    ] {
        let finding = findings.iter().find(|finding| finding.invariant == invariant).expect(invariant);
        let ours: Vec<_> = finding.rows.iter().filter(|row| !row.contains("000000c0")).collect();
        assert!(ours.is_empty(), "{invariant}: {ours:?}");
    }

    let of = |subject: &str| -> Vec<&Fact> {
        facts.iter().filter(|(of, _)| of.starts_with(subject)).map(|(_, fact)| fact).collect()
    };
    assert_eq!(of("person:").len(), 5);
    assert_eq!(of("bulkAccount:3000000001").len(), 9);
    assert_eq!((of("account:220000000001").len(), of("group:g").len()), (1, 1));
    // The application was started again from a rejected one. Its steps follow.
    let application = of("registration:00000000-0000-0000-0000-0000000000c1");
    assert!(matches!(application[0], Fact::Company(_)), "{application:?}");
    let submitted: Vec<_> = application
        .iter()
        .filter_map(|fact| match fact {
            Fact::Registration(fact) => Some(serde_json::to_value(fact).expect("written")),
            _ => None,
        })
        .map(|fact| format!("{} {} {}", fact["kind"], fact["submission"], fact["accounts"]))
        .collect();
    assert_eq!(
        submitted,
        [
            "\"RegistrationSubmitted\" 1 12",
            "\"RegistrationInfoRequested\" 1 null",
            "\"RegistrationSubmitted\" 2 14",
            "\"RegistrationApproved\" 2 null",
            "\"RegistrationFinishedWithErrors\" null null",
        ]
    );
}

/// The history of a payment is the same as before the migration.
#[tokio::test(flavor = "multi_thread")]
async fn payments_keep_their_history() {
    let database = Database::empty().await;
    let pool = migrated(&database).await;
    let shown: Vec<_> = facts(&pool)
        .await
        .into_iter()
        .filter_map(|(subject, fact)| match fact {
            Fact::Payment(fact) => Some((subject.ends_with('1'), fact)),
            _ => None,
        })
        .filter(|(is_first, _)| *is_first)
        .map(|(_, fact)| {
            let (amount, paid) = (fact.amount().to_string(), fact.after.paid.map(|paid| paid.to_string()));
            (fact.event.event(), amount, paid, fact.after.version, fact.note())
        })
        .collect();
    let row = |event, amount: &str, paid: Option<&str>, version, note: Option<&str>| {
        (event, amount.to_owned(), paid.map(str::to_owned), version, note.map(str::to_owned))
    };
    let expected = [
        row(Event::Submitted, "300.00", None, 1, Some("IBG1, IBG2")),
        row(Event::InsufficientRequested, "50.00", Some("250.00"), 1, None),
        row(Event::DifferencePaid, "50.00", Some("250.00"), 2, Some("IBG3")),
        row(Event::OverpaymentRequested, "5.00", Some("305.00"), 2, None),
        row(Event::CreditChosen, "5.00", Some("305.00"), 3, Some("220000000001")),
        row(Event::Accepted, "300.00", Some("305.00"), 3, None),
        row(Event::Posted, "300.00", Some("305.00"), 3, None),
    ];
    assert_eq!(shown, expected);
    let ends = sqlx::query!(
        r#"select kind, data, actor_name, happened_at as "at: Instant" from fact
           where kind in ('FpxDeclined', 'PaymentRejected') order by kind"#
    );
    let ends = ends.fetch_all(&pool).await.expect("the ends");
    assert_eq!((ends[0].data["bankCode"].as_str(), ends[0].actor_name.as_str()), (Some("51"), "Maybank2E"));
    assert_eq!(ends[1].data["remark"], "The bank returned the cheque.");
    assert_eq!(ends[1].at.to_string(), "2026-10-01T12:00:00.000Z");
}
