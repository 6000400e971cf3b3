//! Access to statements of account, and limits on requests.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::statements::{
    DownloadStatement, GetStatement, GetStatementOffer, GetStatements, RetryStatement, StatementRequest,
};
use serde_json::json;

use super::{OTHERS, OWN, World, asked, asked_by_email, request};
use crate::support::given::{MAJLIS, SINAR};
use crate::support::portal::until;
use crate::support::sql;

/// Inserts accounts outside all bulk accounts: one under SINAR's registration number, one under another company's.
async fn in_none(world: &World) -> [&'static str; 2] {
    let query = "
        insert into account_master (account_no, registration_no, company_name, premises_address, city, postal_code, state,
                                    sector, tariff, active)
        select no, of, 'A company', 'Jalan Rahsia 7', 'Shah Alam', '40000', 'Selangor', 'Commercial', 'Low Voltage General', true
        from unnest(array['220000000071', '220000000072'], array['3000000001', 'SOMEBODY-1']) g (no, of)";
    sql::run(world.pool(), query, &[]).await;
    ["220000000071", "220000000072"]
}

/// An account of another company and an unknown account are refused alike.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_of_another_company_reveals_nothing() {
    let world = World::new().await;
    let [companys, foreign] = in_none(&world).await;
    let mut answers = Vec::new();
    for account_no in [OTHERS, foreign, "220000000099"] {
        for is_owned in [true, false] {
            let mut wanted = asked(account_no, 3, "en");
            wanted["isOwnedAccount"] = json!(is_owned);
            let refused = request(&world.viewer, wanted).await.expect_err("it is not theirs");
            assert_eq!(refused.fields(), [("caNo", Code::StatementAccountRefused)]);
            answers.push(serde_json::to_string(&refused.body).expect("a body"));
        }
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "they differ: {answers:?}");
    assert!(!answers[0].contains("Rahsia"));
    // The company's account outside its bulk account needs `isOwnedAccount` to be false.
    let refused = request(&world.viewer, asked(companys, 3, "en")).await.expect_err("it is not in the bulk account");
    assert_eq!(refused.code(), Code::StatementAccountRefused);
    let mut wanted = asked(companys, 3, "en");
    wanted["isOwnedAccount"] = json!(false);
    let made = request(&world.viewer, wanted).await.expect("it is the company's");
    assert_eq!(world.row(&made).await["isOwnedAccount"], false);
    world.portal.work();
    world.until_state(&made, "ready").await;
    // Once another bulk account has added the account, its bills belong to that company.
    let mut again = asked(companys, 6, "en");
    again["isOwnedAccount"] = json!(false);
    let query = "insert into electricity_account (account_no, bulk_id, tagged_at) values ($1, $2, now())";
    sql::run(world.pool(), query, &[&companys, &MAJLIS]).await;
    let refused = request(&world.viewer, again).await.expect_err("another company has it now");
    assert_eq!(refused.code(), Code::StatementAccountRefused);
}

/// The utility's records have the company's number in another notation.
#[tokio::test(flavor = "multi_thread")]
async fn the_companys_account_is_found_in_another_notation_of_its_number() {
    let world = World::new().await;
    let [companys, foreign] = in_none(&world).await;
    let written = format!(
        "update bulk_account set registration_no = '199801004512' where bulk_id = '{SINAR}';
         update account_master set registration_no = '199801004512 (465312-X)' where account_no = '{companys}';
         update account_master set registration_no = '199801004513 (465312-X)' where account_no = '{foreign}'"
    );
    sql::run_script(world.pool(), &written).await;
    let of = |account_no: &str| {
        let mut wanted = asked(account_no, 3, "en");
        wanted["isOwnedAccount"] = json!(false);
        wanted
    };
    request(&world.viewer, of(companys)).await.expect("it is the company's");
    let refused = request(&world.viewer, of(foreign)).await.expect_err("another company's");
    assert_eq!(refused.code(), Code::StatementAccountRefused);
}

/// The account left the bulk account between the request and the job.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_left_has_no_statement() {
    let world = World::new().await;
    let id = request(&world.viewer, asked_by_email(OWN, 3, "en", "devi@sinar.example")).await.expect("requested");
    sql::run(world.pool(), "update electricity_account set bulk_id = $1 where account_no = $2", &[&MAJLIS, &OWN]).await;
    world.portal.work();
    let why = until("it has failed", || async {
        let query = "select failure from statement where statement_id::text = $1";
        sql::value::<Option<String>>(world.pool(), query, &[&id]).await
    });
    assert_eq!(why.await, Code::StatementAccountRefused.name());
    let mails = sql::value::<i64>(world.pool(), "select count(*) from mail", &[]).await;
    assert_eq!(mails, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_joins_another_has_the_accounts_present_company() {
    let world = World::new().await;
    let [companys, _] = in_none(&world).await;
    let mut wanted = asked(companys, 3, "en");
    wanted["isOwnedAccount"] = json!(false);
    let id = request(&world.viewer, wanted).await.expect("it is the company's");
    let query = "insert into electricity_account (account_no, bulk_id, tagged_at) values ($1, $2, now())";
    sql::run(world.pool(), query, &[&companys, &SINAR]).await;
    assert_eq!(request(&world.viewer, asked(companys, 3, "en")).await.expect("it is theirs"), id);
    world.portal.work();
    world.until_state(&id, "ready").await;
}

/// The account joined or left the bulk account between the failure and the retry.
#[tokio::test(flavor = "multi_thread")]
async fn a_retry_checks_who_has_the_account_now() {
    let world = World::new().await;
    let [companys, _] = in_none(&world).await;
    let mut wanted = asked(companys, 3, "en");
    wanted["isOwnedAccount"] = json!(false);
    let id = request(&world.viewer, wanted).await.expect("it is the company's");
    let fail = async || {
        sql::run(world.pool(), "update statement set state = 'failed', failure = 'Unavailable'", &[]).await;
    };
    fail().await;
    let query = "insert into electricity_account (account_no, bulk_id, tagged_at) values ($1, $2, now())";
    sql::run(world.pool(), query, &[&companys, &SINAR]).await;
    let again = || world.viewer.call::<RetryStatement>(StatementRequest { statement_id: id.clone() });
    again().await.expect("it is theirs still");
    assert_eq!(world.row(&id).await["isOwnedAccount"], true);
    fail().await;
    let query = "update electricity_account set bulk_id = $1 where account_no = $2";
    sql::run(world.pool(), query, &[&MAJLIS, &companys]).await;
    assert_eq!(again().await.expect_err("it left").code(), Code::StatementAccountRefused);
    let query = "update electricity_account set bulk_id = $1 where account_no = $2";
    sql::run(world.pool(), query, &[&SINAR, &companys]).await;
    again().await.expect("it is back");
    world.portal.work();
    world.until_state(&id, "ready").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_of_one_company_are_not_there_for_another() {
    let world = World::new().await;
    let id = request(&world.viewer, asked(OWN, 3, "en")).await.expect("requested");
    world.portal.work();
    world.until_state(&id, "ready").await;
    let other = world.portal.sign_in("master@majlis.example").await;
    let refused = other.call_raw::<GetStatements>(json!({ "id": SINAR })).await.expect_err("not theirs");
    assert_eq!(refused.status, 404);
    let page = other.call_raw::<GetStatements>(json!({ "id": MAJLIS })).await.expect("their own");
    assert_eq!(page["total"], 0);
    let of = |statement_id: &str| StatementRequest { statement_id: statement_id.to_owned() };
    let refused = other.call::<RetryStatement>(of(&id)).await.expect_err("not theirs");
    let unknown = other.call::<RetryStatement>(of("nonsense")).await.expect_err("not found");
    assert_eq!((refused.code(), unknown.code()), (Code::StatementNotFound, Code::StatementNotFound));
    let (status, body) = other.send(&DownloadStatement::ENTRY, json!({ "statementId": id })).await;
    assert_eq!(status, 404, "{}", String::from_utf8_lossy(&body));
    let mut foreign = asked(OWN, 3, "en");
    foreign["bulkId"] = json!(MAJLIS);
    assert_eq!(world.viewer.call_raw::<GetStatement>(foreign).await.expect_err("not theirs").status, 404);
}

/// Staff in customer view mode see statements, but cannot request any.
#[tokio::test(flavor = "multi_thread")]
async fn in_customer_view_mode_nothing_is_requested() {
    let world = World::new().await;
    let id = request(&world.viewer, asked(OWN, 3, "en")).await.expect("requested");
    let staff = world.portal.sign_in_staff("glb@utility.example").await.with("x-bulk-account", SINAR);
    assert_eq!(super::row(&staff, &id).await["state"], "waiting");
    let refused = request(&staff, asked(OWN, 1, "en")).await.expect_err("view mode is read-only");
    assert_eq!(refused.code(), Code::ViewModeReadOnly);
    let refused =
        staff.call_raw::<RetryStatement>(json!({ "statementId": id })).await.expect_err("view mode is read-only");
    assert_eq!(refused.code(), Code::ViewModeReadOnly);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_is_made_once_and_all_requesters_are_notified() {
    let world = World::new().await;
    let first = world.viewer.call_raw::<GetStatement>(asked_by_email(OWN, 3, "en", "one@sinar.example")).await;
    let first = first.expect("requested");
    let colleague = world.portal.sign_in("payer@sinar.example").await;
    let second = colleague.call_raw::<GetStatement>(asked_by_email(OWN, 3, "en", "Two@Sinar.example")).await;
    let second = second.expect("requested");
    assert_eq!(first["statementId"], second["statementId"]);
    assert_eq!((&first["isAlreadyRequested"], &second["isAlreadyRequested"]), (&json!(false), &json!(true)));
    assert_eq!(first["promisedBy"], "2026-11-21T04:00:00.000Z");
    // A statement in another language is a separate statement.
    let malay = request(&colleague, asked(OWN, 3, "ms")).await.expect("requested");
    assert_ne!(first["statementId"], malay);
    world.portal.work();
    let id = first["statementId"].as_str().expect("an id");
    let row = world.until_state(id, "ready").await;
    assert_eq!(
        (&row["emails"], &row["channel"]),
        (&json!(["one@sinar.example", "two@sinar.example"]), &json!("email"))
    );
    world.until_state(&malay, "ready").await;
    let told = sql::values::<String>(world.pool(), "select recipient from mail order by recipient", &[]).await;
    assert_eq!(told, ["one@sinar.example", "two@sinar.example"]);
    // After the statement is ready, the same request makes a new one.
    let later = world.viewer.call_raw::<GetStatement>(asked(OWN, 3, "en")).await.expect("requested");
    assert_eq!(later["isAlreadyRequested"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_wrong_field_of_a_request_is_named() {
    let world = World::new().await;
    let mut wanted = asked_by_email(OWN, 2, "en", "nobody");
    let refused = request(&world.viewer, wanted.clone()).await.expect_err("both are wrong");
    assert_eq!(refused.fields(), [("statementPeriod", Code::StatementPeriodUnknown), ("email", Code::EmailInvalid)]);
    assert!(refused.body.error_message.contains("1, 3, 6, 12"), "{}", refused.body.error_message);
    wanted["caNo"] = json!("123");
    assert_eq!(request(&world.viewer, wanted).await.expect_err("no number").fields()[0].0, "caNo");
    // Existing clients send numbers as text.
    let mut as_text = asked(OWN, 3, "en");
    as_text["statementPeriod"] = json!("3");
    request(&world.viewer, as_text).await.expect("requested");
    let offer = world.viewer.call_raw::<GetStatementOffer>(json!({})).await.expect("an offer");
    assert_eq!(offer, json!({ "periods": [1, 3, 6, 12], "promisedHours": 24, "usualSeconds": null, "keptDays": 90 }));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_company_cannot_fill_the_queue() {
    let world = World::with(&["--statements-waiting=2", "--statements-per-person=4"]).await;
    for months in [1, 3] {
        request(&world.viewer, asked(OWN, months, "en")).await.expect("requested");
    }
    let refused = request(&world.viewer, asked(OWN, 6, "en")).await.expect_err("two wait");
    assert_eq!((refused.code(), refused.status), (Code::StatementsWaiting, 429));
    // Repeating a queued request does not use another place in the queue.
    request(&world.viewer, asked(OWN, 3, "en")).await.expect("the same");
    let refused = request(&world.viewer, asked(OWN, 3, "en")).await.expect_err("too often");
    assert_eq!(refused.code(), Code::TooManyAttempts);
    world.portal.advance(TimeDelta::minutes(61));
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    request(&viewer, asked(OWN, 3, "en")).await.expect("an hour later");
}

/// Recipients did not ask for these e-mails, so each address has a limit. Repeated requests send nothing more but
/// count.
#[tokio::test(flavor = "multi_thread")]
async fn statements_to_a_strangers_address_are_limited() {
    let world = World::with(&["--statements-per-recipient=2"]).await;
    let to = |email: &str, months| asked_by_email(OWN, months, "en", email);
    let payer = world.portal.sign_in("payer@sinar.example").await;
    request(&world.viewer, to("stranger@elsewhere.example", 1)).await.expect("the first");
    request(&payer, to("Stranger@elsewhere.example", 3)).await.expect("the second");
    let refused = request(&payer, to("stranger@elsewhere.example", 6)).await.expect_err("the third");
    assert_eq!((refused.status, refused.code()), (429, Code::TooManyAttempts));
    let query = "select count(*) from statement_recipient where email ilike 'stranger@%'";
    let kept = sql::value::<Option<i64>>(world.pool(), query, &[]).await;
    assert_eq!(kept, Some(2));
    // Other addresses have their own limit, and the user's own verified address has none.
    request(&payer, to("other@elsewhere.example", 6)).await.expect("another address");
    for months in [1, 3, 6] {
        request(&world.viewer, to("viewer@sinar.example", months)).await.expect("the own address");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_are_found_by_their_account() {
    let world = World::new().await;
    let query = "update electricity_account set reference_id = 'KEDAI-7' where account_no = $1";
    sql::run(world.pool(), query, &[&OWN]).await;
    request(&world.viewer, asked(OWN, 3, "en")).await.expect("requested");
    for (search, state, found) in [
        (OWN, None, 1),
        ("0000001", None, 1),
        ("kedai", Some("waiting"), 1),
        ("kedai", Some("ready"), 0),
        ("220000000099", None, 0),
        ("pejabat", None, 0),
    ] {
        let wanted = json!({ "id": SINAR, "search": search, "state": state });
        let page = world.viewer.call_raw::<GetStatements>(wanted).await.expect("statements");
        assert_eq!(page["total"], found, "{search} {state:?}");
    }
}
