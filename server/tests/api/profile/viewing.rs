//! Customer view mode: finding, entering and leaving a bulk account. Each beginning and end is recorded, and nothing
//! can be changed.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::accounts::{EnterCustomerView, LeaveCustomerView, SearchCustomerViewMode};
use gridbill_core::bills::GetOutstandingBillsCard;
use gridbill_core::downloads::ExportList;
use gridbill_core::identity::profile::SetUserPreference;
use gridbill_core::payments::staff::PaymentAccept;
use gridbill_core::team::AddBulkUser;
use gridbill_core::views::SaveView;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Actor, Portal, sql};

const GLB: &str = "glb@utility.example";

/// Returns the recorded views: kind, actor, chain and bulk account. Customers' logs must not contain them.
async fn recorded(pool: &PgPool) -> Vec<(String, String, String, String)> {
    let query = "select kind, actor_name, subject, data ->> 'by', bulk_id from fact where kind like 'CustomerView%'
                 order by fact_id";
    let rows = sql::rows::<(String, String, String, String, Option<String>)>(pool, query, &[]).await.into_iter();
    rows.map(|(kind, actor_name, subject, by, bulk_id)| {
        assert_eq!(bulk_id, None);
        (kind, actor_name, subject, by)
    })
    .collect()
}

fn of(kind: &str, actor: &str, bulk_id: &str) -> (String, String, String, String) {
    (kind.to_owned(), actor.to_owned(), format!("bulkAccount:{bulk_id}"), GLB.to_owned())
}

/// Reads the bulk account's card as its customers do.
async fn cards(actor: &Actor, bulk_id: &str) -> Result<Value, Code> {
    actor.call_raw::<GetOutstandingBillsCard>(json!({ "id": bulk_id })).await.map_err(|refused| refused.code())
}

async fn found(actor: &Actor, request: Value) -> Vec<String> {
    let page = actor.call_raw::<SearchCustomerViewMode>(request).await.expect("a page");
    let rows = page["items"].as_array().expect("rows");
    rows.iter().map(|row| row["bulkId"].as_str().expect("a number").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bulk_account_is_found_by_number_or_company() {
    let portal = Portal::with_people().await;
    let glb = portal.sign_in_staff(GLB).await;
    for (request, expected) in [
        (json!({ "searchString": "sinar" }), vec![SINAR]),
        (json!({ "searchString": " JAYA sdn " }), vec![SINAR]),
        (json!({ "searchString": "30000000" }), vec![MAJLIS, SINAR]),
        (json!({ "searchString": "3000 0000 02", "criteria": "bulkId" }), vec![MAJLIS]),
        (json!({ "searchString": "sinar", "criteria": "bulkId" }), vec![]),
        (json!({ "searchString": "perbandaran", "criteria": "companyName" }), vec![MAJLIS]),
        (json!({ "searchString": "%%%" }), vec![]),
    ] {
        assert_eq!(found(&glb, request.clone()).await, expected, "{request}");
    }
    for text in ["", "  ", "si", " a "] {
        let refused = glb.call_raw::<SearchCustomerViewMode>(json!({ "searchString": text })).await;
        assert_eq!(refused.expect_err("too short").fields(), [("searchString", Code::SearchTooShort)]);
    }
    let other = json!({ "searchString": "sinar", "criteria": "address" });
    assert_eq!(glb.call_raw::<SearchCustomerViewMode>(other).await.expect_err("no such").code(), Code::Unreadable);
    let first = glb.call_raw::<SearchCustomerViewMode>(json!({ "searchString": "300000", "recordCount": 1 })).await;
    let first = first.expect("a page");
    assert_eq!((&first["total"], &first["items"][0]["companyName"]), (&json!(2), &json!("Majlis Perbandaran Contoh")));
    let next = json!({ "searchString": "300000", "recordCount": 1, "cursor": first["next"] });
    assert_eq!(found(&glb, next).await, [SINAR]);
    for (actor, what) in [
        (portal.sign_in_staff("ict@utility.example").await, "ICT has no customer view mode"),
        (portal.sign_in("master@sinar.example").await, "customers see their own"),
    ] {
        let search = actor.call_raw::<SearchCustomerViewMode>(json!({ "searchString": "sinar" })).await;
        assert_eq!(search.expect_err(what).code(), Code::Forbidden);
        let entered = actor.call_raw::<EnterCustomerView>(json!({ "id": SINAR })).await;
        assert_eq!(entered.expect_err(what).code(), Code::Forbidden);
    }
    assert!(recorded(portal.pool()).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_beginning_and_each_end_is_recorded_once() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let glb = portal.sign_in_staff(GLB).await;
    let enter = json!({ "id": SINAR });
    for _ in 0..2 {
        glb.call_raw::<EnterCustomerView>(enter.clone()).await.expect("entered");
    }
    let viewing = glb.with("x-bulk-account", SINAR);
    cards(&viewing, SINAR).await.expect("cards");
    let (entered, left) = (of("CustomerViewEntered", "Goh", SINAR), of("CustomerViewLeft", "Goh", SINAR));
    assert_eq!(recorded(pool).await, std::slice::from_ref(&entered));
    for _ in 0..2 {
        viewing.call_raw::<LeaveCustomerView>(enter.clone()).await.expect("left");
    }
    assert_eq!(recorded(pool).await, [entered.clone(), left.clone()]);
    // A call after leaving, from a stale page or another program, is recorded as a new view.
    cards(&viewing, SINAR).await.expect("cards");
    let both = glb.with("x-bulk-account", MAJLIS);
    let (one, other) = tokio::join!(cards(&both, MAJLIS), cards(&both, MAJLIS));
    assert!(one.is_ok() && other.is_ok());
    let majlis = of("CustomerViewEntered", "Goh", MAJLIS);
    assert_eq!(recorded(pool).await, [entered.clone(), left, entered, majlis]);
    let missing =
        glb.call_raw::<EnterCustomerView>(json!({ "id": "3000000099" })).await.expect_err("no such bulk account");
    assert_eq!(missing.code(), Code::BulkAccountNotFound);
}

/// Exporting a customer's list also counts as a view.
#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_recorded_and_of_that_bulk_account_only() {
    let portal = Portal::with_people().await;
    let glb = portal.sign_in_staff(GLB).await;
    let export = |viewed: &str, id: &str| json!({ "list": "accounts", "format": "csv", "viewBulkId": viewed, "request": { "id": id } });
    let refused = glb.call_raw::<ExportList>(export(SINAR, MAJLIS)).await.expect_err("another one's");
    assert_eq!(refused.code(), Code::BulkAccountNotFound);
    assert!(recorded(portal.pool()).await.is_empty());
    glb.call_raw::<ExportList>(export(SINAR, SINAR)).await.expect("a file");
    assert_eq!(recorded(portal.pool()).await, [of("CustomerViewEntered", "Goh", SINAR)]);
}

/// Exporting a staff list is no view of the company that the request names.
#[tokio::test(flavor = "multi_thread")]
async fn an_export_of_another_list_is_no_view() {
    let portal = Portal::with_people().await;
    for (email, list) in [(GLB, "allPayments"), ("ict@utility.example", "activity")] {
        for viewed in [SINAR, "3000000099"] {
            let export = json!({ "list": list, "format": "csv", "viewBulkId": viewed, "request": {} });
            let staff = portal.sign_in_staff(email).await;
            staff.call_raw::<ExportList>(export).await.expect("a file");
        }
    }
    assert!(recorded(portal.pool()).await.is_empty());
    let of = sql::values::<Option<String>>(portal.pool(), "select bulk_id from download", &[]).await;
    assert!(of.len() == 4 && of.iter().all(Option::is_none), "{of:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_ends_with_its_session() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let enter = json!({ "id": SINAR });
    let silent = portal.sign_in_staff(GLB).await;
    silent.call_raw::<EnterCustomerView>(enter.clone()).await.expect("entered");
    gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
    let entered = of("CustomerViewEntered", "Goh", SINAR);
    assert_eq!(recorded(pool).await, std::slice::from_ref(&entered), "the session is still there");
    // Time limits count whole seconds: session and view last until one more second is over.
    portal.advance(TimeDelta::milliseconds(15 * 60 * 1_000 + 999));
    gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
    assert_eq!(recorded(pool).await, std::slice::from_ref(&entered), "the session may go on");
    portal.advance(TimeDelta::milliseconds(1));
    assert_eq!(cards(&silent.with("x-bulk-account", SINAR), SINAR).await.expect_err("silent"), Code::SignedOut);
    for _ in 0..2 {
        gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
    }
    assert_eq!(recorded(pool).await, [entered, of("CustomerViewEnded", "Sessions", SINAR)]);
}

/// The guard refuses every change in view mode, on both sides. The user's own settings can still change.
#[tokio::test(flavor = "multi_thread")]
async fn customer_view_mode_changes_nothing() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let viewing = pccr.with("x-bulk-account", SINAR);
    let invitation = json!({ "id": SINAR, "email": "new@sinar.example", "permissions": ["viewOnly"] });
    // Outside view mode this officer may do both.
    let refused = viewing.call_raw::<AddBulkUser>(invitation.clone()).await.expect_err("they only look");
    assert_eq!((refused.status, refused.code()), (403, Code::ViewModeReadOnly));
    assert!(refused.body.error_message.contains("Back to Admin View"));
    let accepted = viewing.call_raw::<PaymentAccept>(json!({ "eBulkPaymentID": "none" })).await.expect_err("refused");
    assert_eq!(accepted.code(), Code::ViewModeReadOnly);
    let view = json!({ "list": "accounts", "name": "Johor", "address": { "state": "error" } });
    assert_eq!(viewing.call_raw::<SaveView>(view).await.expect_err("shared").code(), Code::ViewModeReadOnly);
    let preference = json!({ "preferenceCode": "theme", "configValue": "dark" });
    viewing.call_raw::<SetUserPreference>(preference).await.expect("their own");
    pccr.call_raw::<AddBulkUser>(invitation).await.expect("invited");
    // For roles without the permission the header is ignored.
    let ict = portal.sign_in_staff("ict@utility.example").await.with("x-bulk-account", SINAR);
    assert_eq!(cards(&ict, SINAR).await.expect_err("no permission"), Code::Forbidden);
}

/// The company's sessions, notifications, e-mails and log do not change.
#[tokio::test(flavor = "multi_thread")]
async fn the_company_notices_nothing() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    portal.sign_in("master@sinar.example").await;
    let state = async || {
        let query = "
            select concat_ws(' ', (select count(*) from notification), (select count(*) from mail),
            (select count(*) from fact where bulk_id is not null),
            (select md5(string_agg(s::text, '|' order by s.session_id)) from session s join person p using (person_id)
             where p.bulk_id is not null))";
        sql::value::<String>(pool, query, &[]).await
    };
    let before = state().await;
    let glb = portal.sign_in_staff(GLB).await;
    glb.call_raw::<EnterCustomerView>(json!({ "id": SINAR })).await.expect("entered");
    cards(&glb.with("x-bulk-account", SINAR), SINAR).await.expect("cards");
    glb.call_raw::<LeaveCustomerView>(json!({ "id": SINAR })).await.expect("left");
    assert_eq!(state().await, before);
}
