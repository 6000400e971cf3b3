//! The activity log of a bulk account with very many facts is counted and listed as fast as a short one.

use gridbill_core::activity::GetActivityLogs;
use serde_json::{Value, json};

use crate::support::plans::{self, nodes};
use crate::support::{Portal, sql};

/// Inserts 10,000 facts of one bulk account within two months, and 40,000 of another within eight.
const MANY: &str = "
    insert into fact (subject, place, kind, data, about, bulk_id, actor_id, actor_name, acting_role, happened_at, hash)
    select 'group:' || b || n, 1, 'GroupDeleted', jsonb_build_object('groupId', n::text, 'accounts', jsonb_build_array()),
           'Group ' || n, '300000000' || b, p.person_id, p.name, 'master',
           timestamptz '2026-11-20T03:00:00Z' - n * interval '8 minutes', 'x'
    from generate_series(1, 2) b, generate_series(1, 40000) n, person p
    where p.email = 'master@sinar.example' and (b = 2 or n <= 10000)";

#[tokio::test(flavor = "multi_thread")]
async fn very_many_are_counted_and_listed_by_their_index() {
    let portal = Portal::with_people().await;
    portal.damage(MANY).await;
    sql::run_script(&mut portal.superuser().await, "vacuum analyze fact").await;
    let (plans, _observing) = plans::of(&portal).await;
    let (app, address) = portal.second().await;
    let master = portal.sign_in("master@sinar.example").await.at(address);
    let viewer = portal.sign_in("viewer@sinar.example").await.at(address);
    let pccr = portal.sign_in_staff("pccr@utility.example").await.at(address);
    let mut wrong = Vec::new();
    // Only the rows of one page may be read from the table. Counting matches may use only an index-only scan.
    let mut look = |asked: &str| {
        for plan in plans.taken() {
            let mut all = Vec::new();
            nodes(&plan["Plan"], &mut all);
            let query = plan["Query Text"].as_str().unwrap_or_default().to_owned();
            for node in all.iter().filter(|node| node["Relation Name"] == "fact") {
                let number = |name: &str| node[name].as_f64().unwrap_or_default();
                let kind = node["Node Type"].as_str().unwrap_or_default();
                let rows = (number("Actual Rows") + number("Rows Removed by Filter")) * number("Actual Loops");
                if rows > 1_100.0 && kind != "Index Only Scan" {
                    wrong.push(format!("{asked}: {rows} rows by {kind} {}: {query}", node["Index Name"]));
                }
            }
        }
    };
    let narrow = |filter: Value| json!({ "filter": filter });
    let found = [
        json!({ "search": "P0000000000005" }),
        json!({ "search": "210000000005" }),
        json!({ "search": "Group 37123" }),
    ];
    for (who, actor, total) in [("a master", &master, 10_000), ("a viewer", &viewer, 10_000), ("staff", &pccr, 42_500)]
    {
        let mut request = json!({});
        for page in ["the first page", "the next page"] {
            let answer = actor.call_raw::<GetActivityLogs>(request.clone()).await.expect("a page");
            assert_eq!(answer["items"].as_array().map(Vec::len), Some(100));
            assert!(answer["total"].as_i64() >= Some(total), "{}", answer["total"]);
            request["cursor"] = answer["next"].clone();
            // Staff without a filter count all rows, so the plans of the first page are ignored.
            if who == "staff" && page == "the first page" {
                plans.taken();
            }
            look(&format!("{who}: {page}"));
        }
        let kinds = [json!({ "subject": "payments" }), json!({ "subject": "accounts" }), json!({ "by": "staff" })];
        let kinds = if who == "staff" { Vec::new() } else { kinds.to_vec() };
        for filter in found.iter().cloned().chain(kinds) {
            actor.call_raw::<GetActivityLogs>(narrow(filter.clone())).await.expect("a page");
            look(&format!("{who}: {filter}"));
        }
        let days = json!({ "startDate": "2026-10-01", "endDate": "2026-10-08" });
        let answer = actor.call_raw::<GetActivityLogs>(days).await.expect("a page");
        assert!(answer["total"].as_i64() > Some(1_000), "{}", answer["total"]);
        look(&format!("{who}: days"));
    }
    drop(app);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
