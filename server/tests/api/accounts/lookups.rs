//! Lookups before accounts are added: disclosure of other companies' accounts, limits, and the record of lookups.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::accounts::CheckAccounts;
use gridbill_core::registration::{ChildAccountValidation, GetAutoSuggestedAccounts, GetRegistrationDefaultValues};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{column, known, number, numbers, sinar_with};
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::{Actor, Portal, RefusedCall, sql};
use crate::team::session_of;

/// Registration number of the company of all accounts that [`known`] inserts.
const ROC: &str = "201001234567";

async fn newcomer(portal: &Portal, email: &str) -> Actor {
    given::person_without_account(portal.pool(), email).await;
    portal.sign_in(email).await
}

async fn suggested(actor: &Actor, roc: &str) -> Result<Value, RefusedCall> {
    actor.call_raw::<GetAutoSuggestedAccounts>(json!({ "roc": roc, "recordCount": 1 })).await
}

async fn validated(actor: &Actor, account_no: &str) -> Result<Value, RefusedCall> {
    actor.call_raw::<ChildAccountValidation>(json!({ "accountNo": account_no })).await
}

async fn checked(actor: &Actor, accounts: &[String]) -> Result<Value, RefusedCall> {
    let accounts: Vec<Value> = accounts.iter().map(|account_no| json!({ "accountNo": account_no })).collect();
    actor.call_raw::<CheckAccounts>(json!({ "accounts": accounts })).await
}

/// Returns kind, subject, number of accounts asked for, number unknown, and the accounts of other companies.
async fn recorded(pool: &PgPool, email: &str) -> Vec<(String, Option<String>, i32, i32, Vec<String>)> {
    let query = "select kind, subject, asked, not_known, others from account_lookup join person using (person_id)
                 where email = $1 order by lookup_id";
    sql::rows(pool, query, &[&email]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_of_others_are_neither_listed_nor_located() {
    let portal = Portal::with_people().await;
    let keeper = sinar_with(&portal, &numbers(0, 3)).await;
    known(portal.pool(), &numbers(3, 5), true).await;
    let stranger = newcomer(&portal, "new@baru.example").await;
    let mut request = json!({ "roc": ROC, "recordCount": 100 });
    let page = stranger.call_raw::<GetAutoSuggestedAccounts>(request.clone()).await.expect("a page");
    assert_eq!(column(page["items"].as_array().expect("items"), "accountNo"), numbers(3, 5));
    assert_eq!((&page["total"], &page["next"]), (&json!(2), &Value::Null));
    let values = stranger.call_raw::<GetRegistrationDefaultValues>(json!({ "rocNo": ROC })).await.expect("values");
    assert_eq!((&values["accounts"], &values["details"]["mailingAddress"]["street"]), (&json!(2), &json!("Lot 0003")));
    // For an account of another company the answer is as short as for an unknown number: only the error code.
    let said = |account_no: String, error: &str| json!({ "accountNo": account_no, "premisesAddress": null, "errorType": error });
    let theirs = validated(&stranger, &number(0)).await.expect("an answer");
    assert_eq!(theirs, said(number(0), "belongsToAnother"));
    assert_eq!(validated(&stranger, &number(9)).await.expect("an answer"), said(number(9), "notFound"));
    assert_eq!(validated(&stranger, &number(3)).await.expect("an answer")["premisesAddress"], "Lot 0003");
    // Users of the owning company see the address.
    assert_eq!(validated(&keeper, &number(0)).await.expect("an answer")["premisesAddress"], "Lot 0000");
    request["recordCount"] = json!(1);
    let page = keeper.call_raw::<GetAutoSuggestedAccounts>(request).await.expect("a page");
    assert_eq!((&page["total"], &page["items"][0]["errorType"]), (&json!(5), &json!("duplicate")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_whose_accounts_are_all_taken_has_no_address() {
    let portal = Portal::with_people().await;
    sinar_with(&portal, &numbers(0, 3)).await;
    let stranger = newcomer(&portal, "new@baru.example").await;
    let values = stranger.call_raw::<GetRegistrationDefaultValues>(json!({ "rocNo": ROC })).await.expect("values");
    let text = values.to_string();
    assert!(!text.contains("Lot") && !text.contains("Kilang"), "{text}");
    assert_eq!(values["accounts"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn lookups_of_companies_and_accounts_are_limited_and_recorded() {
    let portal = Portal::with_people_and(&["--companies-per-person=2", "--accounts-per-person=3"]).await;
    known(portal.pool(), &numbers(0, 5), true).await;
    let stranger = newcomer(&portal, "new@baru.example").await;
    // All pages of a company and its default values count as one lookup.
    let mut request = json!({ "roc": ROC, "recordCount": 2 });
    for _ in 0..3 {
        let page = stranger.call_raw::<GetAutoSuggestedAccounts>(request.clone()).await.expect("a page");
        request["cursor"] = page["next"].clone();
    }
    stranger.call_raw::<GetRegistrationDefaultValues>(json!({ "rocNo": ROC })).await.expect("values");
    stranger.call_raw::<GetRegistrationDefaultValues>(json!({ "rocNo": "202000000001" })).await.expect("values");
    let too_many = |refused: RefusedCall| {
        assert_eq!(
            (refused.status, refused.code(), &refused.body.params["minutes"]),
            (429, Code::LookupsTooMany, &json!(60))
        );
    };
    too_many(suggested(&stranger, "202000000002").await.expect_err("a third"));
    let by_name = stranger.call_raw::<GetRegistrationDefaultValues>(json!({ "rocNo": "202000000002" })).await;
    too_many(by_name.expect_err("a third"));
    suggested(&stranger, ROC).await.expect("the company looked up before");
    for n in [0, 1, 9, 1, 0] {
        validated(&stranger, &number(n)).await.expect("an answer");
    }
    too_many(validated(&stranger, &number(2)).await.expect_err("a fourth"));
    // The limit counts per person and per hour.
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    validated(&keeper, &number(2)).await.expect("an answer");
    let expected: Vec<_> = [("company", ROC), ("company", "202000000001")]
        .into_iter()
        .map(|(kind, subject)| (kind, subject.to_owned()))
        .chain([0, 1, 9].map(|n| ("account", number(n))))
        .map(|(kind, subject)| (kind.to_owned(), Some(subject), 1, 0, vec![]))
        .collect();
    assert_eq!(recorded(portal.pool(), "new@baru.example").await, expected);
    assert_eq!(recorded(portal.pool(), "keeper@sinar.example").await.len(), 1);
    portal.advance(TimeDelta::seconds(3601));
    let stranger = portal.sign_in("new@baru.example").await;
    validated(&stranger, &number(2)).await.expect("another hour");
    suggested(&stranger, "202000000002").await.expect("another hour");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_checked_against_the_records_before_it_is_sent() {
    let portal = Portal::with_people().await;
    let keeper = sinar_with(&portal, &numbers(0, 2)).await;
    known(portal.pool(), &numbers(2, 4), true).await;
    known(portal.pool(), &numbers(4, 5), false).await;
    let others = format!("22{MAJLIS}");
    let list = json!([
        { "accountNo": number(2), "referenceId": "Kilang" },
        { "accountNo": number(9) },
        { "accountNo": number(0) },
        { "accountNo": number(4) },
        { "accountNo": others },
        { "accountNo": format!(" {} ", number(2)) },
        { "accountNo": "2312" },
        { "accountNo": number(3), "referenceId": "far more than sixteen letters" },
        { "accountNo": number(3) },
    ]);
    let wrong = |row: i32, refusal: Value, error: Value| json!({ "row": row, "refusal": refusal, "errorType": error });
    let (null, is) = (Value::Null, |text: &str| json!(text));
    let expected = json!({
        "counts": { "ok": 1, "notKnown": 1, "toFix": 7 },
        "wrong": [
            wrong(1, null.clone(), is("notFound")),
            wrong(2, null.clone(), is("duplicate")),
            wrong(3, null.clone(), is("inactive")),
            wrong(4, null.clone(), is("belongsToAnother")),
            wrong(5, is("accountRepeated"), null.clone()),
            wrong(6, is("accountNumberPrefix"), null.clone()),
            wrong(7, is("referenceIdLength"), null.clone()),
            wrong(8, is("accountRepeated"), null.clone()),
        ],
    });
    assert_eq!(keeper.call_raw::<CheckAccounts>(json!({ "accounts": list })).await.expect("checked"), expected);
    let by_staff = json!({ "bulkId": SINAR, "accounts": list });
    let pccr = session_of(&portal, "pccr@utility.example").await;
    assert_eq!(pccr.call_raw::<CheckAccounts>(by_staff).await.expect("checked"), expected);
    // The lookup is recorded with the other companies' accounts. Malformed numbers are not counted.
    let asked = vec![("list".to_owned(), None, 6, 1, vec![others])];
    assert_eq!(recorded(portal.pool(), "keeper@sinar.example").await, asked);
    for (accounts, code) in [(vec![], Code::AccountsRequired), (numbers(0, 10_001), Code::AccountsTooMany)] {
        assert_eq!(checked(&keeper, &accounts).await.expect_err("refused").fields(), [("accounts", code)]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_workbook_is_checked_by_one_call_and_its_accounts_count() {
    let portal = Portal::with_people_and(&["--listed-accounts-per-person=12000"]).await;
    known(portal.pool(), &numbers(0, 9_000), true).await;
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    let answer = checked(&keeper, &numbers(0, 10_000)).await.expect("checked");
    assert_eq!(answer["counts"], json!({ "ok": 9000, "notKnown": 1000, "toFix": 0 }));
    assert_eq!(answer["wrong"].as_array().expect("rows").len(), 1_000);
    // A refused list does not use up the limit, so a shorter list still passes.
    let refused = checked(&keeper, &numbers(0, 2_001)).await.expect_err("too many");
    assert_eq!((refused.status, refused.code()), (429, Code::LookupsTooMany));
    checked(&keeper, &numbers(0, 2_000)).await.expect("checked");
    checked(&keeper, &numbers(0, 1)).await.expect_err("too many");
    assert_eq!(recorded(portal.pool(), "keeper@sinar.example").await.len(), 2);
}
