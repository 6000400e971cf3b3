//! Races: two companies claim the same accounts, and colleagues move the same accounts.

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::accounts::AddAccounts;
use gridbill_core::accounts::groups::{AssignAccounts, CreateGroup, DeleteGroup, RemoveAccounts, UpdateGroup};
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{billed, column, every_invariant_holds, known, number, numbers, sinar_with, worked};
use crate::support::given::{MAJLIS, SINAR};
use crate::support::portal::until;
use crate::support::{Actor, Portal, sql};
use crate::team::session_of;

#[tokio::test(flavor = "multi_thread")]
async fn two_companies_claim_the_same_accounts() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let (second, address) = portal.second().await;
    let wanted = numbers(0, 200);
    known(pool, &wanted, true).await;
    billed(pool, &wanted).await;
    let chong = session_of(&portal, "keeper@sinar.example").await;
    let endon = session_of(&portal, "master@majlis.example").await.at(address);
    portal.work();
    tokio::spawn(gridbill::serve::jobs::work(second, std::future::pending()));
    // A worker that starts late would find that the other one has done everything.
    until("both work", async || {
        let query = "select count(*) from graphile_worker._private_workers";
        (sql::value::<i64>(pool, query, &[]).await == 2).then_some(())
    })
    .await;
    // Small lists in opposite orders, so that the jobs of both companies meet often.
    let mut backwards = wanted.clone();
    backwards.reverse();
    let claims = wanted
        .chunks(10)
        .zip(backwards.chunks(10))
        .flat_map(|(ours, theirs)| [(chong.clone(), SINAR, ours.to_vec()), (endon.clone(), MAJLIS, theirs.to_vec())]);
    let asked = join_all(claims.map(|(actor, bulk_id, accounts)| async move {
        let accounts: Vec<Value> = accounts.iter().map(|account_no| json!({ "accountNo": account_no })).collect();
        actor.call_raw::<AddAccounts>(json!({ "bulkId": bulk_id, "childAccounts": accounts })).await
    }));
    for answer in asked.await {
        answer.expect("requested");
    }
    worked(pool).await;
    let mut errors = Vec::new();
    for (actor, bulk_id) in [(&chong, SINAR), (&endon, MAJLIS)] {
        let rows = super::tagging::pending(actor, bulk_id).await;
        assert!(rows.iter().all(|row| row["errorType"] == "belongsToAnother"), "{rows:?}");
        errors.push(column(&rows, "accountNumber"));
    }
    let query = "select a.account_no, a.bulk_id, b.bulk_id
                 from electricity_account a join bill b using (account_no)
                 where a.account_no = any($1)";
    let owned = sql::rows::<(String, String, Option<String>)>(pool, query, &[&wanted]).await;
    assert_eq!(owned.len(), 200, "each has one owner");
    for (account_no, bulk_id, billed) in &owned {
        let loser = usize::from(bulk_id == SINAR);
        assert!(errors[loser].contains(account_no), "{account_no} is reported to the company that did not get it");
        assert!(!errors[1 - loser].contains(account_no));
        assert_eq!(billed.as_ref(), Some(bulk_id), "the bill goes with it");
    }
    let sinars = owned.iter().filter(|(_, bulk_id, _)| bulk_id == SINAR).count();
    assert!(sinars > 0 && sinars < 200, "no race: {sinars}");
    let attempts = sql::value::<i64>(pool, "select count(*) from tagging", &[]).await;
    assert_eq!(attempts, 400, "each was tried once");
    every_invariant_holds(pool).await;
}

/// Concurrent changes of groups cause no deadlock, and no account is in a deleted group.
#[tokio::test(flavor = "multi_thread")]
async fn colleagues_move_the_same_accounts() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let (_second, address) = portal.second().await;
    let accounts = numbers(0, 60);
    let keeper = sinar_with(&portal, &accounts).await;
    let master = session_of(&portal, "master@sinar.example").await.at(address);
    let mut groups = Vec::new();
    for n in 0..6 {
        let made = keeper.call_raw::<CreateGroup>(json!({ "id": SINAR, "groupName": format!("Group {n}") })).await;
        groups.push(made.expect("a group")["groupId"].as_str().expect("an id").to_owned());
    }
    let mut random = rand::rngs::StdRng::seed_from_u64(4);
    let calls: Vec<_> = (0..240)
        .map(|n| {
            let mut some = accounts.clone();
            some.shuffle(&mut random);
            some.truncate(random.random_range(1..=40));
            let group = groups[random.random_range(0..groups.len())].clone();
            let actor = if n % 2 == 0 { keeper.clone() } else { master.clone() };
            (n, random.random_range(0..100), actor, group, some)
        })
        .collect();
    let answers = join_all(calls.into_iter().map(|(n, what, actor, group, some)| async move {
        let request = json!({ "id": SINAR, "groupId": group, "accountNumbers": some });
        match what {
            0..45 => actor.call_raw::<AssignAccounts>(request).await,
            45..65 => actor.call_raw::<RemoveAccounts>(request).await,
            65..75 => {
                let name = format!("Group {}", n % 9);
                actor.call_raw::<UpdateGroup>(json!({ "groupId": group, "groupName": name })).await
            }
            75..85 => {
                let request = json!({ "id": SINAR, "groupName": format!("New {n}"), "accountNumbers": some });
                actor.call_raw::<CreateGroup>(request).await
            }
            85..97 => {
                let data: Vec<_> = some.iter().map(|one| json!({ "accountNo": one, "groupId": group })).collect();
                let request = json!({ "id": SINAR, "data": data });
                actor.call_raw::<gridbill_core::accounts::UpdateMultipleAccounts>(request).await
            }
            _ => actor.call_raw::<DeleteGroup>(json!({ "groupId": group })).await,
        }
    }))
    .await;
    let done = answers.iter().filter(|answer| answer.is_ok()).count();
    for refused in answers.into_iter().filter_map(Result::err) {
        // On a busy machine some calls time out waiting for a lock.
        assert!([404, 409, 503].contains(&refused.status), "{}", refused.body.error_message);
    }
    assert!(done > 60, "only {done} were done");
    // Every account still exists, and its group exists.
    let query = "select count(*) from electricity_account a left join account_group g using (bulk_id, group_id)
                 where a.account_no = any($1) and (a.group_id is null or g.name is not null)";
    let there = sql::value::<i64>(pool, query, &[&accounts]).await;
    assert_eq!(there, 60);
}

/// Accounts are added, removed and renamed while two processes run the job.
#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_changed_by_many_users_at_once() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let (second, address) = portal.second().await;
    let accounts = numbers(0, 40);
    let keeper = sinar_with(&portal, &accounts).await;
    billed(pool, &accounts).await;
    tokio::spawn(gridbill::serve::jobs::work(second, std::future::pending()));
    let master = session_of(&portal, "master@sinar.example").await.at(address);
    let endon = session_of(&portal, "master@majlis.example").await;
    let mut random = rand::rngs::StdRng::seed_from_u64(7);
    let calls: Vec<_> = (0..400)
        .map(|n| {
            let actor = if n % 2 == 0 { keeper.clone() } else { master.clone() };
            (n, random.random_range(0..100), actor, random.random_range(0..40), random.random_range(1..20))
        })
        .collect();
    for calls in calls.chunks(40) {
        let answers = calls.iter().map(|(n, what, actor, from, count)| {
            let (endon, from, to) = (endon.clone(), *from, (from + count).min(40));
            async move {
                let rows: Vec<_> = numbers(from, to).into_iter().map(|one| json!({ "accountNo": one })).collect();
                match what {
                    0..40 => {
                        let request = json!({ "bulkId": SINAR, "accountNo": number(from) });
                        actor.call_raw::<gridbill_core::accounts::RemoveChildAccount>(request).await
                    }
                    40..60 => actor.call_raw::<AddAccounts>(json!({ "bulkId": SINAR, "childAccounts": rows })).await,
                    60..80 => endon.call_raw::<AddAccounts>(json!({ "bulkId": MAJLIS, "childAccounts": rows })).await,
                    _ => {
                        let data = json!([{ "accountNo": number(from), "referenceId": format!("R {n}") }]);
                        let request = json!({ "id": SINAR, "data": data });
                        actor.call_raw::<gridbill_core::accounts::UpdateMultipleAccounts>(request).await
                    }
                }
            }
        });
        for refused in join_all(answers).await.into_iter().filter_map(Result::err) {
            // On a busy machine some calls time out waiting for a lock.
            assert!([404, 409, 503].contains(&refused.status), "{}", refused.body.error_message);
        }
    }
    worked(pool).await;
    assert_eq!(astray(pool).await, Vec::<String>::new(), "every bill is where its account is");
    every_invariant_holds(pool).await;
    let failed = sql::value::<i64>(pool, "select count(*) from tagging where done_at is not null", &[]).await;
    assert!(failed > 100);
    assert_eq!(crate::support::state::failed_jobs(pool).await, 0, "no job met an error");
}

/// Returns bills whose bulk account differs from that of their account.
async fn astray(pool: &PgPool) -> Vec<String> {
    let query = "select b.invoice_no from bill b left join electricity_account a using (account_no)
                 where b.bulk_id is distinct from a.bulk_id";
    sql::values(pool, query, &[]).await
}

/// Retries the removal: on a busy machine an import holds its locks, and other removals their permits, longer than a call waits.
async fn removed(keeper: &Actor, account_no: &str) {
    let request = json!({ "bulkId": SINAR, "accountNo": account_no });
    let asked = || keeper.call_raw::<gridbill_core::accounts::RemoveChildAccount>(request.clone());
    while let Err(refused) = asked().await {
        let is_temporary = matches!(refused.code(), Code::Unavailable | Code::TooManyAtOnce);
        assert!(is_temporary, "{}", refused.body.error_message);
    }
}

/// New bills arrive while their accounts are added and removed. Every bill ends in the bulk account of its account.
#[tokio::test(flavor = "multi_thread")]
async fn bills_are_imported_while_accounts_are_added_and_removed() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let accounts = numbers(0, 200);
    known(pool, &accounts, true).await;
    portal.work();
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    let folder = std::env::temp_dir().join(format!("gridbill-arriving-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for round in 0..4 {
        let mut file = String::from(
            "invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,readingType,\
             readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,outstandingAmount,taxAmount,\
             totalAmountPayable,lastBillNo,lastAmountPaid\n",
        );
        for n in 0..1_500 {
            file.push_str(&format!(
                "7{round:03}{n:08},900000000003,{},2800000003,2026-11-01,2026-11-01,2026-12-01,Normal,actual,,,LV,,,\
                 100.00,0.00,0.00,100.00,,\n",
                accounts[n % accounts.len()]
            ));
        }
        let path = folder.join(format!("bills-{round}.csv"));
        std::fs::write(&path, file).expect("a file");
        let arriving = gridbill::feed::import::<gridbill::feed::Bill>(&portal.app, &path);
        let coming_and_going = async {
            if round % 2 == 0 {
                super::add(&keeper, &accounts).await.expect("requested");
            } else {
                join_all(accounts.iter().map(|account_no| removed(&keeper, account_no))).await;
            }
        };
        let (outcome, ()) = tokio::join!(arriving, coming_and_going);
        assert_eq!(outcome.expect("imported").new, 1_500);
        worked(pool).await;
        assert_eq!(astray(pool).await, Vec::<String>::new(), "round {round}");
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(crate::support::state::failed_jobs(pool).await, 0, "no job met an error");
}
