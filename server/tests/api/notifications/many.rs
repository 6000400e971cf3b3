//! Notifications of a user who has very many are listed as fast as a few, and are deleted by month.

use gridbill::database::months;
use gridbill_core::Instant;
use gridbill_core::notifications::{GetNotificationLogs, LiteLogs, LiteNotificationsRequest, ReadLogs};
use serde_json::json;

use super::unread;
use crate::support::plans::{self, nodes};
use crate::support::{Portal, sql};

/// Inserts 25,000 notifications for one person, the newest 10,000 unread, and as many for three colleagues each.
const MANY: &str = "
    insert into fact (subject, place, kind, data, about, bulk_id, actor_name, happened_at, hash)
    select 'group:' || n, 1, 'GroupDeleted', jsonb_build_object('groupId', n::text, 'accounts', jsonb_build_array()),
           'Group ' || n, '3000000001', 'Aminah', timestamptz '2026-11-20T03:00:00Z' - n * interval '12 minutes', 'x'
    from generate_series(1, 25000) n;
    insert into notification (fact_id, person_id, bulk_id, about, notified_at, read_at)
    select fact_id, person_id, f.bulk_id, f.about, happened_at,
           case when happened_at < '2026-08-28' then happened_at end
    from fact f cross join person p
    where f.kind = 'GroupDeleted' and p.bulk_id = '3000000001'
    order by happened_at";

/// Notifications of the last six months, one every twelve minutes: from 20 May 0:00 to 20 November 11:00.
const KEPT: i64 = (184 * 24 + 11) * 5;

#[tokio::test(flavor = "multi_thread")]
async fn very_many_are_listed_by_their_index_and_go_by_months() {
    let portal = Portal::with_people().await;
    for day in ["2026-04-25", "2026-07-25", "2026-10-25"] {
        let instant = Instant::parse(&format!("{day}T00:00:00Z")).expect("an instant");
        months::add(portal.pool(), instant).await.expect("three months");
    }
    portal.damage(MANY).await;
    sql::run_script(&mut portal.superuser().await, "vacuum analyze notification").await;
    let (plans, _observing) = plans::of(&portal).await;
    let (app, address) = portal.second().await;
    let payer = portal.sign_in("payer@sinar.example").await.at(address);
    let mut wrong = Vec::new();
    // The first page shows the total, for which it may read the person's part of an index. No partition may be read
    // that is too old or outside the requested month.
    let mut look = |asked: &str, most: f64, is_counted: bool, month: Option<&str>| {
        for plan in plans.taken() {
            let mut all = Vec::new();
            nodes(&plan["Plan"], &mut all);
            let query = plan["Query Text"].as_str().unwrap_or_default().to_owned();
            for node in all {
                let number = |name: &str| node[name].as_f64().unwrap_or_default();
                let kind = node["Node Type"].as_str().unwrap_or_default();
                let relation = node["Relation Name"].as_str().unwrap_or_default();
                let of_table = relation == "fact" || relation.starts_with("notification");
                let is_wanted = month.map_or(relation >= "notification_2026_05", |month| relation == month);
                if relation.starts_with("notification") && number("Actual Loops") > 0.0 && !is_wanted {
                    wrong.push(format!("{asked}: reads {relation}: {query}"));
                }
                let rows = (number("Actual Rows") + number("Rows Removed by Filter")) * number("Actual Loops");
                if of_table && rows > most && (kind == "Seq Scan" || !is_counted) {
                    wrong.push(format!("{asked}: {rows} rows by {kind}: {query}"));
                }
            }
        }
    };
    payer.call::<LiteLogs>(LiteNotificationsRequest { count: 3 }).await.expect("the newest");
    look("lite", 1_000.0, false, None);
    let mut request = json!({});
    for (page, is_first) in [("the first page", true), ("the next page", false)] {
        let answer = payer.call_raw::<GetNotificationLogs>(request.clone()).await.expect("a page");
        assert_eq!((answer["total"].as_i64(), answer["items"].as_array().map(Vec::len)), (Some(KEPT), Some(100)));
        look(page, 101.0, is_first, None);
        request["cursor"] = answer["next"].clone();
    }
    for (asked, request, month) in [
        ("unread", json!({ "filter": { "unread": true } }), None),
        ("days", json!({ "startDate": "2026-06-01", "endDate": "2026-06-30" }), Some("notification_2026_06")),
    ] {
        let answer = payer.call_raw::<GetNotificationLogs>(request).await.expect("a page");
        assert!(answer["total"].as_i64() > Some(200), "{asked}: {}", answer["total"]);
        look(asked, 101.0, true, month);
    }
    let one = payer.call_raw::<GetNotificationLogs>(json!({ "filter": { "transactionNo": "Group 77" } })).await;
    assert_eq!(one.expect("found")["total"], 1);
    look("by number", 101.0, false, None);
    let read = payer.call_raw::<ReadLogs>(json!({ "matching": {} })).await.expect("read");
    assert!(read["count"].as_i64() > Some(7_500), "{read}");
    assert_eq!(unread(&payer).await, 0);
    drop(app);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // April is deleted. A part of May is too old but still stored, and is not listed.
    gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
    let query = "select count(*), min(notified_at) from notification";
    let (left, oldest) = sql::row::<(i64, gridbill_core::Instant)>(portal.pool(), query, &[]).await;
    assert_eq!(left, 4 * (KEPT + 19 * 120));
    assert_eq!(gridbill_core::Day::at(oldest).to_string(), "2026-05-01");
    let answer = payer.call_raw::<GetNotificationLogs>(json!({})).await.expect("a page");
    assert_eq!(answer["total"], KEPT);
}
