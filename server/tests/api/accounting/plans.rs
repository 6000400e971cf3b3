//! The plan of the next run, and a run that names it.

use gridbill_core::Code;
use gridbill_core::accounting::{
    AccountingPreset, AccountingStream, GetAccountingRuns, PlanAccounting, RunAccounting, SaveAccountingProfile,
};
use serde_json::{Value, json};

use super::{World, journal, profile};
use crate::costs::{centre, part};
use crate::support::RefusedCall;
use crate::support::given::{self, SINAR};

impl World {
    async fn plan(&self, profile_id: &str) -> Value {
        let request = json!({ "id": SINAR, "profileId": profile_id });
        self.payer.call_raw::<PlanAccounting>(request).await.expect("a plan")
    }

    /// Makes the real run of a plan.
    async fn run_plan(&self, profile_id: &str, plan: &Value) -> Result<Value, RefusedCall> {
        let request = json!({
            "id": SINAR, "profileId": profile_id, "version": plan["version"], "isSample": false, "planId": plan["planId"],
        });
        self.payer.call_raw::<RunAccounting>(request).await
    }
}

fn kinds(plan: &Value) -> Vec<(String, i64, String)> {
    let kinds = plan["kinds"].as_array().expect("kinds").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    kinds.map(|one| (text(&one["kind"]), one["documents"].as_i64().unwrap(), text(&one["amount"]))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_marks_nothing_and_its_run_exports_what_it_showed() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    let plan = world.plan(&id).await;
    assert_eq!(world.plan(&id).await, plan, "the same data gives the same plan");
    assert_eq!((&plan["version"], &plan["sources"], &plan["suspenseLines"]), (&json!(1), &json!(3), &json!(1)));
    assert_eq!((&plan["uncoded"], &plan["uncodedAccounts"]), (&json!(0), &json!([])));
    assert_eq!(kinds(&plan), [("new".to_owned(), 3, "300.03".to_owned())]);
    // Headings, and each line with that of the supplier.
    assert_eq!(plan["files"][0]["rows"].as_array().map(Vec::len), Some(1 + 5 + 3));
    assert_eq!(world.marked().await, 0);
    let run = world.run_plan(&id, &plan).await.expect("a run");
    assert_eq!(run["sums"], plan["sums"]);
    let text = world.text(&run["download"]).await;
    assert_eq!(plan["files"][0]["text"], text.trim_start_matches('\u{feff}'));

    // A corrected bill, and a bill that left the books.
    world.correct(0).await;
    world.cancel_e_invoice(1).await;
    let plan = world.plan(&id).await;
    let expected = [("correction".to_owned(), 1, "90.00".to_owned()), ("reversal".to_owned(), 2, "-200.02".to_owned())];
    assert_eq!((kinds(&plan).as_slice(), &plan["sources"]), (expected.as_slice(), &json!(2)));
    world.run_plan(&id, &plan).await.expect("a run");
    let plan = world.plan(&id).await;
    assert_eq!((&plan["sums"]["documents"], &plan["files"]), (&json!(0), &json!([])));
    let refused = world.run_plan(&id, &plan).await.expect_err("nothing new");
    assert_eq!(refused.code(), Code::AccountingNothingNew);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_refused_if_profile_or_data_changed_after_its_plan() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    let plan = world.plan(&id).await;
    // Another coding, another amount, and another bill.
    world.code(0, json!([part("HQ", 10_000)])).await;
    let refused = world.run_plan(&id, &plan).await.expect_err("another coding");
    assert_eq!((refused.status, refused.code()), (409, Code::AccountingPlanChanged));
    let plan = world.plan(&id).await;
    given::bills(world.pool(), SINAR, 1, "5.00").await;
    assert_eq!(world.run_plan(&id, &plan).await.expect_err("another bill").code(), Code::AccountingPlanChanged);
    let plan = world.plan(&id).await;
    let mut changed = journal("Books");
    changed["payableAccount"] = "400-9999".into();
    let request = json!({ "id": SINAR, "profileId": id, "version": 1, "draft": changed });
    world.payer.call_raw::<SaveAccountingProfile>(request).await.expect("changed");
    assert_eq!(world.run_plan(&id, &plan).await.expect_err("changed").code(), Code::AccountingProfileChanged);
    assert_eq!(world.marked().await, 0);
    let plan = world.plan(&id).await;
    assert_eq!(world.run_plan(&id, &plan).await.expect("a run")["runNo"], 1, "a refused run takes no number");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_names_uncoded_accounts() {
    let world = World::new().await;
    let mut draft = journal("Books");
    draft["suspense"] = Value::Null;
    let id = world.save(draft).await;
    let plan = world.plan(&id).await;
    assert_eq!((&plan["uncoded"], &plan["uncodedAccounts"]), (&json!(1), &json!([world.account(2)])));
    assert_eq!((&plan["uncodedBills"], &plan["uncodedFrom"]), (&json!(1), &plan["uncodedTo"]));
    assert!(plan["uncodedFrom"].is_string(), "the period of the bills");
    assert_eq!(plan["sums"]["documents"], 2);
    assert_eq!(world.run_plan(&id, &plan).await.expect_err("uncoded").code(), Code::AccountingUncoded);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_would_cut_a_code_is_refused_and_its_plan_names_the_column() {
    let world = World::new().await;
    let keeper = world.portal.sign_in("keeper@sinar.example").await;
    for code in ["KUALALUMPUR01", "KUALALUMPUR02"] {
        centre(&keeper, code, code).await;
    }
    world.code(0, json!([part("KUALALUMPUR01", 5_000), part("KUALALUMPUR02", 5_000)])).await;
    let mut draft = profile(AccountingPreset::Own, AccountingStream::Bills, "Books");
    draft["lineColumns"][4]["maxLength"] = 10.into();
    draft["suspense"] = json!({ "ledgerAccount": "9999" });
    let id = world.save(draft.clone()).await;
    let plan = world.plan(&id).await;
    let misfit = json!({
        "heading": "Cost centre", "reason": "tooLong", "limit": 10,
        "values": ["KUALALUMPUR01", "KUALALUMPUR02"], "hasMore": false,
    });
    assert_eq!(plan["misfits"], json!([misfit]));
    for is_sample in [true, false] {
        let refused = world.run(&id, 1, is_sample).await.expect_err("cut");
        assert_eq!((refused.status, refused.code()), (409, Code::AccountingValueTooLong));
        let params = &refused.body.params;
        assert_eq!((&params["column"], &params["limit"]), (&json!("Cost centre"), &json!(10)));
        assert_eq!(params["values"], "KUALALUMPUR01, KUALALUMPUR02");
    }
    assert_eq!(world.marked().await, 0);
    // A longer column has both codes.
    draft["lineColumns"][4]["maxLength"] = 13.into();
    let request = json!({ "id": SINAR, "profileId": id, "version": 1, "draft": draft });
    world.payer.call_raw::<SaveAccountingProfile>(request).await.expect("changed");
    let plan = world.plan(&id).await;
    assert_eq!(plan["misfits"], json!([]));
    let run = world.run_plan(&id, &plan).await.expect("a run");
    let text = world.text(&run["download"]).await;
    let has = |centre: &str, amount: &str| text.lines().any(|row| row.contains(centre) && row.ends_with(amount));
    assert!(has(",KUALALUMPUR01,", ",50.01") && has(",KUALALUMPUR02,", ",50.00"), "{text}");

    // Letters that the encoding lacks.
    let mut draft = profile(AccountingPreset::SqlAccount, AccountingStream::Bills, "Text");
    draft["suspense"] = json!({ "ledgerAccount": "9999" });
    draft["supplier"] = "国能".into();
    let id = world.save(draft).await;
    let refused = world.run(&id, 1, true).await.expect_err("lacking");
    assert_eq!(refused.code(), Code::AccountingLettersLacking);
    assert_eq!((&refused.body.params["column"], &refused.body.params["values"]), (&json!("CODE"), &json!("国能")));
    assert_eq!(world.plan(&id).await["misfits"][0]["reason"], "letters");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_single_run_is_found_by_its_number() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    given::bills(world.pool(), SINAR, 1, "5.00").await;
    world.real(&id).await;
    let numbers = async |request: Value| {
        let page = world.payer.call_raw::<GetAccountingRuns>(request).await.expect("runs");
        page["items"].as_array().expect("items").iter().map(|run| run["runNo"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(numbers(json!({ "id": SINAR, "profileId": id, "runNo": 1 })).await, [1]);
    assert_eq!(numbers(json!({ "id": SINAR, "profileId": id, "runNo": 2 })).await, [2]);
    assert_eq!(numbers(json!({ "id": SINAR, "profileId": id, "runNo": 3 })).await, Vec::<i64>::new());
}
