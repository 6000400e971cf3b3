//! Actions of the portal itself are named in the reader's language in the log, its exports and its search.

use gridbill_core::activity::{ActivityLog, GetActivityLogs};
use gridbill_core::downloads::{ExportList, GetDownloadFile};
use gridbill_core::endpoint::Endpoint as _;
use serde_json::{Value, json};

use crate::support::given::{self, SINAR};
use crate::support::{Actor, Portal};

/// Facts recorded by the portal, by an unknown version of the portal, and by a person named like a part of the portal.
const RECORDED: &str = "
    insert into fact (subject, place, kind, data, about, bulk_id, actor_id, actor_name, happened_at, hash)
    select 'bulkAccount:' || p.bulk_id, place, 'BillsFallDue',
           jsonb_build_object('due', '2026-11-27', 'bills', 2, 'total', '10.00'), p.bulk_id, p.bulk_id,
           case when called = 'Posting' then p.person_id end, called,
           timestamptz '2026-11-20T03:00:00Z' - place * interval '1 minute', 'x'
    from unnest(array['Reminders', 'An older job', 'Posting']) with ordinality as g (called, place), person p
    where p.email = 'master@sinar.example'";

async fn who(actor: &Actor, filter: Value) -> Vec<String> {
    let page = actor.call_raw::<GetActivityLogs>(json!({ "filter": filter })).await.expect("a log");
    let items: Vec<ActivityLog> = serde_json::from_value(page["items"].clone()).expect("a log");
    items.into_iter().map(|one| one.who).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_portal_is_named_in_the_readers_language() {
    let portal = Portal::with_people().await;
    // Facts about bills are visible only with an account.
    given::bills(portal.pool(), SINAR, 1, "100.00").await;
    portal.damage(RECORDED).await;
    let master = portal.sign_in("master@sinar.example").await;
    let malay = master.in_malay();
    assert_eq!(who(&master, json!({})).await, ["Reminders", "An older job", "Posting"]);
    assert_eq!(who(&malay, json!({})).await, ["Peringatan", "An older job", "Posting"]);
    // Search matches the translated word and the recorded name in any language, but no translation into another
    // language.
    for (actor, filter, found) in [
        (&malay, json!({ "search": "peringatan" }), vec!["Peringatan"]),
        (&malay, json!({ "username": "Peringatan" }), vec!["Peringatan"]),
        (&malay, json!({ "search": "reminders" }), vec!["Peringatan"]),
        (&malay, json!({ "search": "pencatatan" }), vec![]),
        (&master, json!({ "search": "peringatan" }), vec![]),
    ] {
        assert_eq!(who(actor, filter.clone()).await, found, "{filter}");
    }
    let staff = portal.sign_in_staff("pccr@utility.example").await.in_malay();
    assert_eq!(who(&staff, json!({ "username": "peringatan" })).await, ["Peringatan"]);

    for (actor, word) in [(&master, "Reminders"), (&malay, "Peringatan")] {
        let asked = json!({ "list": "activity", "request": {}, "format": "csv" });
        let made = actor.call_raw::<ExportList>(asked).await.expect("an export");
        let (status, file) = actor.send(&GetDownloadFile::ENTRY, json!({ "downloadId": made["downloadId"] })).await;
        let file = String::from_utf8(file).expect("a text");
        assert!(status == 200 && file.contains(word) && file.contains("An older job"), "{file}");
    }
}
