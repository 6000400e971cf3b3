//! Tests when bills are audited, and the findings that are stored.

use std::time::Duration;

use gridbill_core::audit::{AuditRule, Evidence};
use gridbill_core::findings::{
    BillFindings, BillFindingsRequest, BulkFindingsRequest, FindingState, FindingsSummary, GetBillFindings,
    GetFindingsSummary,
};
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::number::BulkId;
use serde_json::{Value, json};

use super::{ACCOUNTS, GivenBill, World, bills_with, dearer, gap, listed, state_of, states};
use crate::support::given::{self, SINAR};
use crate::support::plans::{self, nodes};
use crate::support::portal::until_blocked;
use crate::support::{Actor, money, sql};

async fn summary(actor: &Actor) -> FindingsSummary {
    let request = BulkFindingsRequest { id: BulkId::parse(SINAR).expect("a number") };
    actor.call::<GetFindingsSummary>(request).await.expect("a summary")
}

async fn of_bill(actor: &Actor, bill: &GivenBill) -> BillFindings {
    let request = BillFindingsRequest { invoice_no: given::invoice(&bill.invoice_no()) };
    actor.call::<GetBillFindings>(request).await.expect("a bill")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_audited_and_what_was_found_is_listed() {
    let world = World::new("findings-import").await;
    world.import(&bills_with(&[gap(1, 3), dearer(2)])).await;
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    assert!(summary(&viewer).await.is_auditing && listed(&viewer, json!({})).await.is_empty());
    world.audit().await;

    let expected = [
        (AuditRule::Gap, gap(1, 3).invoice_no(), FindingState::Open),
        (AuditRule::PriceMismatch, dearer(2).invoice_no(), FindingState::Open),
    ];
    assert_eq!(states(&viewer).await, expected);
    // A rate that differs by 0.01 sen reports exactly its line.
    let found = listed(&viewer, json!({ "rules": ["priceMismatch"] })).await;
    let Evidence::PriceMismatch { lines } = &found[0].evidence else { panic!("{:?}", found[0]) };
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].line, lines[0].rate.to_string()), (1, "27.04".to_owned()));
    assert_eq!(lines[0].expected_rate.to_string(), "27.03");
    assert!(found[0].sentence.starts_with("1 line differs from the published prices"), "{}", found[0].sentence);
    let malay = viewer.in_malay();
    let malay =
        malay.call_raw::<GetBillFindings>(json!({ "invoiceNo": gap(1, 3).invoice_no() })).await.expect("a bill");
    assert_eq!(malay["findings"][0]["title"], "Hari tanpa bil");

    // Every filter, and the search by account.
    for (filter, number) in [
        (json!({ "states": ["open"] }), 2),
        (json!({ "states": ["dismissed"] }), 0),
        (json!({ "ruleGroups": ["tariff"] }), 1),
        (json!({ "accountNos": [ACCOUNTS[1]] }), 1),
        (json!({ "search": ACCOUNTS[2] }), 1),
        (json!({ "search": gap(1, 3).invoice_no() }), 1),
        (json!({ "invoicedFrom": "2026-11-01" }), 1),
        (json!({ "invoicedTo": "2026-10-31" }), 1),
        (json!({ "atStakeFrom": "0.01" }), 1),
        (json!({ "groupIds": ["nowhere"] }), 0),
    ] {
        assert_eq!(listed(&viewer, filter.clone()).await.len(), number, "{filter}");
    }
    let summary = summary(&viewer).await;
    assert_eq!((summary.open_findings, summary.bills, summary.is_auditing), (2, 2, false));
    assert_eq!(summary.at_stake, found[0].at_stake);
    let rules: Vec<_> = summary.rules.iter().map(|rule| (rule.rule, rule.findings)).collect();
    assert_eq!(rules, [(AuditRule::Gap, 1), (AuditRule::PriceMismatch, 1)]);

    // The bill's page has the bill before as proof, and says what could not be checked.
    let bill = of_bill(&viewer, &gap(1, 3)).await;
    let before = GivenBill::clean(1, 9).invoice_no();
    assert_eq!(bill.findings.len(), 1);
    assert_eq!(bill.findings[0].proof.as_ref().map(ToString::to_string), Some(before.clone()));
    assert_eq!(bill.proofs.iter().map(|proof| proof.invoice_no.to_string()).collect::<Vec<_>>(), [before]);
    let unchecked: Vec<_> = bill.unchecked.iter().map(|unchecked| unchecked.rule).collect();
    assert!(unchecked.contains(&AuditRule::ReadingBroken) && unchecked.contains(&AuditRule::UseHighYear));
    assert!(of_bill(&viewer, &GivenBill::clean(0, 10)).await.findings.is_empty());
}

/// Inserts 2,000 bills like the one with a finding, each with the same finding, not announced.
const MANY_FINDINGS: &str = "
    insert into bill
    select (jsonb_populate_record(b, jsonb_build_object('invoice_no', (700000000000 + n)::text))).*
    from bill b join finding using (invoice_no), generate_series(1, 2000) n;
    insert into finding (bulk_id, invoice_no, rule, account_no, bill_batch_id, invoice_date, state, evidence, at_stake, found_at)
    select f.bulk_id, b.invoice_no, f.rule, f.account_no, f.bill_batch_id, f.invoice_date, f.state, f.evidence, 1.00, f.found_at
    from finding f, bill b where b.invoice_no > '7'";

/// The first audit of a company stores many findings at once. Until the database has counted them, its plans expect one.
#[tokio::test(flavor = "multi_thread")]
async fn many_findings_are_announced_by_a_plan_for_one() {
    const MANY: f64 = 2_000.0;
    let world = World::with("findings-many", &[gap(0, 3)]).await;
    let portal = &world.portal;
    sql::run_script(&mut portal.superuser().await, "analyze finding").await;
    portal.damage(MANY_FINDINGS).await;
    let (plans, _observing) = plans::of(portal).await;
    let (app, address) = portal.second().await;
    gridbill::serve::jobs::audit_bills(&app).await.expect("audited");

    // No step of a plan may read each finding for each other finding.
    let mut announcing = 0;
    for plan in plans.taken() {
        let query = plan["Query Text"].as_str().unwrap_or_default();
        announcing += i32::from(query.contains("set is_announced = true"));
        let mut all = Vec::new();
        nodes(&plan["Plan"], &mut all);
        for node in all {
            let number = |name: &str| node[name].as_f64().unwrap_or_default();
            let read = number("Actual Rows") + number("Rows Removed by Filter") + number("Rows Removed by Join Filter");
            let rows = read * number("Actual Loops");
            assert!(rows <= 10.0 * MANY, "{rows} rows by {}: {query}", node["Node Type"]);
        }
    }
    assert_eq!(announcing, 1);
    let payer = portal.sign_in("payer@sinar.example").await.at(address);
    let logs = payer.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
    let title = logs["items"][0]["title"].as_str().expect("a title");
    assert!(title.starts_with("The bill audit has 2,000 new findings in batch 2800000010 of"), "{title}");
}

#[tokio::test(flavor = "multi_thread")]
async fn users_who_decide_are_notified_once_for_a_batch() {
    let world = World::with("findings-told", &[gap(0, 3), gap(1, 4)]).await;
    world.audit().await;
    let told = |actor: Actor| async move {
        let page = actor.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
        let items: Vec<Value> = serde_json::from_value(page["items"].clone()).expect("notifications");
        items.into_iter().map(|item| item["title"].as_str().expect("a title").to_owned()).collect::<Vec<_>>()
    };
    let payer = world.portal.sign_in("payer@sinar.example").await;
    let expected =
        format!("The bill audit has 2 new findings in batch 2800000010 of {SINAR}. Amount affected: RM\u{a0}0.00.");
    assert_eq!(told(payer).await, [expected]);
    assert!(told(world.portal.sign_in("viewer@sinar.example").await).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finding_is_withdrawn_with_its_cause_and_opens_again_with_it() {
    let world = World::with("findings-withdrawn", &[gap(1, 3)]).await;
    let master = world.master().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
    world.import(&bills_with(&[])).await;
    world.audit().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Withdrawn);
    // The number was delivered with another period before.
    assert_eq!(state_of(&master, AuditRule::DuplicateNumber).await, FindingState::Open);
    assert_eq!(summary(&master).await.open_findings, 1);
    world.import(&bills_with(&[gap(1, 3)])).await;
    world.audit().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_and_killed_jobs_store_each_finding_once() {
    let world = World::new("findings-killed").await;
    world.import(&bills_with(&[gap(0, 3), gap(1, 4), dearer(2)])).await;
    let app = &world.portal.app;
    for pause in [0, 1, 2, 4, 8, 16, 32] {
        let job = tokio::spawn({
            let app = app.clone();
            async move { gridbill::serve::jobs::audit_bills(&app).await }
        });
        tokio::time::sleep(Duration::from_millis(pause)).await;
        job.abort();
    }
    let (one, other) = tokio::join!(gridbill::serve::jobs::audit_bills(app), gridbill::serve::jobs::audit_bills(app));
    one.and(other).expect("audited");
    assert!(!world.is_due().await);
    let rules: Vec<_> = states(&world.master().await).await.into_iter().map(|(rule, ..)| rule).collect();
    assert_eq!(rules, [AuditRule::Gap, AuditRule::Gap, AuditRule::PriceMismatch]);
}

/// The job reads the bill, waits for the change to commit, and stores what it read. The change has a mark of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_changes_during_its_audit_is_audited_again() {
    let world = World::new("findings-during").await;
    world.import(&bills_with(&[gap(1, 3)])).await;
    let mut change = world.portal.pool().begin().await.expect("a transaction");
    let query = "update bill set reading_start = '2026-10-01' where invoice_no = $1";
    sql::run(&mut *change, query, &[&gap(1, 3).invoice_no()]).await;
    let app = world.portal.app.clone();
    let job = tokio::spawn(async move { gridbill::serve::jobs::audit_bills(&app).await });
    until_blocked(&world.portal, 1).await;
    change.commit().await.expect("committed");
    job.await.expect("a job").expect("audited");
    let master = world.master().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
    assert!(world.is_due().await);
    world.audit().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Withdrawn);
    assert!(!world.is_due().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_leaves_its_company_has_no_findings_there() {
    let world = World::with("findings-left", &[gap(1, 3)]).await;
    let master = world.master().await;
    sql::run(world.portal.pool(), "update bill set bulk_id = null where account_no = $1", &[&ACCOUNTS[1]]).await;
    assert_eq!(states(&master).await, []);
    world.audit().await;
    assert_eq!(states(&master).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_whose_e_invoice_is_cancelled_has_no_open_findings() {
    let world = World::with("findings-cancelled", &[gap(1, 3)]).await;
    let master = world.master().await;
    let invoice_no = gap(1, 3).invoice_no();
    let of_bill =
        async || states(&master).await.into_iter().find(|(_, on, _)| *on == invoice_no).map(|(.., state)| state);
    assert_eq!(of_bill().await, Some(FindingState::Open));
    given::set_e_invoices(world.portal.pool(), &[&invoice_no], "cancelled").await;
    assert!(world.is_due().await);
    world.audit().await;
    assert_eq!(of_bill().await, Some(FindingState::Withdrawn));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_waits_until_an_import_has_ended() {
    let world = World::new("findings-importing").await;
    world.import(&bills_with(&[gap(1, 3)])).await;
    let query = "insert into feed_import (kind, file_name) values ('bills', 'november.csv') returning import_id";
    let import_id = sql::value::<i64>(world.portal.pool(), query, &[]).await;
    world.audit().await;
    assert!(world.is_due().await);
    sql::run(world.portal.pool(), "update feed_import set ended_at = now() where import_id = $1", &[&import_id]).await;
    world.audit().await;
    assert!(!world.is_due().await);
    assert_eq!(listed(&world.master().await, json!({})).await.len(), 1);
}

/// All accounts of the company use twice as much in October, and the last one three times as much. When most of the
/// others are corrected, the median falls, and accounts without a change of their own are audited again.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_the_whole_company_shares_is_not_reported() {
    let world = World::new("findings-median").await;
    let bill = |account: usize, month: u32| {
        let kwh = 1_000 + i64::from(month % 3) * 50;
        GivenBill { kwh, ..GivenBill::clean(account, month) }
    };
    let usual = (0..ACCOUNTS.len()).flat_map(|account| (7..=9).map(move |month| (account, month)));
    let mut bills: Vec<GivenBill> = usual.map(|(account, month)| bill(account, month)).collect();
    bills.extend((0..ACCOUNTS.len()).map(|account| {
        let times = if account == ACCOUNTS.len() - 1 { 3 } else { 2 };
        GivenBill { kwh: 1_050 * times, ..bill(account, 10) }
    }));
    world.import(&bills).await;
    world.audit().await;
    let master = world.master().await;
    let high = || async {
        let found = listed(&master, json!({ "rules": ["useHigh"] })).await;
        let mut accounts: Vec<_> = found.iter().map(|finding| finding.account_no.to_string()).collect();
        accounts.sort();
        accounts
    };
    assert_eq!(high().await, [ACCOUNTS[8]]);
    // Cancelled copies of the bills of October are no change of the company.
    let copy = "insert into bill
                select (jsonb_populate_record(b, jsonb_build_object(
                    'invoice_no', '6' || substr(b.invoice_no, 2), 'e_invoice_uuid', repeat('A', 20) || right(b.invoice_no, 6),
                    'e_invoice_status', 'cancelled', 'e_invoice_cancelled_at', now()))).*
                from bill b where b.reading_end = '2026-10-31'";
    sql::run(world.portal.pool(), copy, &[]).await;
    world.audit().await;
    assert_eq!(high().await, [ACCOUNTS[8]]);
    let corrected: Vec<GivenBill> = (0..5).map(|account| bill(account, 10)).collect();
    world.import(&corrected).await;
    world.audit().await;
    assert_eq!(high().await, ACCOUNTS[5..]);
    assert!(!world.is_due().await);
}

/// A price that changes marks all accounts: every line of the rate is different then.
#[tokio::test(flavor = "multi_thread")]
async fn another_price_audits_all_bills_again() {
    let world = World::with("findings-price", &[]).await;
    let master = world.master().await;
    assert_eq!(states(&master).await, []);
    let imported = world.import_prices(&super::PRICES.replace("27.03", "27.02")).await;
    assert_eq!((imported.changed, imported.unchanged), (1, 5));
    world.audit().await;
    let found = listed(&master, json!({ "rules": ["priceMismatch"] })).await;
    assert_eq!(found.len(), 18);
    assert!(found.iter().all(|finding| finding.at_stake > money("0.00")));
}
